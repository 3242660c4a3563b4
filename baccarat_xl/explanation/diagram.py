"""The procedure as a diagram, the way of one round marked by sign and colour; no amounts in it (R9)."""

from __future__ import annotations

import re
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Final

from baccarat_xl.explanation.way import NATURAL_TOTALS, PLAYER_DRAWS_ON, PLAYER_STANDS_ON, Way

if TYPE_CHECKING:
    from jinja2 import Template
    from markupsafe import Markup

ROOM: Final = "baccarat_xl.explanation"
_VARIABLE: Final = re.compile(r"--([\w-]+):\s*(#\w+)")
_USE: Final = re.compile(r"var\(--([\w-]+)\)")


def stylesheet() -> str:
    """The colours, light and dark, and the looks of a diagram that stands in a page."""
    return _text("palette.css") + _text("way.css")


def diagram(way: Way) -> Markup:
    """The diagram as a part of a page that has the `stylesheet`."""
    return _drawn(way, alone=False)


def picture(way: Way, title: str) -> str:
    """The diagram as an SVG file of its own: title and description for screen readers, colours for light and
    dark grounds written out, since few programs but browsers know variables."""
    return str(_drawn(way, alone=True, title=title, css=_written_out()))


def _drawn(way: Way, *, alone: bool, title: str = "", css: str = "") -> Markup:
    from markupsafe import Markup

    text = _template().render(
        way=way,
        alone=alone,
        title=title,
        description=f"The drawing procedure, and the way of this round: {way.sentence}.",
        css=css,
        draws=PLAYER_DRAWS_ON,
        stands=PLAYER_STANDS_ON,
        naturals=NATURAL_TOTALS,
    )
    return Markup("\n".join(line for line in text.splitlines() if line.strip()) + "\n")


@cache
def _template() -> Template:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader(ROOM, "."),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template("way.svg.j2")


def _text(name: str) -> str:
    return resources.files(ROOM).joinpath(name).read_text("utf-8")


def _written_out() -> str:
    light, dark = (dict(_VARIABLE.findall(part)) for part in _text("palette.css").split("@media", 1))
    rules = _text("way.css")
    return "\n".join(
        [
            _USE.sub(lambda found: light[found[1]], rules),
            "@media (prefers-color-scheme: dark) {",
            _USE.sub(lambda found: dark[found[1]], rules) + "}\n",
        ]
    )
