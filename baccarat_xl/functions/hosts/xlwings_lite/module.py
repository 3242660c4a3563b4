"""The text for xlwings Lite's editor, and what its requirements have to name."""

from __future__ import annotations

import json
from typing import Final

from baccarat_xl._version import __version__
from baccarat_xl.functions.hosts.generated import generated_from
from baccarat_xl.functions.hosts.own_sources import module_files
from baccarat_xl.functions.hosts.xlwings_classic.module import functions_text

COMMAND: Final = "baccarat-xl addin xlwings-lite"
_HEAD: Final = '''\
"""Baccarat's drawing rules, payments and exact chances as functions for xlwings Lite.

{generated} Change nothing here; make it again.
Needs the lines of requirements.txt in the tab of that name.
"""

from xlwings import arg, func

from baccarat_xl.functions import library, payments
from baccarat_xl.functions.hosts.xlwings_lite.bridge import answer

'''
ALONE: Final = "baccarat_xl_alone"
"""The name that our own modules have inside the module that carries them."""
_ALONE_HEAD: Final = '''\
"""Baccarat's drawing rules, payments and exact chances for xlwings Lite; nothing else is fetched or needed.

{generated} Change nothing here; make it again.
The functions stand at the end. Before them are the modules of baccarat-xl that they call, as they are;
rules/tableau.py holds the drawing table, functions/payments_data.py what bets come to.
"""

import sys
import tempfile
from pathlib import Path

from xlwings import arg, func

MODULES = {{}}
{modules}
_folder = Path(tempfile.mkdtemp())
for _path, _source in MODULES.items():
    (_folder / _path).parent.mkdir(parents=True, exist_ok=True)
    (_folder / _path).write_text(_source, encoding="utf-8")
sys.path.insert(0, str(_folder))

from {package}.functions import library, payments
from {package}.functions.hosts.xlwings_lite.bridge import answer

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


def alone_text() -> str:
    """A module that carries the package's own modules along and needs nothing else, ASCII."""
    carried = module_files(ALONE, "baccarat_xl.functions.hosts.xlwings_lite.bridge")
    modules = "".join(
        f"MODULES[{json.dumps(path)}] = {_quoted(content.decode('utf-8'))}\n"
        for path, content in carried.items()
    )
    head = _ALONE_HEAD.format(generated=generated_from(COMMAND), modules=modules, package=ALONE)
    return head + functions_text("@func", "@arg").rstrip("\n") + "\n"


def _quoted(source: str) -> str:
    """A source as a text literal that reads line by line."""
    escaped = source.replace("\\", "\\\\").replace("'''", "\\'\\'\\'")
    return f"'''\\\n{escaped.encode('ascii', 'backslashreplace').decode('ascii')}'''"


def requirements_text() -> str:
    """The lines for requirements.txt."""
    return _REQUIREMENTS.format(generated=generated_from(COMMAND), version=__version__)
