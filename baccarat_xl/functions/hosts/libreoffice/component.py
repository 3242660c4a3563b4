"""The Python component inside the add-in: texts from Calc in, a number, a text or a real error out."""

from __future__ import annotations

from typing import Final

from baccarat_xl.functions.hosts.generated import generated_from, home
from baccarat_xl.functions.hosts.libreoffice.interface import INTERFACE, MODULE, SERVICE, method
from baccarat_xl.functions.registry import Function
from baccarat_xl.functions.whole_library import FUNCTIONS

PACKAGE: Final = "baccarat_xl_in_calc"
"""The name that our own modules have inside the add-in."""
ERROR_NUMBERS: Final = {"#VALUE!": 519, "#NUM!": 503, "#N/A": 32767}
"""Agreed text -> the number of that error in Calc."""
_COMPONENT: Final = '''\
"""Baccarat's drawing rules, payments and exact chances as functions of LibreOffice Calc.

{generated} Change nothing here; make it again.
The rules themselves are in pythonpath/{package}/rules; tableau.py holds the drawing table,
functions/payments_data.py what bets come to.
"""

import re
import struct
from functools import lru_cache

import unohelper
from com.sun.star.lang import XServiceInfo
from {module} import {interface}

from {package}.cell_error import CellError
from {package}.functions import library, payments
from {package}.functions.cells import call_cell

SERVICE = "{service}"
ERRORS = {errors}
"""An error -> its number in Calc."""
NUMBER = re.compile(r"(-?(?:0|[1-9][0-9]*))(?:[.,]([0-9]*[1-9]))?(?:E([+-][0-9]+))?")
"""How Calc writes a number, whatever its format in the cell; the sign in it goes by the language."""


def error_number(number):
    """The number that Calc takes for an error: no number, with the error's own number in its low bits."""
    return struct.unpack("<d", struct.pack("<II", number, 0x7FF80000))[0]


def cell(text):
    """What the cell holds: Calc hands every cell over as text, an empty one as empty text."""
    number = NUMBER.fullmatch(text)
    return float("%s.%se%s" % (number[1], number[2] or "0", number[3] or "0")) if number else text


@lru_cache(maxsize=65536)
def answer(function, *texts):
    """TRUE and FALSE are 1 and 0, since a component cannot say that a number is to be shown as TRUE."""
    result = call_cell(function, *map(cell, texts))
    if isinstance(result, CellError):
        return error_number(ERRORS[result.code])
    return result if isinstance(result, str) else float(result)


class Functions(unohelper.Base, {interface}, XServiceInfo):
    """One method for each function, as {module}.idl declares them."""

    def __init__(self, context):
        self.context = context

{methods}
    def getImplementationName(self):
        return SERVICE

    def supportsService(self, name):
        return name in self.getSupportedServiceNames()

    def getSupportedServiceNames(self):
        return (SERVICE, "com.sun.star.sheet.AddIn")


g_ImplementationHelper = unohelper.ImplementationHelper()
g_ImplementationHelper.addImplementation(Functions, SERVICE, (SERVICE, "com.sun.star.sheet.AddIn"))
'''
_METHOD: Final = """\
    def {method}(self, {names}):
        return answer({home}.{python_name}, {names})

"""


def component_text() -> str:
    """The component's source text."""
    return _COMPONENT.format(
        generated=generated_from("baccarat-xl addin libreoffice"),
        package=PACKAGE,
        module=MODULE,
        interface=INTERFACE,
        service=SERVICE,
        errors=ERROR_NUMBERS,
        methods="".join(map(_method, FUNCTIONS)),
    )


def _method(function: Function[object]) -> str:
    return _METHOD.format(
        method=method(function),
        names=", ".join(argument.name for argument in function.arguments),
        home=home(function),
        python_name=function.name.lower(),
    )
