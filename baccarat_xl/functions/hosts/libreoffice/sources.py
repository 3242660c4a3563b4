"""Our own modules as files inside the add-in: what the functions need, and nothing else.

They go in under a name of their own, so that a baccarat-xl installed in the same Python is not mixed up with
them, and in the spelling of older Pythons.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import PurePosixPath
from typing import Final

from baccarat_xl.functions.hosts.libreoffice.older_python import for_older_python

PACKAGE: Final = "baccarat_xl_in_calc"
_OURS: Final = "baccarat_xl"
_ROOTS: Final = ("baccarat_xl.functions.cells", "baccarat_xl.functions.library")


def module_files() -> dict[str, bytes]:
    """Path below the add-in's Python folder -> content, in order of paths."""
    found: dict[str, bytes] = {}
    waiting = list(_ROOTS)
    while waiting:
        module = waiting.pop()
        path = _path(module)
        if path in found:
            continue
        source = _source(path)
        waiting += sorted(_imported(ast.parse(source)))
        found[path] = _renamed(for_older_python(source)).encode("utf-8")
        for folder in PurePosixPath(path).parents:
            if str(folder) != ".":
                found.setdefault(f"{folder}/__init__.py", b"")
    return {f"{PACKAGE}{path.removeprefix(_OURS)}": found[path] for path in sorted(found)}


def _path(module: str) -> str:
    return module.replace(".", "/") + ".py"


def _source(path: str) -> str:
    return (files(_OURS) / path.removeprefix(f"{_OURS}/")).read_text(encoding="utf-8")


def _renamed(source: str) -> str:
    """Another package name, in imports and examples alike."""
    return re.sub(rf"\b{_OURS}(?=\.[a-z])", PACKAGE, source)


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
