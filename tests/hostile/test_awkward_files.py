"""Awkward files end as they are said to: refused in one sentence, or read with what was left out named."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))
import formulas  # noqa: E402, F401
import markup  # noqa: E402, F401
import packages  # noqa: E402, F401
import texts  # noqa: E402, F401
from apart import Answer, Apart  # noqa: E402
from awkward import FILES, Awkward  # noqa: E402

LEAST = 40
ENDS = {0: "read", 1: "read", 3: "refused", 4: "in part"}


@pytest.fixture(scope="module")
def apart() -> Iterator[Apart]:
    with Apart(seconds=300) as process:
        yield process


def end_of(answer: Answer) -> str:
    """How the check ended, by its exit code and by what it says was left out."""
    end = ENDS.get(-1 if answer.code is None else answer.code, f"code {answer.code}: {answer.err}")
    return "in part" if end == "read" and "not read" in answer.out else end


def test_there_are_enough() -> None:
    assert len({file.name for file in FILES}) == len(FILES) >= LEAST


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_an_awkward_file(file: Awkward, apart: Apart, tmp_path: Path) -> None:
    path = tmp_path / file.name
    file.make(path)
    answer = apart.call("check", str(path))
    inspected = apart.call("inspect", str(path))
    assert not answer.failed, answer.err
    assert not inspected.failed, inspected.err
    assert end_of(answer) in file.ends.split("|"), answer.out + answer.err
    assert re.search(file.says, answer.out + answer.err + inspected.out)
    assert (inspected.code == 3) == (answer.code == 3)
    if answer.code == 3:
        sentence = re.search(r"not read: (.*)", answer.out)
        assert sentence is not None
        assert sentence[1].count(". ") == 0
        assert sentence[1].endswith(".")
    for text in (answer.out, inspected.out):
        assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e]", text)


def test_nothing_is_unpacked(apart: Apart, tmp_path: Path) -> None:
    file = next(file for file in FILES if file.name == "path_tricks.xlsx")
    place = tmp_path / "a" / "b" / "c" / "d"
    place.mkdir(parents=True)
    file.make(place / file.name)
    apart.call("check", str(place / file.name))
    apart.call("inspect", str(place / file.name))
    assert [found for found in tmp_path.rglob("*") if found.is_file()] == [place / file.name]


def test_inspection_as_data(apart: Apart, tmp_path: Path) -> None:
    file = next(file for file in FILES if file.name == "macro_sheet.xlsx")
    file.make(tmp_path / file.name)
    answer = apart.call("inspect", str(tmp_path / file.name), "--format", "json")
    told = json.loads(answer.out)
    assert answer.code == 1
    assert ["Macro1", "very hidden"] in told["sheets"]
    assert {"Excel 4 macros", "start by itself", "very hidden sheet"} <= {t["what"] for t in told["things"]}
    assert {part["name"] for part in told["parts"]} >= {"xl/macrosheets/sheet1.xml", "xl/workbook.xml"}


def test_a_pipe_is_not_waited_for(apart: Apart, tmp_path: Path) -> None:
    import os

    if not hasattr(os, "mkfifo"):
        pytest.skip("this system has no named pipes")
    os.mkfifo(tmp_path / "pipe.csv")
    answer = apart.call("check", str(tmp_path / "pipe.csv"))
    assert (answer.code, "pipe or a device" in answer.out) == (3, True)
