"""The command ``baccarat-xl fill``: options, what it says, exit codes, no half results."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from baccarat_xl.cli import main
from tests.templates.edited import built
from tests.templates.filling import HEADERS, parts, simple_rounds, stored, write_csv


@pytest.fixture
def source(tmp_path: Path) -> Path:
    return write_csv(
        tmp_path / "rounds.csv", [*HEADERS, "mood"], [[*row, "good"] for row in simple_rounds(5)]
    )


def test_a_template_and_rounds(tmp_path: Path, source: Path, capsys: pytest.CaptureFixture[str]) -> None:
    template, out = built(tmp_path / "my.xlsx"), tmp_path / "filled.xlsx"
    assert main(["fill", str(template), str(source), "-o", str(out)]) == 0
    said = capsys.readouterr()
    assert said.out.splitlines() == [
        f"{out}: 5 rounds in Rounds!6:10, table A5:AD15",
        "  column without a role, left out: mood",
    ]
    assert said.err == ""
    assert len(stored(out)) == 10


@pytest.mark.parametrize("flavour", ["plain", "lambda"])
def test_the_built_in_template(
    tmp_path: Path, source: Path, flavour: str, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "filled.xlsx"
    command = ["fill", "--template", "rounds", "--flavour", flavour, str(source), "-o", str(out)]
    assert main([*command, "--format", "json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["schema_version"], said["rows"], said["table"]) == (1, 5, "A5:AD10")
    assert (said["unknown_columns"], said["not_computed"], said["flagged"]) == (["mood"], [], [])
    assert [row["Check"] for row in stored(out)] == ["✓"] * 5
    assert (b"CARD_VALUE(" in parts(out)["xl/worksheets/sheet1.xml"]) == (flavour == "lambda")


def test_mapped_columns(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = write_csv(tmp_path / "r.csv", ["a", "b", "c", "d=e", "w"], [["9", "K", "2", "3", "x"]])
    maps = ["a=player_card_1", "b=player_card_2", "c=banker_card_1", "d=e=banker_card_2"]
    command = ["fill", "--template", "rounds", str(source), "-o", str(tmp_path / "out.xlsx")]
    assert main([*command, *(part for text in maps for part in ("--map", text))]) == 0
    assert "left out: w" in capsys.readouterr().out
    assert stored(tmp_path / "out.xlsx")[0]["Outcome"] == "Player"


def test_flagged_cells_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = [[1, 1, "zz", "2", "", "3", "4", "", ""], *simple_rounds(3)]
    source = write_csv(tmp_path / "r.csv", HEADERS, rows)
    assert main(["fill", "--template", "rounds", str(source), "-o", str(tmp_path / "out.xlsx")]) == 4
    assert "look at: C6 (Player card 1): 'zz', it is no card that can be read" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["{source}"], 2, "name two files"),
        (["{source}", "{source}", "--flavour", "lambda"], 2, "--flavour goes with"),
        (["--template", "rounds", "{source}", "{source}"], 2, "name one file"),
        (["--template", "rounds", "{source}", "--map", "mood"], 2, "not of the form HEADER=ROLE"),
        (["--template", "rounds", "{source}", "--map", "nowhere=outcome"], 2, "no column 'nowhere'"),
        (["--template", "rounds", "{source}", "--sheet", "x"], 2, "no named sheets"),
        (["--template", "rounds", "missing.csv"], 3, "no such file"),
    ],
)
def test_wrong_usage(
    tmp_path: Path,
    source: Path,
    arguments: list[str],
    code: int,
    message: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    out = tmp_path / "out.xlsx"
    assert main(["fill", *(part.format(source=source) for part in arguments), "-o", str(out)]) == code
    assert message in capsys.readouterr().err
    assert not out.exists()


def test_existing_results_need_force(tmp_path: Path, source: Path) -> None:
    command = ["fill", "--template", "rounds", str(source), "-o", str(tmp_path / "out.xlsx")]
    assert [main(command), main(command), main([*command, "--force"])] == [0, 2, 0]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows ends processes in another way")
def test_a_kill_leaves_no_half_result(tmp_path: Path) -> None:
    source = write_csv(tmp_path / "r.csv", HEADERS, simple_rounds(30_000))
    out = tmp_path / "out.xlsx"
    command = [
        sys.executable,
        "-m",
        "baccarat_xl",
        "fill",
        "--template",
        "rounds",
        str(source),
        "-o",
        str(out),
    ]
    for wanted in (signal.SIGKILL, signal.SIGINT):
        # On a busy machine it may be done before it is seen to write; then once more.
        assert any(_stopped_half_way(command, wanted, out) for _ in range(8)), "it never was stopped"
        assert not out.exists()
        if wanted == signal.SIGINT:
            assert list(tmp_path.glob(".out.xlsx.*")) == []
        for left in tmp_path.glob(".out.xlsx.*"):
            left.unlink()


def _heed_interrupts() -> None:
    """What a shell starts in the background ignores them, and so do its children."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def _stopped_half_way(command: list[str], wanted: int, out: Path) -> bool:
    """Was the command still writing when it was stopped? What it wrote to the end is taken away."""
    process = subprocess.Popen(
        command, cwd=Path(__file__).parents[2], stderr=subprocess.PIPE, preexec_fn=_heed_interrupts
    )
    while process.poll() is None and not any(p.stat().st_size for p in out.parent.glob(f".{out.name}.*")):
        time.sleep(0.002)
    process.send_signal(wanted)
    process.communicate()
    if process.returncode == 0:
        out.unlink()
    return process.returncode != 0
