"""The documentation: its generated pages are fresh, its links lead somewhere, its printed commands say so."""

from __future__ import annotations

import importlib.util
import json
import re
import shlex
from pathlib import Path
from types import ModuleType

import pytest

from baccarat_xl.cli import main
from baccarat_xl.cli.exit_codes import Exit
from baccarat_xl.functions.hosts import catalogue

DOCS = Path(__file__).parent.parent / "docs"
PAGES = sorted(path for path in DOCS.rglob("*.md") if "_build" not in path.parts)


@pytest.fixture(scope="module")
def generate() -> ModuleType:
    spec = importlib.util.spec_from_file_location("docs_generate", DOCS / "generate.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_generated_pages_are_fresh(generate: ModuleType) -> None:
    made = generate.pages()
    for path, text in made.items():
        assert (DOCS / path).read_text(encoding="utf-8") == text, f"{path}: run python docs/generate.py"
    kept = {
        path.relative_to(DOCS).as_posix() for name in generate.GENERATED for path in (DOCS / name).iterdir()
    }
    assert kept <= set(made)


def test_every_function_was_swept_in_every_host_that_is_listed(generate: ModuleType) -> None:
    kept = json.loads((DOCS / "conformance.json").read_text(encoding="utf-8"))
    assert set(kept) == set(catalogue.HOST_MODULES)
    for host, swept in kept.items():
        assert list(swept["functions"]) == [f.name for f in catalogue.host(host).functions], host
        assert not any(found["mismatches"] for found in swept["functions"].values()), host


def _lines(folder: Path, host: str, *lines: tuple[str, str, int, int]) -> None:
    keys = ("engine", "function", "states", "mismatches")
    text = "".join(json.dumps({"host": host, **dict(zip(keys, line, strict=True))}) + "\n" for line in lines)
    (folder / f"{host}.jsonl").write_text(text, encoding="utf-8")


def test_the_table_of_sweeps_is_taken_over_and_compared(
    generate: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found, kept = tmp_path / "found", tmp_path / "kept.json"
    found.mkdir()
    two = [("Node 20", "WINNER", 400, 0), ("IronCalc 1", "WINNER", 57, 1), ("IronCalc 1", "HAND_TOTAL", 7, 0)]
    _lines(found, "sheets", ("Node 20", "HAND_TOTAL", 8000, 0), *two)
    taken = generate.take_over(found)["sheets"]
    assert (taken["engine"], list(taken["functions"])) == ("Node 20", ["HAND_TOTAL", "WINNER"])
    assert taken["also"] == {"IronCalc 1": {"states": 64, "mismatches": 1}}
    kept.write_text(json.dumps(generate.take_over(found)), encoding="utf-8")
    monkeypatch.setattr(generate, "KEPT", kept)
    generate.compare(found)
    _lines(found, "sheets", ("Node 22", "HAND_TOTAL", 8000, 0), *two)
    with pytest.raises(SystemExit, match="sheets: make it again"):
        generate.compare(found)
    _lines(found, "sheets", ("Node 22", "HAND_TOTAL", 8000, 0), ("Node 22", "WINNER", 400, 0), *two[1:])
    generate.compare(found)
    _lines(found, "vba", ("Basic", "WINNER", 400, 0))
    with pytest.raises(SystemExit, match="vba: make it again"):
        generate.compare(found)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(DOCS).as_posix())
def test_links_lead_to_pages_and_pictures(page: Path) -> None:
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    base = DOCS / "hosts" if page.parent.name == "about" else page.parent
    for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", text):
        if "://" not in target:
            assert (base / target).exists(), target


def test_the_printed_formula_is_what_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    page = (DOCS / "plain-formulas.md").read_text(encoding="utf-8")
    command, *printed = page.split("```text\n$ ")[1].split("```")[0].splitlines()
    assert main(shlex.split(command)[1:]) == Exit.CLEAN
    said = capsys.readouterr()
    assert said.out.strip() == "".join(printed[:2])
    assert said.err.startswith(printed[2].removesuffix(" ..."))
