"""A second evaluator of formulas, for the tests alone: a few functions, written from Excel's documentation.

It shares no line with the package: its own tokens, its own parser, its own comparison rules.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

TOKEN = re.compile(
    r'\s*(?:(?P<text>"(?:[^"]|"")*")|(?P<number>\d+(?:\.\d+)?)|(?P<name>[A-Za-z_][\w.]*!?\$?[A-Za-z]*\$?\d*)'
    r"|(?P<sign><=|>=|<>|[-+*/&=<>(),;:{}]))"
)
LEVELS = (("=", "<>", "<", ">", "<=", ">="), ("&",), ("+", "-"), ("*", "/"))


class Failed(Exception):
    """An error value."""


def evaluate(formula: str, cells: Mapping[str, Any]) -> Any:
    """The value of a formula; ``"#"`` for any error. Cells that are absent are empty."""
    try:
        parser = _Parser(formula.lstrip("="), cells)
        value = parser.expression({})
        assert parser.at == len(parser.tokens), formula
    except Failed:
        return "#"
    value = _single(value)
    return 0 if value is None else value


def _single(value: Any) -> Any:
    while isinstance(value, list):
        value = value[0]
    return value


class _Parser:
    def __init__(self, text: str, cells: Mapping[str, Any]) -> None:
        self.tokens: list[tuple[str, str]] = []
        at = 0
        while at < len(text.rstrip()):
            match = TOKEN.match(text, at)
            assert match, text[at:]
            kind = str(match.lastgroup)
            self.tokens.append((kind, match[kind]))
            at = match.end()
        self.at = 0
        self.cells = {key.upper(): value for key, value in cells.items()}

    def peek(self) -> str:
        return self.tokens[self.at][1] if self.at < len(self.tokens) else ""

    def take(self, wanted: str | None = None) -> str:
        found = self.tokens[self.at][1]
        assert wanted in (None, found), (wanted, found, self.tokens)
        self.at += 1
        return found

    def expression(self, names: dict[str, Any], level: int = 0) -> Any:
        if level == len(LEVELS):
            return self.unary(names)
        value = self.expression(names, level + 1)
        while self.peek() in LEVELS[level] and self.tokens[self.at][0] == "sign":
            sign = self.take()
            value = _each(_operator(sign), value, self.expression(names, level + 1))
        return value

    def unary(self, names: dict[str, Any]) -> Any:
        if self.peek() in ("-", "+") and self.tokens[self.at][0] == "sign":
            sign = self.take()
            value = self.unary(names)
            return _each(lambda a, _: -_number(a) if sign == "-" else a, value, 0)
        return self.primary(names)

    def primary(self, names: dict[str, Any]) -> Any:
        kind, text = self.tokens[self.at]
        if kind == "sign" and text == "(":
            self.take()
            value = self.expression(names)
            self.take(")")
            return value
        if text == "{":
            return self.array()
        self.take()
        if kind == "text":
            return text[1:-1].replace('""', '"')
        if kind == "number":
            return float(text)
        if self.peek() == "(":
            return self.call(text.upper(), names)
        if text.upper() in ("TRUE", "FALSE"):
            return text.upper() == "TRUE"
        if text.upper() in names:
            return names[text.upper()]
        return self.reference(text)

    def array(self) -> list[list[Any]]:
        self.take("{")
        rows: list[list[Any]] = [[]]
        while self.peek() != "}":
            if self.peek() == ";":
                rows.append([])
            elif self.peek() != ",":
                kind, text = self.tokens[self.at]
                rows[-1].append(text[1:-1] if kind == "text" else float(text))
            self.take()
        self.take("}")
        return rows

    def reference(self, text: str) -> Any:
        first = text.replace("$", "").upper()
        if self.peek() != ":":
            return self.cells.get(first)
        self.take()
        last = self.take().replace("$", "").upper()
        sheet, _, start = first.rpartition("!")
        left, top = start.rstrip("0123456789"), int(re.sub(r"\D", "", start))
        right, bottom = last.rstrip("0123456789"), int(re.sub(r"\D", "", last))
        prefix = f"{sheet}!" if sheet else ""
        columns = range(_column(left), _column(right) + 1)
        return [
            [self.cells.get(f"{prefix}{_letters(c)}{r}") for c in columns] for r in range(top, bottom + 1)
        ]

    def call(self, name: str, names: dict[str, Any]) -> Any:
        """Arguments are parsed into thunks, so that IF evaluates one branch only."""
        self.take("(")
        arguments: list[Callable[[], Any]] = []
        scope = dict(names)
        place = 0
        while self.peek() != ")":
            if name == "LET" and place % 2 == 0 and self.tokens[self.at + 1][1] == ",":
                variable = self.take().upper()
                self.take(",")
                start = self.at
                value = self._safe(scope)()
                scope[variable] = value
                self.at = self.skip(start)
                place += 1
            else:
                arguments.append(self._safe(dict(scope)))
            place += 1
            if self.peek() == ",":
                self.take()
        self.take(")")
        return FUNCTIONS[name](*arguments)

    def skip(self, at: int) -> int:
        depth = 0
        while at < len(self.tokens):
            text = self.tokens[at][1] if self.tokens[at][0] == "sign" else ""
            if depth == 0 and text in (",", ")"):
                break
            depth += (text in ("(", "{")) - (text in (")", "}"))
            at += 1
        return at

    def _safe(self, scope: dict[str, Any]) -> Callable[[], Any]:
        start = self.at
        end = self.skip(start)
        self.at = end

        def thunk() -> Any:
            kept, self.at = self.at, start
            try:
                return self.expression(scope)
            finally:
                self.at = kept

        return thunk


def _column(letters: str) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - 64
    return number


def _letters(column: int) -> str:
    text = ""
    while column:
        column, rest = divmod(column - 1, 26)
        text = chr(65 + rest) + text
    return text


def _each(function: Callable[[Any, Any], Any], one: Any, two: Any) -> Any:
    if not isinstance(one, list) and not isinstance(two, list):
        return function(one, two)
    rows = max(len(v) for v in (one, two) if isinstance(v, list))
    columns = max(len(v[0]) for v in (one, two) if isinstance(v, list))

    def at(value: Any, row: int, column: int) -> Any:
        if not isinstance(value, list):
            return value
        line = value[row if len(value) > 1 else 0]
        return line[column if len(line) > 1 else 0]

    return [[function(at(one, r, c), at(two, r, c)) for c in range(columns)] for r in range(rows)]


def _number(value: Any) -> float:
    if value is None:
        return 0.0
    if isinstance(value, str):
        try:
            return float(value)
        except ValueError:
            raise Failed from None
    return float(value)


def _text(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).upper()
    return f"{value:g}" if isinstance(value, float | int) else str(value)


def _rank(value: Any) -> tuple[int, Any]:
    if isinstance(value, bool):
        return 2, value
    return (1, value.casefold()) if isinstance(value, str) else (0, float(value))


def _compare(sign: str, one: Any, two: Any) -> bool:
    blank = {bool: False, str: ""}
    if one is None:
        one = blank.get(type(two), 0.0)
    if two is None:
        two = blank.get(type(one), 0.0)
    first, second = _rank(one), _rank(two)
    below, same = first < second, first == second
    tests = {"=": same, "<>": not same, "<": below, ">": first > second, "<=": below or same, ">=": not below}
    return tests[sign]


def _operator(sign: str) -> Callable[[Any, Any], Any]:
    if sign in LEVELS[0]:
        return lambda a, b: _compare(sign, a, b)
    if sign == "&":
        return lambda a, b: _text(a) + _text(b)

    def arithmetic(a: Any, b: Any) -> float:
        x, y = _number(a), _number(b)
        if sign == "/" and not y:
            raise Failed
        return {"+": x + y, "-": x - y, "*": x * y, "/": x / y if y else 0.0}[sign]

    return arithmetic


def _truth(value: Any) -> bool:
    value = _single(value)
    if isinstance(value, str):
        if value.upper() in ("TRUE", "FALSE"):
            return value.upper() == "TRUE"
        raise Failed
    return bool(value)


def _flat(*arguments: Callable[[], Any]) -> list[Any]:
    out: list[Any] = []
    for argument in arguments:
        value = argument()
        out += [cell for row in value for cell in row] if isinstance(value, list) else [value]
    return out


def _if(test: Any, yes: Any = lambda: True, no: Any = lambda: False) -> Any:
    return yes() if _truth(test()) else no()


def _ifs(*arguments: Callable[[], Any]) -> Any:
    for test, answer in zip(arguments[::2], arguments[1::2], strict=True):
        if _truth(test()):
            return answer()
    raise Failed


def _choose(which: Any, *answers: Callable[[], Any]) -> Any:
    place = int(_number(_single(which())))
    if not 1 <= place <= len(answers):
        raise Failed
    return answers[place - 1]()


def _index(table: Any, row: Any, column: Any = None) -> Any:
    cells = table()
    first = int(_number(_single(row())))
    second = int(_number(_single(column()))) if column else None
    if second is None:
        second = 1
        if len(cells) == 1:
            first, second = 1, first
    if not (1 <= first <= len(cells) and 1 <= second <= len(cells[0])):
        if first == 0 and 0 <= second <= len(cells[0]):
            return [row[second - 1 : second] if second else row for row in cells]
        if second == 0 and 1 <= first <= len(cells):
            return [cells[first - 1]]
        raise Failed
    return cells[first - 1][second - 1]


def _sumproduct(*arguments: Any) -> float:
    total = 0.0
    for values in zip(*(_flat(argument) for argument in arguments), strict=True):
        product = 1.0
        for value in values:
            product *= value if isinstance(value, float | int) and not isinstance(value, bool) else 0.0
        total += product
    return total


def _logical(join: Callable[[list[bool]], bool]) -> Callable[..., bool]:
    return lambda *arguments: join([_truth(value) for value in _flat(*arguments)])


def _match(what: Any, where: Any, kind: Any = None) -> float:
    wanted = _single(what())
    for place, cell in enumerate(_flat(where), 1):
        if _rank(cell if cell is not None else 0.0) == _rank(wanted if wanted is not None else 0.0):
            return float(place)
    raise Failed


def _mid(text: Any, start: Any, count: Any) -> str:
    first, length = int(_number(start())), int(_number(count()))
    if first < 1 or length < 0:
        raise Failed
    return _text(text())[first - 1 : first - 1 + length]


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "IF": _if,
    "IFS": _ifs,
    "AND": _logical(all),
    "OR": _logical(any),
    "NOT": lambda value: not _truth(value()),
    "CHOOSE": _choose,
    "INDEX": _index,
    "LET": lambda last: last(),
    "SUMPRODUCT": _sumproduct,
    "MOD": lambda a, b: _number(a()) % _number(b()),
    "MATCH": _match,
    "MID": _mid,
    "N": lambda a: a() if isinstance(a(), float | int) else 0.0,
    "MIN": lambda *a: min(_number(v) for v in _flat(*a)),
    "MAX": lambda *a: max(_number(v) for v in _flat(*a)),
    "SUM": lambda *a: sum(v for v in _flat(*a) if isinstance(v, float | int)),
    "ISBLANK": lambda a: a() is None,
}
