"""How often things come, for people and as data: every test, what was not tested, what a fault would need."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Final

from baccarat_xl.report.lines import Line, counted

if TYPE_CHECKING:
    from baccarat_xl.frequencies.compare import Frequencies
    from baccarat_xl.frequencies.composition import Composition
    from baccarat_xl.frequencies.power import Visibility
    from baccarat_xl.frequencies.statistics import Test

FEW: Final = 6


def frequency_lines(found: Frequencies) -> Iterator[Line]:
    """The section of the text report."""
    yield "", f"  frequencies: {heading(found)}"
    width = max((len(test.label) for test in found.tests), default=0)
    for test in found.tests:
        style, word = ("warning", "deviates") if test.deviates else ("quiet", "fits")
        yield style, f"    {test.label:{width}}  {word:8}  {test.rounds:>10,} counted, {in_figures(test)}"
    for style, sentence in sentences(found):
        yield style, f"    {sentence}"


def heading(found: Frequencies) -> str:
    """What was compared with what."""
    assumed = " (assumed; --decks says otherwise)" if found.assumed else ""
    level = f"{found.alpha:g}"
    return (
        f"{counted(found.rounds, 'round')} against {found.shoe}{assumed}; "
        f"{counted(len(found.tests), 'test')}, together at the level {level} by Holm's correction"
    )


def in_figures(test: Test) -> str:
    """A test's p-value, how it was made, and its effect.

    Small numbers are written with two digits.
    """
    how = test.method
    if test.statistic is not None:
        by = ", simulated" if "simulated" in test.method else ""
        how = f"chi-square {test.statistic:,.1f}, {test.freedom} df{by}"
    pooled = f", {test.pooled} small cells as one" if test.pooled else ""
    effect = "" if test.effect == float("inf") else f", w = {test.effect:.2g}"
    return f"p = {test.adjusted:.2g} corrected, {test.p:.2g} alone ({how}{pooled}){effect}"


def sentences(found: Frequencies) -> Iterator[Line]:
    """What else is to say, each with its style."""
    for sentence in found.not_tested:
        yield "quiet", f"not tested: {sentence}"
    repeats = found.repeats
    if repeats is not None:
        yield (
            "quiet",
            f"rounds that are the same, by {repeats.by}: {counted(repeats.pairs, 'pair')}, and chance "
            f"gives about {repeats.expected_pairs:,.1f}; stretches of {repeats.shortest} rounds or more "
            f"that come again: {len(repeats.stretches):,}",
        )
    shoes = found.composition
    if shoes is not None:
        yield "quiet", f"{counted(shoes.shoes, 'shoe')}: {_held(found, shoes)}"
        if shoes.restarted:
            yield (
                "",
                "shoe numbers come again and again: taken as numbers that start anew, so order says nothing",
            )
    yield from (("", sentence) for sentence in in_reach(found))
    for sentence in found.says:
        yield "strong" if sentence == found.says[0] else "quiet", sentence


def _held(found: Frequencies, shoes: Composition) -> str:
    if not shoes.by:
        why = "an endless one holds any cards" if found.decks is None else "no cards are recorded"
        return f"what they deal was not compared with what they hold: {why}"
    how_many = f"{len(shoes.too_many):,} deal" if shoes.too_many else "none deals"
    return f"{how_many} a card more often than a shoe holds it, by {shoes.by}"


def in_reach(found: Frequencies) -> list[str]:
    """Which known faults these tests would see in so many rounds, and how many the others need."""
    if not found.faults:
        return []
    seen = [one for one in found.faults if one.rounds is not None and one.rounds <= found.counted]
    hidden = [one for one in found.faults if one not in seen]
    said = []
    if seen:
        names = ", ".join(one.id for one in seen)
        said.append(
            f"known faults that {counted(found.counted, 'round')} are enough to see in these tests (with a "
            f"chance of 95%): {names}"
        )
    if hidden:
        said.append(f"known faults that need more rounds: {_needing(hidden)}")
    rows = min(found.faults, key=lambda one: one.rows)
    said.append(
        f"in rows that record the cards every one of them shows far sooner: the rarest, {rows.id}, once in "
        f"{1 / rows.rows:,.0f} rounds (baccarat-xl simulate --list-faults says what they are)"
    )
    return said


def _needing(hidden: Sequence[Visibility]) -> str:
    ordered = sorted(hidden, key=lambda one: (one.rounds is None, one.rounds or 0))
    return ", ".join(f"{one.id} ({_number(one.rounds)})" for one in ordered)


def _number(rounds: int | None) -> str:
    return "never" if rounds is None else f"{rounds:,}"


def frequencies_data(found: Frequencies) -> dict[str, Any]:
    """The same as plain dicts and lists."""
    repeats, shoes = found.repeats, found.composition
    return {
        "decks": found.decks,
        "endless": found.decks is None,
        "decks_assumed": found.assumed,
        "rounds": found.rounds,
        "rounds_counted": found.counted,
        "level": found.alpha,
        "correction": "Holm",
        "tests": [_test(test) for test in found.tests],
        "not_tested": list(found.not_tested),
        "repeats": None if repeats is None else _repeats(repeats),
        "shoes": None
        if shoes is None
        else {"shoes": shoes.shoes, "compared_by": shoes.by, "too_many": len(shoes.too_many)},
        "faults": [
            {
                "id": one.id,
                "text": one.text,
                "share_of_wrong_rows": one.rows,
                "seen_first_in": one.question,
                "rounds_needed": one.rounds,
                "rounds_needed_by_outcomes": one.outcomes,
            }
            for one in found.faults
        ],
        "says": list(found.says),
    }


def _test(test: Test) -> dict[str, Any]:
    data = asdict(test)
    data["differences"] = [asdict(one) for one in test.differences]
    data["effect"] = None if test.effect == float("inf") else test.effect
    return data | {"deviates": test.deviates}


def _repeats(repeats: Any) -> dict[str, Any]:
    return {
        "by": repeats.by,
        "pairs": repeats.pairs,
        "expected_pairs": repeats.expected_pairs,
        "same_as_before": repeats.next_to,
        "shortest_stretch": repeats.shortest,
        "stretches": len(repeats.stretches),
    }
