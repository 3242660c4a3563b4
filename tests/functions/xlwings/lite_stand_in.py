"""Stands for the module xlwings inside xlwings Lite, with what a custom function meets there and no more.

Written from its documentation: ``@func`` and ``@arg(name, doc=..., ndim=2, err_to_str=True)``; arguments are
values or rows of values; an empty cell, and an argument left out, gives the parameter's default, else None;
``ndim=2`` makes rows of cells of everything; ``err_to_str`` gives an error as its text; a text that is an
error's becomes that error in the cell, and None an empty text.
"""

import inspect

ERROR_TYPES = {
    "#DIV/0!": "Div0",
    "#N/A": "NotAvailable",
    "#NAME?": "Name",
    "#NULL!": "Null",
    "#NUM!": "Num",
    "#REF!": "Ref",
    "#VALUE!": "Value",
}


def func(function):
    function.registered = True
    return function


def arg(name, doc, ndim, err_to_str):
    def inner(function):
        if name not in inspect.signature(function).parameters:
            raise ValueError(name)
        function.helps = {name: doc, **getattr(function, "helps", {})}
        function.options = {name: (ndim, err_to_str), **getattr(function, "options", {})}
        return function

    return inner


class Host:
    """What calls the functions of a module from cells."""

    def __init__(self, module):
        self.module = module

    def call(self, name, cells):
        function = getattr(self.module, name)
        assert function.registered
        parameters = list(inspect.signature(function).parameters.values())
        given = [
            _argument(cell, parameter, function.options[parameter.name])
            for cell, parameter in zip(cells.to_py(), parameters, strict=False)
        ]
        return _result(function(*given))

    def raw(self, name, cells):
        """Nothing done to the arguments: JavaScript's own null, arrays and objects arrive."""
        return _result(getattr(self.module, name)(*cells))


def _argument(value, parameter, options):
    ndim, err_to_str = options
    assert (ndim, err_to_str) == (2, True)
    if isinstance(value, list) and len(value) == 1 and len(value[0]) == 1:
        value = value[0][0]
    if not isinstance(value, list):
        value = _cell(value)
        if value is None:
            return None if parameter.default is parameter.empty else parameter.default
        return [[value]]
    return [[_cell(cell) for cell in row] for row in value]


def _cell(value):
    if type(value).__name__ in ("JsNull", "JsUndefined") or value is None or value == "":
        return None
    return value["basicValue"] if isinstance(value, dict) else value


def _result(value):
    if isinstance(value, list):
        return [[_shown(cell) for cell in row] for row in value]
    return _shown(value)


def _shown(value):
    if value is None:
        return ""
    if isinstance(value, str) and value in ERROR_TYPES:
        return {"type": "Error", "errorType": ERROR_TYPES[value]}
    return value
