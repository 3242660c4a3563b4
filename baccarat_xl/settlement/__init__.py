"""Payment terms by name, and what a bet comes to under them (R9). No draw depends on them."""

from __future__ import annotations

from baccarat_xl.settlement.facts import Facts
from baccarat_xl.settlement.money import bet_return, settle
from baccarat_xl.settlement.terms import Bet, Line, Terms, named_terms, read_terms

__all__ = ["Bet", "Facts", "Line", "Terms", "bet_return", "named_terms", "read_terms", "settle"]
