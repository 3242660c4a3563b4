"""xlwings' own Windows code, run anywhere: stand-ins for pywin32 and for a worksheet's ranges.

What is stood in for is only what talks to Windows. The dispatch, the converters and the cleaning of cell
values are xlwings' own modules `udfs`, `conversion` and `_xlwindows`.
"""

from __future__ import annotations

import ctypes
import datetime
import importlib
import sys
import types
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import MagicMock

import xlwings

RANGE_ID = "{00020846-0000-0000-C000-000000000046}"
MISSING = -2147352572
"""What pywin32 hands over for an argument left out."""
ERROR_NUMBERS = {
    "#DIV/0!": -2146826281,
    "#N/A": -2146826246,
    "#NAME?": -2146826259,
    "#NULL!": -2146826288,
    "#NUM!": -2146826252,
    "#REF!": -2146826265,
    "#VALUE!": -2146826273,
}
"""What pywin32 hands over for an error in a cell."""


class ComError(Exception):
    """Stands for pywintypes.com_error."""


def _modules() -> dict[str, types.ModuleType]:
    names = (
        "pythoncom pywintypes win32api win32con win32gui win32process win32timezone win32com win32com.client"
    )
    made: dict[str, Any] = {name: types.ModuleType(name) for name in names.split()}
    for name in ("win32api", "win32con", "win32gui", "win32process", "win32timezone", "pythoncom"):
        made[name].__getattr__ = lambda attribute: MagicMock(name=attribute)
    made["pythoncom"].CoInitialize = lambda: None
    made["pywintypes"].com_error = ComError
    made["pywintypes"].TimeType = type("TimeType", (datetime.datetime,), {})
    made["pywintypes"].IID = str
    client = made["win32com"].client = made["win32com.client"]
    client.Dispatch = lambda thing, **_: thing
    client.DispatchEx = client.Dispatch
    client.CDispatch = client.DispatchBaseClass = client.CoClassBaseClass = type("Dispatch", (), {})
    return made


class SheetRange:
    """A range of cells as Excel hands it over: an object whose Value is one value, or rows of values."""

    def __init__(self, *rows: tuple[object, ...]) -> None:
        single = len(rows) == 1 and len(rows[0]) == 1
        self.Value = rows[0][0] if single else tuple(rows)
        self._oleobj_ = self
        self.iid = RANGE_ID
        self.Worksheet = MagicMock(name="Worksheet")
        self.Row = self.Column = 1
        self.Rows = types.SimpleNamespace(Count=len(rows))
        self.Columns = types.SimpleNamespace(Count=len(rows[0]))

    def GetTypeInfo(self) -> SheetRange:
        return self

    def GetTypeAttr(self) -> SheetRange:
        return self


@contextmanager
def xlwings_on_windows() -> Iterator[types.ModuleType]:
    """xlwings' module `udfs`, with its decorators in place of the ones that do nothing."""
    ours = ("xlwings.udfs", "xlwings._xlwindows", "xlwings._win32patch")
    modules = _modules()
    before = {name: sys.modules.get(name) for name in (*modules, *ours)}
    decorators = {name: getattr(xlwings, name) for name in ("func", "arg", "ret")}
    windows_only = [name for name in ("windll", "oledll") if not hasattr(ctypes, name)]
    python_library, engines = ctypes.PyDLL, xlwings.engines
    try:
        sys.modules.update(modules)
        for name in windows_only:
            setattr(ctypes, name, MagicMock())
        ctypes.PyDLL = MagicMock()  # type: ignore[misc]
        windows = importlib.import_module("xlwings._xlwindows")
        xlwings._xlwindows = windows
        udfs = importlib.import_module("xlwings.udfs")
        xlwings.func, xlwings.arg, xlwings.ret = udfs.xlfunc, udfs.xlarg, udfs.xlret
        xlwings.engines = type(engines)()
        xlwings.engines.add(xlwings.main.Engine(impl=windows.engine))
        com_server = types.ModuleType("xlwings.com_server")
        com_server.loop = None
        sys.modules["xlwings.com_server"] = com_server
        yield udfs
    finally:
        for name, function in decorators.items():
            setattr(xlwings, name, function)
        ctypes.PyDLL = python_library  # type: ignore[misc]
        xlwings.engines = engines
        if hasattr(xlwings, "_xlwindows"):
            del xlwings._xlwindows
        for name in windows_only:
            delattr(ctypes, name)
        sys.modules.pop("xlwings.com_server", None)
        for name, module in before.items():
            if module is None:
                sys.modules.pop(name, None)
            else:
                sys.modules[name] = module
