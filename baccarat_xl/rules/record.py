"""One round's cells as recorded, read into values, with what could not be read."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from baccarat_xl.rules.cards import ACCEPTED, hand_total, read_card, read_total
from baccarat_xl.rules.errors import OutOfRange, WrongKind
from baccarat_xl.rules.faults import Fault, Kind
from baccarat_xl.rules.outcome import Outcome, read_outcome
from baccarat_xl.rules.unknown import NO_CARD, UNKNOWN, UNSEEN, Card, Decision, Missing, Total

OPENING_ROLES: Final = ("player_card_1", "player_card_2", "banker_card_1", "banker_card_2")
THIRD_ROLES: Final = ("player_third", "banker_third")
CARD_ROLES: Final = ("player_card_1", "player_card_2", "player_third", *OPENING_ROLES[2:], "banker_third")
TOTAL_ROLES: Final = ("player_initial", "banker_initial", "player_final", "banker_final")
DECISION_ROLES: Final = ("natural", "player_draws", "banker_draws")
LABELS: Final = {
    "player_card_1": "Player card 1",
    "player_card_2": "Player card 2",
    "player_third": "Player's third card",
    "banker_card_1": "Banker card 1",
    "banker_card_2": "Banker card 2",
    "banker_third": "Banker's third card",
    "player_initial": "Player's initial total",
    "banker_initial": "Banker's initial total",
    "natural": "natural",
    "player_draws": "Player draws",
    "banker_draws": "Banker draws",
    "player_final": "Player's final total",
    "banker_final": "Banker's final total",
    "outcome": "outcome",
}
"""Roles in the field's words (R1)."""


@dataclass(frozen=True, slots=True)
class Record:
    """The cells of one round, raw; None or blank where nothing is recorded.

    Cards as `read_card` takes them, totals as `read_total`, decisions True, False or None, the outcome as
    `read_outcome`. ``thirds_recorded`` is False where the log has no place for third cards, so that their
    absence says nothing. ``ends_recorded`` is True where the log has a place for totals or outcome: a row
    that leaves them all blank is then a round under way, not a misplayed one (R7.3). ``ended`` says it
    outright where totals and outcome are worked out by formulas and prove nothing; None leaves it to them.
    ``repeated`` names third-card roles whose cell repeats the round before (a sign of a leftover).
    """

    player_card_1: object = None
    player_card_2: object = None
    player_third: object = None
    banker_card_1: object = None
    banker_card_2: object = None
    banker_third: object = None
    player_initial: object = None
    banker_initial: object = None
    natural: object = None
    player_draws: object = None
    banker_draws: object = None
    player_final: object = None
    banker_final: object = None
    outcome: object = None
    thirds_recorded: bool = True
    ends_recorded: bool = False
    ended: bool | None = None
    repeated: frozenset[str] = frozenset()


@dataclass(slots=True)
class Reading:
    """A record's cells as values. Cards that cannot be read count as UNSEEN, and are faults."""

    record: Record
    cards: dict[str, Card] = field(default_factory=dict)
    totals: dict[str, Total] = field(default_factory=dict)
    decisions: dict[str, Decision] = field(default_factory=dict)
    outcome: Outcome | None = None
    faults: list[Fault] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)

    def hand(self, side: str) -> tuple[Card, Card]:
        """The two opening cards of ``player`` or ``banker``; a card that is not there counts as UNSEEN."""
        first, second = (self.cards[f"{side}_card_{n}"] for n in (1, 2))
        return (UNSEEN if first is NO_CARD else first, UNSEEN if second is NO_CARD else second)


def _card(reading: Reading, role: str) -> Card:
    cell = getattr(reading.record, role)
    try:
        return read_card(cell)
    except OutOfRange:
        kind = Kind.IMPOSSIBLE_CARD
    except WrongKind:
        kind = Kind.UNREADABLE_CARD
    label = LABELS[role]
    why = f"{label} reads {cell}, which is not a card; {ACCEPTED}"
    reading.faults.append(Fault(kind, (role,), str(cell), "a card", "R1", f"{label} is not a card", why))
    return UNSEEN


def _total(reading: Reading, role: str, true_total: Total) -> Total:
    """A recorded total; a fault when it is no total. An unreduced sum then counts as its last digit."""
    cell = getattr(reading.record, role)
    expected = "a total from 0 to 9" if true_total is UNKNOWN else str(true_total)
    label = LABELS[role]
    try:
        return read_total(cell)
    except OutOfRange:
        number = float(str(cell))
        if number > 0 and true_total in (UNKNOWN, int(number) % 10):
            kind, value = Kind.UNREDUCED_TOTAL, int(number) % 10
            why = f"{label} reads {int(number)}, a sum; a total keeps the last digit only, {value} (R2)"
            fault = Fault(kind, (role,), str(cell), str(value), "R2", f"{label} is not reduced (R2)", why)
        else:
            why = f"{label} reads {cell}; a total is a number from 0 to 9 (R2)"
            fault = Fault(
                Kind.UNREADABLE_TOTAL, (role,), str(cell), expected, "R2", f"{label} is no total", why
            )
            value = None
        reading.faults.append(fault)
        return UNKNOWN if value is None else value
    except WrongKind:
        why = f"{label} reads {cell}, which is not a total from 0 to 9 (R2)"
        reading.faults.append(
            Fault(Kind.UNREADABLE_TOTAL, (role,), str(cell), expected, "R2", f"{label} is no total", why)
        )
        return UNKNOWN


def _decision(reading: Reading, role: str) -> Decision:
    cell = getattr(reading.record, role)
    if isinstance(cell, bool):
        return cell
    if cell is not None and not isinstance(cell, Missing) and cell is not UNKNOWN and str(cell).strip():
        label = LABELS[role]
        why = f"the cell for {label} reads {cell}, which is neither yes nor no"
        reading.faults.append(
            Fault(
                Kind.UNREADABLE_DECISION, (role,), str(cell), "yes or no", "R4", f"{label} not readable", why
            )
        )
    return UNKNOWN


def read_record(record: Record) -> Reading:
    """Every cell of a record read once; faults name the ones that could not be."""
    reading = Reading(record)
    for role in CARD_ROLES:
        reading.cards[role] = _card(reading, role)
    for role in DECISION_ROLES:
        reading.decisions[role] = _decision(reading, role)
    try:
        reading.outcome = read_outcome(record.outcome)
    except WrongKind as error:
        reading.faults.append(
            Fault(
                Kind.UNREADABLE_OUTCOME,
                ("outcome",),
                str(record.outcome),
                "Player, Banker or Tie",
                "R6",
                "outcome not readable",
                str(error),
            )
        )
    return reading


def read_initial(reading: Reading, side: str) -> Total:
    """A hand's initial total by its cards, else as recorded; a recorded one that differs is a fault (R2)."""
    role = f"{side}_initial"
    by_cards = hand_total(reading.hand(side))
    recorded = _total(reading, role, by_cards)
    reading.totals[role] = recorded
    if by_cards is UNKNOWN:
        if recorded is UNKNOWN:
            reading.missing += [
                LABELS[r]
                for r in (f"{side}_card_1", f"{side}_card_2")
                if reading.cards[r] in (NO_CARD, UNSEEN)
            ]
        return recorded
    if recorded is not UNKNOWN and recorded != by_cards:
        why = f"{LABELS[role]} reads {recorded}, but its two cards give {by_cards} (R2)"
        reading.faults.append(
            Fault(Kind.WRONG_INITIAL, (role,), str(recorded), str(by_cards), "R2", why, why)
        )
    return by_cards


def read_final(reading: Reading, side: str, true_total: Total) -> Total:
    """A recorded final total, read."""
    role = f"{side}_final"
    reading.totals[role] = _total(reading, role, true_total)
    return reading.totals[role]
