"""A fault as a finding: its place, its record on one line, its message and fix."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from baccarat_xl.audit.catalogue import BY_KIND, RULES, Case, Rule
from baccarat_xl.audit.cells import base_role, is_date, shown
from baccarat_xl.audit.encode import HANDS
from baccarat_xl.audit.finding import Confidence, Finding
from baccarat_xl.audit.judge import Judged
from baccarat_xl.layout.table import valued_card
from baccarat_xl.rules.cards import read_card
from baccarat_xl.rules.errors import InputError
from baccarat_xl.rules.faults import Fault, Kind
from baccarat_xl.rules.unknown import NO_CARD, UNKNOWN, UNSEEN, Total

if TYPE_CHECKING:
    from baccarat_xl.layout.table import Table

CARD_KINDS: Final = frozenset(
    {Kind.PLAYER_EXTRA, Kind.BANKER_EXTRA, Kind.CARD_AFTER_NATURAL, Kind.LEFTOVER, Kind.UNREADABLE_CARD}
)
OVERFULL: Final = RULES["BACC103"]
DATE: Final = RULES["BACC502"]
VALUE: Final = RULES["BACC114"]
HAND: Final = RULES["BACC115"]
DIFFER: Final = RULES["BACC223"]
LONGEST: Final = 4
"""Characters of a card as the log writes it: ``10♦``."""


@dataclass(frozen=True, slots=True)
class Words:
    """Makes findings of one table."""

    table: Table
    file: str

    def findings(self, position: int, judged: Judged) -> list[Finding]:
        """Every finding about one round, at most one for a rule and a place."""
        found: dict[tuple[str, tuple[str, ...]], Finding] = {}
        for role in judged.overfull:
            finding = self._finding(position, judged, _overfull_fault(role, judged), role, OVERFULL)
            found[finding.rule, finding.cells] = finding
        for fault, role in judged.faults:
            finding = self._finding(position, judged, fault, role, _rule(fault, role, judged, self.table))
            found.setdefault((finding.rule, finding.cells), finding)
        return list(found.values())

    def address(self, position: int, role: str) -> str | None:
        """The address of a role's cell, that of the joined cell for a card in it, None without a column."""
        for name in (role, _joined(role)):
            if name in self.table.columns or name in self.table.also:
                return self.table.address(name, position)
        return None

    def _finding(self, position: int, judged: Judged, fault: Fault, role: str, rule: type[Rule]) -> Finding:
        roles = fault.roles if role == fault.roles[0] else (role,)
        cells = tuple(dict.fromkeys(filter(None, (self.address(position, each) for each in roles))))
        found = self._found(judged, fault, roles)

        def place(wanted: str) -> str | None:
            return self.address(position, role if wanted == base_role(role) else wanted)

        joined = not any(each in self.table.columns for each in roles) and _joined(role) in self.table.columns
        case = Case(fault, judged.record, judged.round, place, joined, found)
        confidence: Confidence = "certain" if fault.certain else "likely"
        return Finding(
            rule=rule.code,
            severity=rule.severity,
            confidence=confidence,
            file=self.file,
            sheet=self.table.sheet.name,
            cell=cells[0] if cells else None,
            row=self.table.row_number(position),
            round=self._number(position, "round"),
            found=found,
            expected=fault.expected,
            message=rule.message(case),
            why=fault.why,
            clause=fault.clause,
            fix=rule.fix(case),
            cells=cells,
            shoe=self._number(position, "shoe"),
            record=record_line(judged),
        )

    @staticmethod
    def _found(judged: Judged, fault: Fault, roles: tuple[str, ...]) -> str:
        """What stands in the cells, as a spreadsheet shows it; decisions and outcomes in the usual words."""
        if fault.kind not in CARD_KINDS:
            return fault.found
        texts = [shown(judged.raw.get(role, judged.raw.get(_joined(role)))) for role in roles]
        return ", ".join(text for text in texts if text != "nothing") or fault.found

    def _number(self, position: int, role: str) -> str | None:
        column = self.table.columns.get(role)
        if column is None:
            return None
        cell = self.table.sheet.cell(self.table.rounds[position], column.index)
        text = shown(cell)
        return None if text == "nothing" else text


def _joined(role: str) -> str:
    return f"{role.split('_')[0]}_cards"


def _rule(fault: Fault, role: str, judged: Judged, table: Table) -> type[Rule]:
    if valued_card(role):
        return VALUE
    if role in HANDS:
        return HAND
    if fault.kind is Kind.UNREADABLE_CARD and any(
        is_date(judged.raw.get(name)) for name in (role, _joined(role))
    ):
        return DATE
    if fault.kind is Kind.WRONG_OUTCOME and role != "outcome" and "outcome" in table.columns:
        return DIFFER
    return BY_KIND[fault.kind]


def _overfull_fault(role: str, judged: Judged) -> Fault:
    side = "Player" if HANDS[role] == "player" else "Banker"
    why = f"{side}'s cell holds more than the two opening cards and one third card (R4, R5)"
    first = f"{HANDS[role]}_card_1"
    return Fault(
        Kind.UNREADABLE_CARD, (first,), shown(judged.raw[role]), "two or three cards", "R4", why, why
    )


def record_line(judged: Judged) -> str:
    """The whole round on one line, cards as recorded: ``Player 2 3 8 = 3, Banker A 2 5 = 8``."""
    finals = {"player": judged.round.player_final, "banker": judged.round.banker_final}
    return ", ".join(_hand(judged, side, finals[side]) for side in ("player", "banker"))


def _hand(judged: Judged, side: str, final: Total) -> str:
    record, name = judged.record, side.capitalize()
    opening = [getattr(record, f"{side}_card_{n}") for n in (1, 2)]
    third = getattr(record, f"{side}_third")
    total = "" if final is UNKNOWN else f" = {final}"
    if any(card not in (None, NO_CARD) for card in opening):
        cards = [_as_recorded(judged, f"{side}_card_{n}") for n in (1, 2)]
        cards += [_as_recorded(judged, f"{side}_third")] if third not in (None, NO_CARD) else []
        return f"{name} {' '.join(cards)}{total}"
    initial = judged.round.player_initial if side == "player" else judged.round.banker_initial
    if initial is not UNKNOWN:
        drawn = f" and {_as_recorded(judged, f'{side}_third')}" if third not in (None, NO_CARD) else ""
        return f"{name} {initial} with two cards{drawn}{total}"
    return f"{name}{total}" if total else f"{name} not recorded"


def _as_recorded(judged: Judged, role: str) -> str:
    """A card as the log writes it, where that is short, so that the hand can be found again."""
    card = getattr(judged.record, role)
    if card is UNSEEN:
        return "?"
    if card in (None, NO_CARD):
        return "-"
    written = shown(judged.raw.get(role)).strip()
    short = len(written) <= LONGEST and written.isprintable() and " " not in written and "," not in written
    try:
        return written if short and read_card(written) == card else shown(card)
    except InputError:
        return shown(card)
