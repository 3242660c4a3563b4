"""What Calc is told of the functions: their UNO interface, and their names and texts.

Every argument is a ``string``. That is the one type for which Calc keeps an empty cell (empty text) apart
from a cell that holds 0 (the text 0); as a number or as ``any`` an empty cell would arrive as 0.0. An
argument typed so cannot be left out, and in an array formula Calc itself goes through ranges cell by cell.
"""

from __future__ import annotations

from typing import Final
from xml.sax.saxutils import escape

from baccarat_xl.functions.registry import Argument, Function
from baccarat_xl.functions.whole_library import FUNCTIONS

MODULE: Final = "baccaratxl"
INTERFACE: Final = "XBaccarat"
SERVICE: Final = f"{MODULE}.Baccarat"
"""The name of the service, and of its implementation; files that are saved hold it before function names."""
EVERY_ARGUMENT: Final = 'Give "" for none.'
_LIBRARY: Final = """\
module {module} {{
interface {interface} {{
{methods}
}};
service Baccarat : {interface};
}};
"""
_CONFIGURATION: Final = """\
<?xml version="1.0" encoding="UTF-8"?>
<oor:component-data xmlns:oor="http://openoffice.org/2001/registry" \
xmlns:xs="http://www.w3.org/2001/XMLSchema" oor:name="CalcAddIns" oor:package="org.openoffice.Office">
<node oor:name="AddInInfo">
<node oor:name="{service}" oor:op="replace">
<node oor:name="AddInFunctions">
{functions}
</node>
</node>
</node>
</oor:component-data>
"""


def method(function: Function[object]) -> str:
    """The name of a function in the interface: BANKER_DRAWS is bankerDraws."""
    return _identifier(function.name)


def _identifier(name: str) -> str:
    """A name as UNOIDL takes it: no low lines, a small letter first."""
    first, *others = name.split("_")
    return first.lower() + "".join(word.capitalize() for word in others)


def file_name(function: Function[object]) -> str:
    """The name by which a saved file calls the function."""
    return f"{SERVICE}.{method(function)}".upper()


def type_library() -> str:
    """The interface as UNOIDL text, which LibreOffice reads as it is."""
    methods = "\n".join(
        f"    any {method(function)}({', '.join(map(_parameter, function.arguments))});"
        for function in FUNCTIONS
    )
    return _LIBRARY.format(module=MODULE, interface=INTERFACE, methods=methods)


def _parameter(argument: Argument) -> str:
    return f"[in] string {_identifier(argument.name)}"


def configuration() -> str:
    """``CalcAddIns.xcu``: display names, descriptions and argument help for the Function Wizard."""
    return _CONFIGURATION.format(service=SERVICE, functions="\n".join(map(_function, FUNCTIONS)))


def _function(function: Function[object]) -> str:
    properties = "\n".join(
        (
            _text("DisplayName", function.name),
            _text("Description", function.summary),
            '<prop oor:name="Category"><value>Add-In</value></prop>',
            _text("CompatibilityName", function.name),
        )
    )
    arguments = "\n".join(map(_argument, function.arguments))
    return (
        f'<node oor:name="{method(function)}" oor:op="replace">\n{properties}\n'
        f'<node oor:name="Parameters">\n{arguments}\n</node>\n</node>'
    )


def _argument(argument: Argument) -> str:
    told = f"{argument.help} {EVERY_ARGUMENT}" if argument.optional else argument.help
    return (
        f'<node oor:name="{_identifier(argument.name)}" oor:op="replace">\n'
        f"{_text('DisplayName', argument.name)}\n{_text('Description', told)}\n</node>"
    )


def _text(name: str, text: str) -> str:
    return f'<prop oor:name="{name}"><value xml:lang="en">{escape(text)}</value></prop>'
