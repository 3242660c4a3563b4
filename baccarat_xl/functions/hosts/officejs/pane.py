"""The task pane: look-up, tableau and help, as one accessible page made from the rules and the registry."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from string import Template
from typing import Final

from baccarat_xl.functions.hosts.generated import generated_from
from baccarat_xl.functions.hosts.javascript.core import part
from baccarat_xl.functions.hosts.officejs.manifest import NAMESPACE
from baccarat_xl.functions.registry import Argument, Example, Function, call_text, literal
from baccarat_xl.functions.whole_library import FUNCTIONS
from baccarat_xl.rules.cards import card_value
from baccarat_xl.rules.domain import RANKS
from baccarat_xl.rules.tableau import BANKER_DRAWS, CARD_VALUES, NATURALS, PLAYER_DRAWS, TOTALS
from baccarat_xl.rules.unknown import NO_CARD, Card

_PACKAGE: Final = "baccarat_xl.functions.hosts.officejs"
_SHOWN_FIRST: Final = next(function for function in FUNCTIONS if function.name == "BANKER_DRAWS")
_COLUMNS: Final[tuple[Card, ...]] = (NO_CARD, *CARD_VALUES)


def static(name: str) -> str:
    """A file of the pane that nothing is put into."""
    return part(name, _PACKAGE, "static")


def pane(command: str) -> str:
    """taskpane.html."""
    return Template(static("taskpane.html")).substitute(
        generated=escape(generated_from(command)),
        totals="".join(f'<option value="{total}">{total}</option>' for total in TOTALS),
        thirds="".join(f'<option value="{value}">{escape(text)}</option>' for value, text in _thirds()),
        naturals=" or ".join(map(str, sorted(NATURALS))),
        player_draws=_span(total for total, draws in PLAYER_DRAWS.items() if draws),
        player_stands=_span(total for total, draws in PLAYER_DRAWS.items() if not draws),
        heads="".join(f'<th scope="col" data-column="{_key(c)}">{_key(c)}</th>' for c in _COLUMNS),
        rows="".join(map(_row, sorted({banker for banker, _ in BANKER_DRAWS}))),
        namespace=NAMESPACE,
        example=escape(call_text(_SHOWN_FIRST, _SHOWN_FIRST.example.arguments)),
        result=escape(_shown(_SHOWN_FIRST.example)),
        functions="".join(map(_help, FUNCTIONS)),
    )


def _span(totals: Iterable[int]) -> str:
    ordered = sorted(totals)
    return f"{ordered[0]}&ndash;{ordered[-1]}"


def _thirds() -> list[tuple[str, str]]:
    named = [(str(value), _with_ranks(value)) for value in CARD_VALUES]
    return [("", "none yet, or stood"), ("?", "drawn, not seen"), *named]


def _with_ranks(value: int) -> str:
    """``0 (10, J, Q, K)``: the value and the cards that are written otherwise."""
    ranks = [rank for rank in RANKS if card_value(rank) == value and rank != str(value)]
    return f"{value} ({', '.join(ranks)})" if ranks else str(value)


def _key(column: Card) -> str:
    return "stood" if column is NO_CARD else str(column)


def _row(banker: int) -> str:
    cells = "".join(
        f'<td class="{"draws" if BANKER_DRAWS[banker, c] else "stands"}" data-row="{banker}"'
        f' data-column="{_key(c)}">{"D" if BANKER_DRAWS[banker, c] else "s"}</td>'
        for c in _COLUMNS
    )
    return f'<tr><th scope="row" data-row="{banker}">{banker}</th>{cells}</tr>\n'


def _help(function: Function[object]) -> str:
    examples = "".join(f"<dd>{_example(function, example)}</dd>" for example in function.examples)
    errors = "".join(f"<dd><code>{error}</code> {escape(when)}.</dd>" for error, when in function.errors)
    return (
        f'<details id="{function.name}"><summary>{function.name}</summary>\n'
        f"<p><code>{escape(function.syntax)}</code></p><p>{escape(function.summary)}</p>\n"
        f"<dl>{''.join(map(_argument, function.arguments))}\n"
        f"<dt>Returns</dt><dd>{escape(function.returns)}</dd>\n<dt>Errors</dt>{errors}\n"
        f"<dt>Examples</dt>{examples}</dl></details>\n"
    )


def _argument(argument: Argument) -> str:
    optional = ' <span class="optional">(may be left out)</span>' if argument.optional else ""
    return f"<dt><code>{argument.name}</code>{optional}</dt><dd>{escape(argument.help)}</dd>"


def _example(function: Function[object], example: Example) -> str:
    call = f"<code>={NAMESPACE}.{escape(call_text(function, example.arguments))}</code>"
    note = f": {escape(example.note)}" if example.note else ""
    return f"{call} shows {escape(_shown(example))}{note}"


def _shown(example: Example) -> str:
    if example.result == "":
        return "an empty text"
    return example.result if isinstance(example.result, str) else literal(example.result)
