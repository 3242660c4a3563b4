"""An explanation as a page: notes, contradictions, the way, and what another input would change."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from baccarat_xl._version import __version__
from baccarat_xl.explanation.changes import IN_WORDS
from baccarat_xl.explanation.words import NOTHING_MORE, capital, decision_of, inputs_of
from baccarat_xl.report.page.page import css, environment

if TYPE_CHECKING:
    from baccarat_xl.explanation.round import Explained

TEMPLATE: Final = "explained.html.j2"
TAGS: Final = {"same": "strong", "other": "warning", "settles": "note", "opens": "error"}
"""The looks of what a change comes to; a sign and words say the same."""


def explained_page(found: Explained) -> str:
    """One self-contained page."""
    helpers: dict[str, Any] = {
        "capital": capital,
        "decision_of": decision_of,
        "inputs_of": inputs_of,
        "effects": IN_WORDS,
        "tags": TAGS,
    }
    text = (
        environment()
        .get_template(TEMPLATE)
        .render(found=found, css=css(), version=__version__, nothing_more=NOTHING_MORE, **helpers)
    )
    return text.rstrip() + "\n"
