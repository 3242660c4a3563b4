"""Wrong states in words: "Banker 4 and 5, Player stood"."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any, Final

from baccarat_xl.proof.facts import Facts
from baccarat_xl.rules.record import LABELS
from baccarat_xl.rules.tableau import is_natural
from baccarat_xl.rules.unknown import NO_CARD, UNKNOWN

MOST: Final = 12


def numbers(values: Iterable[int]) -> str:
    """Numbers in words, runs as ranges.

    >>> numbers([4, 5]), numbers([0, 1, 2, 7]), numbers([3])
    ('4 and 5', '0-2 and 7', '3')
    """
    runs: list[list[int]] = []
    for value in sorted(set(values)):
        if runs and value == runs[-1][-1] + 1:
            runs[-1].append(value)
        else:
            runs.append([value])
    parts: list[str] = []
    for run in runs:
        parts += [f"{run[0]}-{run[-1]}"] if len(run) > 2 else list(map(str, run))
    return " and ".join((", ".join(parts[:-1]), parts[-1])) if len(parts) > 1 else parts[0]


def group(wrong: Sequence[Facts]) -> list[str]:
    """The wrong states, grouped; at most a dozen lines, the last says how many are left out."""
    if not wrong:
        return []
    if "banker_initial" in wrong[0] or "player_initial" in wrong[0]:
        lines = _by_totals(wrong)
    else:
        lines = [_one(facts) for facts in wrong]
    return lines if len(lines) <= MOST else [*lines[: MOST - 1], f"and {len(lines) - MOST + 1} more groups"]


def _one(facts: Facts) -> str:
    words = (f"{LABELS.get(role, role)} {_card(value)}" for role, value in facts.items())
    return ", ".join(words)


def _card(value: Any) -> str:
    return "none" if value is NO_CARD else str(value)


def _by_totals(wrong: Sequence[Facts]) -> list[str]:
    by_cards: dict[tuple[Any, int], set[Any]] = defaultdict(set)
    for facts in wrong:
        player, banker = facts.get("player_initial"), facts.get("banker_initial")
        by_cards[player, banker].add((facts.get("player_third"), facts.get("banker_third")))  # type: ignore[index]
    by_players: dict[tuple[int, frozenset[Any]], set[Any]] = defaultdict(set)
    for (player, banker), thirds in by_cards.items():
        by_players[banker, frozenset(thirds)].add(player)
    by_bankers: dict[tuple[frozenset[Any], frozenset[Any]], set[Any]] = defaultdict(set)
    for (banker, thirds_), players in by_players.items():
        by_bankers[frozenset(players), thirds_].add(banker)
    return [
        _line(bankers, players, thirds)
        for (players, thirds), bankers in sorted(by_bankers.items(), key=_order)
    ]


def _order(entry: tuple[tuple[frozenset[Any], frozenset[Any]], set[Any]]) -> list[int]:
    return sorted(-1 if value is None else value for value in entry[1])


def _line(bankers: set[Any], players: frozenset[Any], thirds: frozenset[Any]) -> str:
    parts = []
    if bankers != {None}:
        parts.append(f"Banker {numbers(bankers)}")
    first = {third for third, _ in thirds if third is not None}
    if players != {None}:
        natural = all(is_natural(player, UNKNOWN) is True for player in players)
        stood = natural or (first == {NO_CARD} and players == {6, 7})
        if not (stood and not natural) or not first:
            parts.append(f"Player {numbers(players)}")
    if first == {NO_CARD}:
        parts.append("no third card" if players == {None} or _natural(players, bankers) else "Player stood")
    elif first:
        cards = {card for card in first if card is not NO_CARD}
        parts.append(f"Player's third card {numbers(cards)}" + (" or none" if NO_CARD in first else ""))
    second = {other for _, other in thirds if other is not None}
    if second:
        cards = {card for card in second if card is not NO_CARD}
        text = f"Banker's third card {numbers(cards)}" if cards else "no third card for Banker"
        parts.append(text + (" or none" if cards and NO_CARD in second else ""))
    return ", ".join(parts)


def _natural(players: frozenset[Any], bankers: set[Any]) -> bool:
    every = [
        is_natural(player, banker) is True for player in players for banker in bankers if banker is not None
    ]
    return bool(every) and all(every)
