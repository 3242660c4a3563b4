"""The table behind the payment functions, worked out from the payment terms and the exact chances (R9, R10).

`payments_source` writes it into `payments_data`, so that every host takes the same figures and needs neither
the file of terms nor numpy.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Final, TypeAlias

from baccarat_xl.functions.payments_words import plain_word
from baccarat_xl.odds.counts import Counts, End, count
from baccarat_xl.odds.edges import facts_of, house_edges
from baccarat_xl.odds.frequencies import LABELS
from baccarat_xl.odds.pairs import NONE, PAIR, PERFECT, pair_facts
from baccarat_xl.odds.shoe import INFINITE, full_shoe
from baccarat_xl.rules.outcome import OUTCOMES, Outcome, outcome_words
from baccarat_xl.settlement.facts import Facts
from baccarat_xl.settlement.money import LOST
from baccarat_xl.settlement.terms import JOIN, Bet, Book, Terms, book

Part: TypeAlias = int | None
Situation: TypeAlias = tuple[Part, Part, Part, Part, Part]
"""Outcome, Player's and Banker's final totals, numbers of Player's and Banker's cards; None: not known."""
Rule: TypeAlias = frozenset[tuple[tuple[tuple[tuple[str, tuple[object, ...]], ...], Fraction], ...]]
"""What a bet may pay: the lines of one, or of several terms where none is chosen."""
DECKS: Final = (1, 2, 3, 4, 5, 6, 7, 8, None)
"""Full shoes of so many decks, and the endless one."""
_OUTCOMES: Final[tuple[Part, ...]] = (0, 1, 2, None)
_FINALS: Final[tuple[Part, ...]] = (*range(10), None)
_CARDS: Final[tuple[Part, ...]] = (2, 3, None)
PAIR_KINDS: Final = ((NONE,), (PAIR, PERFECT), (PAIR,), (PERFECT,), (NONE, PAIR, PERFECT))
"""No pair; a pair, perfect or not; a pair that is not perfect; a perfect pair; not known."""
LOST_MARK, OPEN_MARK = "-", "?"
_PAY_MARKS: Final = "=ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(slots=True)
class Table:
    """Everything that `payments_data` says, under the names that it has there."""

    bets: tuple[tuple[str, str], ...]
    bet_words: dict[str, int]
    terms: tuple[str, ...]
    terms_words: dict[str, int]
    mains: int
    ties: int
    rule_of: tuple[tuple[int, ...], ...]
    pays: dict[str, tuple[int, int]]
    unit: str
    rounding: str
    totals: list[int] = field(default_factory=list)
    situations: list[int] = field(default_factory=list)
    pair_levels: list[int] = field(default_factory=list)
    pairs_possible: str = ""
    round_answers: dict[int, str] = field(default_factory=dict)
    pair_answers: dict[int, str] = field(default_factory=dict)
    events: tuple[tuple[str, str], ...] = ()
    event_words: dict[str, int] = field(default_factory=dict)
    chances: tuple[tuple[float, ...], ...] = ()
    edges: dict[int, tuple[float, ...]] = field(default_factory=dict)


def codes_of_terms(known: Book) -> tuple[list[str], list[str], list[tuple[str, list[Terms]]]]:
    """Names that say what Banker is paid, names that say what Tie is, and each choice with all it may mean.

    The choices stand in the order of their codes: none, the first, the second, then one of each.
    """
    ties = [name for name, layer in known.layers.items() if set(layer["bets"]) == {"tie"}]
    mains = [name for name in known.layers if name not in ties]
    joined = [f"{main}{JOIN}{tie}" for main, tie in product(mains, ties)]
    choices = [("", known.combined()), *((name, [known.terms(name)]) for name in mains)]
    choices += [(tie, [known.terms(f"{main}{JOIN}{tie}") for main in mains]) for tie in ties]
    return mains, ties, [*choices, *((name, [known.terms(name)]) for name in joined)]


def _lines(bet: Bet) -> tuple[tuple[tuple[tuple[str, tuple[object, ...]], ...], Fraction], ...]:
    return tuple((tuple(sorted(line.conditions.items())), line.pays) for line in bet.lines)


@cache
def _counts() -> tuple[Counts, ...]:
    return tuple(count(INFINITE if decks is None else full_shoe(decks)) for decks in DECKS)


@cache
def rounds() -> dict[Situation, frozenset[tuple[bool, bool]]]:
    """Every way a round can end, and which opening hands can be pairs in it: equal cards make an even sum."""
    found: dict[Situation, set[tuple[bool, bool]]] = {}
    for end in _counts()[0].ends:
        found.setdefault(_key(end), set()).add((end.player_initial % 2 == 0, end.banker_initial % 2 == 0))
    return {key: frozenset(even) for key, even in found.items()}


@cache
def facts_by_end() -> dict[Situation, Facts]:
    """The facts of a round by how it ended."""
    return {_key(end): facts_of(end) for end in _counts()[0].ends}


def _key(end: End) -> Situation:
    outcome = OUTCOMES.index(end.outcome)
    return outcome, end.player_final, end.banker_final, end.player_cards, end.banker_cards


def make() -> Table:
    """The table, from the package's own terms."""
    known = book()
    mains, ties, choices = codes_of_terms(known)
    names = list(choices[1][1][0].bets)
    bets = {name: {_lines(t.bets[name]): t.bets[name] for _, ts in choices for t in ts} for name in names}
    rules: list[tuple[str, Rule]] = []
    rule_of = []
    for name in names:
        chosen = [(name, frozenset(_lines(t.bets[name]) for t in every)) for _, every in choices]
        rules += [rule for rule in dict.fromkeys(chosen) if rule not in rules]
        rule_of.append(tuple(map(rules.index, chosen)))
    pays = sorted({line.pays for each in bets.values() for bet in each.values() for line in bet.lines} | {0})
    (unit,) = {str(t.unit) for _, every in choices for t in every}
    (rounding,) = {t.rounding for _, every in choices for t in every}
    table = Table(
        bets=tuple((name, next(iter(bets[name].values())).label) for name in names),
        bet_words=_bet_words(names, [next(iter(bets[name].values())) for name in names]),
        terms=tuple(name for name, _ in choices),
        terms_words={
            plain_word(word): code
            for code, name in enumerate([*mains, *ties], 1)
            for word in (name, known.layers[name]["label"])
        },
        mains=len(mains),
        ties=len(ties),
        rule_of=tuple(rule_of),
        pays={
            mark: Fraction(share).as_integer_ratio() for mark, share in zip(_PAY_MARKS, pays, strict=False)
        },
        unit=unit,
        rounding=rounding,
    )
    if len(pays) > len(_PAY_MARKS) or unit != "0.01" or rounding != "half up":
        raise ValueError("more different pays, or another rounding, than the functions for cells know")
    marks = {LOST: LOST_MARK} | {Fraction(*ratio): mark for mark, ratio in table.pays.items()}
    of_rule = [[bets[name][lines] for lines in rule] for name, rule in rules]
    _settle_rounds(table, of_rule, marks)
    _settle_pairs(table, of_rule, marks)
    _add_chances(table)
    _add_edges(table, rules, choices)
    return table


def _bet_words(names: Sequence[str], bets: Sequence[Bet]) -> dict[str, int]:
    """Each word for a bet, beside those for outcomes, which mean the bets on them."""
    return _own_words(
        ((code, word) for code, bet in enumerate(bets) for word in (bet.name, bet.label, *bet.words)),
        {outcome: names.index(outcome.casefold()) for outcome in OUTCOMES},
    )


def _own_words(named: Iterable[tuple[int, str]], codes: dict[Outcome, int]) -> dict[str, int]:
    """Words beside those for outcomes. Raises ValueError for one that stands for two things."""
    taken = {plain_word(word): codes[outcome] for word, outcome in outcome_words().items()}
    found: dict[str, int] = {}
    for code, word in named:
        plain = plain_word(word)
        if taken.setdefault(plain, code) != code:
            raise ValueError(f"{word} stands for two things")
        found[plain] = code
    return found


def _mark(comes_to: Iterable[Fraction], marks: dict[Fraction, str]) -> str:
    found = set(comes_to)
    return marks[found.pop()] if len(found) == 1 else OPEN_MARK


def _on_pairs(bets: Sequence[Bet]) -> bool:
    return all(bet.on_pairs for bet in bets)


def _settle_rounds(table: Table, of_rule: list[list[Bet]], marks: dict[Fraction, str]) -> None:
    """What each bet on the round comes to in every situation, known in part or whole."""
    ends = rounds()
    by_rule = {number: bets for number, bets in enumerate(of_rule) if not _on_pairs(bets)}
    comes_to = {
        (number, end): frozenset(odds for bet in bets for odds in bet.possible(facts_by_end()[end]))
        for number, bets in by_rule.items()
        for end in ends
    }
    numbers: dict[tuple[object, ...], int] = {}
    blocks: dict[tuple[int, ...], int] = {}
    levels = _levels()
    answers: list[tuple[str, ...]] = []
    for head in product(_OUTCOMES, _FINALS, _FINALS):
        block = []
        for cards in product(_CARDS, _CARDS):
            fitting = _fitting((*head, *cards))
            level = levels.index(_allowed(frozenset().union(*(ends[end] for end in fitting))))
            answer = tuple(
                _mark({odds for end in fitting for odds in comes_to[number, end]}, marks)
                for number in by_rule
            )
            number = numbers.setdefault((level, answer), len(numbers))
            if number == len(answers):
                answers.append(answer)
                table.pair_levels.append(level)
            block.append(number)
        table.totals.append(blocks.setdefault(tuple(block), len(blocks)))
    table.situations = [number for block in blocks for number in block]
    table.round_answers = {
        number: "".join(answer[place] for answer in answers) for place, number in enumerate(by_rule)
    }


@cache
def _fitting(known: Situation) -> tuple[Situation, ...]:
    """How a round may have ended, of which so much is known."""
    return tuple(
        end
        for end in rounds()
        if all(part is None or part == whole for part, whole in zip(known, end, strict=True))
    )


def _allowed(even: frozenset[tuple[bool, bool]]) -> frozenset[tuple[bool, bool]]:
    """Which of (Player has a pair, Banker has one) can be."""
    return frozenset(
        pairs
        for pairs in product((False, True), (False, True))
        if any(player >= pairs[0] and banker >= pairs[1] for player, banker in even)
    )


@cache
def _levels() -> list[frozenset[tuple[bool, bool]]]:
    """What pairs can be, in every situation: first where nothing can."""
    ends = rounds()
    found = {
        _allowed(frozenset().union(*(ends[end] for end in _fitting(known))))
        for known in product(_OUTCOMES, _FINALS, _FINALS, _CARDS, _CARDS)
    }
    return sorted(found, key=lambda allowed: (len(allowed), sorted(allowed)))


def _settle_pairs(table: Table, of_rule: list[list[Bet]], marks: dict[Fraction, str]) -> None:
    """What each bet on pairs comes to, by what pairs can be and by what is known of either hand's."""
    states = [
        [(p, b) for p, b in product(player, banker) if (p != NONE, b != NONE) in level]
        for level in _levels()
        for player, banker in product(PAIR_KINDS, PAIR_KINDS)
    ]
    table.pairs_possible = "".join("y" if fitting else "n" for fitting in states)
    for number, bets in enumerate(of_rule):
        if _on_pairs(bets):
            table.pair_answers[number] = "".join(
                _mark(
                    {odds for kinds in fitting for bet in bets for odds in bet.possible(pair_facts(*kinds))},
                    marks,
                )
                for fitting in states
            )


def rounded_share(share: Fraction) -> float:
    """To 15 significant digits, as many as a cell keeps."""
    return float(f"{float(share):.15g}")


def _add_chances(table: Table) -> None:
    named = [(counts.named(), counts.shoe.deals) for counts in _counts()]
    table.events = tuple(LABELS.items())
    table.chances = tuple(
        tuple(rounded_share(Fraction(counts[name], deals)) for counts, deals in named) for name in LABELS
    )
    table.event_words = _own_words(
        ((code, word) for code, names in enumerate(table.events) for word in names),
        {outcome: code for code, outcome in enumerate(OUTCOMES)},
    )


def _add_edges(table: Table, rules: list[tuple[str, Rule]], choices: list[tuple[str, list[Terms]]]) -> None:
    found: dict[int, list[float]] = {}
    for counts in _counts():
        seen: set[int] = set()
        for _, every in choices:
            numbers = {
                name: rules.index((name, frozenset({_lines(bet)}))) for name, bet in every[0].bets.items()
            }
            if len(every) > 1 or seen >= set(numbers.values()):
                continue
            for edge in house_edges(counts, every[0]):
                number = numbers[edge.bet.name]
                if number not in seen and edge.edge is not None:
                    found.setdefault(number, []).append(rounded_share(edge.edge))
                seen.add(number)
    table.edges = {number: tuple(found[number]) for number in sorted(found)}
