"""A module of xlwings UDFs as a file of its own, to read and to keep beside a workbook."""

from __future__ import annotations

import json
from typing import Final

from baccarat_xl.functions.hosts.generated import generated_from
from baccarat_xl.functions.hosts.xlwings_classic.bridge import ARGUMENT_OPTIONS
from baccarat_xl.functions.library import FUNCTIONS
from baccarat_xl.functions.registry import CATEGORY, Argument, Function

MODULE_NAME: Final = "baccarat_xl_udfs"
_HEAD: Final = '''\
"""Baccarat's drawing rules as xlwings functions for Excel on Windows.

{generated} Change nothing here; make it again.
Needs the package baccarat-xl in the Python that xlwings starts.
"""

import xlwings as xw

from baccarat_xl.functions import library
from baccarat_xl.functions.hosts.xlwings_classic.bridge import answer, warn_without_host

'''
_FUNCTION: Final = """
@xw.func(category={category})
{arguments}
def {name}({parameters}):
    {doc}
    return answer(library.{python_name}, {names})

"""


def module_text() -> str:
    """The module's source text, UTF-8, ending in a line break."""
    head = _HEAD.format(generated=generated_from("baccarat-xl addin xlwings"))
    names = ", ".join(function.name for function in FUNCTIONS)
    tail = f"\nwarn_without_host([{names}], __name__)\n"
    return head + "".join(map(_function, FUNCTIONS)) + tail


def _function(function: Function[object]) -> str:
    return _FUNCTION.format(
        category=json.dumps(CATEGORY),
        arguments="\n".join(map(_argument, function.arguments)),
        name=function.name,
        parameters=", ".join(f"{a.name}=None" if a.optional else a.name for a in function.arguments),
        doc=f'"""{function.summary}"""',
        python_name=function.name.lower(),
        names=", ".join(argument.name for argument in function.arguments),
    )


def _argument(argument: Argument) -> str:
    options = ", ".join(f"{name}={value!r}" for name, value in ARGUMENT_OPTIONS.items())
    return f"@xw.arg({json.dumps(argument.name)}, doc={json.dumps(argument.help)}, {options})"
