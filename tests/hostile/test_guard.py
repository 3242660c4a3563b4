"""Reading in a process of its own: what breaks there breaks nothing here, and what is read is the same."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest

from baccarat_xl import child
from baccarat_xl.errors import FileRefused, FileUnreadable
from baccarat_xl.workbook import guard
from baccarat_xl.workbook.open import look
from baccarat_xl.workbook.read import read_book
from baccarat_xl.workbook.readers import read_here

HERE = Path(__file__).parent
SEEDS = sorted((HERE / "seeds").iterdir())
ROOT = HERE.parent.parent
MIB = 1 << 20


@pytest.fixture
def seed() -> Path:
    return HERE / "seeds" / "gnumeric.xls"


def module(folder: Path, name: str, body: str, monkeypatch: pytest.MonkeyPatch) -> str:
    (folder / f"{name}.py").write_text(f"def serve():\n    {body}\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(folder))
    return name


@pytest.mark.parametrize("path", SEEDS, ids=lambda path: path.name)
def test_a_book_read_apart_is_the_same(path: Path) -> None:
    apart, here = guard.read_apart(path), read_here(look(path))
    assert [replace(s, rows=[], written=None) for s in apart.sheets] == [
        replace(s, rows=[], written=None) for s in here.sheets
    ]
    for one, other in zip(apart.sheets, here.sheets, strict=True):
        assert list(one.rows) == list(other.rows)
        assert (one.written and one.written.forms) == (other.written and other.written.forms)
        assert dict(one.written.columns if one.written else {}) == dict(
            other.written.columns if other.written else {}
        )
    assert (apart.path, apart.format, apart.not_read) == (here.path, here.format, here.not_read)


def test_which_files_are_read_apart(seed: Path) -> None:
    assert {path.name for path in SEEDS if guard.near_a_limit(look(path))} == {
        "gnumeric.xls",
        "libreoffice.xls",
    }


def test_a_process_that_hangs_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name = module(tmp_path, "sleeper", "import time; time.sleep(600)", monkeypatch)
    with pytest.raises(child.TooLong):
        child.run(name, b"", 1.0, 1 << 30)


def test_a_process_that_aborts_takes_nothing_down(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name = module(tmp_path, "aborter", "import os; os.abort()", monkeypatch)
    code, answer = child.run(name, b"x" * (4 * MIB), 60.0, 1 << 30)
    assert code not in (0, None)
    assert answer == b""


@pytest.mark.skipif(sys.platform == "darwin", reason="this system holds no process to a limit of memory")
def test_a_process_is_held_to_its_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    body = (
        "from baccarat_xl import child; child.limit(600 << 20, 60)\n"
        "    try: bytearray(900 << 20)\n"
        "    except MemoryError: print('held', end='')"
    )
    name = module(tmp_path, "eater", body, monkeypatch)
    assert child.run(name, b"", 60.0, 1 << 40) == (0, b"held")


def test_a_file_is_refused_in_words(seed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(*_: object) -> tuple[int, bytes]:
        return -6, b""

    def hangs(*_: object) -> tuple[int, bytes]:
        raise child.TooLong

    for run, words in ((breaks, "the reader broke down"), (hangs, "takes longer than 180 seconds")):
        monkeypatch.setattr(child, "run", run)
        with pytest.raises(FileRefused, match=words):
            read_book(seed)


def test_what_the_reader_says_comes_back(tmp_path: Path, seed: Path) -> None:
    path = tmp_path / "cut.xls"
    path.write_bytes(seed.read_bytes()[:3000])
    with pytest.raises((FileUnreadable, FileRefused)) as here:
        read_here(look(path))
    with pytest.raises(type(here.value)) as apart:
        guard.read_apart(path)
    assert str(apart.value) == str(here.value)


@pytest.mark.parametrize("evil", [os.system, eval, subprocess.Popen, guard.read_apart, pickle.loads])
def test_nothing_but_books_is_loaded(evil: object) -> None:
    with pytest.raises(pickle.UnpicklingError, match="no part of a book"):
        guard._Careful(BytesIO(pickle.dumps(evil))).load()


def test_the_folder_of_the_file_is_no_place_to_import_from(tmp_path: Path, seed: Path) -> None:
    """A stranger's folder may hold a numpy.py; neither this process nor the one beside it may run that."""
    marker = tmp_path / "ran"
    for name in ("numpy", "python_calamine", "openpyxl", "pickle", "json", "resource", "baccarat_xl"):
        text = f"open({str(marker)!r}, 'a').write({name!r})\n"
        (tmp_path / f"{name}.py").write_text(text, encoding="utf-8")
    (tmp_path / "log.xls").write_bytes(seed.read_bytes())
    code = f"import sys; sys.path.insert(0, {str(ROOT)!r}); from baccarat_xl.cli import run; run()"
    done = subprocess.run(
        [sys.executable, "-P", "-c", code, "check", "log.xls"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert not marker.exists()
    assert "6 rounds" in done.stdout
