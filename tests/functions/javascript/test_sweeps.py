"""Every function over its whole sweep: in the core, as an Office.js add-in, as a script for Google Sheets."""

from __future__ import annotations

import pytest

from baccarat_xl.functions.hosts.javascript.core import core
from baccarat_xl.functions.hosts.officejs import host as officejs
from baccarat_xl.functions.hosts.sheets import host as sheets
from baccarat_xl.functions.registry import Function
from baccarat_xl.functions.whole_library import FUNCTIONS
from tests.functions.conformance import keep
from tests.functions.javascript.node import Node

SOURCES = {
    "core": core(),
    "officejs": officejs.HOST.files()["functions.js"].decode(),
    "sheets": sheets.HOST.files()["baccarat.gs"].decode(),
}


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.name)
def test_every_state_agrees_with_python(function: Function[object], node: Node) -> None:
    for host, source in SOURCES.items():
        count, wrong = node.swept(host, source, function)
        if host != "core":
            keep(host, node.engine, function.name, count, len(wrong))
        assert not wrong, f"{host}: {len(wrong)} of {count}: {wrong[:5]}"
