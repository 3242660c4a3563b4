"""The text for xlwings Lite's editor, and what its requirements have to name."""

from __future__ import annotations

from typing import Final

from baccarat_xl._version import __version__
from baccarat_xl.functions.hosts.generated import generated_from
from baccarat_xl.functions.hosts.xlwings_classic.module import functions_text

COMMAND: Final = "baccarat-xl addin xlwings-lite"
_HEAD: Final = '''\
"""Baccarat's drawing rules as functions for xlwings Lite: Excel on Windows, on a Mac and on the web.

{generated} Change nothing here; make it again.
Needs the lines of requirements.txt in the tab of that name.
"""

from xlwings import arg, func

from baccarat_xl.functions import library
from baccarat_xl.functions.hosts.xlwings_lite.bridge import answer

'''
_REQUIREMENTS: Final = """\
# {generated}
# For xlwings Lite's tab requirements.txt: keep the line for xlwings that stands there, add the other.
xlwings
baccarat-xl=={version}
"""


def module_text() -> str:
    """The module's source text, ASCII, ending in a line break."""
    head = _HEAD.format(generated=generated_from(COMMAND))
    return head + functions_text("@func", "@arg").rstrip("\n") + "\n"


def requirements_text() -> str:
    """The lines for requirements.txt."""
    return _REQUIREMENTS.format(generated=generated_from(COMMAND), version=__version__)
