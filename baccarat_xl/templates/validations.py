"""What the typed cells of sheet Rounds accept, and what they say when a cell is selected."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal


@dataclass(frozen=True, slots=True)
class Validation:
    """What a typed cell accepts; blank is always accepted.

    ``list``   one of ``choices``, or of the cells of ``source`` (a range on another sheet)
    ``total``  a whole number 0-9
    ``any``    everything; only the message is shown
    ``style``  whether other entries are stopped, or may be kept after a warning
    """

    kind: Literal["list", "total", "any"]
    title: str
    message: str
    style: Literal["stop", "warning"] = "stop"
    choices: tuple[str, ...] = ()
    source: str = ""
    error: str = ""


PICK_LIST: Final = "Cards!$E$5:$E$24"
"""The short list that a card cell offers: text and numbers, as they are typed."""

CARD: Final = Validation(
    "list",
    title="A card",
    message="A, 2-9, 10 or T, J, Q, K, with or without a suit (10S, ♠7), or a number 0-13. "
    "? = there is a card, but it was not seen. Empty = no card.",
    style="warning",
    source=PICK_LIST,
    error="This is not on the short list. A card with its suit (10S, ♠7) is fine; anything else gets a ✗ in "
    "column Check. Keep it?",
)
OUTCOME: Final = Validation(
    "list",
    title="Outcome as recorded",
    message="Player, Banker or Tie, as somebody wrote it down; P, B, T and words of other languages (Banco, "
    "闲, Égalité) are read too. Column Check compares it with the cards.",
    style="warning",
    choices=("Player", "Banker", "Tie"),
    error="This is not on the short list. A word that sheet Cards lists as an outcome is fine; column Check "
    "says of any other that it differs. Keep it?",
)
DECISION: Final = Validation(
    "list",
    title="Decision as recorded",
    message="draws or stands, as somebody wrote it down. Column Check compares it with the rules.",
    choices=("draws", "stands"),
    error="Please choose draws or stands, or leave the cell empty.",
)
TOTAL: Final = Validation(
    "total",
    title="Final total as recorded",
    message="The total of all cards of this hand, 0-9, as somebody wrote it down. Column Check compares it.",
    error="A total is a whole number from 0 to 9: only the last digit of the sum counts.",
)
INITIAL: Final = Validation(
    "total",
    title="Initial total",
    message="The total of the two opening cards of this hand, 0-9.",
    error="A total is a whole number from 0 to 9: only the last digit of the sum counts.",
)
SHOE: Final = Validation(
    "any", title="Shoe", message="Any text or number; the same for all rounds of one shoe."
)
ROUND: Final = Validation("any", title="Round", message="Any text or number. It is shown, never used.")
NOTE: Final = Validation("any", title="Note", message="Anything you want to remember of this round.")
