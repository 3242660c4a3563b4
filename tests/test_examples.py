"""Every example runs, and prints what stands beside it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
EXAMPLES = sorted((ROOT / "examples").glob("[0-9]*.py"))


@pytest.mark.parametrize("script", EXAMPLES, ids=lambda path: path.name)
def test_example_prints_what_it_should(script: Path, tmp_path: Path) -> None:
    """Run in an empty folder beside a copy of the data; the output is compared to the letter."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    done = subprocess.run(
        [sys.executable, str(tmp_path / "examples" / script.name)],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8", "NO_COLOR": "1"},
        capture_output=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == script.with_suffix(".txt").read_text(encoding="utf-8")


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 3
    assert len({path.name[:2] for path in EXAMPLES}) == len(EXAMPLES)


def test_the_hand_kept_log_is_what_its_script_makes(tmp_path: Path) -> None:
    for name in ("make_hand_kept_log.py",):
        shutil.copy(ROOT / "examples" / "data" / name, tmp_path)
        subprocess.run([sys.executable, str(tmp_path / name)], check=True)
    made = (tmp_path / "hand_kept_log.xlsx").read_bytes()
    assert made == (ROOT / "examples" / "data" / "hand_kept_log.xlsx").read_bytes()
