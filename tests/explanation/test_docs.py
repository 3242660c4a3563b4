"""The page about explanations prints what the command prints."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from baccarat_xl.cli import main

PAGE = (Path(__file__).parents[2] / "docs" / "explain.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL)
PICTURE = Path(__file__).parents[2] / "docs" / "pictures" / "explain.svg"


def test_what_is_printed_is_what_the_page_shows(capsys: pytest.CaptureFixture[str]) -> None:
    first, *_ = BLOCKS[0].splitlines()
    main(shlex.split(first)[1:])
    out = capsys.readouterr().out
    for block in BLOCKS[1:3]:
        assert block in out


def test_the_commands_of_the_page_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    log = Path(__file__).parents[2] / "examples" / "data" / "hand_kept_log.xlsx"
    Path("log.xlsx").write_bytes(log.read_bytes())
    lines = [line for block in BLOCKS for line in block.splitlines() if line.startswith("baccarat-xl")]
    assert len(lines) == 7
    for line in lines:
        assert main(shlex.split(line)[1:]) in (0, 1)


def test_the_picture_of_the_page_is_fresh(tmp_path: Path) -> None:
    out = tmp_path / "explain.svg"
    main(["explain", "P 2 3 8 B A 2", "--format", "svg", "-o", str(out)])
    assert out.read_bytes() == PICTURE.read_bytes()
