"""Our own modules as files to carry along where nothing can be installed: what the functions need."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from importlib.resources import files
from pathlib import PurePosixPath
from typing import Final

_OURS: Final = "baccarat_xl"
ROOTS: Final = ("baccarat_xl.functions.cells", "baccarat_xl.functions.whole_library")


def module_files(
    package: str, *more: str, respelled: Callable[[str], str] = lambda source: source
) -> dict[str, bytes]:
    """Path -> content, in order of paths, of the modules that the functions and ``more`` import.

    ``package`` is the name they go under, so that a baccarat-xl installed beside them is not mixed up with
    them; ``respelled`` changes each source.
    """
    found: dict[str, bytes] = {}
    waiting = [*ROOTS, *more]
    while waiting:
        module = waiting.pop()
        path = _path(module)
        if path in found:
            continue
        source = _source(path)
        waiting += sorted(_imported(ast.parse(source)))
        found[path] = renamed(respelled(source), package).encode("utf-8")
        for folder in PurePosixPath(path).parents:
            if str(folder) != ".":
                found.setdefault(f"{folder}/__init__.py", b"")
    return {f"{package}{path.removeprefix(_OURS)}": found[path] for path in sorted(found)}


def _path(module: str) -> str:
    return module.replace(".", "/") + ".py"


def _source(path: str) -> str:
    return (files(_OURS) / path.removeprefix(f"{_OURS}/")).read_text(encoding="utf-8")


def renamed(source: str, package: str) -> str:
    """Another package name, in imports and examples alike."""
    return re.sub(rf"\b{_OURS}(?=\.[a-z])", package, source)


def _imported(tree: ast.Module) -> Iterator[str]:
    """The modules of ours that a module imports when it runs."""
    typing_only = {
        inner
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        if node in typing_only or not isinstance(node, ast.ImportFrom) or node.module is None:
            continue
        if node.module.split(".")[0] == _OURS:
            inner = [f"{node.module}.{name.name}" for name in node.names]
            modules = [name for name in inner if _is_module(name)]
            yield from modules or [node.module]


def _is_module(name: str) -> bool:
    return (files(_OURS) / _path(name).removeprefix(f"{_OURS}/")).is_file()
