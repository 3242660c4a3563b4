"""Right formulas, made from the drawing table, in the cells, words and separators of the user's own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from typing import Any, Final

from baccarat_xl.cell_error import CellError
from baccarat_xl.proof.facts import HAND_ROLES, SIDES
from baccarat_xl.proof.hands import OF_TEXT, first_two, sum_of
from baccarat_xl.proof.instructions import PLAYER_FIRST, PLAYER_ONLY
from baccarat_xl.proof.judge import Judgement, due_without_card
from baccarat_xl.proof.misread import LOW_NATURAL, OPEN_ROWS, PLAYER_LAST
from baccarat_xl.proof.question import Question
from baccarat_xl.proof.spelling import spelled_for
from baccarat_xl.proof.surroundings import literal
from baccarat_xl.proof.text import Formula, read_formula
from baccarat_xl.proof.truth import DECISIONS
from baccarat_xl.proof.undecided import Undecided
from baccarat_xl.rules.tableau import CARD_VALUES, drawing_thirds
from baccarat_xl.rules.unknown import NO_CARD, UNKNOWN

ALWAYS: Final = frozenset({"IF", "AND", "OR", "MOD", "SUM", "MIN", "N"})
_THIS_ROW: Final = "[[#This Row],["
_DEFAULTS: Final[dict[Any, Any]] = {True: "D", False: "S"}


class Maker:
    """Writes formulas for one question: its cells by role, its words by meaning."""

    def __init__(self, question: Question, formula: Formula, judgement: Judgement) -> None:
        self.formula = formula
        self.judgement = judgement
        self.around = question.around
        self.allowed = ALWAYS | formula.functions | question.functions
        if set(question.bind.values()) & set(HAND_ROLES):
            self.allowed |= OF_TEXT
        self.spelled, _ = spelled_for(question, formula)
        self.cell = {role: self._as_written(key) for key, role in question.bind.items()}

    def _as_written(self, key: str) -> str:
        for token in self.formula.tokens:
            if token.kind == "reference" and self.around.key(token.text) == key:
                return token.text
        if key.startswith(_THIS_ROW):
            column = key.removeprefix(_THIS_ROW).removesuffix("]]")
            return f"[@{column}]" if column.isalnum() else f"[@[{column}]]"
        sheet, sign, cell = key.rpartition("!")
        return f"'{sheet}'!{cell}" if sign and not sheet.isalnum() else key

    # ------------------------------------------------------------------ words
    def word(self, meaning: Any) -> str:
        """The answer that the formula gives most often for a meaning, as it is written in a formula."""
        counts: Counter[Any] = Counter()
        for value, found in zip(self.judgement.found, self.judgement.meanings, strict=True):
            if type(found) is type(meaning) and found == meaning and not isinstance(value, CellError):
                counts[type(value), value] += 1
        value = counts.most_common(1)[0][0][1] if counts else self._default(meaning)
        return literal(value).text

    def first_word(self, *meanings: Any) -> str:
        """The word for the first of these meanings that the formula has one for, else for the last."""
        given = next((one for one in meanings if one in self.judgement.meanings), meanings[-1])
        return self.word(given)

    def _default(self, meaning: Any) -> Any:
        if meaning is UNKNOWN or meaning is NO_CARD:
            return ""
        if self.judgement.role in DECISIONS:
            other = [v for v in self.judgement.found if isinstance(v, bool | int)]
            if other and isinstance(other[0], bool):
                return meaning
            if other:
                return int(meaning)
            if self.judgement.role == "natural":
                return meaning
            longer = any(isinstance(v, str) and len(v) > 1 for v in self.judgement.found)
            return ("Draw" if meaning else "Stand") if longer else _DEFAULTS[meaning]
        if self.judgement.role == "instruction":
            longer = any(isinstance(v, str) and len(v) > 3 for v in self.judgement.found)
            return _WHO[meaning][0 if longer else 1]
        if self.judgement.role == "outcome":
            longer = any(isinstance(v, str) and len(v) > 1 for v in self.judgement.found)
            return meaning if longer else meaning[0]
        return meaning

    def choose(self, condition: str) -> str:
        """A decision from a condition: the condition itself where the answers are TRUE and FALSE."""
        yes, no = self.word(True), self.word(False)
        return condition if (yes, no) == ("TRUE", "FALSE") else f"IF({condition},{yes},{no})"

    @property
    def waits(self) -> bool:
        """Does the user's formula say "not known yet" while Player's third card is due?"""
        answers = zip(self.judgement.states, self.judgement.found, self.judgement.meanings, strict=True)
        return any(
            meaning is UNKNOWN and not isinstance(value, CellError) and due_without_card(state.facts)
            for state, value, meaning in answers
        )

    # ------------------------------------------------------------------ cells
    def total(self, side: str) -> str | None:
        """An expression for an initial total."""
        if f"{side}_initial" in self.cell:
            return self.cell[f"{side}_initial"]
        if f"{side}_cards" in self.cell:
            return first_two(self.cell[f"{side}_cards"], self.spelled.cards[f"{side}_cards"])
        cards = [self.value(f"{side}_card_{number}") for number in (1, 2)]
        return None if None in cards else f"MOD({cards[0]}+{cards[1]},10)"

    def value(self, role: str) -> str | None:
        """An expression for a card's value; the last digit of a sum of such is right."""
        if role not in self.cell:
            return None
        cell, notation = self.cell[role], self.spelled.cards.get(role, "values")
        if notation == "numbers":
            return f"MIN({cell},10)"
        if notation == "ranks":
            return f'IF({cell}="A",1,N({cell}))'
        return cell if notation in ("values", "tens") else None

    def none(self, role: str) -> str:
        """The test that a third-card cell holds no card."""
        tests = []
        for way in self.spelled.no_card:
            test = f"{self.cell[role]}={literal('' if way is None else way).text}"
            if test not in tests:
                tests.append(test)
        return tests[0] if len(tests) == 1 else f"OR({','.join(tests)})"

    def naturals(self) -> str | None:
        """The test for a natural in either hand."""
        tests = [f"{total}>={LOW_NATURAL}" for total in map(self.total, SIDES) if total]
        if not tests:
            return None
        return f"OR({','.join(tests)})" if len(tests) > 1 else tests[0]


def rows_in_words(banker: str, third: str) -> list[str]:
    """The conditions under which Banker draws after Player drew: written out, then with a sliding bound."""
    low_rows = f"{banker}<={OPEN_ROWS[0] - 1}"
    one_out, spans = [], []
    for row in OPEN_ROWS:
        cards = drawing_thirds(row)
        missing = [card for card in CARD_VALUES if card not in cards]
        if len(missing) == 1:
            one_out.append((row, missing[0]))
        else:
            spans.append((row, min(cards), max(cards)))
    exceptions = [f"AND({banker}={row},{third}<>{card})" for row, card in one_out]
    out = [
        [low_rows, *exceptions]
        + [f"AND({banker}={row},{third}>={first},{third}<={last})" for row, first, last in spans]
    ]
    steps = {second[1] - first[1] for first, second in pairwise(spans)}
    ends = {last for _, _, last in spans}
    if len(steps) == 1 and len(ends) == 1:
        step, last = steps.pop(), ends.pop()
        offset = spans[0][1] - step * spans[0][0]
        bound = f"{step}*{banker}{offset:+d}"
        out.append([low_rows, *exceptions, f"AND({third}>={bound},{third}<={last})"])
    return [f"OR({','.join(conditions)})" for conditions in out]


def suggestions(question: Question, formula: Formula, judgement: Judgement) -> list[Formula]:
    """Candidates for the role, written as the user writes; the caller proves them."""
    maker = Maker(question, formula, judgement)
    writers: dict[str, Callable[[Maker], list[str]]] = {
        "natural": _natural,
        "player_draws": _player_draws,
        "banker_draws": _banker_draws,
        "player_initial": lambda m: _total(m, "player"),
        "banker_initial": lambda m: _total(m, "banker"),
        "player_final": lambda m: _final(m, "player"),
        "banker_final": lambda m: _final(m, "banker"),
        "outcome": _outcome,
        "next_step": _next_step,
        "instruction": _instruction,
        "card_value": _card_value,
        "player_third": lambda m: _third(m, "player_third"),
        "banker_third": lambda m: _third(m, "banker_third"),
    }
    writer = writers.get(judgement.role)
    out = []
    for text in writer(maker) if writer else []:
        try:
            read = read_formula("=" + text)
        except Undecided:
            continue
        if read.functions <= maker.allowed:
            out.append(formula.with_tokens(read.tokens))
    return out


def _natural(maker: Maker) -> list[str]:
    test = maker.naturals()
    return [maker.choose(test)] if test else []


def _player_draws(maker: Maker) -> list[str]:
    player, banker = maker.total("player"), maker.total("banker")
    if player is None:
        return []
    if banker is None:
        return [maker.choose(f"{player}<={PLAYER_LAST}")]
    return [maker.choose(f"AND({player}<={PLAYER_LAST},{banker}<{LOW_NATURAL})")]


def _banker_conditions(maker: Maker) -> list[str]:
    player, banker = maker.total("player"), maker.total("banker")
    if banker is None or "player_third" not in maker.cell:
        return []
    third, none = maker.cell["player_third"], maker.none("player_third")
    conditions = [f"IF({none},{banker}<={PLAYER_LAST},{rows})" for rows in rows_in_words(banker, third)]
    if player is None:
        return conditions
    return [f"AND({player}<{LOW_NATURAL},{condition})" for condition in conditions]


def _banker_draws(maker: Maker) -> list[str]:
    player, banker = maker.total("player"), maker.total("banker")
    if banker is None or "player_third" not in maker.cell:
        return []
    yes, no = maker.word(True), maker.word(False)
    third, none = maker.cell["player_third"], maker.none("player_third")
    out = []
    for rows in rows_in_words(banker, third):
        stood, drew = maker.choose(f"{banker}<={PLAYER_LAST}"), maker.choose(rows)
        branches = [(none, stood)]
        if player is not None:
            branches.insert(0, (f"{player}>={LOW_NATURAL}", no))
            if maker.waits:
                due = f"AND({none},{player}<={PLAYER_LAST},{banker}<{LOW_NATURAL})"
                branches.insert(1, (due, maker.word(UNKNOWN)))
        nested = drew
        for test, answer in reversed(branches):
            nested = f"IF({test},{answer},{nested})"
        out.append(nested)
        parts = ",".join(f"{test},{answer}" for test, answer in branches)
        out.append(f"IFS({parts},{rows},{yes},TRUE,{no})")
    if not maker.waits:
        out += [f"IF({condition},{yes},{no})" for condition in _banker_conditions(maker)]
    return out


def _total(maker: Maker, side: str) -> list[str]:
    if f"{side}_cards" in maker.cell:
        total = maker.total(side)
        return [total] if total else []
    cards = [maker.value(f"{side}_card_{number}") for number in (1, 2)]
    return [] if None in cards else [f"MOD({cards[0]}+{cards[1]},10)"]


def _finals(maker: Maker, side: str) -> list[str]:
    if f"{side}_final" in maker.cell:
        return [maker.cell[f"{side}_final"]]
    if f"{side}_cards" in maker.cell:
        return [sum_of(maker.cell[f"{side}_cards"], maker.spelled.cards[f"{side}_cards"])]
    role = f"{side}_third"
    total, third = maker.total(side), maker.value(role)
    if total is None or third is None:
        return []
    if total.startswith("MOD("):
        inner = total.removeprefix("MOD(").removesuffix(",10)")
        cards = [maker.cell[f"{side}_{card}"] for card in ("card_1", "card_2", "third")]
        return [f"MOD(SUM({','.join(cards)}),10)", f"MOD({inner}+IF({maker.none(role)},0,{third}),10)"]
    return [
        f"MOD({total}+{third},10)",
        f"MOD({total}+N({third}),10)",
        f"MOD({total}+IF({maker.none(role)},0,{third}),10)",
    ]


def _final(maker: Maker, side: str) -> list[str]:
    return _finals(maker, side)


def _outcome(maker: Maker) -> list[str]:
    words = [maker.word(outcome) for outcome in ("Player", "Banker", "Tie")]
    return [
        f"IF({player}>{banker},{words[0]},IF({player}<{banker},{words[1]},{words[2]}))"
        for player in _finals(maker, "player")
        for banker in _finals(maker, "banker")
    ]


def _next_step(maker: Maker) -> list[str]:
    natural, player = maker.naturals(), maker.total("player")
    words = [maker.word(step) for step in ("Player draws", "Banker draws", "Round over")]
    if natural is None or player is None or "player_third" not in maker.cell:
        return []
    out = []
    for condition in _banker_conditions(maker):
        test = condition
        if "banker_third" in maker.cell:
            test = f"AND({maker.none('banker_third')},{condition})"
        due = f"AND({player}<={PLAYER_LAST},{maker.none('player_third')})"
        out.append(f"IF({natural},{words[2]},IF({due},{words[0]},IF({test},{words[1]},{words[2]})))")
    return out


_WHO: Final = {
    "both": ("Player and Banker draw", "PB"),
    "player": ("Player draws", "P"),
    "banker": ("Banker draws", "B"),
    "none": ("No draw", "-"),
}
"""What an instruction says where the formula has no words for it: long, and short."""


def _instruction(maker: Maker) -> list[str]:
    """Who draws: before Player's third card is there (or where no cell gives it), and after."""
    natural, player, banker = maker.naturals(), maker.total("player"), maker.total("banker")
    if natural is None or player is None or banker is None:
        return []
    both, none = maker.word("both"), maker.word("none")
    only, first = maker.first_word(PLAYER_ONLY, "player"), maker.first_word(PLAYER_FIRST, "player")
    stood = f"IF({banker}<={PLAYER_LAST},{maker.word('banker')},{none})"
    early = f"IF({player}<={PLAYER_LAST},{first},{stood})"
    if "player_third" not in maker.cell:
        return [f"IF({natural},{none},{early})"]
    test, third = maker.none("player_third"), maker.cell["player_third"]
    return [
        f"IF({natural},{none},IF({test},{early},IF({rows},{both},{only})))"
        for rows in rows_in_words(banker, third)
    ]


def _card_value(maker: Maker) -> list[str]:
    card = maker.value("card")
    return [] if card is None else [card, f"MOD({card},10)"]


def _third(maker: Maker, role: str) -> list[str]:
    card = maker.value(role)
    return (
        []
        if card is None
        else [f'IF({maker.none(role)},"",MOD({card},10))', f'IF({maker.none(role)},"",{card})']
    )
