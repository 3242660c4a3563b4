"""Repairs: what is safe, what is left alone, and formulas and stored values that agree afterwards."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path
from typing import Any

import openpyxl
import pytest
import xlsxwriter

from baccarat_xl.audit.engine import Options, check
from baccarat_xl.cli import main
from baccarat_xl.errors import OutputError
from baccarat_xl.giveback.fix import DOUBTFUL, Fixed, fix
from tests.audit.formula_books import BANKER_EMPTY_AS_0, ROUNDS, log_book
from tests.conftest import Soffice
from tests.giveback.conftest import READ_BY_OPENPYXL
from tests.giveback.test_annotate import raw

every_openpyxl = pytest.mark.parametrize(
    "book", [name for name in READ_BY_OPENPYXL if name != "prefixes"], indirect=True
)
MAIN = b"http://schemas.openxmlformats.org/spreadsheetml/2006/main"
RELATED = b"http://schemas.openxmlformats.org/officeDocument/2006/relationships"
REST = {
    "Player final total": "=MOD(H{r}+D{r},10)",
    "Banker final total": "=MOD(I{r}+G{r},10)",
    "Outcome": '=IF(L{r}>K{r},"Banker",IF(K{r}>L{r},"Player","Tie"))',
    "Rounds so far": "=COUNT(K$2:K{r})",
}


def repaired(path: Path, out: Path, *, unsafe: bool = False, options: Options | None = None) -> Fixed:
    options = options or Options()
    return fix(path, check([path], options).findings, options, out, unsafe=unsafe)


def stored(path: Path, sheet: str = "Shoe 1") -> list[list[Any]]:
    book = openpyxl.load_workbook(path, data_only=True)
    return [[None if cell == "" else cell for cell in row] for row in book[sheet].iter_rows(values_only=True)]


def small_log(path: Path, header: list[str], rows: list[list[Any]]) -> Path:
    with xlsxwriter.Workbook(path) as book:
        sheet = book.add_worksheet("Log")
        sheet.write_row(0, 0, header)
        for number, row in enumerate(rows, 1):
            for column, cell in enumerate(row):
                if cell is not None:
                    sheet.write(number, column, cell)
    return path


# ---------------------------------------------------------------------- rounds
@every_openpyxl
def test_one_part_changes_and_nothing_is_left_but_cards(book: Path, tmp_path: Path) -> None:
    out = tmp_path / f"fixed{book.suffix}"
    done = repaired(book, out)
    before, after = raw(book), raw(out)
    assert set(before) == set(after)
    (changed,) = (name for name in before if before[name] != after[name])
    assert done.changed == (changed,)
    assert [(one.address, one.before, one.after) for one in done.repairs] == [
        ("H11", "18", "8"),
        ("J12", "Banker", "Tie"),
    ]
    assert [one.cell for one in check([out]).findings] == ["G7", "G8", "G9"]
    cells = {
        (row, column): (one, two)
        for row, (old, new) in enumerate(zip(stored(book), stored(out), strict=True), 1)
        for column, (one, two) in enumerate(zip(old, new, strict=True), 1)
        if one != two
    }
    assert cells == {(11, 8): (18, 8), (12, 10): ("Banker", "Tie")}


@every_openpyxl
def test_unsafe_repairs_clear_cards_and_what_follows(book: Path, tmp_path: Path) -> None:
    out = tmp_path / f"fixed{book.suffix}"
    repaired(book, out, unsafe=True)
    assert [(one.cell, one.rule) for one in check([out]).findings] == [("G8", "BACC202")]
    assert stored(out)[6][6:10] == [None, 3, 3, "Tie"]


def test_a_total_that_the_outcome_agrees_with_is_not_safe(tmp_path: Path) -> None:
    header = ["P1", "P2", "P3", "B1", "B2", "B3", "Player total", "Banker total", "Outcome"]
    right = [[9, 0, None, 5, 3, None, 9, 8, "Player"], [4, 2, None, 0, 7, None, 6, 7, "Banker"]] * 4
    doubtful = [9, 0, None, 5, 3, None, 7, 8, "Banker"]
    path = small_log(tmp_path / "log.xlsx", header, [*right, doubtful])
    out = tmp_path / "fixed.xlsx"
    done = repaired(path, out)
    assert [one.why for one in done.left] == [DOUBTFUL]
    assert not out.exists()
    done = repaired(path, out, unsafe=True)
    assert stored(out, "Log")[-1][6:] == [9, 8, "Player"]
    assert done.remaining == []


@pytest.mark.parametrize("words", [("P", "B", "T"), ("闲", "庄", "和"), ("PLAYER", "BANKER", "TIE")])
def test_outcomes_are_written_as_the_column_writes_them(tmp_path: Path, words: tuple[str, ...]) -> None:
    player, banker, tie = words
    header = ["P1", "P2", "P3", "B1", "B2", "B3", "Outcome", "Player draws"]
    rows: list[list[Any]] = [
        [9, 0, None, 5, 3, None, player, "S"],
        [4, 2, None, 0, 7, None, banker, "S"],
        [4, 3, None, 0, 7, None, tie, "S"],
        [2, 3, 8, 1, 2, None, tie, "D"],
    ] * 3
    wrong = [list(row) for row in rows]
    wrong[0][6], wrong[5][6], wrong[10][7], wrong[11][7] = tie, player, "D", "S"
    path = small_log(tmp_path / "log.xlsx", header, wrong)
    out = tmp_path / "fixed.xlsx"
    assert repaired(path, out).left == []
    assert stored(out, "Log")[1:] == rows


def test_numbers_kept_as_text_stay_text(tmp_path: Path) -> None:
    header = ["P1", "P2", "P3", "B1", "B2", "B3", "Player total"]
    rows: list[list[Any]] = [["9", "0", None, "5", "3", None, "9"], ["7", "8", "4", "1", "6", None, "19"]] * 3
    path = small_log(tmp_path / "log.xlsx", header, rows)
    out = tmp_path / "fixed.xlsx"
    repaired(path, out)
    assert [row[6] for row in stored(out, "Log")[1:]] == ["9", "9"] * 3


def test_names_with_prefixes_are_not_edited(made: dict[str, Path], tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="save the file in a spreadsheet program"):
        repaired(made["prefixes"], tmp_path / "out.xlsx")
    assert list(tmp_path.iterdir()) == []


# ---------------------------------------------------------------------- formulas
@pytest.fixture
def formulas(tmp_path: Path) -> Path:
    """A wrong column, a cell that drifted, a typed total, values that nobody computed."""
    columns = {"Banker draws": BANKER_EMPTY_AS_0, **REST}
    over = {"H5": 7, "J6": '=IF(I6<=5,"D","S")'}
    return log_book(tmp_path / "log.xlsx", columns, over=over)


def test_formulas_are_proved_afterwards(formulas: Path, tmp_path: Path) -> None:
    out = tmp_path / "fixed.xlsx"
    repaired(formulas, out)
    result = check([out])
    assert {one.verdict for one in result.formulas} == {"proved"}
    assert [one.rule for one in result.findings] == ["BACC303"]
    repaired(formulas, out, unsafe=True)
    assert check([out]).findings == []


@pytest.mark.libreoffice
@pytest.mark.parametrize("unsafe", [False, True])
def test_stored_values_are_what_libreoffice_computes(
    formulas: Path, soffice: Soffice, tmp_path: Path, unsafe: bool
) -> None:
    out = tmp_path / "fixed.xlsx"
    done = repaired(formulas, out, unsafe=unsafe)
    computed = soffice.values(out)
    assert [row[13] for row in computed[1:]] == list(range(1, len(ROUNDS) + 1))
    ours = [row[:13] for row in stored(out)]
    assert ours == [row[:13] for row in computed]
    assert done.unstored == len(ROUNDS)
    with zipfile.ZipFile(out) as package:
        assert b'fullCalcOnLoad="1"' in package.read("xl/workbook.xml")


@pytest.mark.libreoffice
def test_formulas_that_cells_share(formulas: Path, soffice: Soffice, tmp_path: Path) -> None:
    shared, out = tmp_path / "shared.xlsx", tmp_path / "fixed.xlsx"
    shared_down(formulas, shared)
    with zipfile.ZipFile(shared) as package:
        sheet = package.read("xl/worksheets/sheet1.xml")
    assert sheet.count(b't="shared"') > 7 * 6
    repaired(shared, out, unsafe=True)
    assert check([out]).findings == []
    assert [row[:13] for row in stored(out)] == [row[:13] for row in soffice.values(out)]


def shared_down(path: Path, out: Path) -> None:
    """The workbook with every column's copies of one formula shared, as Excel fills them down."""

    def share(data: bytes) -> bytes:
        for number, letter in enumerate("HIJKLMN"):
            (text,) = re.findall(rb'<c r="%s2"><f>(.*?)</f>' % letter.encode(), data)
            shift = re.compile(rb"(?<![A-Z$])([A-Z])2\b")
            for row in range(3, 10):
                copy = b"<f>%s</f>" % shift.sub(rb"\g<1>%d" % row, text)
                data = data.replace(copy, b'<f t="shared" si="%d"/>' % number)
            master = b'<f t="shared" ref="%s2:%s9" si="%d">' % (letter.encode(), letter.encode(), number)
            cell = b'<c r="%s2">' % letter.encode()
            data = data.replace(cell + b"<f>", cell + master)
        return data

    with zipfile.ZipFile(path) as package, zipfile.ZipFile(out, "w") as target:
        for name in package.namelist():
            data = package.read(name)
            target.writestr(name, share(data) if name == "xl/worksheets/sheet1.xml" else data)


def test_a_lost_master_of_shared_formulas_leaves_no_orphans(tmp_path: Path) -> None:
    path = log_book(tmp_path / "log.xlsx", {"Player final total": "=MOD(H{r}+D{r},10)"})
    shared, out = tmp_path / "shared.xlsx", tmp_path / "fixed.xlsx"
    first = b"<f>MOD(H2+D2,10)</f>"

    def share(data: bytes) -> bytes:
        data = data.replace(first, b'<f t="shared" ref="J2:J9" si="0">H2+D2</f>')
        return re.sub(rb"<f>MOD\(H\d\+D\d,10\)</f>", b'<f t="shared" si="0"/>', data)

    with zipfile.ZipFile(path) as package, zipfile.ZipFile(shared, "w") as target:
        for name in package.namelist():
            data = package.read(name)
            target.writestr(name, share(data) if name == "xl/worksheets/sheet1.xml" else data)
    done = repaired(shared, out)
    assert done.repairs
    assert {one.verdict for one in check([out]).formulas} == {"proved"}
    with zipfile.ZipFile(out) as package:
        assert b't="shared"' not in package.read("xl/worksheets/sheet1.xml")


def test_the_calculation_chain_names_cells_that_got_a_formula(formulas: Path, tmp_path: Path) -> None:
    chained, out = tmp_path / "chained.xlsx", tmp_path / "fixed.xlsx"
    chain = b'<calcChain xmlns="%s"><c r="H2" i="1"/><c r="H3"/></calcChain>' % MAIN
    kind = b"application/vnd.openxmlformats-officedocument.spreadsheetml.calcChain+xml"
    with zipfile.ZipFile(formulas) as package, zipfile.ZipFile(chained, "w") as target:
        for name in package.namelist():
            data = package.read(name)
            if name == "[Content_Types].xml":
                override = b'<Override PartName="/xl/calcChain.xml" ContentType="%s"/></Types>' % kind
                data = data.replace(b"</Types>", override)
            if name == "xl/_rels/workbook.xml.rels":
                related = b'<Relationship Id="rId99" Type="%s/calcChain" Target="calcChain.xml"/>' % RELATED
                data = data.replace(b"</Relationships>", related + b"</Relationships>")
            target.writestr(name, data)
        target.writestr("xl/calcChain.xml", chain)
    repaired(chained, out, unsafe=True)
    with zipfile.ZipFile(out) as package:
        listed = re.findall(rb'<c r="(\w+)"', package.read("xl/calcChain.xml"))
    assert b"H5" in listed
    assert len(listed) == len(set(listed))


def test_a_table_fills_new_rows_with_the_repaired_formula(tmp_path: Path) -> None:
    path, out = tmp_path / "log.xlsx", tmp_path / "fixed.xlsx"
    wrong = "=Shoe[[#This Row],[P1]]+Shoe[[#This Row],[P2]]"
    with xlsxwriter.Workbook(path) as book:
        sheet = book.add_worksheet("Log")
        names = ["P1", "P2", "P3", "B1", "B2", "B3", "Player initial total"]
        columns: list[dict[str, Any]] = [{"header": name} for name in names]
        columns[-1]["formula"] = wrong
        sheet.add_table(0, 0, len(ROUNDS), 6, {"name": "Shoe", "columns": columns, "data": ROUNDS})
    repaired(path, out)
    assert {one.verdict for one in check([out]).formulas} == {"proved"}
    with zipfile.ZipFile(out) as package:
        table = package.read("xl/tables/table1.xml").decode()
        cells = package.read("xl/worksheets/sheet1.xml").decode()
    (filled,) = re.findall(r"<calculatedColumnFormula>(.*?)</calculatedColumnFormula>", table)
    assert filled != wrong[1:]
    assert set(re.findall(r"<f>(.*?)</f>", cells)) == {filled}
    assert "[@" not in filled
    assert openpyxl.load_workbook(out)["Log"].tables.keys() == {"Shoe"}


# ---------------------------------------------------------------------- the command
def test_diff_writes_nothing(
    made: dict[str, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "log.xlsx"
    path.write_bytes(made["XlsxWriter"].read_bytes())
    assert main(["fix", str(path), "--diff"]) == 1
    told = capsys.readouterr().out
    assert "Shoe 1!H11: 18 -> 8  BACC110" in told
    assert "left: Shoe 1!G7 BACC201" in told
    assert [one.name for one in tmp_path.iterdir()] == ["log.xlsx"]
    assert path.read_bytes() == made["XlsxWriter"].read_bytes()


def test_in_place_leaves_a_backup(made: dict[str, Path], tmp_path: Path) -> None:
    path = tmp_path / "log.xlsx"
    before = made["XlsxWriter"].read_bytes()
    path.write_bytes(before)
    assert main(["fix", str(path), "--in-place"]) == 1
    assert (tmp_path / "log.xlsx.bak").read_bytes() == before
    after = path.read_bytes()
    assert after != before
    assert main(["fix", str(path), "--in-place", "--unsafe"]) == 1
    assert (tmp_path / "log.xlsx.bak2").read_bytes() == after
    assert main(["fix", str(path), "--in-place"]) == 1
    assert not (tmp_path / "log.xlsx.bak3").exists(), "nothing was repaired, so nothing was written"


def test_wrong_usage_and_other_files(made: dict[str, Path], tmp_path: Path) -> None:
    path, out = str(made["XlsxWriter"]), str(tmp_path / "out.xlsx")
    assert main(["fix", path]) == 2
    assert main(["fix", path, "-o", path]) == 2
    assert main(["fix", path, "-o", out, "--diff"]) == 2
    log = tmp_path / "log.csv"
    log.write_text("P1,P2,B1,B2,Outcome\n9,K,5,3,Tie\n", "utf-8")
    assert main(["fix", str(log), "-o", out]) == 2
    copy = str(tmp_path / "copy.xlsx")
    main(["check", path, "--annotate", copy])
    assert main(["fix", copy, "-o", out]) == 3
    assert not Path(out).exists()
