"""The arrows of the design, the small rooms, and the one tableau."""

from __future__ import annotations

import ast
import doctest
import pkgutil
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import baccarat_xl

PACKAGE = Path(baccarat_xl.__file__).parent
MODULES = sorted(PACKAGE.rglob("*.py"))
LONGEST = 450
LEAVES = {"errors", "cell_error", "child", "pause", "_version"}
MAY_IMPORT = {
    "rules": set(),
    "errors": {"rules"},
    "cell_error": set(),
    "child": set(),
    "pause": set(),
    "_version": set(),
    "columns": {"rules"},
    "functions": {"rules", "columns"},
    "workbook": set(),
    "layout": {"workbook", "rules", "columns"},
    "templates": {"functions", "layout", "workbook", "rules", "columns"},
    "proof": {"layout", "functions", "rules", "columns"},
    "audit": {"layout", "workbook", "rules", "columns", "proof", "settlement", "frequencies"},
    "config": {"audit", "workbook", "proof"},
    "report": {"audit", "config", "frequencies", "proof", "rules", "explanation"},
    "explanation": {"rules"},
    "settlement": {"rules"},
    "odds": {"rules", "settlement"},
    "ledger": {"settlement", "templates", "rules"},
    "drill": {"templates", "rules"},
    "frequencies": {"odds", "simulation", "rules", "columns"},
    "simulation": {"proof", "rules", "columns"},
    "giveback": {"report", "audit", "layout", "workbook", "rules", "proof"},
    "inspection": {"workbook"},
    "live": {"report", "audit", "layout", "workbook"},
    "cli": {
        "report",
        "audit",
        "config",
        "templates",
        "functions",
        "layout",
        "workbook",
        "proof",
        "odds",
        "settlement",
        "giveback",
        "inspection",
        "simulation",
        "explanation",
        "ledger",
        "drill",
    },
    "__init__": {"functions", "rules"},
    "__main__": {"cli"},
}


PAYMENTS = sorted((PACKAGE / "functions").glob("payments*.py"))
"""Functions about payments and chances: they decide no draw (R9). One of them makes the others' data."""
MAKES_THE_DATA = PACKAGE / "functions" / "payments_table.py"
JOINS_BOTH = PACKAGE / "functions" / "whole_library.py"


def room(path: Path) -> str:
    """The part of the package that a module belongs to."""
    return path.relative_to(PACKAGE).with_suffix("").parts[0]


def imported(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("baccarat_xl"):
            parts = node.module.split(".")[1:]
            found |= {parts[0]} if parts else {alias.name for alias in node.names}
        if isinstance(node, ast.Import):
            found |= {
                alias.name.split(".")[1] for alias in node.names if alias.name.startswith("baccarat_xl.")
            }
    return found


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_follow_the_arrows(path: Path) -> None:
    here = room(path)
    leaves = LEAVES - {"errors"} if here == "rules" else LEAVES
    more = {"settlement", "odds"} if path == MAKES_THE_DATA else set()
    assert imported(path) - leaves - {here} <= MAY_IMPORT[here] | more


def needed_at_once(path: Path) -> set[str]:
    """The modules of the package that a module imports at its top, those for type checking left out."""
    found = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("baccarat_xl"):
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                found.add(whole if whole in NAMED else node.module)
    return found & NAMED.keys()


NAMED = {
    ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__"): path
    for path in MODULES
}


def test_no_modules_import_each_other_in_a_circle() -> None:
    left = {name: needed_at_once(path) - {name} for name, path in NAMED.items()}
    while free := [name for name, needs in left.items() if not needs & left.keys()]:
        for name in free:
            del left[name]
    assert left == {}


def imported_in_the_end(path: Path, seen: set[Path]) -> set[Path]:
    """Every module of the package that a module needs, through whatever others."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        for name in names:
            if not name.startswith("baccarat_xl."):
                continue
            there = PACKAGE.parent.joinpath(*name.split("."))
            for file in (there.with_suffix(".py"), there / "__init__.py"):
                if file.is_file() and file not in seen:
                    seen.add(file)
                    imported_in_the_end(file, seen)
    return seen


def decides_draws(path: Path) -> bool:
    """Whether a module of these rooms is neither about payments nor a host, which offers every function."""
    hosts = PACKAGE / "functions" / "hosts"
    return path not in (*PAYMENTS, JOINS_BOTH) and hosts not in path.parents


@pytest.mark.parametrize(
    "drawing", ["rules", "columns", "functions", "layout", "proof", "templates", "explanation", "drill"]
)
def test_no_drawing_code_knows_of_payments(drawing: str) -> None:
    """R9: neither the modules that decide draws nor any that they use import payment terms or chances."""
    modules = [path for path in MODULES if room(path) == drawing and decides_draws(path)]
    needed = {*modules, *(found for path in modules for found in imported_in_the_end(path, set()))}
    assert modules
    assert {room(path) for path in needed} & {"settlement", "odds"} == set()
    assert needed & {*PAYMENTS, JOINS_BOTH} == set()


def test_what_runs_of_the_payment_functions_needs_data_alone() -> None:
    """Neither the file of terms nor numpy: hosts carry these modules to where there is neither."""
    needed = imported_in_the_end(JOINS_BOTH, set())
    makers = {"payments_source", "payments_table"}
    assert {*PAYMENTS} & needed == {path for path in PAYMENTS if path.stem not in makers}
    assert {room(path) for path in needed} & {"settlement", "odds"} == set()


def test_drawing_loads_nothing_about_payments() -> None:
    code = (
        "import sys, baccarat_xl.templates.build, baccarat_xl.proof.plain, baccarat_xl.columns; "
        "print([name for name in sys.modules if 'payments' in name or name.startswith('baccarat_xl.odds')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_rules_use_the_standard_library_only() -> None:
    for path in (PACKAGE / "rules").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            for name in names:
                top = name.split(".")[0]
                assert top in sys.stdlib_module_names or name.startswith("baccarat_xl.rules"), (path, name)


def test_the_drawing_table_stands_once() -> None:
    """Banker 5 draws on 4-7 and Banker 4 on 2-7: those runs as literals are a second copy of the table."""
    run = re.compile(
        r"[(\[{]\s*(2, ?3, ?)?4, ?5, ?6, ?7\s*[)\]}]|range\([24], ?8\)|\"[Ds]{8,}\"|[\"'](23)?4567[\"']"
    )
    copies = [path.name for path in MODULES if run.search(path.read_text(encoding="utf-8"))]
    assert copies == []


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_rooms_stay_small(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= LONGEST


def names_of_modules() -> list[str]:
    return [
        module.name
        for module in pkgutil.walk_packages([str(PACKAGE)], "baccarat_xl.")
        if not module.name.endswith("__main__")
    ]


@pytest.mark.parametrize("name", names_of_modules())
def test_examples_in_docstrings(name: str) -> None:
    module = import_module(name)
    assert doctest.testmod(module).failed == 0


@pytest.mark.parametrize("path", sorted(PACKAGE.rglob("__init__.py")), ids=lambda path: path.parent.name)
def test_no_module_stands_in_the_place_of_a_name_that_its_package_offers(path: Path) -> None:
    """Once such a module is loaded, the package's name means the module."""
    module = ".".join(path.parent.relative_to(PACKAGE.parent).parts)
    offered = getattr(import_module(module), "__all__", ())
    assert not set(offered) & {found.name for found in pkgutil.iter_modules([str(path.parent)])}
