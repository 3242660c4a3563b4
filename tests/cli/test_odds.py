"""``baccarat-xl odds``: the same figures in each format, and what it refuses."""

from __future__ import annotations

import csv
import io
import json
from fractions import Fraction
from pathlib import Path

import pytest

from baccarat_xl.cli import main
from tests.cases import exact_counts

CASES = exact_counts()


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["odds", *arguments]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("decks", CASES["shoes"])
def test_json_gives_the_published_counts(decks: str, capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads(said(capsys, "--decks", decks, "--format", "json"))
    for name, published in CASES["shoes"][decks].items():
        assert (data["counts"] | {"cards": data["cards"], "total": data["total"]})[name] == published
    for name, deals in data["counts"].items():
        assert Fraction(data["fractions"][name]) == Fraction(deals, data["total"])
    assert "forecast no round and advise no wager" in data["note"]


def test_csv_holds_every_count_with_its_fraction(capsys: pytest.CaptureFixture[str]) -> None:
    rows = list(csv.DictReader(io.StringIO(said(capsys, "--format", "csv"))))
    kinds = {row["kind"] for row in rows}
    assert kinds == {"outcome", "event", "final totals", "drawing state", "house edge"}
    found = {row["name"]: row for row in rows}
    assert int(found["P"]["count"]) == CASES["shoes"]["8"]["P"]
    assert all(
        Fraction(row["fraction"]) == Fraction(int(row["count"]), int(row["of"]))
        for row in rows
        if row["count"]
    )
    assert found["Banker, commission-5"]["percent"].startswith("1.0579")
    for kind in ("final totals", "drawing state"):
        assert sum(int(row["count"]) for row in rows if row["kind"] == kind) == CASES["shoes"]["8"]["total"]


def test_text_says_what_it_is_for(capsys: pytest.CaptureFixture[str]) -> None:
    text = said(capsys, "--terms", "banker-7-push+tie-9")
    assert "forecast no round and advise no wager" in text
    assert "2,292,252,566,437,888" in text
    assert "1.0183%" in text
    assert "4.8440%" in text


def test_a_shoe_that_is_not_full(capsys: pytest.CaptureFixture[str]) -> None:
    full = ",".join(f"{rank}:32" for rank in ("A", *range(2, 11), "J", "Q", "K"))
    whole, part = said(capsys, "--format", "json"), said(capsys, "--shoe", full, "--format", "json")
    whole_data, part_data = json.loads(whole), json.loads(part)
    assert part_data["counts"] == whole_data["counts"]
    assert part_data["house_edge"]["perfect_pair"]["percent"] is None
    assert part_data["house_edge"]["player_pair"] == whole_data["house_edge"]["player_pair"]
    assert "only a full shoe says" in said(capsys, "--shoe", "A:9,7:9")


def test_terms_are_listed_and_ones_own_are_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "ours.toml"
    path.write_text(
        "[terms.free]\nbets.banker = [{outcome = 'Banker', to_one = '1'}, {outcome = 'Tie', to_one = '0'}]"
    )
    assert "free" in said(capsys, "--list-terms", "--terms-file", str(path))
    data = json.loads(said(capsys, "--terms", "free", "--terms-file", str(path), "--format", "json"))
    assert data["house_edge"]["banker"]["fraction"] == "-" + data["house_edge"]["player"]["fraction"]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--decks", "6", "--endless"], "leave all but one out"),
        (["--decks", "0"], "whole number"),
        (["--decks", "27"], "27"),
        (["--shoe", "A:1"], "1 cards"),
        (["--terms", "comission-5"], "did you mean commission-5"),
        (["--terms", "tie-9"], "commission-5+tie-9"),
    ],
)
def test_what_is_refused(arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", *arguments]) == 2
    assert says in capsys.readouterr().err
