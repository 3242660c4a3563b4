"""A round as it was recorded: totals, decisions, outcome, and every contradiction at once (R2-R7).

Each recorded value is compared with what follows from the cells before it. A value that follows from an
earlier wrong cell is no second fault: one mistake gives one fault, at the cell where it was made.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from baccarat_xl.rules.cards import read_total
from baccarat_xl.rules.draws import Draws, judge_draws
from baccarat_xl.rules.errors import InputError
from baccarat_xl.rules.faults import Fault, Kind
from baccarat_xl.rules.outcome import Outcome, winner
from baccarat_xl.rules.record import (
    LABELS,
    THIRD_ROLES,
    Reading,
    Record,
    read_final,
    read_initial,
    read_record,
)
from baccarat_xl.rules.tableau import TOTALS, player_draws, possible_thirds
from baccarat_xl.rules.unknown import NO_CARD, UNKNOWN, UNSEEN, Card, Decision, Missing, Total, Unknown

SIDES: Final = ("player", "banker")
_ORDER: Final = {role: position for position, role in enumerate(LABELS)}


@dataclass(frozen=True, slots=True)
class Round:
    """What a record gives. Totals are 0-9 or UNKNOWN, decisions True, False or UNKNOWN.

    ``faults`` holds every contradiction; ``missing`` names what the record lacks for a full check (R7.3), so
    a round is verified only when ``missing`` is empty. ``inferred`` maps a third-card role to the values
    that the rest of the record leaves open (R7.2); it is never mixed into what was recorded.
    """

    player_initial: Total
    banker_initial: Total
    natural: Decision
    player_draws: Decision
    banker_draws: Decision
    player_final: Total
    banker_final: Total
    outcome: Outcome | Literal[Unknown.UNKNOWN]
    faults: tuple[Fault, ...]
    missing: tuple[str, ...]
    inferred: dict[str, tuple[Card, ...]]


def resolve(record: Record) -> Round:
    """Work a recorded round out and list every contradiction (R2-R7). Raises nothing."""
    reading = read_record(record)
    player, banker = (read_initial(reading, side) for side in SIDES)
    _assume_player_third(reading, player, banker)
    inferred = _infer(reading, player, banker)
    known_third = _if_fixed(reading.cards["player_third"], inferred.get("player_third"))
    _assume_banker_third(reading, player, banker, known_third)
    thirds = (reading.cards["player_third"], reading.cards["banker_third"])
    draws = judge_draws(player, banker, known_third, thirds[1])
    if known_third is not thirds[0]:
        draws.faults = [_by_inference(fault) for fault in draws.faults]
        draws.missing.append(LABELS["player_third"])
    if _under_way(reading, draws):
        reading.missing += [LABELS[role] for role in sorted(draws.absent, reverse=True)]
        draws.faults.clear()
        draws.absent.clear()
    finals = [
        _final(reading, draws, side, total, third)
        for side, total, third in zip(SIDES, (player, banker), thirds, strict=True)
    ]
    _compare_decisions(reading, draws)
    _compare_outcome(reading, draws, finals)
    _note_missing(reading, draws)
    player_final, banker_final = (final.true for final in finals)
    return Round(
        player,
        banker,
        draws.natural,
        draws.player,
        draws.banker,
        player_final,
        banker_final,
        winner(player_final, banker_final),
        _in_order(reading.faults + [_as_leftover(reading, fault, finals) for fault in draws.faults]),
        tuple(dict.fromkeys(reading.missing)),
        inferred,
    )


def resolve_around(record: Record) -> Round:
    """As `resolve`, and where one hand's initial total is not known, judged by all that it could be."""
    solved = resolve(record)
    unknown = [side for side in SIDES if getattr(solved, f"{side}_initial") is UNKNOWN]
    if len(unknown) == 1 and not solved.faults:
        return _if_any_total_fits(record, solved, f"{unknown[0]}_initial")
    return solved


def _if_any_total_fits(record: Record, solved: Round, role: str) -> Round:
    """A total not known can be any of ten; where each contradicts the rules, so does the record (R7.2)."""
    tries: list[Round] = []
    for total in TOTALS:
        change: dict[str, Any] = {role: total}
        tries.append(resolve(replace(record, **change)))
        if not tries[-1].faults:
            return solved
    # A hand without a third card ends on its initial total, so that a recorded final total says which it was.
    final = _recorded_total(getattr(record, role.replace("initial", "final")))
    nearest = min(tries, key=lambda tried: (len(tried.faults), getattr(tried, role) != final))
    hint = f"; no value of {LABELS[role]} makes this round right (R7.2)"
    faults = tuple(replace(fault, why=fault.why + hint, certain=False) for fault in nearest.faults)
    return replace(solved, faults=faults)


def _in_order(faults: list[Fault]) -> tuple[Fault, ...]:
    return tuple(sorted(faults, key=lambda fault: _ORDER[fault.roles[0]])) if faults else ()


def _assume_player_third(reading: Reading, player: Total, banker: Total) -> None:
    """Where the log has no place for third cards, a Player who draws took one that was not recorded."""
    if not reading.record.thirds_recorded:
        due = player_draws(player, banker)
        reading.cards["player_third"] = NO_CARD if due is False else UNSEEN
        reading.cards["banker_third"] = UNSEEN


def _assume_banker_third(reading: Reading, player: Total, banker: Total, player_third: Card) -> None:
    if not reading.record.thirds_recorded:
        draws = judge_draws(player, banker, player_third, NO_CARD)
        reading.cards["banker_third"] = NO_CARD if draws.banker is False else UNSEEN


def _if_fixed(third: Card, inferred: tuple[Card, ...] | None) -> Card:
    """The third card, or the one value that the totals leave for a card not seen (R7.2)."""
    return inferred[0] if third is UNSEEN and inferred is not None and len(inferred) == 1 else third


def _by_inference(fault: Fault) -> Fault:
    why = f"{fault.why}; Player's third card is worked out from Player's totals (R7.2)"
    return replace(fault, why=why, certain=False)


def _under_way(reading: Reading, draws: Draws) -> bool:
    """Cards are due, and nothing shows that the round went on without them."""
    record = reading.record
    ended = record.ended
    if ended is None:
        ends = (reading.outcome, record.player_final, record.banker_final)
        ended = any(end is not None and bool(str(end).strip()) for end in ends)
    if "player_third" in draws.absent and reading.cards["banker_third"] is not NO_CARD:
        ended = True
    return record.ends_recorded and bool(draws.absent) and not draws.surplus and not ended


@dataclass(frozen=True, slots=True)
class _Final:
    """A hand's final total: ``true`` by its cards, and all that earlier faults could have made of it."""

    true: Total
    accepted: frozenset[int]
    without: Total

    @property
    def by_rule(self) -> Total:
        """The total without a third card that should not be there."""
        return self.true if self.without is UNKNOWN else self.without


def _sum(total: Total, third: Card) -> Total:
    if total is UNKNOWN or third is UNSEEN:
        return UNKNOWN
    return total if isinstance(third, Missing) else (total + third) % 10


def _final(reading: Reading, draws: Draws, side: str, initial: Total, third: Card) -> _Final:
    role, third_role = f"{side}_final", f"{side}_third"
    true = _sum(initial, third)
    without = initial if third_role in draws.surplus else UNKNOWN
    recorded = read_final(reading, side, true)
    # A wrong initial total, or an extra card left out, explains the final total that follows from it.
    follows = {true, without, _sum(reading.totals[f"{side}_initial"], third)} - {UNKNOWN}
    if third_role in draws.absent and recorded is not UNKNOWN:
        follows.add(recorded)
    accepted = {total for total in follows if total is not UNKNOWN}
    if recorded is not UNKNOWN:
        if true is not UNKNOWN and recorded not in accepted:
            right = true if without is UNKNOWN else without
            cards = "its cards give" if without is UNKNOWN else "without the third card it is"
            why = f"{LABELS[role]} reads {recorded}, but {cards} {right} (R2)"
            reading.faults.append(Fault(Kind.WRONG_FINAL, (role,), str(recorded), str(right), "R2", why, why))
        accepted.add(recorded)
        true = recorded if true is UNKNOWN else true
    return _Final(true, frozenset(accepted), without)


def _compare_decisions(reading: Reading, draws: Draws) -> None:
    """A recorded decision is wrong where it agrees neither with the rule nor with the card beside it."""
    ruled = {"natural": draws.natural, "player_draws": draws.player, "banker_draws": draws.banker}
    clauses = {"natural": "R3", "player_draws": "R4", "banker_draws": "R5"}
    wrong_initial = any(fault.kind is Kind.WRONG_INITIAL for fault in reading.faults)
    for role, rule in ruled.items():
        recorded = reading.decisions[role]
        if UNKNOWN in (recorded, rule) or recorded is rule:
            continue
        third_role = role.replace("draws", "third")
        if third_role in draws.surplus | draws.absent or wrong_initial:
            continue
        kind = Kind.WRONG_NATURAL if role == "natural" else Kind.WRONG_DECISION
        found, expected = ("yes", "no") if recorded else ("no", "yes")
        clause = "R3" if draws.natural is True else clauses[role]
        why = f"the cell for {LABELS[role]} says {found}, but the rule gives {expected} ({clause})"
        reading.faults.append(Fault(kind, (role,), found, expected, clause, why, why))


def _compare_outcome(reading: Reading, draws: Draws, finals: list[_Final]) -> None:
    if reading.outcome is None:
        return
    accepted = {winner(p, b) for p in finals[0].accepted for b in finals[1].accepted}
    if not accepted:
        reading.missing += [
            LABELS[f"{side}_final"]
            for side, final in zip(SIDES, finals, strict=True)
            if final.true is UNKNOWN
        ]
        return
    if reading.outcome in accepted or draws.absent:
        return
    player, banker = (final.by_rule for final in finals)
    expected = winner(player, banker)
    why = f"Player ends on {player} and Banker on {banker}, so the outcome is {expected} (R6)"
    reading.faults.append(
        Fault(
            Kind.WRONG_OUTCOME,
            ("outcome",),
            reading.outcome,
            str(expected),
            "R6",
            f"outcome must be {expected} (R6)",
            why,
        )
    )


def _as_leftover(reading: Reading, fault: Fault, finals: list[_Final]) -> Fault:
    """An extra card that the recorded totals and outcome leave out was not dealt: it is a leftover."""
    extra = (Kind.CARD_AFTER_NATURAL, Kind.PLAYER_EXTRA, Kind.BANKER_EXTRA)
    if fault.kind not in extra:
        return fault
    counted, left_out = _votes(reading, finals)
    repeated = set(fault.roles) <= reading.record.repeated
    if counted or not (left_out or repeated):
        return fault
    hint = (
        "the recorded totals and outcome leave it out"
        if left_out
        else "the round before has the same card there"
    )
    why = f"{fault.why}; {hint}, so it looks like a leftover of an earlier round"
    return replace(fault, kind=Kind.LEFTOVER, why=why, certain=False)


def _votes(reading: Reading, finals: list[_Final]) -> tuple[bool, bool]:
    """Whether recorded ends speak for the extra cards as counted, or as left out."""
    counted = left_out = False
    for side, final in zip(SIDES, finals, strict=True):
        recorded = reading.totals[f"{side}_final"]
        if UNKNOWN not in (recorded, final.without) and final.without != final.true:
            counted |= recorded == final.true
            left_out |= recorded == final.without
    with_them = winner(finals[0].true, finals[1].true)
    without = winner(*(final.by_rule for final in finals))
    if reading.outcome and with_them != without:
        counted |= reading.outcome == with_them
        left_out |= reading.outcome == without
    return counted, left_out


def _infer(reading: Reading, player: Total, banker: Total) -> dict[str, tuple[Card, ...]]:
    """What can be worked out about third cards drawn and not seen (R7.2).

    A final total fixes the value. Banker's decision counts only where Player's final total is not recorded:
    otherwise a wrong decision would be read as a card that cannot have been.
    """
    inferred: dict[str, tuple[Card, ...]] = {}
    finals = {side: _recorded_final(reading, side) for side in SIDES}
    if reading.cards["player_third"] is UNSEEN:
        drew: Decision = reading.cards["banker_third"] is not NO_CARD
        if finals["player"] is not UNKNOWN or not reading.record.thirds_recorded:
            drew = UNKNOWN
        values = possible_thirds(banker, drew, player, finals["player"])
        inferred["player_third"] = tuple(value for value in values if value is not NO_CARD)
    if reading.cards["banker_third"] is UNSEEN and reading.record.thirds_recorded:
        final = finals["banker"]
        if banker is not UNKNOWN and final is not UNKNOWN:
            inferred["banker_third"] = ((final - banker) % 10,)
    return inferred


def _recorded_final(reading: Reading, side: str) -> Total:
    return _recorded_total(getattr(reading.record, f"{side}_final"))


def _recorded_total(cell: object) -> Total:
    try:
        return read_total(cell)
    except InputError:
        return UNKNOWN


def _note_missing(reading: Reading, draws: Draws) -> None:
    """What keeps the draws of this record from being verified (R7.3)."""
    reading.missing += draws.missing
    if draws.natural is UNKNOWN and not reading.missing:
        reading.missing += [
            LABELS[f"{side}_initial"] for side in SIDES if reading.totals[f"{side}_initial"] is UNKNOWN
        ]
    if not reading.record.thirds_recorded and draws.natural is False:
        roles = [role for role in THIRD_ROLES if reading.cards[role] is UNSEEN]
        reading.missing += [LABELS[role] for role in roles]


def round_of(player: Iterable[object], banker: Iterable[object], outcome: object = None) -> Round:
    """A round from two hands of two or three cards each, in the order they were dealt.

    >>> round_of("238", "12").outcome
    'Tie'
    """
    player_1, player_2, player_third = [*player, None, None, None][:3]
    banker_1, banker_2, banker_third = [*banker, None, None, None][:3]
    return resolve(
        Record(player_1, player_2, player_third, banker_1, banker_2, banker_third, outcome=outcome)
    )
