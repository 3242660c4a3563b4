"""Encrypted workbooks: read with their password, and never written down without it."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from baccarat_xl.cli import main
from baccarat_xl.cli.exit_codes import Exit
from baccarat_xl.workbook.passwords import READ_ONLY, needs_password
from tests.config.books import CLEAN, EXTRA, OUTCOME, write_book

WORD = "natural nine"
OLD = Path(__file__).parent.parent / "workbook" / "locked.xls"
"""Three rounds, saved by LibreOffice 7.4 with the password below."""
OLD_WORD = "a bé"
NOTE = "baccarat-xl: ignore BACC201 dealt so on the night"
pytest.importorskip("msoffcrypto", reason="msoffcrypto-tool is not installed")


@pytest.fixture(params=[WORD, READ_ONLY])
def locked(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Path, list[str]]:
    """An encrypted workbook, and the options that open it: none where reading alone is recommended."""
    from msoffcrypto.format.ooxml import OOXMLFile

    plain = write_book(tmp_path / "plain.xlsx", (CLEAN, EXTRA, OUTCOME), notes={"G3": NOTE})
    path, out = tmp_path / "locked.xlsx", io.BytesIO()
    with plain.open("rb") as stream:
        OOXMLFile(stream).encrypt(request.param, out)
    path.write_bytes(out.getvalue())
    plain.unlink()
    return path, [] if request.param == READ_ONLY else ["--password", request.param]


def test_it_is_checked_with_its_notes(
    locked: tuple[Path, list[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    path, how = locked
    assert main(["check", str(path), "--no-config", *how]) == Exit.FINDINGS
    told = capsys.readouterr().out
    assert "ignored: BACC201 by the note" in told
    assert "not read" not in told
    assert "1 finding ignored by notes: 1 finding in 1 round" in told


@pytest.mark.parametrize("command", ["annotate", "fix"])
def test_no_copy_is_made(
    locked: tuple[Path, list[str]], capsys: pytest.CaptureFixture[str], command: str
) -> None:
    path, how = locked
    before, out = path.read_bytes(), path.with_name("out.xlsx")
    arguments = ["fix", str(path), "-o", str(out)]
    if command == "annotate":
        arguments = ["check", str(path), *how, "--annotate", str(out)]
    assert main(arguments) == Exit.REFUSED
    assert "would hold its contents without the password" in capsys.readouterr().err
    assert [one.name for one in path.parent.iterdir()] == [path.name]
    assert path.read_bytes() == before


def test_undo_says_why_not(locked: tuple[Path, list[str]], capsys: pytest.CaptureFixture[str]) -> None:
    path, _ = locked
    assert main(["undo", str(path), "-o", str(path.with_name("back.xlsx"))]) == Exit.REFUSED
    assert "no workbook package, since it is encrypted" in capsys.readouterr().err
    assert [one.name for one in path.parent.iterdir()] == [path.name]


def test_an_old_workbook(capsys: pytest.CaptureFixture[str]) -> None:
    assert needs_password(OLD)
    assert main(["check", str(OLD)]) == Exit.REFUSED
    assert "give it with --password" in capsys.readouterr().out
    assert main(["check", str(OLD), "--password", "a be"]) == Exit.REFUSED
    assert "the password does not open this workbook" in capsys.readouterr().out
    assert main(["check", str(OLD), "--password", OLD_WORD]) == Exit.FINDINGS
    told = capsys.readouterr().out
    assert "3 rounds checked: 1 finding in 1 round" in told
    assert "Log!F3: error BACC201" in told


def test_an_old_workbook_is_not_repaired(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fix", str(OLD), "-o", str(tmp_path / "out.xls")]) == Exit.USAGE
    assert "only .xlsx, .xlsm and .ods workbooks are repaired" in capsys.readouterr().err
