"""``--password``: on the command line, out of sight, and asked for on a terminal."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
import xlsxwriter

from baccarat_xl.cli import main
from baccarat_xl.cli.exit_codes import Exit

WORD = "natural nine"


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    pytest.importorskip("msoffcrypto", reason="msoffcrypto-tool is not installed")
    from msoffcrypto.format.ooxml import OOXMLFile

    plain, out = tmp_path / "plain.xlsx", io.BytesIO()
    book = xlsxwriter.Workbook(plain)
    sheet = book.add_worksheet("Log")
    sheet.write_row(0, 0, ["Round", "P1", "P2", "P3", "B1", "B2", "B3", "Winner"])
    sheet.write_row(1, 0, [1, 2, 3, 8, 1, 2, "", "Tie"])
    book.close()
    with plain.open("rb") as stream:
        OOXMLFile(stream).encrypt(WORD, out)
    path = tmp_path / "secret.xlsx"
    path.write_bytes(out.getvalue())
    return path


def test_check(secret: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(secret)]) == Exit.REFUSED
    assert "give it with --password" in capsys.readouterr().out
    assert main(["check", str(secret), "--password", "something else"]) == Exit.REFUSED
    assert "the password does not open" in capsys.readouterr().out
    assert main(["check", str(secret), "--password", WORD]) == Exit.CLEAN
    monkeypatch.setenv("BACCARAT_XL_PASSWORD", WORD)
    assert main(["check", str(secret)]) == Exit.CLEAN
    assert WORD not in capsys.readouterr().out


def test_a_terminal_is_asked_once_for_each_file(
    secret: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[str] = []

    def answer(text: str, **_: object) -> str:
        asked.append(text)
        return WORD

    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    monkeypatch.setattr("click.prompt", answer)
    assert main(["check", str(secret), str(secret.with_name("plain.xlsx"))]) == Exit.CLEAN
    assert asked == [f"Password of {secret}"]


def test_fill(secret: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "filled.xlsx"
    arguments = ["fill", "--template", "rounds", str(secret), "-o", str(out)]
    assert main(arguments) == Exit.REFUSED
    assert main([*arguments, "--password", WORD]) == Exit.CLEAN
    assert "1 round" in capsys.readouterr().out
    assert main(["fill", str(secret), str(out), "-o", str(tmp_path / "more.xlsx")]) == Exit.USAGE
    assert "save the template without a password" in capsys.readouterr().err
