"""Misunderstandings made systematically: rows and boundaries shifted, branches missing, checks forgotten."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from baccarat_xl.proof.domain import State
from baccarat_xl.proof.misread import (
    HIGH_NATURAL,
    LOW_NATURAL,
    NATURALS,
    OPEN_ROWS,
    PLAYER_LAST,
    ROWS,
    Misreading,
    Rules,
    altered,
    last_digit_sum,
    misreading,
    rank_number,
)
from baccarat_xl.proof.published import BANKER, NONE
from baccarat_xl.proof.truth import final_of
from baccarat_xl.rules.outcome import OUTCOMES, winner
from baccarat_xl.rules.tableau import BANKER_DRAWS, CARD_VALUES, PLAYER_DRAWS, drawing_thirds
from baccarat_xl.rules.unknown import NO_CARD, UNKNOWN, Missing

PLAYER = ("player_draws", "instruction", "next_step")


def generated() -> Iterator[Misreading]:
    """Every misreading of ours, the simplest first."""
    yield from _always()
    yield from _naturals()
    yield from _player()
    yield from _stood_column()
    for row in OPEN_ROWS:
        yield from _row(row)
    yield from _rows_taken_whole()
    yield from _squares()
    yield from _tens()
    yield from _finals_and_outcomes()
    yield from _turned_round()


def _naturals() -> Iterator[Misreading]:
    only = {
        "natural-only-8": (frozenset({LOW_NATURAL}), "only 8 counts as a natural; 9 is one too"),
        "natural-only-9": (frozenset({HIGH_NATURAL}), "only 9 counts as a natural; 8 is one too"),
        "natural-from-7": (NATURALS | {LOW_NATURAL - 1}, "7 counts as a natural; only 8 and 9 do"),
        "natural-from-6": (
            NATURALS | {LOW_NATURAL - 1, LOW_NATURAL - 2},
            "6 and 7 count as naturals; only 8 and 9 do",
        ),
    }
    for name, (totals, text) in only.items():
        for beyond in (False, True):
            yield from misreading(
                name, text, Rules(player_naturals=totals, banker_naturals=totals, beyond=beyond)
            )
            for side, other in (("Player", "banker_naturals"), ("Banker", "player_naturals")):
                own = "player_naturals" if side == "Player" else "banker_naturals"
                rules = Rules(**{own: totals, other: NATURALS}, beyond=beyond)  # type: ignore[arg-type]
                yield from misreading(f"{name}-{side.lower()}", f"for {side}, {text}", rules)
        yield Misreading(
            name, text, ("natural",), lambda state, totals=totals: bool(set(_initials(state)) & totals)
        )
    for beyond in (False, True):
        both = Rules(both=True, beyond=beyond)
        yield from misreading(
            "natural-both", "it stops only when both hands have a natural; one is enough", both
        )
    yield Misreading(
        "natural-both",
        "it wants both hands to have a natural; one is enough",
        ("natural",),
        lambda state: all(total in NATURALS for total in _initials(state)),
    )
    for side, other in (("player", "banker"), ("banker", "player")):
        for total in (LOW_NATURAL, HIGH_NATURAL):
            yield Misreading(
                f"natural-only-{total}-{side}",
                f"for {side.title()}, only {total} counts as a natural; 8 and 9 are both",
                ("natural",),
                lambda state, s=side, o=other, t=total: (
                    state.facts.get(f"{s}_initial") == t or state.facts.get(f"{o}_initial") in NATURALS
                ),
            )
        yield Misreading(
            f"natural-{side}-only",
            f"only {side.title()}'s natural is looked at",
            ("natural",),
            lambda state, side=side: state.facts.get(f"{side}_initial") in NATURALS,
        )
    yield Misreading("F05", "a three-card 8 or 9 is called a natural", ("natural",), _three_card)


def _initials(state: State) -> list[Any]:
    return [state.facts[role] for role in ("player_initial", "banker_initial") if role in state.facts]


def _three_card(state: State) -> Any:
    totals = [last_digit_sum(state.facts, s) for s in ("player", "banker") if f"{s}_third" in state.facts]
    return bool(set(_initials(state)) & NATURALS) or bool(
        {t for t in totals if isinstance(t, int)} & NATURALS
    )


def _player() -> Iterator[Misreading]:
    for last in range(10):
        if last in (PLAYER_LAST, PLAYER_LAST - 1):
            continue
        rules = Rules(player={total: total <= last for total in range(10)})
        yield from misreading(
            f"player-to-{last}", f"Player draws on 0-{last}; it is 0-{PLAYER_LAST}", rules, *PLAYER
        )
        no_check = Rules(player=rules.player, banker_naturals=NONE, player_naturals=NONE)
        text = f"Player draws on 0-{last} and no natural is looked at"
        yield from misreading(f"player-to-{last}-no-natural", text, no_check, *PLAYER)
    for total in PLAYER_DRAWS:
        changed = {**PLAYER_DRAWS, total: not PLAYER_DRAWS[total]}
        verb = "stands" if PLAYER_DRAWS[total] else "draws"
        rules = Rules(player=changed)
        yield from misreading(f"player-{total}", f"Player {verb} on {total}", rules, *PLAYER)


def _stood_column() -> Iterator[Misreading]:
    for last in range(-1, max(ROWS) + 1):
        text = f"when Player stood, Banker draws on 0-{last}; it is 0-{PLAYER_LAST}"
        if last < 0:
            text = "when Player stood, Banker never draws; Banker draws on 0-5 there"
        table = altered(lambda b, t, d, last=last: b <= last if t is NO_CARD else d)
        yield from misreading(f"stood-to-{last}", text, Rules(table=table), *BANKER)
    for card in CARD_VALUES:
        table = altered(lambda b, t, d, card=card: BANKER_DRAWS[b, card] if t is NO_CARD else d)
        text = f"when Player stood, Banker goes by the column of a third card of {card}"
        yield from misreading(f"stood-as-{card}", text, Rules(table=table), *BANKER)


def _row(row: int) -> Iterator[Misreading]:
    cards = drawing_thirds(row)
    inside = [(min(cards), max(cards))] if len(cards) < len(CARD_VALUES) - 1 else []
    for low, high in inside:
        for first in range(10):
            for last in range(first, 10):
                if (first == low) == (last == high) and (first, last) != (low, high):
                    continue
                if (first, last) == (low, high):
                    continue
                table = altered(
                    lambda b, t, d, f=first, s=last: bool(d) if b != row or t is NO_CARD else _within(t, f, s)
                )
                text = f"Banker {row} draws against {_range(first, last)}; it is {_range(low, high)}"
                yield from misreading(f"row-{row}-{first}-{last}", text, Rules(table=table), *BANKER)
        table = altered(lambda b, t, d: d if b != row or t is NO_CARD else not d)
        yield from misreading(
            f"row-{row}-turned", f"draw and stand are exchanged for Banker {row}", Rules(table=table), *BANKER
        )
        for card in (low, high):
            table = altered(lambda b, t, d, c=card: d if b != row or t is NO_CARD else t == c)
            yield from misreading(
                f"row-{row}-only-{card}",
                f"Banker {row} draws against {card} only; it is {_range(low, high)}",
                Rules(table=table),
                *BANKER,
            )
    if not inside:
        except_ = next(card for card in CARD_VALUES if card not in cards)
        for card in CARD_VALUES:
            table = altered(lambda b, t, d, c=card: d if b != row or t is NO_CARD else t != c)
            text = f"Banker {row} stands against {card} instead of {except_}"
            yield from misreading(f"row-{row}-except-{card}", text, Rules(table=table), *BANKER)
            table = altered(lambda b, t, d, c=card: d if b != row or t is NO_CARD else t < c)
            text = f"Banker {row} draws only against cards below {card}; only {except_} makes Banker stand"
            yield from misreading(f"row-{row}-below-{card}", text, Rules(table=table), *BANKER)
        table = altered(lambda b, t, d: d if b != row or t is NO_CARD else not d)
        yield from misreading(
            f"row-{row}-turned", f"draw and stand are exchanged for Banker {row}", Rules(table=table), *BANKER
        )


def _within(third: Any, first: int, last: int) -> bool:
    return not isinstance(third, Missing) and first <= third <= last


def _range(first: int, last: int) -> str:
    return str(first) if first == last else f"{first}-{last}"


def _rows_taken_whole() -> Iterator[Misreading]:
    for row in ROWS:
        for draws in (True, False):
            verb = "draws" if draws else "stands"
            table = altered(lambda b, _, d, r=row, v=draws: v if b == r else d)
            yield from misreading(
                f"row-{row}-always-{verb}", f"Banker {row} always {verb}", Rules(table=table), *BANKER
            )
            table = altered(lambda b, t, d, r=row, v=draws: v if b == r and t is not NO_CARD else d)
            text = f"Banker {row} always {verb} after Player drew"
            yield from misreading(f"row-{row}-drew-{verb}", text, Rules(table=table), *BANKER)
        for other in ROWS:
            if other != row:
                table = altered(
                    lambda b, t, d, r=row, o=other: BANKER_DRAWS[o, t] if b == r and t is not NO_CARD else d
                )
                text = f"Banker {row} follows the row of Banker {other}"
                yield from misreading(f"row-{row}-as-{other}", text, Rules(table=table), *BANKER)
    for last in range(-1, max(ROWS) + 1):
        table = altered(lambda b, t, d, last=last: d if t is NO_CARD else b <= last)
        text = f"after Player drew, Banker draws on 0-{last} whatever the third card is"
        if last < 0:
            text = "after Player drew, Banker never draws"
        yield from misreading(f"drew-to-{last}", text, Rules(table=table), *BANKER)
        table = altered(lambda b, t, d, last=last: d and (b <= last or t is NO_CARD))
        text = (
            f"the branches for Banker {last + 1} and more are missing: Banker stands there after Player drew"
        )
        yield from misreading(f"missing-from-{last + 1}", text, Rules(table=table), *BANKER)
    for shift, words in ((1, "one row too low"), (-1, "one row too high")):
        table = altered(lambda b, t, d, s=shift: bool(BANKER_DRAWS.get((b + s, t), d)))
        yield from misreading(
            f"table-shifted-{shift}", f"the whole table is read {words}", Rules(table=table), *BANKER
        )
        table = altered(lambda b, t, d, s=shift: d if t is NO_CARD else BANKER_DRAWS[b, (t + s) % 10])
        yield from misreading(
            f"card-shifted-{shift}", "the third card is read one column off", Rules(table=table), *BANKER
        )


def _squares() -> Iterator[Misreading]:
    for (banker, third), draws in BANKER_DRAWS.items():
        table = altered(lambda b, t, d, at=(banker, third): d != ((b, t) == at))
        against = "when Player stood" if third is NO_CARD else f"against a third card of {third}"
        verb = "stands" if draws else "draws"
        name = f"square-{banker}-{'stood' if third is NO_CARD else third}"
        yield from misreading(name, f"Banker {banker} {verb} {against}", Rules(table=table), *BANKER)
    for third in CARD_VALUES:
        for draws in (True, False):
            table = altered(lambda _, t, d, c=third, v=draws: v if t == c else d)
            text = f"against a third card of {third} Banker always {'draws' if draws else 'stands'}"
            yield from misreading(f"column-{third}-{draws}", text, Rules(table=table), *BANKER)


def _finals_and_outcomes() -> Iterator[Misreading]:
    for side in ("player", "banker"):
        role = f"{side}_final"
        yield Misreading(
            "third-ignored",
            "the third card is not added",
            (role,),
            lambda state, s=side: state.facts[f"{s}_initial"],
        )
        yield Misreading(
            "third-alone",
            "the third card stands for the whole total",
            (role,),
            lambda state, s=side: _or(state.facts[f"{s}_third"], state.facts[f"{s}_initial"]),
        )
    turned = {"Player": "Banker", "Banker": "Player", "Tie": "Tie"}
    yield Misreading(
        "outcome-turned", "Player and Banker are exchanged", ("outcome",), lambda s: turned[_winner(s)]
    )
    for name in OUTCOMES[:2]:
        yield Misreading(
            f"tie-to-{name.lower()}",
            f"a tie goes to {name}",
            ("outcome",),
            lambda state, n=name: n if _winner(state) == "Tie" else _winner(state),
        )
    yield Misreading(
        "outcome-initial",
        "the initial totals are compared instead of the final ones",
        ("outcome",),
        _by_initials,
    )
    yield Misreading("outcome-low", "the lower total wins", ("outcome",), lambda s: turned[_winner(s)])


def _tens() -> Iterator[Misreading]:
    roles = ("card_value", "player_third", "banker_third")
    text = "10, J, Q and K are counted as 10; they are worth 0"
    yield Misreading("ten-as-10", text, roles, lambda state: _only_card(state, 10))
    text = "J, Q and K are counted as 11, 12 and 13; they are worth 0"
    yield Misreading("pictures-as-ranks", text, roles, lambda state: _only_card(state, 13))
    text = "A is counted as 11; it is worth 1"
    yield Misreading(
        "ace-as-11", text, roles, lambda state: 11 if _only_card(state, 13) == 1 else _value(state)
    )
    text = "A is counted as 0; it is worth 1"
    yield Misreading(
        "ace-as-0", text, roles, lambda state: 0 if _only_card(state, 13) == 1 else _value(state)
    )
    text = "no third card is given the value 0, which is that of a ten"
    yield Misreading("none-as-0", text, roles[1:], lambda state: _or(_value(state), 0))
    for side in ("player", "banker"):
        text = "it says nothing where the hand took no third card"
        yield Misreading(
            "blank-when-stood",
            text,
            (f"{side}_final",),
            lambda state, s=side: (
                UNKNOWN if state.facts[f"{s}_third"] is NO_CARD else last_digit_sum(state.facts, s)
            ),
        )


def _value(state: State) -> Any:
    return next(iter(state.facts.values())) if len(state.facts) == 1 else None


def _only_card(state: State, most: int) -> Any:
    number = rank_number(state.cells[0]) if len(state.cells) == 1 else None
    if number is None:
        return _value(state) if _value(state) is NO_CARD else None
    return min(number, most)


def _or(third: Any, initial: Any) -> Any:
    return initial if isinstance(third, Missing) else third


def _winner(state: State) -> Any:
    return winner(final_of("player", state.facts), final_of("banker", state.facts))


def _by_initials(state: State) -> Any:
    player, banker = (state.facts.get(f"{side}_initial", UNKNOWN) for side in ("player", "banker"))
    return None if UNKNOWN in (player, banker) else winner(player, banker)


def _always() -> Iterator[Misreading]:
    for answer, word in ((True, "draw"), (False, "stand")):
        roles = ("player_draws", "banker_draws")
        yield Misreading(f"always-{word}", f"it always says {word}", roles, lambda _, a=answer: a)
        says = "natural" if answer else "no natural"
        yield Misreading(f"always-{answer}", f"it always says {says}", ("natural",), lambda _, a=answer: a)


def _turned_round() -> Iterator[Misreading]:
    plain = Rules()
    roles = ("player_draws", "banker_draws")
    yield Misreading(
        "turned", "draw and stand are exchanged", roles[:1], lambda s: not plain.player_draws(s.facts)
    )
    yield Misreading(
        "turned", "draw and stand are exchanged", roles[1:], lambda s: not plain.banker_draws(s.facts)
    )
    yield Misreading(
        "turned",
        "natural and no natural are exchanged",
        ("natural",),
        lambda s: not set(_initials(s)) & NATURALS,
    )
    ignored = Rules(read_third=lambda _: NO_CARD)
    yield from misreading("third-ignored", "Player's third card is not looked at", ignored, *BANKER)
