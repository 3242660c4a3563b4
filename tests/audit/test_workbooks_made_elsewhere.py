"""Workbooks with misunderstood formulas, as other programs save them: verdicts, cells, causes, remedies.

Each remedy is pasted back and computed by LibreOffice in every state that a log can hold, and compared with
the dealers' rule of thumb. Each style of writing holds every known fault, a sheet a fault.
"""

from __future__ import annotations

import functools
import json
import shutil
import subprocess
import tempfile
from pathlib import Path

import openpyxl
import pytest
from openpyxl.formula.translate import Translator
from openpyxl.utils import get_column_letter

from baccarat_xl.audit.engine import check
from baccarat_xl.audit.finding import CheckResult
from tests.audit.made_elsewhere import (
    COLUMNS,
    FIRST,
    ROLES,
    STYLES,
    Hands,
    Log,
    banker_draws,
    faults,
    recorded,
    value,
    workbook,
)
from tests.conftest import Soffice

LAST = FIRST + len(recorded()) - 1
RANKS = ("A", *map(str, range(2, 11)), "J", "Q", "K")
KEYS = {letter: key for key, letter in COLUMNS.items()}
# A formula decides for one hand, so the missing check is named for the hand that it forgets.
NAMED = {("F02", "pd"): "F03", ("F02", "bd"): "F04"}


@functools.cache
def _as_written(style: str) -> CheckResult:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "shoes.xlsx"
        workbook(faults(style)).save(path)
        return check([path])


def _hold(result: CheckResult, style: str) -> None:
    """Every fault is refuted at its column with its cause, every other column proved, nothing left out."""
    logs = faults(style)
    verdicts = {(one.sheet, one.cells): one for one in result.formulas}
    expected = {
        (title, f"{COLUMNS[key]}{FIRST}:{COLUMNS[key]}{LAST}"): (title, key)
        for title, log in logs.items()
        for key in log.formulas
    }
    assert set(verdicts) == set(expected)
    for place, (title, key) in expected.items():
        one = verdicts[place]
        assert one.role == ROLES[key], place
        assert one.verdict == ("refuted" if key in logs[title].wrong else "proved"), place
        if one.verdict == "refuted":
            assert one.cause is not None, place
            assert (one.cause.id, one.cause.exact) == (NAMED.get((title, key), title), True), place
    errors = {(f.sheet, f.cell) for f in result.findings if f.rule == "BACC301"}
    assert errors == {(title, f"{COLUMNS[key]}{FIRST}") for title, log in logs.items() for key in log.wrong}


@pytest.mark.parametrize("style", STYLES)
def test_every_known_fault_in_three_styles(style: str) -> None:
    _hold(_as_written(style), style)


def _gnumeric(path: Path) -> Path:
    program = shutil.which("ssconvert")
    if program is None:
        pytest.skip("Gnumeric is not installed: ssconvert was not found on the path")
    saved = path.with_name(f"{path.stem}-gnumeric.xlsx")
    subprocess.run([program, "--recalc", str(path), str(saved)], capture_output=True, check=True, timeout=300)
    return saved


@pytest.mark.libreoffice
def test_saved_by_gnumeric(tmp_path: Path) -> None:
    path = tmp_path / "shoes.xlsx"
    workbook(faults("joined")).save(path)
    result = check([_gnumeric(path)])
    _hold(result, "joined")
    assert not [f for f in result.findings if f.rule in ("BACC302", "BACC303", "BACC304", "BACC305")]


def _states() -> list[Hands]:
    """Every initial total of both hands with every third card and none, where a log can hold it; the opening
    cards and Banker's third card take turns through the ranks."""
    states: list[Hands] = []
    for player in range(10):
        for banker in range(10):
            drawn = RANKS if player <= 5 and banker <= 7 else ()
            for third in (None, *drawn):
                turn = len(states)
                hands = []
                for total in (player, banker):
                    first = RANKS[(turn * 5 + total) % 13]
                    fitting = [rank for rank in RANKS if value(rank) == (total - value(first)) % 10]
                    hands.append([first, fitting[turn % len(fitting)]])
                if third:
                    hands[0].append(third)
                if (third or player > 5) and banker_draws(banker, player, value(third) if third else None):
                    hands[1].append(RANKS[turn % 13])
                states.append((hands[0], hands[1]))
    return states


def _answers(hands: Hands) -> dict[str, object]:
    """By key: a total, a word's letter, or None where it is not known yet (Player's card is to come)."""
    player, banker = (sum(map(value, hand[:2])) % 10 for hand in hands)
    finals = [sum(map(value, hand)) % 10 for hand in hands]
    draws = player <= 5 and banker <= 7
    third = value(hands[0][2]) if len(hands[0]) > 2 else None
    waits = draws and third is None
    decision = (
        {0: True, 1: True, 2: True, 7: False}.get(banker) if waits else banker_draws(banker, player, third)
    )
    winner = "T" if finals[0] == finals[1] else "P" if finals[0] > finals[1] else "B"
    return {
        "pi": player,
        "bi": banker,
        "nat": "Y" if max(player, banker) > 7 else "N",
        "pd": "D" if draws else "S",
        "bd": None if decision is None else "D" if decision else "S",
        "pf": None if waits else finals[0],
        "bf": None if waits else finals[1],
        "out": None if waits else winner,
    }


def _meant(log: Log, answer: object) -> object:
    """The value of the cell: a total as it is, a word's letter as the log words it."""
    if not isinstance(answer, str):
        return answer
    word = log.words[answer]
    return word == "TRUE" if word in ("TRUE", "FALSE") else json.loads(word)


def _pasted(style: str) -> tuple[dict[str, Log], list[tuple[str, str, str, str]]]:
    """A sheet a notation with right formulas, and what is offered for it: notation, key, name, formula."""
    sheets: dict[str, Log] = {}
    offers = []
    logs = faults(style)
    for one in _as_written(style).formulas:
        if one.verdict != "refuted" or one.sheet is None or one.cells is None:
            continue
        log, key = logs[one.sheet], KEYS[one.cells[0]]
        base = STYLES[style]
        if log.notation != "values":
            base = base.changed(
                pi="=MOD(MIN({p1},10)+MIN({p2},10),10)", bi="=MOD(MIN({b1},10)+MIN({b2},10),10)"
            )
            base.notation = log.notation
        sheet = sheets.setdefault(log.notation, base)
        sheet.tables.update(log.tables)
        for kind, formula in (("suggested", one.suggested_formula), ("repair", one.repair)):
            if formula:
                offers.append((log.notation, key, f"{one.sheet} {kind}", formula))
    return sheets, offers


@pytest.mark.libreoffice
@pytest.mark.parametrize("style", ["nested"])
def test_remedies_pasted_back_are_right_in_every_state(style: str, tmp_path: Path, soffice: Soffice) -> None:
    sheets, offers = _pasted(style)
    suggested = {name.split()[0] for _, _, name, _ in offers if name.endswith("suggested")}
    assert suggested >= {f"F{number:02}" for number in range(2, 20)}
    states = _states()
    book = workbook(sheets, states)
    columns: dict[str, tuple[str, str, str]] = {}
    seen: set[tuple[str, str, str]] = set()
    for place, (notation, key, name, formula) in enumerate(offers):
        if (notation, key, formula) in seen:
            continue
        seen.add((notation, key, formula))
        column = get_column_letter(20 + place)
        columns[column] = (notation, key, name)
        for row in range(FIRST, FIRST + len(states)):
            moved = Translator(formula, f"{COLUMNS[key]}{FIRST}").translate_formula(f"{COLUMNS[key]}{row}")
            book[notation][f"{column}{row}"] = moved
    path = tmp_path / "states.xlsx"
    book.save(path)
    computed = openpyxl.load_workbook(soffice.convert(path), data_only=True)
    for column, (notation, key, name) in columns.items():
        for row, hands in enumerate(states, FIRST):
            answer = _answers(hands)[key]
            if answer is not None:
                found = computed[notation][f"{column}{row}"].value
                assert found == _meant(sheets[notation], answer), (name, hands)
