"""What a formula returns, in the meanings of its role: by the vocabulary, else by what fits best."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from baccarat_xl.cell_error import NA, CellError
from baccarat_xl.layout.vocabulary import cell_words, outcome_words
from baccarat_xl.layout.words import cell_text
from baccarat_xl.proof.instructions import read_instruction
from baccarat_xl.proof.notation import shown
from baccarat_xl.proof.truth import DECISIONS, INSTRUCTIONS, NUMBERS, Truth
from baccarat_xl.proof.undecided import Undecided
from baccarat_xl.rules.outcome import OUTCOMES, STEPS
from baccarat_xl.rules.unknown import NO_CARD, UNKNOWN


class _Failed:
    """The meaning of an error value, and of what has no meaning for its role: never right."""

    def __repr__(self) -> str:
        return "FAILED"


FAILED: Final = _Failed()
BLANK: Final = "blank"
_NEGATION: Final = frozenset(
    {
        "no",
        "not",
        "dont",
        "doesnt",
        "don",
        "doesn",
        "never",
        "without",
        "kein",
        "keine",
        "nicht",
        "pas",
        "non",
        "ne",
    }
)
_MORE_YES: Final = frozenset(
    {"third", "3rd", "take", "takes", "deal", "must draw", "ziehen", "tirer", "pedir"}
)
_MORE_NO: Final = frozenset({"stop", "stops", "end", "rest", "rests", "bleibt", "passe", "pass"})
_WORD: Final = re.compile(r"[^\W\d_]+", re.UNICODE)
_NATURAL: Final = re.compile(r"(?:(?:player|banker|p|b)s? )?(?:nat(?:ural(?:e|s)?|urel(?:le)?)?\b|天牌|例牌)")
_FITS: Final = 0.6


def meanings_of(role: str) -> tuple[Any, ...]:
    """Every meaning that a result of this role can have, besides "not known" and blank."""
    if role in DECISIONS:
        return (True, False)
    if role in NUMBERS:
        return tuple(range(10))
    if role == "outcome":
        return OUTCOMES
    return STEPS if role == "next_step" else tuple(INSTRUCTIONS.values())


def named_meaning(role: str, word: str) -> Any:
    """A meaning that a user names: draw, stand, yes, no, natural, Player, Banker, Tie, waits, a number ...

    None when the role has no such meaning.
    """
    if cell_text(word) in ("waits", "wait", "unknown", "not known", "?", "blank"):
        return UNKNOWN
    found = _by_vocabulary(role, word)
    if found is None and role == "next_step":
        found = next((step for step in STEPS if cell_text(step) == cell_text(word)), None)
    return found


def _by_vocabulary(role: str, value: Any) -> Any:
    """The meaning that the vocabulary gives one value, or None."""
    if isinstance(value, CellError):
        return UNKNOWN if value == NA else FAILED
    if value is None or (isinstance(value, str) and not value.strip()):
        return BLANK
    if role in NUMBERS:
        return _number(value)
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    text = cell_text(str(value)) if not isinstance(value, bool) else str(value).casefold()
    if text in cell_words("decision", "unknown"):
        return UNKNOWN
    if role in DECISIONS:
        return _decision(role, text)
    if role == "outcome" and not isinstance(value, bool):
        return _outcome(text)
    return _step(role, text)


def meaning_of(role: str, value: Any) -> Any:
    """The meaning that the vocabulary gives one answer; FAILED where it gives none."""
    found = _by_vocabulary(role, value)
    if found is BLANK:
        return NO_CARD if role in ("player_third", "banker_third") else UNKNOWN
    return FAILED if found is None else found


def _number(value: Any) -> Any:
    if isinstance(value, bool):
        return FAILED
    if isinstance(value, int | float):
        return int(value) if float(value).is_integer() else value
    text = str(value).strip()
    if re.fullmatch(r"-?\d+", text):
        return int(text)
    return NO_CARD if cell_text(text) in cell_words("no_card") else None


def _decision(role: str, text: str) -> Any:
    if role != "natural" and _NATURAL.match(text):
        return False  # a natural ends the draw (R3)
    lists = "natural" if role == "natural" else "decision"
    if text in cell_words(lists, "yes"):
        return True
    if text in cell_words(lists, "no"):
        return False
    words = _WORD.findall(text.replace("'", "").replace("’", ""))
    if set(words) & _NEGATION:
        return False
    yes = {word for word in cell_words(lists, "yes") | _MORE_YES if len(word) > 1}
    no = {word for word in cell_words(lists, "no") | _MORE_NO if len(word) > 1}
    if role == "natural":
        yes -= {"player", "banker"}
    agrees, denies = _mentions(text, words, yes), _mentions(text, words, no)
    return agrees if agrees is not denies else None


def _mentions(text: str, words: Sequence[str], known: set[str]) -> bool:
    others = [word for word in known if not word.isascii()]
    return bool(set(words) & known) or any(word in text for word in others)


def _outcome(text: str) -> Any:
    known = outcome_words()
    if text in known:
        return known[text]
    words = _WORD.findall(text)
    found = {known[word] for word in words if len(word) > 2 and word in known}
    found |= {known[word] for word in known if not word.isascii() and len(word) > 1 and word in text}
    return found.pop() if len(found) == 1 else None


def _step(role: str, text: str) -> Any:
    if role == "instruction":
        return (
            None if text.isdigit() else read_instruction(text, lambda part: _decision("player_draws", part))
        )
    words = set(_WORD.findall(text))
    sides = {side for side in ("player", "banker") if words & {side, side[0], side + "s"}}
    draws = _decision("player_draws", text)
    if words & {"over", "done", "finished", "end", "complete", "none", "nothing"} or draws is False:
        return "Round over"
    return f"{sides.pop().title()} draws" if len(sides) == 1 and draws is not False else None


def read_answers(
    role: str,
    found: Sequence[Any],
    truths: Sequence[Truth],
    means: Mapping[str, str] | None = None,
) -> tuple[dict[Any, Any], list[str]]:
    """(value with its type -> meaning, assumptions in words) for every distinct value found.

    Raises Undecided where nothing says what a value means and no assignment fits.
    """
    values = list(dict.fromkeys(map(typed, found)))
    meanings: dict[Any, Any] = {}
    assumptions: list[str] = []
    for key in values:
        value = key[1]
        given = _given(role, value, means)
        meanings[key] = _by_vocabulary(role, value) if given is None else given
    _blanks(role, meanings, assumptions)
    settled = {meaning for meaning in meanings.values() if meaning is True or meaning is False}
    for key, meaning in meanings.items():
        if meaning is None and role in DECISIONS and key[0] == "number" and len(settled) == 2:
            meanings[key] = FAILED  # 1 and 0 have their meanings already: 2 is neither
    open_values = [key for key, meaning in meanings.items() if meaning is None]
    if open_values:
        _fit(role, open_values, meanings, found, truths, assumptions)
    return meanings, assumptions


def typed(value: Any) -> tuple[str, Any]:
    """A value that is not mistaken for an equal one of another type (TRUE and 1)."""
    return type(value).__name__ if not isinstance(value, int | float) or isinstance(
        value, bool
    ) else "number", value


def _given(role: str, value: Any, means: Mapping[str, str] | None) -> Any:
    for word, meaning in (means or {}).items():
        same = word == "" if value in (None, "") else cell_text(word) == cell_text(str(value))
        if same:
            read = named_meaning(role, meaning)
            if read is None:
                from baccarat_xl.errors import UsageError

                raise UsageError(f"{word}={meaning}: {meaning!r} is no answer that a {role} formula can give")
            return read
    return None


def _blanks(role: str, meanings: dict[Any, Any], assumptions: list[str]) -> None:
    blanks = [key for key, meaning in meanings.items() if meaning is BLANK]
    others = {meaning for meaning in meanings.values() if meaning is True or meaning is False}
    for key in blanks:
        if role in DECISIONS and len(others) == 1 and all(m is not None for m in meanings.values()):
            meanings[key] = not others.copy().pop()
            assumptions.append(
                f"an empty answer means {said(role, meanings[key])}, since no other answer does"
            )
        elif role in ("player_third", "banker_third"):
            meanings[key] = NO_CARD
        else:
            meanings[key] = UNKNOWN


def _fit(
    role: str,
    unknown: list[Any],
    meanings: dict[Any, Any],
    found: Sequence[Any],
    truths: Sequence[Truth],
    assumptions: list[str],
) -> None:
    if role in NUMBERS:
        for key in unknown:
            meanings[key] = FAILED
        return
    counts: dict[Any, Counter[Any]] = {key: Counter() for key in unknown}
    for value, right in zip(found, truths, strict=True):
        key = typed(value)
        if right.kind == "judged" and key in counts:
            counts[key].update(right.right)
    possible = meanings_of(role)
    taken = {meaning for meaning in meanings.values() if meaning in possible}
    free = [meaning for meaning in possible if meaning not in taken] or list(possible)
    if len(unknown) > len(free):
        choice = {key: max(possible, key=lambda one: counts[key][one]) for key in unknown}
    else:
        choice = _best(unknown, counts, free)
    total = sum(sum(count.values()) for count in counts.values())
    fitting = sum(counts[key][meaning] for key, meaning in choice.items())
    if role in DECISIONS and len(unknown) == 1 and len(free) == 1:
        fitting = total
    if total and fitting < _FITS * total:
        words = ", ".join(shown(key[1]) for key in unknown)
        raise Undecided(
            f"nothing says what {words} means; say it with means, as {words}={said(role, possible[0])}"
        )
    for key, meaning in choice.items():
        meanings[key] = meaning
        assumptions.append(f"{shown(key[1])} means {said(role, meaning)}, the assignment that fits best")


def _best(unknown: list[Any], counts: dict[Any, Counter[Any]], free: list[Any]) -> dict[Any, Any]:
    from itertools import permutations

    if len(unknown) > len(free) or len(unknown) > 4:
        return {key: max(free, key=lambda meaning: counts[key][meaning]) for key in unknown}

    def fits(row: tuple[Any, ...]) -> int:
        return sum(counts[key][meaning] for key, meaning in zip(unknown, row, strict=True))

    rows: list[tuple[Any, ...]] = list(permutations(free, len(unknown)))
    best = max(rows, key=fits)
    return dict(zip(unknown, best, strict=True))


def said(role: str, meaning: Any) -> str:
    """A meaning in words."""
    if meaning is UNKNOWN:
        return "not known yet"
    if meaning is FAILED:
        return "an error"
    if meaning is NO_CARD:
        return "no card"
    if role == "natural":
        return "natural" if meaning else "no natural"
    if role in DECISIONS:
        return "draw" if meaning else "stand"
    return str(meaning)
