"""The published faults F01-F19 of baccarat programs and sheets, as altered rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from baccarat_xl.proof.domain import State
from baccarat_xl.proof.facts import CARD_ROLES
from baccarat_xl.proof.misread import (
    HIGH_NATURAL,
    LOW_NATURAL,
    NATURALS,
    OPEN_ROWS,
    PLAYER_LAST,
    Misreading,
    Rules,
    altered,
    last_digit_sum,
    misreading,
    rank_number,
)
from baccarat_xl.proof.truth import final_of
from baccarat_xl.rules.outcome import winner
from baccarat_xl.rules.tableau import BANKER_DRAWS, PLAYER_DRAWS, drawing_thirds
from baccarat_xl.rules.unknown import NO_CARD, UNKNOWN, Missing

BANKER = ("banker_draws", "instruction", "next_step")
NONE: frozenset[int] = frozenset()
_ALWAYS_THREE, _FOUR, _FIVE, _SIX = OPEN_ROWS


def published() -> Iterator[Misreading]:
    """F01-F19; where several would give the same answers, the first is named."""
    final = Rules(read_third=lambda facts: last_digit_sum(facts, "player"))
    yield from misreading(
        "F01", "Banker looks at Player's final total instead of Player's third card", final, *BANKER
    )
    for beyond in (False, True):
        one = Rules(banker_naturals=NONE, beyond=beyond)
        text = "Player draws on 0-5 although Banker has a natural: the check of Banker's natural is missing"
        yield from misreading("F03", text, one, "player_draws", "instruction", "next_step")
        two = Rules(player_naturals=NONE, beyond=beyond)
        text = "Banker draws on 0-5 although Player has a natural: the check of Player's natural is missing"
        yield from misreading("F04", text, two, *BANKER)
        none = Rules(player_naturals=NONE, banker_naturals=NONE, beyond=beyond)
        yield from misreading("F02", "the check for naturals is missing altogether", none)
    yield Misreading(
        "F05",
        "a three-card 8 or 9 of Player is treated as a natural and stops Banker",
        ("banker_draws",),
        _three,
    )
    for text, name, table in _tables():
        yield from misreading(name, text, Rules(table=table), *BANKER)
    nine = Rules(player={total: total < PLAYER_LAST for total in PLAYER_DRAWS})
    yield from misreading(
        "F09",
        "Player draws on 0-4 only; 5 must draw as well",
        nine,
        "player_draws",
        "instruction",
        "next_step",
    )
    yield Misreading(
        "F16",
        "a ten stored as 10 is not read as 0, so Banker draws where the third card is a ten",
        ("banker_draws",),
        _ten,
    )
    yield from _totals()
    yield Misreading(
        "F19", "8 against 9 is called a tie, as if both naturals were equal", ("outcome",), _both_natural
    )


def _tables() -> Iterator[tuple[str, str, Any]]:
    yield (
        "the branch where Player stood is missing, so Banker 3, 4 and 5 stand there",
        "F06",
        altered(lambda b, t, d: d and (t is not NO_CARD or b not in OPEN_ROWS)),
    )
    yield (
        "an empty third-card cell is read as 0, a card worth nothing",
        "F07",
        altered(lambda b, t, d: BANKER_DRAWS[b, 0] if t is NO_CARD else d),
    )
    yield (
        "Banker draws on 6 when Player stood",
        "F08",
        altered(lambda b, t, d: d or (t is NO_CARD and b == _SIX)),
    )
    last = max(drawing_thirds(_FOUR))
    yield (
        f"the range ends too early: Banker 4 and 5 must draw against {last} too",
        "F10",
        altered(lambda b, t, d: d and not (b in (_FOUR, _FIVE) and t == last)),
    )
    yield (
        "Banker 4 always draws, as if AND were typed as OR",
        "F11",
        altered(lambda b, _, d: d or b == _FOUR),
    )
    yield (
        "Banker 7 draws against 7, as if the brackets of an AND or OR were missing",
        "F12",
        altered(lambda _, t, d: d or t == max(drawing_thirds(_SIX))),
    )
    yield (
        "Banker 3 stands against 9, though only 8 is the exception",
        "F13",
        altered(lambda b, t, d: d and (b, t) != (_ALWAYS_THREE, 9)),
    )
    yield (
        "Banker 3 draws against 8: the exception is forgotten",
        "F14",
        altered(lambda b, _, d: d or b == _ALWAYS_THREE),
    )
    yield (
        "Banker follows Player's rule: draws on 0-5 whatever Player's third card is",
        "F15",
        altered(lambda b, *_: PLAYER_DRAWS[b]),
    )


def _three(state: State) -> Any:
    facts = state.facts
    third = facts["player_third"]
    if "player_initial" not in facts:
        return None
    blocked = not isinstance(third, Missing) and last_digit_sum(facts, "player") in NATURALS
    return False if blocked else Rules().banker_draws(facts)


def _ten(state: State) -> Any:
    facts = state.facts
    number = max((rank_number(cell) or 0 for cell in state.cells), default=0)
    plain = Rules().banker_draws(facts)
    return plain or (number > 9 and facts["player_third"] == 0 and facts["banker_initial"] == _FOUR)


def _totals() -> Iterator[Misreading]:
    roles = (
        "card_value",
        "player_initial",
        "banker_initial",
        "player_third",
        "banker_third",
        "player_final",
        "banker_final",
    )
    text = "J, Q and K are counted as 11, 12 and 13, which leaves 1, 2 and 3; they are worth 0"
    yield Misreading("F17", text, roles, _pictures)
    text = "a total is not reduced to its last digit: 13 must become 3"
    yield Misreading("F18", text, roles[1:], _unreduced)
    for natural in (lambda total: total in NATURALS, lambda total: total >= LOW_NATURAL):
        yield Misreading(
            "F18", text, ("player_draws",), lambda state, natural=natural: _draws_on_sum(state, natural)
        )
        yield Misreading(
            "F18", text, ("natural",), lambda state, natural=natural: any(map(natural, _sums(state)))
        )
    yield Misreading(
        "F18",
        text,
        ("outcome",),
        lambda state: winner(*(_long_final(s, state) for s in ("player", "banker"))),
    )


def _numbers(state: State, side: str, *cards: str) -> list[int] | None:
    """Card values as added up; only where every card of the hand is known."""
    values = [state.facts.get(f"{side}_{card}") for card in cards]
    return None if None in values else [v for v in values if isinstance(v, int)]


def _pictures(state: State) -> Any:
    cards = [(role, state.facts[role]) for role in state.facts if role in CARD_ROLES or role == "card"]
    if len(cards) != len(state.cells) or state.facts.keys() - {role for role, _ in cards} - {
        "player_initial",
        "banker_initial",
    }:
        return None
    numbers = [rank_number(cell) for cell in state.cells]
    known = [number for number in numbers if number is not None]
    return sum(number if number > 10 else number % 10 for number in known) % 10


def _unreduced(state: State) -> Any:
    for side in ("player", "banker"):
        numbers = _numbers(state, side, "card_1", "card_2") or _numbers(state, side, "initial")
        if numbers is not None:
            return sum(numbers) + sum(_numbers(state, side, "third") or [])
    return None


def _sums(state: State) -> list[int]:
    sums = []
    for side in ("player", "banker"):
        numbers = _numbers(state, side, "card_1", "card_2") or _numbers(state, side, "initial")
        if numbers is not None:
            sums.append(sum(numbers))
    return sums


def _draws_on_sum(state: State, natural: Any) -> Any:
    if "player_card_1" not in state.facts:
        return None
    sums = _sums(state)
    return not any(map(natural, sums)) and sums[0] <= PLAYER_LAST


def _long_final(side: str, state: State) -> Any:
    numbers = _numbers(state, side, "card_1", "card_2") or _numbers(state, side, "initial")
    return UNKNOWN if numbers is None else sum(numbers) + sum(_numbers(state, side, "third") or [])


def _both_natural(state: State) -> Any:
    finals = (final_of("player", state.facts), final_of("banker", state.facts))
    return "Tie" if set(finals) == {LOW_NATURAL, HIGH_NATURAL} else winner(*finals)
