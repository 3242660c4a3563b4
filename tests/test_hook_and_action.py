"""The hook for pre-commit and the GitHub Action: their files hold, and the action's commands are run."""

from __future__ import annotations

import os
import re
import shutil
import stat
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from tests.config.books import CLEAN, EXTRA, write_csv

ROOT = Path(__file__).parent.parent
ACTION = ROOT / "action.yml"
HOOKS = ROOT / ".pre-commit-hooks.yaml"


def check_step() -> str:
    """The commands of the action's last step."""
    text = ACTION.read_text(encoding="utf-8").split("- name: Check\n")[1]
    return textwrap.dedent(text.split("run: |\n")[1])


@pytest.fixture
def logs(tmp_path: Path) -> Path:
    (tmp_path / "logs" / "deep").mkdir(parents=True)
    write_csv(tmp_path / "logs" / "clean one.csv", [CLEAN] * 3)
    write_csv(tmp_path / "logs" / "deep" / "b.csv", [CLEAN, EXTRA])
    (tmp_path / "logs" / "$(touch hacked).csv").write_bytes(
        (tmp_path / "logs" / "clean one.csv").read_bytes()
    )
    return tmp_path


def run_action(
    folder: Path, files: str, arguments: str = "", sarif: str = ""
) -> subprocess.CompletedProcess[str]:
    bash = shutil.which("bash")
    if bash is None or sys.platform == "win32":
        pytest.skip("bash was not found on the path")
    if sys.platform == "darwin":
        pytest.skip("macOS's own bash is older than the runner's")
    programs = folder / "bin"
    programs.mkdir(exist_ok=True)
    program = programs / "baccarat-xl"
    program.write_text(f'#!/bin/sh\nPYTHONPATH="{ROOT}" exec "{sys.executable}" -m baccarat_xl "$@"\n')
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    given = {"FILES": files, "ARGUMENTS": arguments, "SARIF": sarif}
    environment = {**os.environ, **{f"BACCARAT_XL_{name}": value for name, value in given.items()}}
    environment["PATH"] = f"{programs}{os.pathsep}{environment['PATH']}"
    command = [bash, "--noprofile", "--norc", "-eo", "pipefail", "-c", check_step()]
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, timeout=300, check=False
    )


@pytest.mark.parametrize(
    ("files", "arguments", "code", "annotated"),
    [
        ("logs/clean one.csv", "", 0, []),
        ("logs/*.csv", "", 0, []),
        ("logs/**/*.csv", "", 1, ["logs/deep/b.csv"]),
        ("logs/clean one.csv\nlogs/deep/b.csv\n", "--fail-on=never", 0, ["logs/deep/b.csv"]),
        ("logs/deep/b.csv", "--ignore\nBACC2", 0, []),
        ("logs/none-*.csv", "", 2, []),
        ("\n", "", 2, []),
    ],
)
def test_the_action_s_commands(
    logs: Path, files: str, arguments: str, code: int, annotated: list[str]
) -> None:
    done = run_action(logs, files, arguments)
    assert done.returncode == code, done.stdout + done.stderr
    assert re.findall(r"^::error file=([^,]*),", done.stdout, re.MULTILINE) == annotated
    assert all(line.startswith("::") for line in done.stdout.splitlines())
    assert not (logs / "hacked").exists()


def test_the_action_writes_sarif_as_well(logs: Path) -> None:
    assert run_action(logs, "logs/deep/b.csv", sarif="out.sarif").returncode == 1
    assert '"version": "2.1.0"' in (logs / "out.sarif").read_text("utf-8")


def test_nothing_that_somebody_writes_is_put_into_the_commands() -> None:
    """GitHub fills ${{ }} into the script itself: inputs go by the environment."""
    for step in ACTION.read_text(encoding="utf-8").split("run: |\n")[1:]:
        assert "${{" not in step.split("    - ")[0]


def test_the_hook_names_the_command_and_workbooks() -> None:
    text = HOOKS.read_text(encoding="utf-8")
    assert "entry: baccarat-xl check\n" in text
    pattern = re.search(r"files: (\S+)", text)
    assert pattern
    for name in ("log.xlsx", "a/b c.xlsm", "log.ods", "log.xls"):
        assert re.search(pattern[1], name)
    for name in ("log.csv", "log.xlsx.txt", "xlsx"):
        assert not re.search(pattern[1], name)
