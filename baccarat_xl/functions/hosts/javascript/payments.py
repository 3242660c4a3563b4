"""What the payment functions look up, as JavaScript data: nothing of it is written by hand."""

from __future__ import annotations

from typing import Final

from baccarat_xl.functions import payments_data as found
from baccarat_xl.functions.hosts.javascript.pieces import Digits
from baccarat_xl.functions.payments_kinds import (
    CLOSE,
    DECKS_WORDS,
    HIGHEST_STAKE,
    PAIR_WORDS,
    PARTS,
    USUAL_DECKS,
    bet_words,
    event_words,
)

_FIRST: Final = "Words for bets, events, terms of payment, pairs and shoes."


def payment_values() -> list[tuple[str, str, object]]:
    """Note, name and value of each constant."""
    return [
        (_FIRST, "BET_WORDS", bet_words()),
        ("", "EVENT_WORDS", event_words()),
        ("", "TERMS_WORDS", found.TERMS_WORDS),
        ("Of the codes of terms so many say what Banker is paid, from 1 on; after them, what Tie is paid.",
         "MAINS", found.MAINS),
        ("", "TIES", found.TIES),
        ("", "PAIR_WORDS", PAIR_WORDS),
        ("", "DECKS_WORDS", DECKS_WORDS),
        ("", "USUAL_DECKS", USUAL_DECKS),
        ("Stakes are counted in these parts of a unit; how far off a whole part one may be.", "PARTS", PARTS),
        ("", "CLOSE", CLOSE),
        ("", "HIGHEST_STAKE", HIGHEST_STAKE),
        ("By bet and code of terms: the rule by which it is paid.",
         "RULE_OF", list(map(list, found.RULE_OF))),
        ("What each unit staked is paid beside the stake, as a fraction: 27, 50 is 0.54.",
         "PAYS", {mark: list(pays) for mark, pays in found.PAYS.items()}),
        ("Three digits by outcome (Player, Banker, Tie, not known), Player's final total (0-9, not known) "
         "and Banker's: a block.", "TOTALS", Digits(found.TOTALS)),
        ("Three digits by block and numbers of cards (2, 3, not known) of both hands: the situation.",
         "SITUATIONS", Digits(found.SITUATIONS)),
        ("By situation: which hands can have pairs in it. 0: no round is so.",
         "PAIR_LEVELS", Digits(found.PAIR_LEVELS)),
        ("By that and what is known of both hands' pairs: y where that can be.",
         "PAIRS_POSSIBLE", Digits(found.PAIRS_POSSIBLE)),
        ("Rule -> a mark by situation: - lost, ? not settled, else of PAYS.",
         "ROUND_ANSWERS", {str(rule): Digits(marks) for rule, marks in found.ROUND_ANSWERS.items()}),
        ("Rule of a bet on pairs -> a mark in the order of PAIRS_POSSIBLE.",
         "PAIR_ANSWERS", {str(rule): Digits(marks) for rule, marks in found.PAIR_ANSWERS.items()}),
        ("By event, for full shoes of 1-8 decks and an endless one: its share of all deals.",
         "CHANCES", list(map(list, found.CHANCES))),
        ("By rule, for the same shoes: the house edge.",
         "EDGES", {str(rule): list(edges) for rule, edges in found.EDGES.items()}),
    ]  # fmt: skip
