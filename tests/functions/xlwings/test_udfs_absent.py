"""The UDF modules where no Excel can call them, and as text."""

from __future__ import annotations

import importlib
import sys

import pytest

from baccarat_xl.errors import MissingPart
from baccarat_xl.functions.hosts.xlwings_classic.bridge import HostMissing, as_udf
from baccarat_xl.functions.hosts.xlwings_classic.module import module_text
from baccarat_xl.functions.library import banker_draws
from baccarat_xl.functions.whole_library import FUNCTIONS

READY = "baccarat_xl.functions.hosts.xlwings_classic.udfs"


def test_without_the_host_it_says_so() -> None:
    if sys.platform == "win32":
        pytest.skip("this is the host")
    sys.modules.pop(READY, None)
    with pytest.warns(HostMissing, match="no Excel can call it here"):
        module = importlib.import_module(READY)
    assert module.BANKER_DRAWS([[3.0]], [[8.0]]) is False
    assert module.BANKER_DRAWS([[6.0], [7.0]], [["?"], [1]]) == [["#N/A"], [False]]
    assert set(module.__all__) == {"UDFS", *(function.name for function in FUNCTIONS)}


def test_without_xlwings_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "xlwings", None)
    with pytest.raises(MissingPart, match="pip install xlwings"):
        as_udf(banker_draws)


def test_the_written_module_reads_well() -> None:
    text = module_text()
    assert text.isascii()
    assert "Generated from baccarat-xl " in text
    assert text.count("@xw.func(") == len(FUNCTIONS)
    assert max(map(len, text.splitlines())) < 400
