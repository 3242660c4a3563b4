"""named_functions.html: every field of every named function, ready to copy into Sheets' dialog."""

from __future__ import annotations

from html import escape
from string import Template

from baccarat_xl.functions.hosts.generated import generated_from
from baccarat_xl.functions.hosts.javascript.core import part
from baccarat_xl.functions.hosts.sheets.named_functions import (
    NamedFunction,
    Placeholder,
    named_functions,
    only_in_the_script,
)


def page(command: str, checked: str) -> str:
    """The page; ``checked`` is the sentence that says where its formulas were run."""
    return Template(part("named_functions.html", "baccarat_xl.functions.hosts.sheets", "static")).substitute(
        generated=escape(generated_from(command)),
        checked=escape(checked),
        functions="".join(map(_section, named_functions())),
        others=_others(),
    )


def _others() -> str:
    names = ", ".join(f"<code>{function.name}</code>" for function in only_in_the_script())
    return f"<p>In the script only: {names}.</p>\n" if names else ""


def _section(function: NamedFunction) -> str:
    rows = "".join(map(_row, function.placeholders))
    label = escape(f"the formula of {function.name}")
    field = f"{function.name}-formula"
    return (
        f'<section aria-labelledby="{function.name}">\n<h2 id="{function.name}">{function.name}</h2>\n'
        f"<p>{escape(function.description)}</p>\n"
        '<table><thead><tr><th scope="col">Argument placeholder</th><th scope="col">Description</th>'
        f'<th scope="col">Example</th></tr></thead>\n<tbody>\n{rows}</tbody></table>\n'
        f'<p class="field"><label for="{field}">Formula definition</label><span></span>'
        f'<button type="button" data-copies="{field}" aria-label="{label}">Copy</button></p>\n'
        f'<textarea id="{field}" readonly spellcheck="false">{escape(function.formula)}</textarea>\n'
        "</section>\n"
    )


def _row(one: Placeholder) -> str:
    return (
        f"<tr><td><code>{one.name}</code></td><td>{escape(one.description)}</td>"
        f"<td><code>{escape(one.example)}</code></td></tr>\n"
    )
