"""The one description of sheet Rounds: every column, in the order in which it stands.

Building, filling and the tests read it from here.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

from baccarat_xl.templates import lambda_formulas as named
from baccarat_xl.templates import plain_formulas as plain
from baccarat_xl.templates import validations as valid
from baccarat_xl.templates.validations import Validation
from baccarat_xl.workbook.model import column_letter

Flavour = Literal["plain", "lambda"]
Kind = Literal["input", "formula", "recorded"]

FLAVOURS: Final[tuple[Flavour, ...]] = ("plain", "lambda")
SHEET: Final = "Rounds"
TABLE: Final = "Rounds"
HEADER_ROW: Final = 5
"""The row, as a spreadsheet numbers it, that holds the headers; the first round stands in the next one."""
FIRST_ROW: Final = HEADER_ROW + 1


@dataclass(frozen=True, slots=True)
class RoundsColumn:
    """One column of the table.

    ``key``         the short name that formulas use
    ``header``      the text of the header cell
    ``kind``        ``input`` and ``recorded`` are typed and unlocked; ``formula`` is worked out and locked
    ``role``        what the cells mean, by the names of the layout roles; None where no role exists
    ``width``       in characters
    ``help``        one sentence, shown in the documentation and in the header's note
    ``plain``       the formula with short keys, for any spreadsheet program; None for typed columns
    ``lambda_``     the formula with short keys that calls the named functions; None where ``plain`` serves
    ``number_format``  as the spreadsheet writes it
    ``validation``  of typed columns
    """

    key: str
    header: str
    kind: Kind
    role: str | None
    width: float
    help: str
    plain: str | None = None
    lambda_: str | None = None
    number_format: str = "General"
    validation: Validation | None = None

    @property
    def typed(self) -> bool:
        """Whether people, or the filler, write into this column."""
        return self.kind != "formula"

    def short(self, flavour: Flavour = "plain") -> str | None:
        """The formula with short keys, ``{pi}``, without ``=``; None for a typed column."""
        return self.lambda_ if flavour == "lambda" and self.lambda_ else self.plain

    def formula(self, flavour: Flavour = "plain", row: int | str = FIRST_ROW) -> str | None:
        """The formula of a row as its cell holds it, with its ``=``; None for a typed column."""
        short = self.short(flavour)
        return None if short is None else "=" + short.format_map(_references(row))


def _typed(
    key: str, header: str, role: str | None, width: float, help: str, validation: Validation
) -> RoundsColumn:
    return RoundsColumn(key, header, "input", role, width, help, validation=validation)


def _card(key: str, header: str, role: str) -> RoundsColumn:
    what = "no card" if key in ("p3", "b3") else "not dealt yet"
    text = f"The card as dealt: A, 2-10, T, J, Q, K, with or without suit; ? = not seen; empty = {what}."
    return _typed(key, header, role, 8, text, valid.CARD)


def _recorded(key: str, header: str, role: str, validation: Validation) -> RoundsColumn:
    text = "As somebody wrote it down; may stay empty. Column Check compares it."
    return RoundsColumn(key, header, "recorded", role, 9, text, validation=validation)


def _worked_out(
    key: str, header: str, role: str | None, width: float, help: str, formula: str, lambda_: str | None = None
) -> RoundsColumn:
    return RoundsColumn(key, header, "formula", role, width, help, plain=formula, lambda_=lambda_)


def _value(card: str, header: str) -> RoundsColumn:
    text = "The card's value, 0-9 (10, J, Q, K = 0); ? = not seen; ✗ = the cell holds no card."
    return _worked_out(f"{card}v", header, None, 6, text, plain.card_value(card), named.card_value(card))


COLUMNS: Final[tuple[RoundsColumn, ...]] = (
    _typed("shoe", "Shoe", "shoe", 7, "Which shoe the round comes from.", valid.SHOE),
    _typed("round", "Round", "round", 8, "The round's number or name.", valid.ROUND),
    _card("p1", "Player card 1", "player_card_1"),
    _card("p2", "Player card 2", "player_card_2"),
    _card("b1", "Banker card 1", "banker_card_1"),
    _card("b2", "Banker card 2", "banker_card_2"),
    _card("p3", "Player third card (P3)", "player_third"),
    _card("b3", "Banker third card (B3)", "banker_third"),
    _value("p1", "P1 value"),
    _value("p2", "P2 value"),
    _value("b1", "B1 value"),
    _value("b2", "B2 value"),
    _worked_out(
        "pi",
        "Player initial total",
        "player_initial",
        9,
        "Player's two opening cards, last digit of the sum (R2).",
        plain.initial_total("p1v", "p2v"),
        named.initial_total("p1v", "p2v"),
    ),
    _worked_out(
        "bi",
        "Banker initial total",
        "banker_initial",
        9,
        "Banker's two opening cards, last digit of the sum (R2).",
        plain.initial_total("b1v", "b2v"),
        named.initial_total("b1v", "b2v"),
    ),
    _worked_out(
        "nat",
        "Natural",
        "natural",
        9,
        "yes when either initial total is 8 or 9: neither hand draws (R3).",
        plain.NATURAL,
        named.NATURAL,
    ),
    _worked_out(
        "pd",
        "Player draws",
        "player_draws",
        9,
        "After the natural check: Player draws on 0-5 and stands on 6-7 (R4).",
        plain.PLAYER_DRAWS,
        named.PLAYER_DRAWS,
    ),
    _value("p3", "P3 value"),
    _worked_out(
        "bd",
        "Banker draws",
        "banker_draws",
        12,
        "After the natural check and Player's rule: read off the drawing table on sheet Tableau (R5).",
        plain.BANKER_DRAWS,
        named.BANKER_DRAWS,
    ),
    _value("b3", "B3 value"),
    _worked_out(
        "pf",
        "Player final total",
        "player_final",
        9,
        "The total of all Player's cards; blank while a card is open or contradicts the rules.",
        plain.final_total("pi", "pd", "p3v"),
        named.final_total("pi", "pd", "p3v"),
    ),
    _worked_out(
        "bf",
        "Banker final total",
        "banker_final",
        9,
        "The total of all Banker's cards; blank while a card is open or contradicts the rules.",
        plain.final_total("bi", "bd", "b3v"),
        named.final_total("bi", "bd", "b3v"),
    ),
    _worked_out(
        "out",
        "Outcome",
        "outcome",
        9,
        "The higher final total wins; equal totals tie (R6).",
        plain.OUTCOME,
        named.OUTCOME,
    ),
    _worked_out(
        "cl", "Clause", None, 8, "The clause that decided what Banker does.", plain.CLAUSE, named.CLAUSE
    ),
    _worked_out(
        "chk",
        "Check",
        None,
        42,
        "✓ nothing contradicts the rules; ✗ what does; … not finished, or not verifiable.",
        plain.CHECK,
    ),
    _recorded("ro", "Recorded outcome", "outcome", valid.OUTCOME),
    _recorded("rpd", "Recorded Player draws", "player_draws", valid.DECISION),
    _recorded("rbd", "Recorded Banker draws", "banker_draws", valid.DECISION),
    _recorded("rpf", "Recorded Player final total", "player_final", valid.TOTAL),
    _recorded("rbf", "Recorded Banker final total", "banker_final", valid.TOTAL),
    _typed("note", "Note", None, 20, "Anything you want to remember of this round.", valid.NOTE),
)

BY_KEY: Final = {column.key: column for column in COLUMNS}
BY_HEADER: Final = {column.header: column for column in COLUMNS}
TYPED_BY_ROLE: Final = {column.role: column for column in COLUMNS if column.typed and column.role}
"""Where a recorded value of that role is typed: ``outcome`` goes to *Recorded outcome*."""
FORMULA_BY_ROLE: Final = {column.role: column for column in COLUMNS if not column.typed and column.role}
"""Where the worked-out value of that role stands."""

SPANS: Final = {
    "opening": ("p1v", "b2v"),
    "cards": ("p1", "b3"),
    "recorded": ("ro", "rbf"),
}
"""Columns side by side that formulas read as one: the first and the last."""


@lru_cache(maxsize=8)
def _references(row: int | str) -> dict[str, str]:
    """Short key -> the cell, or cells, of a row: plain references, which all programs read and can share."""
    cells = {column.key: f"{column_letter(index)}{row}" for index, column in enumerate(COLUMNS)}
    return cells | {name: f"{cells[first]}:{cells[last]}" for name, (first, last) in SPANS.items()}
