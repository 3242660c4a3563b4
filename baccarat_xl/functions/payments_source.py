"""The source text of `payments_data`, from `payments_table`. After a change of the terms:

python -c "from baccarat_xl.functions.payments_source import write; write()"
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, TypeAlias

from baccarat_xl.functions.payments_table import make

_WIDTH: Final = 100
_DATA: Final = Path(__file__).with_name("payments_data.py")
_Mapping: TypeAlias = (
    dict[int, str] | dict[str, int] | dict[str, tuple[int, int]] | dict[int, tuple[float, ...]]
)
_HEAD: Final = '''\
"""What every bet comes to in every situation, and how often; made by `payments_source`.

No part of it is written by hand (R9, R10).
"""

from __future__ import annotations

from typing import Final

# fmt: off
# ruff: noqa: E501
'''


def text() -> str:
    """The source text of `payments_data`."""
    table = make()
    parts = [
        ("BETS", "tuple[tuple[str, str], ...]", _tuple(table.bets), "Name and label of each bet."),
        (
            "BET_WORDS",
            "dict[str, int]",
            _dict(table.bet_words),
            "Plain word -> number of the bet; outcome words beside them.",
        ),
        (
            "TERMS",
            "tuple[str, ...]",
            _tuple(table.terms),
            "By code: none chosen, what Banker is paid, what Tie alone is paid, one of each.",
        ),
        (
            "TERMS_WORDS",
            "dict[str, int]",
            _dict(table.terms_words),
            "Plain word -> code of terms, none joined.",
        ),
        ("MAINS", "int", str(table.mains), "How many of the codes say what Banker is paid, from 1 on."),
        (
            "TIES",
            "int",
            str(table.ties),
            "How many after them say what Tie alone is paid; then come the joined ones.",
        ),
        (
            "RULE_OF",
            "tuple[tuple[int, ...], ...]",
            _tuple(table.rule_of),
            "By bet and code of terms: the number of the rule by which it is paid.",
        ),
        (
            "PAYS",
            "dict[str, tuple[int, int]]",
            _dict(table.pays),
            "Mark -> what each unit staked is paid beside the stake, as a fraction; = is a push.",
        ),
        (
            "TOTALS",
            "str",
            _string("".join(f"{number:03}" for number in table.totals)),
            "Three digits by outcome (Player, Banker, Tie, not known), Player's final total (0-9, not known) "
            "and Banker's:\nthe number of a block.",
        ),
        (
            "SITUATIONS",
            "str",
            _string("".join(f"{number:03}" for number in table.situations)),
            "Three digits by block, number of Player's cards (2, 3, not known) and of Banker's: what is then "
            "the situation.",
        ),
        (
            "PAIR_LEVELS",
            "str",
            _string("".join(map(str, table.pair_levels))),
            "By situation: which hands can have pairs in it. 0: no round is so.",
        ),
        (
            "PAIRS_POSSIBLE",
            "str",
            _string(table.pairs_possible),
            "By level and both hands' pairs (no; a pair; mixed; perfect; not known): y where that can be.",
        ),
        (
            "ROUND_ANSWERS",
            "dict[int, str]",
            _dict(table.round_answers, strings=True),
            "Rule -> a mark by situation: - lost, ? not settled, else of PAYS.",
        ),
        (
            "PAIR_ANSWERS",
            "dict[int, str]",
            _dict(table.pair_answers, strings=True),
            "Rule of a bet on pairs -> a mark, in the order of PAIRS_POSSIBLE.",
        ),
        ("EVENTS", "tuple[tuple[str, str], ...]", _tuple(table.events), "Name and label of each event."),
        (
            "EVENT_WORDS",
            "dict[str, int]",
            _dict(table.event_words),
            "Plain word -> number of the event; outcome words beside them.",
        ),
        (
            "CHANCES",
            "tuple[tuple[float, ...], ...]",
            _tuple(table.chances),
            "By event: its share of all deals of a full shoe of 1-8 decks and of an endless one.",
        ),
        (
            "EDGES",
            "dict[int, tuple[float, ...]]",
            _dict(table.edges),
            "Rule -> the house edge for the same shoes; rules of several terms have none.",
        ),
    ]
    body = "".join(f'{name}: Final[{kind}] = {value}\n"""{says}"""\n' for name, kind, value, says in parts)
    return _HEAD + body


def write() -> None:
    """Write `payments_data` anew."""
    _DATA.write_text(text(), encoding="utf-8")


def _quoted(value: object) -> str:
    return (
        '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"' if isinstance(value, str) else repr(value)
    )


def _item(value: object) -> str:
    return f"({', '.join(map(_quoted, value))})" if isinstance(value, tuple) else _quoted(value)


def _tuple(items: Iterable[object]) -> str:
    return "(\n" + "".join(_lines_of(f"{_item(item)}," for item in items)) + ")"


def _dict(
    items: _Mapping,
    *,
    strings: bool = False,
) -> str:
    if strings:
        return (
            "{\n" + "".join(f"    {key}: {_string(str(value), 8)},\n" for key, value in items.items()) + "}"
        )
    return (
        "{\n" + "".join(_lines_of(f"{_quoted(key)}: {_item(value)}," for key, value in items.items())) + "}"
    )


def _lines_of(items: Iterable[str]) -> Iterator[str]:
    """Items side by side, as many as a line takes."""
    line = ""
    for item in items:
        if line and len(line) + len(item) > _WIDTH:
            yield f"    {line.rstrip()}\n"
            line = ""
        line += f"{item} "
    yield f"    {line.rstrip()}\n"


def _string(value: str, indent: int = 4) -> str:
    pieces = [value[start : start + _WIDTH - 4] for start in range(0, len(value), _WIDTH - 4)]
    lines = "".join(f"{' ' * indent}{_quoted(piece)}\n" for piece in pieces)
    return f"(\n{lines}{' ' * (indent - 4)})"
