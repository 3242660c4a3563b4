"""A module of xlwings UDFs as a file of its own, to read and to keep beside a workbook."""

from __future__ import annotations

import json
from typing import Final

from baccarat_xl.functions.hosts.generated import generated_from, home
from baccarat_xl.functions.hosts.xlwings_classic.bridge import ARGUMENT_OPTIONS
from baccarat_xl.functions.registry import CATEGORY, Argument, Function
from baccarat_xl.functions.whole_library import FUNCTIONS

MODULE_NAME: Final = "baccarat_xl_udfs"
_HEAD: Final = '''\
"""Baccarat's drawing rules, payments and exact chances as xlwings functions for Excel on Windows.

{generated} Change nothing here; make it again.
Needs the package baccarat-xl in the Python that xlwings starts.
"""

import xlwings as xw

from baccarat_xl.functions import library, payments
from baccarat_xl.functions.hosts.xlwings_classic.bridge import answer, warn_without_host

'''
_FUNCTION: Final = """
{func}
{arguments}
def {name}({parameters}):
    {doc}
    return answer({home}.{python_name}, {names})

"""


def module_text() -> str:
    """The module's source text, UTF-8, ending in a line break."""
    head = _HEAD.format(generated=generated_from("baccarat-xl addin xlwings"))
    names = ", ".join(function.name for function in FUNCTIONS)
    tail = f"\nwarn_without_host([{names}], __name__)\n"
    return head + functions_text(f"@xw.func(category={json.dumps(CATEGORY)})", "@xw.arg") + tail


def functions_text(func: str, arg: str) -> str:
    """Every function's definition; ``func`` decorates them, ``arg`` names the arguments' decorator."""
    return "".join(_function(function, func, arg) for function in FUNCTIONS)


def _function(function: Function[object], func: str, arg: str) -> str:
    return _FUNCTION.format(
        func=func,
        arguments="\n".join(_argument(argument, arg) for argument in function.arguments),
        name=function.name,
        parameters=", ".join(f"{a.name}=None" if a.optional else a.name for a in function.arguments),
        doc=f'"""{function.summary}"""',
        home=home(function),
        python_name=function.name.lower(),
        names=", ".join(argument.name for argument in function.arguments),
    )


def _argument(argument: Argument, arg: str) -> str:
    options = ", ".join(f"{name}={value!r}" for name, value in ARGUMENT_OPTIONS.items())
    return f"{arg}({json.dumps(argument.name)}, doc={json.dumps(argument.help)}, {options})"
