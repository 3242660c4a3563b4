"""An explanation as text and as data."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from baccarat_xl.explanation.changes import IN_WORDS
from baccarat_xl.rules.record import LABELS
from baccarat_xl.rules.unknown import UNKNOWN

if TYPE_CHECKING:
    from baccarat_xl.explanation.round import Explained
    from baccarat_xl.rules.explain import Explanation

NOTHING_MORE: Final = "An explanation forecasts nothing and advises no wager."
SCHEMA_VERSION: Final = 1
Styled = tuple[str, str]
"""A style and a line."""
_STYLES: Final = {"same": "quiet", "other": "strong", "settles": "strong", "opens": "warning"}


def decision_of(note: Explanation) -> str:
    """What a note says, in a word or two."""
    if note.decision is UNKNOWN:
        return "not known"
    if note.stage == "natural check":
        return "a natural" if note.decision else "no natural"
    if isinstance(note.decision, bool):
        return "draws" if note.decision else "stands"
    return str(note.decision)


def inputs_of(note: Explanation) -> str:
    """The inputs that a note used, in words."""
    return ", ".join(f"{LABELS[role]} {value}" for role, value in note.inputs.items())


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def as_lines(found: Explained) -> Iterator[Styled]:
    """The explanation for people, line by line. Signs say what colours say."""
    yield "strong", found.heading
    yield "quiet", found.variant
    for number, note in enumerate(found.notes, 1):
        yield "", ""
        yield "strong", f"{number}  {capital(note.stage)}: {decision_of(note)} ({note.clause})"
        yield "quiet", f"   by {inputs_of(note)}"
        yield "", f"   {capital(note.sentence)}"
    if found.contradictions:
        yield "", ""
        yield "error", "✗  The inputs contradict the rules"
        for fault in found.contradictions:
            yield "error", f"   ✗ {capital(fault.why)}; found: {fault.found}, expected: {fault.expected}"
    for sentence in found.inferred:
        yield "", ""
        yield "", f"i  {sentence}"
    if found.next:
        yield "", ""
        yield "strong", f"Next: {found.next}"
    if found.changes:
        yield "", ""
        yield "strong", "What would change if one input were another"
    yield from _changes(found)
    yield "", ""
    yield "quiet", NOTHING_MORE


def _changes(found: Explained) -> Iterator[Styled]:
    groups = [group for change in found.changes for group in change.groups]
    wide = max((len(group.listed) for group in groups), default=0)
    said = max((len(IN_WORDS[group.effect]) for group in groups), default=0)
    for change in found.changes:
        yield "", f"  {change.label}, now {change.now}"
        for group in change.groups:
            effect = IN_WORDS[group.effect]
            line = f"    {group.listed:{wide}}  {group.sign} {effect:{said}}  {group.words}"
            yield _STYLES[group.effect], line


def as_data(found: Explained) -> dict[str, Any]:
    """The same as plain dicts and lists."""
    solved = found.round
    totals = {
        role: None if (total := getattr(solved, role)) is UNKNOWN else total
        for role in ("player_initial", "banker_initial")
    }
    return {
        "schema_version": SCHEMA_VERSION,
        "variant": found.variant,
        "round": found.heading,
        "totals": totals,
        "notes": [
            {
                "stage": note.stage,
                "inputs": dict(note.inputs),
                "clause": note.clause,
                "decision": decision_of(note),
                "sentence": note.sentence,
            }
            for note in found.notes
        ],
        "contradictions": [
            {
                "inputs": list(fault.roles),
                "found": fault.found,
                "expected": fault.expected,
                "clause": fault.clause,
                "why": fault.why,
            }
            for fault in found.contradictions
        ],
        "inferred": list(found.inferred),
        "next": found.next or None,
        "changes": [
            {
                "input": change.input,
                "now": change.now,
                "values": [
                    {"values": list(group.values), "effect": group.effect, "decisions": group.words}
                    for group in change.groups
                ],
            }
            for change in found.changes
        ],
        "note": NOTHING_MORE,
    }
