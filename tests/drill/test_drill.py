"""The drill: its key against the rules, its marks in LibreOffice, and that every state can come up."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections import Counter
from io import BytesIO
from pathlib import Path

import openpyxl
import pytest

from baccarat_xl.cli import main
from baccarat_xl.drill.build import FIRST_ROW, HEADER_ROW, SHEETS, build_drill
from baccarat_xl.drill.questions import LEVELS, PARTS, Question, boundary, questions, row_part, states
from baccarat_xl.rules.cards import card_value
from baccarat_xl.rules.record import Record
from baccarat_xl.rules.round import resolve
from baccarat_xl.rules.tableau import BANKER_DRAWS
from tests.conftest import Soffice

ROOT = Path(__file__).parents[2]
NEW = ("LET(", "LAMBDA(", "XLOOKUP(", "FILTER(", "IFS(A", "SWITCH(", "TEXTJOIN(")
MANY = 3_000


def dealt(question: Question) -> Record:
    """The round that the key says, as a record; third cards are the shoe's next ones, one after another."""
    shoe = list(question.following)
    thirds = [shoe.pop(0) if answer == "draws" else None for answer in question.answers[:2]]
    cells: dict[str, object] = {"outcome": question.answers[2], "ended": True}
    for side, shown, third in zip(
        ("player", "banker"), (question.player, question.banker), thirds, strict=True
    ):
        if shown.startswith("total "):
            cells[f"{side}_initial"] = int(shown.removeprefix("total "))
        else:
            cells[f"{side}_card_1"], cells[f"{side}_card_2"] = shown.split()
        cells[f"{side}_third"] = third
    return Record(**cells)  # type: ignore[arg-type]


@pytest.mark.parametrize("level", LEVELS)
def test_the_key_is_what_the_rules_say(level: str) -> None:
    """Each answer as recorded is a round without a fault; the opposite answer is not."""
    for question in questions(MANY, 11, level):  # type: ignore[arg-type]
        solved = resolve(dealt(question))
        assert solved.faults == (), question
        assert solved.missing == (), question
        assert (solved.player_initial, solved.banker_initial) == (
            question.state.player,
            question.state.banker,
        )
        for place in (0, 1):
            turned = list(question.answers)
            turned[place] = "stands" if turned[place] == "draws" else "draws"
            assert resolve(
                dealt(
                    Question(
                        question.state,
                        question.player,
                        question.banker,
                        question.following,
                        tuple(turned),
                        question.parts,
                        "",
                    )
                )  # type: ignore[arg-type]
            ).faults, (question, place)
        clauses = {"R3"} if question.parts[0] == PARTS[0] else {"R4", "R5"}
        assert all(f"({clause}" in question.why for clause in {*clauses, "R6"})


def test_every_state_of_the_table_can_come_up() -> None:
    seen = {question.state for question in questions(20_000, 3, "mixed")}
    assert seen == set(states())
    table = {(state.banker, state.third) for state in seen if state.part != PARTS[0]}
    assert table == set(BANKER_DRAWS)


def test_levels_ask_what_they_say() -> None:
    counts = {level: Counter(q.state.part for q in questions(MANY, 5, level)) for level in LEVELS}
    hard = [row_part(banker) for banker in range(8) if boundary(banker)]
    assert hard == [row_part(banker) for banker in (3, 4, 5, 6)]
    assert set(counts["mixed"]) == set(PARTS[:1]) | set(PARTS[2:-1])
    plain = [row_part(banker) for banker in range(8) if not boundary(banker)]
    assert min(counts["mixed"][part] for part in hard) > 2 * max(counts["mixed"][part] for part in plain)
    assert not any(counts["first"][part] for part in hard)
    assert not any(counts["hard"][part] for part in plain)
    asked = [q.state for q in questions(MANY, 5, "hard") if isinstance(q.state.third, int)]
    assert sum(state.third in boundary(state.banker) for state in asked) > 0.6 * len(asked)


def test_cards_have_suits_and_their_hands_the_totals() -> None:
    shapes = Counter()
    for question in questions(MANY, 8):
        for shown, total in (
            (question.player, question.state.player),
            (question.banker, question.state.banker),
        ):
            if shown.startswith("total"):
                shapes["totals"] += 1
                continue
            cards = shown.split()
            assert all(card[-1] in "♠♥♦♣" for card in cards)
            assert sum(map(card_value, cards)) % 10 == total
            shapes["cards"] += 1
        assert all(card[-1] in "♠♥♦♣" for card in question.following)
    assert shapes["cards"] > shapes["totals"] > MANY / 4


# ---------------------------------------------------------------------------- the workbook
def typed(tmp_path: Path, asked: list[Question], right: bool | None) -> Path:
    """The workbook with every answer right, every one wrong, or (None) none at all."""
    path = tmp_path / "drill.xlsx"
    book = openpyxl.load_workbook(path)
    turned = {"draws": "stands", "stands": "draws", "Player": "Banker", "Banker": "Tie", "Tie": "Player"}
    for row, question in enumerate(asked, FIRST_ROW):
        for column, answer in zip("FGH", question.answers, strict=True):
            if right is not None:
                book["Drill"][f"{column}{row}"] = answer if right else turned[answer]
    filled = tmp_path / f"filled-{right}.xlsx"
    book.save(filled)
    return filled


@pytest.mark.libreoffice
@pytest.mark.parametrize("right", [True, False, None])
def test_marks_and_score_in_libreoffice(right: bool | None, soffice: Soffice, tmp_path: Path) -> None:
    asked = build_drill(tmp_path / "drill.xlsx", seed=21, count=120)
    path = typed(tmp_path, asked, right)
    rows = soffice.values(path, "Drill")
    marks = [cell for row in rows[FIRST_ROW - 1 :] for cell in row[8:11]]
    assert len(marks) == 3 * len(asked)
    assert set(marks) == {{True: "✓", False: "✗", None: None}[right]}
    why = [row[11] for row in rows[FIRST_ROW - 1 :]]
    assert why == [None if right is None else question.why for question in asked]
    said = {True: "✓ 360   ✗ 0   right: 100%   answered: 360 of 360", None: "No answer yet."}
    assert rows[4][0] == said.get(right, "✓ 0   ✗ 360   right: 0%   answered: 360 of 360")
    score = {row[0]: row[1:6] for row in soffice.values(path, "Score")[4:]}
    counts = Counter(part for question in asked for part in question.parts)
    share = {True: 1.0, False: 0.0, None: None}[right]
    for part in PARTS:
        answered = 0 if right is None else counts[part]
        expected = [counts[part], answered, answered if right else 0, 0 if right else answered]
        assert score[part] == [*expected, share if answered else None], part
    assert score["All"][0] == 360
    assert score["All"][4] == share


@pytest.mark.libreoffice
def test_some_answers_are_counted_by_row(soffice: Soffice, tmp_path: Path) -> None:
    asked = build_drill(tmp_path / "drill.xlsx", seed=4, count=30, level="hard")
    path = typed(tmp_path, asked, True)
    book = openpyxl.load_workbook(path)
    book["Drill"][f"F{FIRST_ROW}"] = None
    book["Drill"][f"G{FIRST_ROW + 1}"] = {"draws": "stands", "stands": "draws"}[asked[1].answers[1]]
    book.save(path)
    score = {row[0]: row[1:6] for row in soffice.values(path, "Score")[4:]}
    assert score["All"][1:4] == [89, 88, 1]
    part = asked[1].parts[1]
    assert score[part][3] == 1
    assert soffice.values(path, "Drill")[FIRST_ROW - 1][11] is None


def test_what_stands_in_the_workbook(tmp_path: Path) -> None:
    asked = build_drill(tmp_path / "drill.xlsx", seed=1, count=25)
    book = openpyxl.load_workbook(tmp_path / "drill.xlsx")
    assert tuple(book.sheetnames) == SHEETS
    assert [book[name].sheet_state for name in SHEETS] == ["visible", "visible", "hidden"]
    sheet = book["Drill"]
    assert [cell.value for cell in sheet[HEADER_ROW]][5:8] == ["Player draws?", "Banker draws?", "Outcome?"]
    lists = {
        str(each.sqref): each.formula1
        for each in sheet.data_validations.dataValidation
        if each.type == "list"
    }
    assert set(lists.values()) == {'"draws,stands"', '"Player,Banker,Tie"'}
    last = FIRST_ROW + len(asked) - 1
    for column in "FGH":
        assert all(not sheet[f"{column}{row}"].protection.locked for row in range(FIRST_ROW, last + 1))
    assert sheet.protection.sheet
    formulas = [str(c.value) for each in book for row in each.iter_rows() for c in row if c.data_type == "f"]
    assert len(formulas) > 4 * len(asked)
    assert not any(name in formula for formula in formulas for name in NEW)
    shown = " ".join(str(cell.value) for row in sheet.iter_rows() for cell in row if cell.data_type != "f")
    assert not any(question.why in shown for question in asked)


def test_the_same_seed_gives_the_same_bytes_everywhere() -> None:
    code = (
        "import hashlib, io; from baccarat_xl.drill.build import build_drill; s = io.BytesIO(); "
        "build_drill(s, seed=99, count=30, level='mixed'); print(hashlib.sha256(s.getvalue()).hexdigest())"
    )
    stream = BytesIO()
    build_drill(stream, seed=99, count=30, level="mixed")
    digests = {hashlib.sha256(stream.getvalue()).hexdigest()}
    for seed, zone in (("1", "UTC"), ("2", "Asia/Tokyo")):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "TZ": zone, "PYTHONPATH": str(ROOT)}
        done = subprocess.run(
            [sys.executable, "-c", code],
            env=environment,
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        )
        digests.add(done.stdout.strip())
    assert len(digests) == 1
    assert questions(30, 99) != questions(30, 98)


def test_the_questions_of_a_seed_stay_what_they_were() -> None:
    """Fixed for all versions: a class that works through one drill gets the same one next year."""
    text = "|".join(" ".join((q.player, q.banker, *q.following, *q.answers)) for q in questions(200, 2026))
    assert hashlib.sha256(text.encode()).hexdigest()[:16] == "789c78659a188ef1"


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "drill.xlsx"
    assert main(["drill", "-o", str(out), "--seed", "7", "--questions", "10", "--level", "hard"]) == 0
    assert "10 questions, level hard; --seed 7 makes the same again" in capsys.readouterr().out
    first = out.read_bytes()
    assert main(["drill", "-o", str(out), "--seed", "7", "--questions", "10", "--level", "hard"]) == 2
    assert (
        main(["drill", "-o", str(out), "--seed", "7", "--questions", "10", "--level", "hard", "--force"]) == 0
    )
    assert out.read_bytes() == first
    assert main(["drill", "-o", str(tmp_path / "x.xlsx"), "--format", "json"]) == 0
    assert '"questions": 40' in capsys.readouterr().out
    for wrong in (["--questions", "0"], ["--level", "easy"], ["--seed", "-1"], ["--questions", "5001"]):
        assert main(["drill", "-o", str(tmp_path / "y.xlsx"), *wrong]) == 2
    assert main(["drill", "-o", str(tmp_path / "y.ods")]) == 2
    assert not (tmp_path / "y.xlsx").exists()


def test_the_page_lists_the_levels() -> None:
    page = (ROOT / "docs" / "drill.md").read_text("utf-8")
    for level, says in LEVELS.items():
        assert f"| `{level}` | {says[:40]}" in page


@pytest.mark.parametrize("seed", [2, 7])
def test_a_check_of_the_drill_finds_nothing_in_it(
    seed: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Questions and answers are no recorded rounds, and marks are no totals."""
    path = tmp_path / "drill.xlsx"
    build_drill(path, seed=seed, count=40)
    book = openpyxl.load_workbook(path)
    for row in range(FIRST_ROW, FIRST_ROW + 6):
        for column in (6, 7, 8):
            book[SHEETS[0]].cell(row, column, "draws" if column < 8 else "Tie")
    book.save(path)
    assert main(["check", str(path)]) == 4
    said = capsys.readouterr().out
    assert "this is a practice sheet" in said
    assert "BACC" not in said
