"""Our source text for the older Pythons that LibreOffice brings along: the same statements, older spelling.

Only what is known to be safe is rewritten, in its place, so that comments and layout stay: ``slots=True`` and
``strict=`` are left out, a type alias becomes text, ``{...} | {...}`` becomes ``{**..., **...}``.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

LEAST_PYTHON: Final = (3, 8)
_NEWER_OPTIONS: Final = frozenset({"slots", "strict"})
Edit = tuple[int, int, str]
"""From, to (offsets in the text), and what stands there instead."""


def for_older_python(source: str) -> str:
    """The source text without what Python 3.8 does not know.

    >>> for_older_python("for a, b in zip(x, y, strict=True): pass")
    'for a, b in zip(x, y): pass'
    """
    tree = ast.parse(source)
    place = _Places(source)
    for start, end, text in sorted(_edits(tree, place), reverse=True):
        source = source[:start] + text + source[end:]
    return source


class _Places:
    """Where a node stands in its text. Columns of the syntax tree count bytes."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.lines = source.splitlines(keepends=True)
        self.starts = [0]
        for line in self.lines:
            self.starts.append(self.starts[-1] + len(line))

    def at(self, line: int, column: int) -> int:
        return self.starts[line - 1] + len(self.lines[line - 1].encode()[:column].decode())

    def span(self, node: ast.expr | ast.keyword | ast.alias) -> tuple[int, int]:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self.at(node.lineno, node.col_offset), self.at(node.end_lineno, node.end_col_offset)

    def text(self, node: ast.expr) -> str:
        start, end = self.span(node)
        return self.source[start:end]


def _edits(tree: ast.Module, place: _Places) -> Iterator[Edit]:
    inside: set[ast.AST] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield from _without_newer_options(node, place)
        elif isinstance(node, ast.ImportFrom) and node.module == "typing":
            yield from _without_type_alias(node, place)
        elif isinstance(node, ast.AnnAssign) and _is_alias(node) and not isinstance(node.value, ast.Constant):
            assert node.value is not None
            yield (*place.span(node.value), repr(" ".join(place.text(node.value).split())))
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr) and node not in inside:
            chain = list(_union(node))
            inside.update(ast.walk(node))
            if any(isinstance(part, (ast.Dict, ast.DictComp)) for part in chain):
                merged = ", ".join(f"**{place.text(part)}" for part in chain)
                yield (*place.span(node), "{" + merged + "}")


def _without_newer_options(call: ast.Call, place: _Places) -> Iterator[Edit]:
    options = [option for option in call.keywords if option.arg in _NEWER_OPTIONS]
    others: list[ast.expr | ast.keyword] = [*call.args]
    others += [option for option in call.keywords if option not in options]
    for option in options:
        start, end = place.span(option)
        before = [place.span(other)[1] for other in others if place.span(other)[1] <= start]
        after = [place.span(other)[0] for other in others if place.span(other)[0] >= end]
        yield (max(before), end, "") if before else (start, min(after, default=end), "")


def _without_type_alias(node: ast.ImportFrom, place: _Places) -> Iterator[Edit]:
    if any(name.name == "TypeAlias" for name in node.names):
        kept = ", ".join(ast.unparse(name) for name in node.names if name.name != "TypeAlias")
        start, end = place.span(node.names[0])[0], place.span(node.names[-1])[1]
        yield start, end, kept


def _is_alias(node: ast.AnnAssign) -> bool:
    return isinstance(node.annotation, ast.Name) and node.annotation.id == "TypeAlias"


def _union(node: ast.expr) -> Iterator[ast.expr]:
    """The parts of ``a | b | c``, in order; the node itself when it is no such chain."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        yield from _union(node.left)
        yield from _union(node.right)
    else:
        yield node
