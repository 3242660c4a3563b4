"""The configuration beside the workbooks: found upward, keys and values told, beaten by the command line."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import click
import pytest

from baccarat_xl.cli import main
from baccarat_xl.cli.check import command
from baccarat_xl.config.configuration import find_configuration
from baccarat_xl.config.keys import KEYS, read_keys
from baccarat_xl.errors import UsageError
from tests.config.books import CLEAN, EXTRA, OUTCOME, write_csv

ROWS = (CLEAN, EXTRA, OUTCOME)


def rules(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> tuple[int, list[str], list[object]]:
    """(exit code, rules found, configuration of each file)."""
    code = main(["check", *map(str, arguments), "--format", "json"])
    data = json.loads(capsys.readouterr().out)
    return code, [one["rule"] for one in data["findings"]], [one["configuration"] for one in data["files"]]


@pytest.fixture
def log(tmp_path: Path) -> Path:
    (tmp_path / "logs" / "deep").mkdir(parents=True)
    return write_csv(tmp_path / "logs" / "deep" / "log.csv", ROWS)


@pytest.mark.parametrize("place", [".", "logs", "logs/deep"])
@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("baccarat_xl.toml", 'ignore = ["BACC221"]\n'),
        ("pyproject.toml", '[project]\nname = "x"\n[tool.baccarat_xl]\nignore = "BACC221"\n'),
    ],
)
def test_found_upward(
    log: Path, tmp_path: Path, place: str, name: str, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / place / name
    path.write_text(text, encoding="utf-8")
    code, found, used = rules(capsys, log)
    assert (code, found) == (1, ["BACC201"])
    assert used == [{"path": str(path.resolve()), "keys": ["ignore"]}]
    assert main(["check", str(log)]) == 1
    assert f"configuration: {path.resolve()} sets ignore" in capsys.readouterr().out
    assert rules(capsys, log, "--no-config") == (1, ["BACC201", "BACC221"], [None])


def test_the_nearest_wins_and_a_pyproject_without_our_table_is_passed_by(
    log: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "baccarat_xl.toml").write_text('select = ["BACC1"]\n', encoding="utf-8")
    (tmp_path / "logs" / "pyproject.toml").write_text('[tool.baccarat_xl]\nselect = ["BACC221"]\n')
    (tmp_path / "logs" / "deep" / "pyproject.toml").write_text("[tool.other]\nx = 1\n", encoding="utf-8")
    assert rules(capsys, log)[1] == ["BACC221"]
    (tmp_path / "logs" / "deep" / "pyproject.toml").write_text("broken = [", encoding="utf-8")
    assert rules(capsys, log)[1] == ["BACC221"]


def test_the_command_line_wins_key_by_key(
    log: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "baccarat_xl.toml").write_text('ignore = ["BACC2"]\nfail_on = "never"\n', encoding="utf-8")
    assert rules(capsys, log)[:2] == (0, [])
    assert rules(capsys, log, "--ignore", "BACC221")[:2] == (0, ["BACC201"])
    assert rules(capsys, log, "--ignore", "BACC221", "--fail-on", "note")[:2] == (1, ["BACC201"])


def test_each_file_goes_by_its_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for folder, text in (("a", 'fail_on = "never"\n'), ("b", 'select = ["BACC1"]\n'), ("c", "")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "baccarat_xl.toml").write_text(text, encoding="utf-8")
        write_csv(tmp_path / folder / "log.csv", ROWS)
    logs = [tmp_path / folder / "log.csv" for folder in "abc"]
    assert rules(capsys, *logs)[:2] == (1, ["BACC201", "BACC221"] * 2)
    assert rules(capsys, *logs[:2])[:2] == (0, ["BACC201", "BACC221"])
    named = tmp_path / "c" / "baccarat_xl.toml"
    assert rules(capsys, *logs[:2], "--config", named)[:2] == (1, ["BACC201", "BACC221"] * 2)


def test_a_baseline_goes_from_the_configuration_s_folder(
    log: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", str(log), "--write-baseline", str(tmp_path / "known.json")]) == 0
    (tmp_path / "baccarat_xl.toml").write_text('baseline = "known.json"\n', encoding="utf-8")
    monkeypatch.chdir(log.parent)
    capsys.readouterr()
    assert rules(capsys, log)[:2] == (0, [])


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("igonre = []", "there is no key 'igonre'; did you mean ignore?"),
        ("fail-on = 'eror'", "write one of 'error', 'warning', 'note', 'never'; did you mean 'error'?"),
        ("colour = 1", "there is no key 'colour'; the keys are select, ignore"),
        ('select = ["BACC9"]', "no rule is named 'BACC9'"),
        ("strict = 'yes'", "write true or false"),
        ("header_row = -1", "write a whole number"),
        ("header_row = true", "write a whole number"),
        ("map = ['a']", "write a table of texts"),
        ("zero = 'zero'", "write one of 'card', 'none'"),
        ("fail_on = 'note'\nfail-on = 'note'", "are one key"),
        ("= 1", "no TOML that can be read"),
    ],
)
def test_what_is_wrong_is_told_in_one_sentence(
    log: Path, tmp_path: Path, text: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, written in (("baccarat_xl.toml", text), ("pyproject.toml", f"[tool.baccarat_xl]\n{text}")):
        path = tmp_path / "logs" / name
        path.write_text(written, encoding="utf-8")
        assert main(["check", str(log)]) == 2
        said = capsys.readouterr()
        assert said.out == ""
        assert words in said.err
        assert str(path.resolve()) in said.err
        assert said.err.count("\n") == 1
        assert main(["check", str(log), "--no-config"]) == 1
        capsys.readouterr()
        path.unlink()


def test_another_spelling_of_our_table_is_not_passed_by(
    log: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.baccarat-xl]\nignore = []\n", encoding="utf-8")
    assert main(["check", str(log)]) == 2
    assert "did you mean [tool.baccarat_xl]?" in capsys.readouterr().err


def test_keys_are_options_of_the_command_with_the_same_choices() -> None:
    options = {option.name: option for option in command.params}
    for name, key in KEYS.items():
        option = options["no_formulas" if key.option == "formulas" else key.option]
        assert name in [text.lstrip("-").replace("no-", "").replace("-", "_") for text in option.opts]
        value = tomllib.loads(f"{name} = {key.example}")
        assert read_keys(value, "example", Path())[key.option] is not None
        if isinstance(option.type, click.Choice):
            for choice in option.type.choices:
                assert read_keys({name: choice}, "choice", Path()) == {key.option: choice}


def test_terms_and_a_file_of_terms(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "ours.toml").write_text(
        '[terms.house]\nlabel = "no commission"\nbets.banker = [{ outcome = "Banker", to_one = "1" }]\n',
        "utf-8",
    )
    log = tmp_path / "log.csv"
    rows = ["P1,P2,P3,B1,B2,B3,Outcome,Bet,Stake,Profit", *["6,K,,7,K,,Banker,Banker,10,9.5"] * 3]
    log.write_text("\n".join(rows) + "\n", "utf-8")
    settings = tmp_path / "baccarat_xl.toml"
    settings.write_text('terms = "commission-5"\n', "utf-8")
    assert rules(capsys, log)[:2] == (0, [])
    settings.write_text('terms = "house"\nterms-file = "ours.toml"\n', "utf-8")
    assert rules(capsys, log)[:2] == (1, ["BACC408"] * 3)
    assert rules(capsys, log, "--terms", "commission-5")[:2] == (0, [])


@pytest.mark.parametrize(
    "line", ["terms = 5", "terms_file = []", "decks = 0", "decks = 27", "decks = true", 'decks = "eight"']
)
def test_wrong_values_of_terms_and_decks(line: str) -> None:
    with pytest.raises(UsageError, match="write a"):
        read_keys(tomllib.loads(line), "example", Path())


def test_decks_are_a_number_or_endless() -> None:
    assert read_keys(tomllib.loads("decks = 6"), "example", Path()) == {"decks": 6}
    assert read_keys(tomllib.loads('decks = "infinite"'), "example", Path()) == {"decks": "infinite"}


def test_nothing_above_is_no_configuration(tmp_path: Path) -> None:
    if any((folder / "pyproject.toml").exists() for folder in tmp_path.parents):
        pytest.skip("a folder above holds a pyproject.toml")
    assert find_configuration(tmp_path / "log.csv").path is None
