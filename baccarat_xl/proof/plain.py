"""Right formulas for a user's own cells, made from the drawing table and proved before they are given."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from baccarat_xl.errors import BaccaratError, UsageError
from baccarat_xl.proof.misread import LOW_NATURAL, PLAYER_LAST, ROWS
from baccarat_xl.proof.notation import NOTATIONS
from baccarat_xl.proof.suggest import rows_in_words
from baccarat_xl.proof.surroundings import literal
from baccarat_xl.proof.text import reference_key
from baccarat_xl.proof.verdict import Verdict
from baccarat_xl.rules.outcome import OUTCOMES, STEPS
from baccarat_xl.rules.tableau import BANKER_DRAWS, CARD_VALUES, banker_draws
from baccarat_xl.rules.unknown import NO_CARD, UNKNOWN, UNSEEN

STYLES: Final = ("if", "ifs", "index")
CARDS_AS: Final = ("values", "tens", "numbers", "ranks", "letters")
"""The ways of writing cards that a short formula can read: names of `notation.NOTATIONS`."""
NOT_KNOWN: Final = "NA()"
_SHEET: Final = r"(?:'(?:[^']|'')+'!|[^\W\d]\w*!)?"
_CELL: Final = re.compile(rf"{_SHEET}\$?(?P<column>[A-Za-z]{{1,3}})\$?(?P<row>[1-9][0-9]{{0,6}})")
_OF_THE_ROW: Final = re.compile(r"(?:[^\W\d]\w*)?\[(?:@[^\[\]]+|@\[[^\[\]]+\]|\[#This Row\],\[[^\[\]]+\])\]")
_NAME: Final = re.compile(rf"{_SHEET}[^\W\d][\w.]*")
_CELL_LIKE: Final = re.compile(rf"{_SHEET}[A-Za-z]{{1,4}}[0-9]+")
_PIECE: Final = re.compile(r"(?:'(?:[^']|'')*'|\[(?:[^\[\]]|\[[^\[\]]*\])*\]|[^,'\[])*")
"""What stands between two commas that are neither in a sheet's name nor in brackets."""
_LAST_ROW: Final = 1_048_576
_LAST_COLUMN: Final = 16_384


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is asked for.

    function: a name of `WRITERS`. cells: ``player``, ``banker`` -> one cell (a total) or two (cards), ``p3``,
    ``b3``, ``card`` -> one cell. words: a decision, outcome or step -> what the formula says for it. unknown:
    what it says where an input is blank or Player's third card is not there yet, as it stands in a formula.
    bare: leave such inputs out of account.
    """

    function: str
    cells: Mapping[str, tuple[str, ...]]
    style: str = "if"
    cards: str = "values"
    words: Mapping[Any, str | int | bool] = field(default_factory=dict)
    unknown: str = NOT_KNOWN
    bare: bool = False


def plain_formula(wanted: Wanted) -> Verdict:
    """The shortest formula of the wanted style that is proved, with its proof.

    Raises UsageError where the function has no plain formula, or the cells that it needs are not named.
    """
    from baccarat_xl.proof.proving import prove

    if wanted.function not in WRITERS:
        raise UsageError(
            f"{wanted.function} has no plain formula; those that have one are {', '.join(WRITERS)}, and the "
            "others come as named functions: baccarat-xl addin lambda"
        )
    writer = Writer(wanted)
    if {"p3", "b3"} & set(wanted.cells) and {"player", "banker"} <= set(wanted.cells):
        two = next((name for name in ("player", "banker") if len(wanted.cells[name]) > 1), None)
        if two is not None:
            cards = ",".join(wanted.cells[two])
            raise UsageError(
                f"{wanted.function} from single cards would be too long to read; make a column for each "
                f"hand's total (baccarat-xl formula HAND_TOTAL --{two} {cards}) and name its cell"
            )
    role, candidates = WRITERS[wanted.function](writer)
    means = {str(word): _named(meaning) for meaning, word in wanted.words.items()}
    if wanted.unknown.startswith('"') and len(wanted.unknown) > 2:
        means[wanted.unknown.strip('"')] = "waits"
    verdicts = []
    for text in sorted(candidates, key=len):
        verdict = prove(
            f"={text}",
            role,
            bind=writer.bind(role),
            means=means,
            cards=wanted.cards if writer.has_cards else None,
            no_card=(None,),
            offer=False,
            apart=False,
        )
        if verdict.verdict == "proved":
            return verdict
        verdicts.append(verdict)
    why = verdicts[0].reason or f"it is wrong in {verdicts[0].wrong} states" if verdicts else "none is known"
    raise BaccaratError(f"no formula of this style could be proved: {why}")


def _named(meaning: Any) -> str:
    if isinstance(meaning, bool):
        return "yes" if meaning else "no"
    return str(meaning)


def cells_of(option: str, text: str) -> tuple[str, ...]:
    """The cells that an option names, separated by commas: ``B2,C2``, ``'My Sheet'!$B$2``, ``[@[A total]]``.

    Raises UsageError for what is no single cell, column of a table's row, or name.
    """
    cells = tuple(piece[0].strip() for piece in _PIECE.finditer(text) if piece[0].strip())
    for cell in cells:
        at = _CELL.fullmatch(cell)
        if at is None:
            fits = _OF_THE_ROW.fullmatch(cell) or (_NAME.fullmatch(cell) and not _CELL_LIKE.fullmatch(cell))
        else:
            fits = int(at["row"]) <= _LAST_ROW and _column_number(at["column"]) <= _LAST_COLUMN
        if not fits:
            raise UsageError(
                f"--{option} {text}: {cell} is no single cell; name one such as B2, 'My Sheet'!B2 or "
                "Table1[@Total]"
            )
    return cells


def _column_number(letters: str) -> int:
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - ord("A") + 1
    return number


def words_by_meaning(function: str, given: Sequence[str]) -> dict[Any, str | int | bool]:
    """The user's words by what they mean: yes and no, the outcomes, or the steps of a round.

    Whole numbers, TRUE and FALSE stand for themselves, as typed into a cell; all else is text.

    Raises UsageError where the function gives no words, or as many different ones are not given.
    """
    meanings: Sequence[Any] = (True, False)
    if function in ("WINNER", "ROUND_OUTCOME"):
        meanings = OUTCOMES
    elif function == "NEXT_STEP":
        meanings = STEPS
    elif function not in ("IS_NATURAL", "PLAYER_DRAWS", "BANKER_DRAWS"):
        raise UsageError(f"{function} gives a number, so that --words has no meaning for it")
    words = [word.strip() for word in given]
    if len(words) != len(meanings) or len(set(words)) != len(words) or not all(words):
        shown = ", ".join(map(_named, meanings))
        raise UsageError(f"--words takes {len(meanings)} different words for {shown}, separated by commas")
    return dict(zip(meanings, map(_as_typed, words), strict=True))


def _as_typed(word: str) -> str | int | bool:
    if word.upper() in ("TRUE", "FALSE"):
        return word.upper() == "TRUE"
    return int(word) if word.isascii() and word.isdecimal() else word


class Writer:
    """Pieces of formulas in the user's cells and words."""

    def __init__(self, wanted: Wanted) -> None:
        self.wanted = wanted
        if wanted.style not in STYLES:
            raise UsageError(f"{wanted.style!r} is no style; those are {', '.join(STYLES)}")
        if wanted.cards not in CARDS_AS:
            raise UsageError(
                f"cards written as {wanted.cards!r} need more than a short formula; those it can read are "
                f"{', '.join(CARDS_AS)}, and CARD_VALUE of baccarat-xl addin lambda reads every way"
            )
        for name, cells in wanted.cells.items():
            if len(cells) > (2 if name in ("player", "banker") else 1) or not all(cells):
                raise UsageError(f"--{name} takes one cell{' or two' * (name in ('player', 'banker'))}")

    # ------------------------------------------------------------------ cells
    @property
    def has_cards(self) -> bool:
        """Is any input a card?"""
        cells = self.wanted.cells
        return bool({"p3", "b3", "card"} & set(cells)) or any(len(found) == 2 for found in cells.values())

    def need(self, *names: str) -> None:
        """Raises UsageError where a cell that the function needs is not named."""
        missing = [f"--{name}" for name in names if name not in self.wanted.cells]
        if missing:
            raise UsageError(f"{self.wanted.function} needs {' and '.join(missing)}, such as {missing[0]} B2")

    def bind(self, role: str) -> dict[str, str]:
        """Input -> role, as `prove` takes it."""
        out: dict[str, str] = {}
        finals = role == "outcome" and not {"p3", "b3"} & set(self.wanted.cells)
        for name, cells in self.wanted.cells.items():
            if name in ("player", "banker"):
                one = [f"{name}_final" if finals else f"{name}_initial"]
                roles = one if len(cells) == 1 else [f"{name}_card_1", f"{name}_card_2"]
            else:
                roles = [{"p3": "player_third", "b3": "banker_third", "card": "card"}[name]]
            out |= dict(zip(map(reference_key, cells), roles, strict=True))
        return out

    def value(self, cell: str) -> str:
        """A card's value. What is no card is an error, never 0."""
        if self.wanted.cards == "values":
            return cell
        if self.wanted.cards in ("tens", "numbers"):
            return f"MOD(MIN({cell},10),10)" if self.wanted.cards == "numbers" else f"MOD({cell},10)"
        pictures = [rank for value, rank in NOTATIONS[self.wanted.cards] if value == 0 and rank != 10]
        tests = ",".join(f"{cell}={literal(rank).text}" for rank in pictures)
        return f'IF({cell}="A",1,IF(OR({tests}),0,MOD({cell},10)))'

    def total(self, side: str) -> str:
        """A hand's total."""
        cells = self.wanted.cells[side]
        if len(cells) == 1:
            return cells[0]
        return f"MOD({self.value(cells[0])}+{self.value(cells[1])},10)"

    def third(self, name: str) -> str:
        """The cell of a third card."""
        return self.wanted.cells[name][0]

    def final(self, side: str) -> str:
        """A hand's final total, from its cards on the table."""
        name = f"{side[0]}3"
        if name not in self.wanted.cells:
            return self.total(side)
        third = self.third(name)
        return f'MOD({self.total(side)}+IF({third}="",0,{self.value(third)}),10)'

    # ------------------------------------------------------------------ answers
    def word(self, meaning: Any) -> str:
        """An answer as it stands in a formula."""
        return literal(self.wanted.words.get(meaning, meaning)).text

    def choose(self, condition: str) -> str:
        """A decision from a condition."""
        yes, no = self.word(True), self.word(False)
        if condition in ("TRUE", "FALSE"):
            return yes if condition == "TRUE" else no
        return condition if (yes, no) == ("TRUE", "FALSE") else f"IF({condition},{yes},{no})"

    def guarded(self, formula: str, *sides: str) -> str:
        """Not known while a total or an opening card is blank."""
        if self.wanted.bare:
            return formula
        cells = [cell for side in sides for cell in self.wanted.cells.get(side, ())]
        if self.wanted.cards in ("ranks", "letters") and len(cells) > len(sides):
            test = f"COUNTA({','.join(cells)})<{len(cells)}"
        else:
            test = f"COUNT({','.join(cells)})<{len(cells)}"
        return f"IF({test},{self.wanted.unknown},{formula})"

    def natural(self) -> str:
        """The test for a natural in either hand that has a cell."""
        tests = [f"{self.total(side)}>={LOW_NATURAL}" for side in ("player", "banker") if self.has(side)]
        return f"OR({','.join(tests)})" if len(tests) > 1 else tests[0]

    def has(self, name: str) -> bool:
        """Is there a cell for it?"""
        return name in self.wanted.cells

    def seen(self, name: str) -> str:
        """The test that a third card is there and was seen."""
        cell = self.third(name)
        if self.wanted.cards in ("ranks", "letters"):
            return f'AND({cell}<>"",{cell}<>"?")'
        return f"ISNUMBER({cell})"


Written = tuple[str, Iterator[str]]


def _card_value(w: Writer) -> Written:
    w.need("card")
    cell = w.wanted.cells["card"][0]
    test = f'{cell}=""' if w.wanted.cards in ("ranks", "letters") else f"NOT(ISNUMBER({cell}))"
    value = w.value(cell)
    return "card_value", iter([value if w.wanted.bare else f"IF({test},{w.wanted.unknown},{value})"])


def _side(w: Writer) -> str:
    sides = [side for side in ("player", "banker") if w.has(side)]
    if len(sides) != 1:
        raise UsageError(f"{w.wanted.function} is about one hand: name either --player or --banker")
    return sides[0]


def _hand_total(w: Writer) -> Written:
    side = _side(w)
    if len(w.wanted.cells[side]) != 2:
        raise UsageError(
            f"HAND_TOTAL needs the cells of two cards: --{side} B2,C2 (FINAL_TOTAL takes a total)"
        )
    role = f"{side}_final" if w.has(f"{side[0]}3") else f"{side}_initial"
    return role, iter([w.guarded(w.final(side), side)])


def _final_total(w: Writer) -> Written:
    side = _side(w)
    w.need(f"{side[0]}3")
    return f"{side}_final", iter([w.guarded(w.final(side), side)])


def _is_natural(w: Writer) -> Written:
    w.need("player", "banker")
    return "natural", iter([w.guarded(w.choose(w.natural()), "player", "banker")])


def _player_draws(w: Writer) -> Written:
    w.need("player", "banker")
    test = f"AND({w.total('player')}<={PLAYER_LAST},{w.total('banker')}<{LOW_NATURAL})"
    return "player_draws", iter([w.guarded(w.choose(test), "player", "banker")])


def _banker_draws(w: Writer) -> Written:
    w.need("banker", "p3")
    sides = [side for side in ("player", "banker") if w.has(side)]
    maker = {"if": _nested, "ifs": _ifs, "index": _index}[w.wanted.style]
    return "banker_draws", (w.guarded(text, *sides) for text in maker(w))


def _stood(w: Writer) -> str:
    """The test that Player stood: no card, and none due."""
    none = f'{w.third("p3")}=""'
    if not w.has("player") or w.wanted.bare:
        return none
    return f"AND({none},{w.total('player')}>{PLAYER_LAST})"


def _unseen(w: Writer) -> list[tuple[str, str]]:
    """(condition, answer) where Player's card is due or was drawn, and not seen (R7.1); the last has none."""
    banker = w.total("banker")
    settled = {row: banker_draws(row, UNSEEN) for row in ROWS}
    yes = max(row for row in ROWS if settled[row] is True)
    no = min(row for row in ROWS if settled[row] is False)
    assert all(settled[row] is UNKNOWN for row in range(yes + 1, no))
    return [(f"{banker}<={yes}", w.word(True)), (f"{banker}>={no}", w.word(False)), ("", w.wanted.unknown)]


def _nested_unseen(w: Writer) -> str:
    (first, yes), (second, no), (_, unknown) = _unseen(w)
    return f"IF({first},{yes},IF({second},{no},{unknown}))"


def _rows(w: Writer) -> list[str]:
    return rows_in_words(w.total("banker"), w.value(w.third("p3")))


def _nested(w: Writer) -> Iterator[str]:
    stood = w.choose(f"{w.total('banker')}<={PLAYER_LAST}")
    for rows in _rows(w):
        drew = w.choose(rows)
        if not w.wanted.bare:
            drew = f"IF({w.seen('p3')},{drew},{_nested_unseen(w)})"
        yield f"IF({w.natural()},{w.word(False)},IF({_stood(w)},{stood},{drew}))"


def _ifs(w: Writer) -> Iterator[str]:
    for rows in _rows(w):
        parts = [w.natural(), w.word(False), _stood(w), w.choose(f"{w.total('banker')}<={PLAYER_LAST}")]
        if not w.wanted.bare:
            for condition, answer in _unseen(w):
                unseen = f"NOT({w.seen('p3')})"
                parts += [f"AND({unseen},{condition})" if condition else unseen, answer]
        yield f"IFS({','.join([*parts, 'TRUE', w.choose(rows)])})"


def _index(w: Writer) -> Iterator[str]:
    """The drawing table itself: a row for each of Banker's totals, a column for stood and each value."""
    rows = (",".join(str(int(BANKER_DRAWS[row, third])) for third in (NO_CARD, *CARD_VALUES)) for row in ROWS)
    third, banker, no = w.third("p3"), w.total("banker"), w.word(False)
    column = f"IF({_stood(w)},1,{w.value(third)}+2)"
    found = w.choose(f"INDEX({{{';'.join(rows)}}},{banker}+1,{column})=1")
    if not w.wanted.bare:
        found = f"IF(OR({_stood(w)},{w.seen('p3')}),{found},{_nested_unseen(w)})"
    yield f"IF({w.natural()},{no},{found})"


def _outcome_of(w: Writer, player: str, banker: str) -> str:
    first, second, tie = map(w.word, OUTCOMES)
    return f"IF({player}>{banker},{first},IF({player}<{banker},{second},{tie}))"


def _winner(w: Writer) -> Written:
    w.need("player", "banker")
    text = _outcome_of(w, w.total("player"), w.total("banker"))
    return "outcome", iter([w.guarded(text, "player", "banker")])


def _player_due(w: Writer) -> str:
    """The test that Player's third card is due and not there, where no hand has a natural."""
    return f'AND({w.total("player")}<={PLAYER_LAST},{w.third("p3")}="")'


def _banker_due(w: Writer) -> list[str]:
    """The test that Banker's third card is due and not there, where no natural and no card of Player's is."""
    third, stood = w.third("p3"), f"{w.total('banker')}<={PLAYER_LAST}"
    return [f'AND({w.third("b3")}="",IF({third}="",{stood},{rows}))' for rows in _rows(w)]


def _round_outcome(w: Writer) -> Written:
    w.need("player", "banker", "p3", "b3")
    text = _outcome_of(w, w.final("player"), w.final("banker"))
    if w.wanted.bare:
        return "outcome", iter([text])
    unknown = w.wanted.unknown
    return "outcome", (
        w.guarded(
            f"IF({w.natural()},{text},IF(OR({_player_due(w)},{due}),{unknown},{text}))", "player", "banker"
        )
        for due in _banker_due(w)
    )


def _next_step(w: Writer) -> Written:
    w.need("player", "banker", "p3", "b3")
    player, banker, over = map(w.word, STEPS)
    return "next_step", (
        w.guarded(
            f"IF({w.natural()},{over},IF({_player_due(w)},{player},IF({due},{banker},{over})))",
            "player",
            "banker",
        )
        for due in _banker_due(w)
    )


WRITERS: Final[dict[str, Callable[[Writer], Written]]] = {
    "CARD_VALUE": _card_value,
    "HAND_TOTAL": _hand_total,
    "FINAL_TOTAL": _final_total,
    "IS_NATURAL": _is_natural,
    "PLAYER_DRAWS": _player_draws,
    "BANKER_DRAWS": _banker_draws,
    "NEXT_STEP": _next_step,
    "WINNER": _winner,
    "ROUND_OUTCOME": _round_outcome,
}
"""Function -> its writer: the role of the result, and candidates."""
