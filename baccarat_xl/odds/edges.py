"""The house edge of every named bet, exactly: what the house keeps of each unit staked (R9, R10)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from baccarat_xl.odds.pairs import knows_suits, pair_counts, pair_facts
from baccarat_xl.rules.tableau import NATURALS
from baccarat_xl.settlement.facts import Facts

if TYPE_CHECKING:
    from baccarat_xl.odds.counts import Counts, End
    from baccarat_xl.odds.pairs import Kind
    from baccarat_xl.settlement.terms import Bet, Terms


@dataclass(frozen=True, slots=True)
class Edge:
    """One bet: its house edge, and how often it wins, is pushed and loses. why: set where it has none.

    Rounding of money is left out, and a bet that is pushed counts as a bet.
    """

    bet: Bet
    edge: Fraction | None = None
    wins: Fraction | None = None
    pushes: Fraction | None = None
    why: str = ""


def facts_of(end: End) -> Facts:
    """What terms may ask of a round that ends so; of pairs nothing is known."""
    return Facts(
        outcome=end.outcome,  # type: ignore[arg-type]
        player_final=end.player_final,
        banker_final=end.banker_final,
        player_cards=end.player_cards,
        banker_cards=end.banker_cards,
        player_natural=end.player_initial in NATURALS,
        banker_natural=end.banker_initial in NATURALS,
    )


def house_edges(counts: Counts, terms: Terms) -> list[Edge]:
    """The edge of each bet that the terms know, in their order."""
    ends = _by_facts(counts)
    pairs: dict[tuple[Kind, Kind], int] = {}
    found = []
    for bet in terms.bets.values():
        if bet.on_pairs:
            if bet.needs_suits and not knows_suits(counts.shoe):
                found.append(Edge(bet, why="it asks for suits, and only a full shoe says how many it holds"))
                continue
            pairs = pairs or pair_counts(counts.shoe)
            found.append(_edge(bet, {pair_facts(*kinds): deals for kinds, deals in pairs.items()}))
        elif any(
            name in ("player_pair", "banker_pair", "either_pair") or "perfect" in name for name in bet.asks
        ):
            found.append(Edge(bet, why="it asks for pairs and for more, which is not counted together"))
        else:
            found.append(_edge(bet, ends))
    return found


def _by_facts(counts: Counts) -> dict[Facts, int]:
    found: dict[Facts, int] = {}
    for end, deals in counts.ends.items():
        facts = facts_of(end)
        found[facts] = found.get(facts, 0) + deals
    return found


def _edge(bet: Bet, deals: dict[Facts, int]) -> Edge:
    comes_to: dict[Fraction, int] = {}
    for facts, number in deals.items():
        (odds,) = bet.possible(facts)
        comes_to[odds] = comes_to.get(odds, 0) + number
    total = sum(comes_to.values())
    kept = -sum((odds * number for odds, number in comes_to.items()), Fraction(0)) / total
    wins = Fraction(sum(number for odds, number in comes_to.items() if odds > 0), total)
    return Edge(bet, kept, wins, Fraction(comes_to.get(Fraction(0), 0), total))
