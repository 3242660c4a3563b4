"""What the pages about bets and frequencies say is so."""

from __future__ import annotations

import re
import shlex
from decimal import Decimal
from pathlib import Path

import pytest

from baccarat_xl.cli import main
from baccarat_xl.settlement import Facts, named_terms, settle
from baccarat_xl.settlement.terms import book

DOCS = Path(__file__).parents[2] / "docs"
BETS = (DOCS / "bets.md").read_text(encoding="utf-8")
ODDS = (DOCS / "odds.md").read_text(encoding="utf-8")


def test_the_terms_that_the_page_lists_are_those_there_are() -> None:
    listed = re.findall(r"^\| (`.*?`) \| (.+) \|$", BETS, re.MULTILINE)
    names = {name for names, _ in listed for name in re.findall(r"`(.+?)`", names)}
    assert names == set(book().layers)
    for name, says in listed:
        if "," not in name:
            assert book().layers[name.strip("`")]["label"] == says


def test_the_page_names_every_side_bet() -> None:
    said = BETS.casefold()
    assert all(
        bet.label.casefold().removeprefix("player dragon").removeprefix("banker dragon") in said
        for bet in book().bets.values()
    )


def test_the_example_of_terms_works(tmp_path: Path) -> None:
    path = tmp_path / "ours.toml"
    path.write_text(re.findall(r"```toml\n(.*?)```", BETS, re.DOTALL)[0], encoding="utf-8")
    ours = named_terms("our table", [path])
    won = Facts(outcome="Banker", player_final=5, banker_final=7)
    assert settle(ours.bet("banker"), Decimal(30), won, ours) == 28
    assert settle(ours.bet("banker"), Decimal(30), Facts(outcome="Tie"), ours) == -30
    assert settle(ours.bet("lucky nine"), Decimal(1), Facts("Tie", 9, 9), ours) == 50


@pytest.mark.parametrize("line", re.findall(r"^baccarat-xl (odds.*)$", ODDS, re.MULTILINE))
def test_the_commands_run(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(shlex.split(line)) == 0
    assert "forecast no round and advise no wager" in capsys.readouterr().out
