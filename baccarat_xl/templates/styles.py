"""Colours and cell formats of the templates, by name.

Every pair of text and ground has a contrast of 4.5:1 or more (a test computes it), and no meaning is
carried by colour alone: a word or a sign always says the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from xlsxwriter.format import Format
    from xlsxwriter.workbook import Workbook

Spec = dict[str, str | int | bool]

INK, PAPER, QUIET = "#1F2933", "#FFFFFF", "#52606D"
NAVY, GREEN, GREY = "#1B3A5B", "#14532D", "#E8ECF0"
_THIN: Final[Spec] = {"border": 1, "border_color": "#9AA5B1"}
_CENTRE: Final[Spec] = {"align": "center", "valign": "vcenter"}
_BAND: Final[Spec] = {"bold": True, "valign": "vcenter"}
_HEADER: Final[Spec] = {"bold": True, "text_wrap": True, "align": "center", "valign": "top", "font_size": 10}

FORMATS: Final[dict[str, Spec]] = {
    "title": {"bold": True, "font_size": 16, "font_color": NAVY, "bg_color": PAPER},
    "text": {"font_color": INK, "bg_color": PAPER, "valign": "vcenter"},
    "boxed": {"font_color": INK, "bg_color": PAPER, "text_wrap": True, "valign": "top", **_THIN},
    "boxed_strong": {"font_color": INK, "bg_color": PAPER, "bold": True, "valign": "top", **_THIN},
    "result": {
        "font_color": INK,
        "bg_color": GREY,
        "bold": True,
        "text_wrap": True,
        "align": "left",
        "valign": "top",
        **_THIN,
    },
    "strong": {"font_color": INK, "bg_color": PAPER, "bold": True, "valign": "vcenter"},
    "quiet": {"font_color": QUIET, "bg_color": PAPER, "italic": True, "valign": "vcenter"},
    "code": {
        "font_color": INK,
        "bg_color": GREY,
        "font_name": "Consolas",
        "text_wrap": True,
        "valign": "top",
        **_THIN,
    },
    "input": {"font_color": INK, "bg_color": "#FFF9DB", "locked": False, **_THIN, **_CENTRE},
    "note": {"font_color": INK, "bg_color": "#FFF9DB", "locked": False, "valign": "vcenter", **_THIN},
    "recorded": {"font_color": INK, "bg_color": "#E6F1FB", "locked": False, **_THIN, **_CENTRE},
    "formula": {"font_color": INK, "bg_color": GREY, **_THIN, **_CENTRE},
    "formula_text": {"font_color": INK, "bg_color": GREY, "valign": "vcenter", **_THIN},
    "answer": {
        "font_color": INK,
        "bg_color": GREY,
        "bold": True,
        "text_wrap": True,
        "valign": "vcenter",
        **_THIN,
    },
    "head_input": {"font_color": INK, "bg_color": "#F5D76E", **_HEADER, **_THIN},
    "head_recorded": {"font_color": INK, "bg_color": "#9CC5EE", **_HEADER, **_THIN},
    "head_formula": {"font_color": PAPER, "bg_color": "#3E4C59", **_HEADER, **_THIN},
    "legend_input": {"font_color": INK, "bg_color": "#FFF9DB", "valign": "vcenter"},
    "legend_recorded": {"font_color": INK, "bg_color": "#E6F1FB", "valign": "vcenter"},
    "legend_formula": {"font_color": INK, "bg_color": GREY, "valign": "vcenter"},
    "band_input": {"font_color": INK, "bg_color": "#F5D76E", **_BAND},
    "band_recorded": {"font_color": INK, "bg_color": "#9CC5EE", **_BAND},
    "band_formula": {"font_color": PAPER, "bg_color": "#3E4C59", **_BAND},
    "draws": {"font_color": GREEN, "bg_color": "#CDEFD5", "bold": True, **_THIN, **_CENTRE},
    "stands": {"font_color": INK, "bg_color": PAPER, **_THIN, **_CENTRE},
    "open": {
        "font_color": "#6B4300",
        "bg_color": "#FFE8B8",
        "italic": True,
        "text_wrap": True,
        **_THIN,
        **_CENTRE,
    },
}
"""Formats of cells."""

CONDITIONS: Final[dict[str, Spec]] = {
    "bad": {"font_color": "#8A0F1B", "bg_color": "#FFD6D9", "bold": True},
    "open": {"font_color": "#6B4300", "bg_color": "#FFE8B8"},
    "good": {"font_color": GREEN, "bg_color": "#CDEFD5"},
    "natural": {"font_color": INK, "bg_color": "#E0D4F7", "bold": True, "num_format": '"● "@'},
    "waits": {"font_color": "#6B4300", "bg_color": "#FFE8B8", "num_format": '"… "@'},
    "draws": {"font_color": INK, "bg_color": "#D5E8D4", "bold": True, "num_format": '"+ "@'},
    "due": {"font_color": INK, "bg_color": "#FFC94D", "bold": True},
    "no_card": {"font_color": INK, "bg_color": "#D5DADF", "pattern": 1},
    "line": {"font_color": INK, "bg_color": "#FFF0B3"},
    "mark": {"font_color": INK, "bg_color": "#FFC94D", "bold": True},
    "hit": {"font_color": PAPER, "bg_color": NAVY, "bold": True, "num_format": '"▶ "@'},
}
"""Formats that conditions put on top; a sign goes with each one that says something."""


def add_formats(workbook: Workbook) -> dict[str, Format]:
    """The formats of cells, made in this workbook."""
    return {name: workbook.add_format(dict(spec)) for name, spec in FORMATS.items()}


def add_conditions(workbook: Workbook) -> dict[str, Format]:
    """The formats of conditions, made in this workbook."""
    return {name: workbook.add_format(dict(spec)) for name, spec in CONDITIONS.items()}
