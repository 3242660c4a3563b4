"""What the formula columns of many rounds show, by look-up: the rules are asked once for each kind of row."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from baccarat_xl.rules.errors import WrongKind
from baccarat_xl.rules.unknown import Card
from baccarat_xl.templates.card_list import functions_read, sheet_reads
from baccarat_xl.templates.columns import COLUMNS, Flavour
from baccarat_xl.templates.plain_formulas import UNREADABLE
from baccarat_xl.templates.spelling import Typed
from baccarat_xl.templates.worked_out import CARD_KEYS, RECORDED_KEYS, Shown, worked_out

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from baccarat_xl.columns import Codes

    Index = npt.NDArray[np.intp]

FORMULA_KEYS: Final = tuple(column.key for column in COLUMNS if not column.typed)
_VALUES: Final[list[Shown]] = [*range(10), "", "?", UNREADABLE]
"""What a value column shows, by card code (`baccarat_xl.columns`)."""


@dataclass(frozen=True, slots=True)
class Coded:
    """A column as the distinct values it shows and, for each row, which of them."""

    values: list[Shown]
    codes: Index


def formula_values(
    typed: Mapping[str, Sequence[Typed]], count: int, flavour: Flavour = "plain"
) -> dict[str, Coded]:
    """The formula columns of ``count`` rounds by column key; columns that ``typed`` lacks count as blank.

    Beyond the card values, the formulas see totals, third cards, what is missing and what was recorded: rows
    that agree in those show the same, so each kind of row is worked out once.
    """
    import numpy as np

    from baccarat_xl.columns import encode

    if not count:
        return {key: Coded([], np.zeros(0, np.intp)) for key in FORMULA_KEYS}
    blank: list[Typed] = [None] * count
    columns = {key: typed.get(key, blank) for key in (*CARD_KEYS, *RECORDED_KEYS)}
    read = functions_read if flavour == "lambda" else sheet_reads
    cards = {key: encode(columns[key], _raising(read)) for key in CARD_KEYS}
    kinds = _recorded_too(_card_kinds(cards), columns, count)
    _, first, kind = np.unique(kinds, return_index=True, return_inverse=True)
    rows = [
        worked_out({key: column[at] for key, column in columns.items()}, flavour) for at in first.tolist()
    ]
    coded = {f"{key}v": Coded(_VALUES, codes.astype(np.intp)) for key, codes in cards.items()}
    for key in FORMULA_KEYS:
        if key not in coded:
            values = list(dict.fromkeys(row[key] for row in rows))
            place = {value: number for number, value in enumerate(values)}
            of_kind = np.fromiter((place[row[key]] for row in rows), np.intp, len(rows))
            coded[key] = Coded(values, of_kind[kind.reshape(-1)])
    return coded


def _card_kinds(cards: Mapping[str, Codes]) -> Index:
    """Rows that agree in totals, third cards and in which opening cards are known, missing, unreadable."""
    import numpy as np

    from baccarat_xl.columns import CARD_CODES, NO_CARD_CODE, TOTAL_CODES, add_cards

    kinds = np.zeros(len(cards["p1"]), np.intp)
    for first, second in (("p1", "p2"), ("b1", "b2")):
        kinds = kinds * TOTAL_CODES + add_cards(cards[first], cards[second])
        for key in (first, second):
            kinds = kinds * 4 + np.maximum(cards[key], NO_CARD_CODE - 1) - (NO_CARD_CODE - 1)
    for key in ("p3", "b3"):
        kinds = kinds * CARD_CODES + cards[key]
    return kinds


def _recorded_too(kinds: Index, columns: Mapping[str, Sequence[Typed]], count: int) -> Index:
    """The same, told apart by the recorded cells."""
    import numpy as np

    for key in RECORDED_KEYS:
        distinct = {cell: number for number, cell in enumerate(dict.fromkeys(columns[key]))}
        if len(distinct) > 1:
            codes = np.fromiter(map(distinct.__getitem__, columns[key]), np.intp, count)
            kinds = np.unique(kinds, return_inverse=True)[1].reshape(-1) * len(distinct) + codes
    return kinds


def _raising(read: Callable[[object], Card | None]) -> Callable[[object], Card]:
    def reader(cell: object) -> Card:
        card = read(cell)
        if card is None:
            raise WrongKind("the sheet does not know this spelling")
        return card

    return reader
