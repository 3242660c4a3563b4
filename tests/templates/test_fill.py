"""Filling: the table grows, everything else stays, and what does not fit is said."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import openpyxl
import pytest

from baccarat_xl.errors import FileError, FileUnreadable, UsageError
from baccarat_xl.templates.build import build_rounds
from baccarat_xl.templates.columns import COLUMNS
from baccarat_xl.templates.fill import FillResult, built_in, fill
from tests.templates.edited import built, rearranged, with_own_columns
from tests.templates.filling import (
    CARD_HEADERS,
    HEADERS,
    all_states,
    parts,
    rewritten,
    sheet_xml,
    simple_rounds,
    stored,
    write_csv,
)

SHEET, TABLE, WORKBOOK = "xl/worksheets/sheet1.xml", "xl/tables/table1.xml", "xl/workbook.xml"


def filled(folder: Path, template: Path | bytes, count: int, name: str = "out.xlsx") -> FillResult:
    source = write_csv(folder / f"{name}.csv", HEADERS, simple_rounds(count))
    return fill(template, source, folder / name)


@pytest.mark.parametrize("count", [1, 9, 10, 11, 137, 5000])
@pytest.mark.parametrize("built_rows", [1, 10])
def test_the_table_grows(tmp_path: Path, count: int, built_rows: int) -> None:
    template = built(tmp_path / "template.xlsx", built_rows)
    before = parts(template)
    result = filled(tmp_path, template, count)
    last = 5 + max(count, built_rows)
    assert (result.rows, result.first_row, result.last_row) == (count, 6, 5 + count)
    after = parts(result.out)
    assert list(after) == list(before)
    for name, content in before.items():
        if name not in (SHEET, TABLE, WORKBOOK):
            assert after[name] == content, name
    for content in after.values():
        if content.startswith(b"<?xml"):
            ElementTree.fromstring(content)
    book = openpyxl.load_workbook(result.out)
    sheet = book["Rounds"]
    assert sheet.tables["Rounds"].ref == sheet.tables["Rounds"].autoFilter.ref == f"A5:AD{last}"
    assert result.table == f"A5:AD{last}"
    assert sheet.dimensions == f"A1:AD{last}"
    assert sheet.print_area == f"'Rounds'!$A$4:$AD${5 + count}"
    untouched = parts(template)[WORKBOOK].decode().replace(f"$AD${5 + built_rows}<", f"$AD${5 + count}<")
    assert after[WORKBOOK].decode() == untouched
    ranges = {str(validation.sqref) for validation in sheet.data_validations.dataValidation}
    assert {f"C6:C{last}", f"Y6:Y{last}", f"AB6:AB{last}"} <= {r if ":" in r else f"{r}:{r}" for r in ranges}
    conditional = {str(area.sqref) for area in sheet.conditional_formatting}
    assert {r.partition(":")[2] or r for r in conditional if r[:1] == "G"} == {f"G{last}"}
    assert [sheet.cell(5 + count, column).value for column in (1, 2)] == [
        1 + (count - 1) // 70,
        1 + (count - 1) % 70,
    ]
    assert sheet.max_row == last


def test_new_rows_look_and_compute_like_the_old_ones(tmp_path: Path) -> None:
    template = built(tmp_path / "template.xlsx", 1)
    model = openpyxl.load_workbook(template)["Rounds"]
    sheet = openpyxl.load_workbook(filled(tmp_path, template, 30).out)["Rounds"]
    for row in (6, 7, 35):
        for column in range(1, 31):
            old, new = model.cell(6, column), sheet.cell(row, column)
            assert new.style_id == old.style_id
            if old.data_type == "f":
                formula = COLUMNS[column - 1].formula(row=row)
                assert new.value == formula, (row, column)
                assert row > 6 or old.value == formula


@pytest.mark.parametrize("reader", ["openpyxl", "calamine"])
def test_values_are_there_without_recalculation(tmp_path: Path, reader: str) -> None:
    pandas = pytest.importorskip("pandas", reason="pandas is not installed")
    source = write_csv(
        tmp_path / "r.csv", HEADERS, [[3, 7, "5D", "5S", "10C", "JS", "AC", "7H", "banko"], [3, 8, *[""] * 7]]
    )
    fill(built_in(), source, tmp_path / "out.xlsx")
    frame = pandas.read_excel(tmp_path / "out.xlsx", header=4, engine=reader)
    row = frame.iloc[0]
    shown = ["Player initial total", "Banker initial total", "Natural", "Player draws", "Banker draws"]
    assert [row[name] for name in shown] == [0, 1, "no", "draws", "draws"]
    assert [row[name] for name in ("P3 value", "Outcome", "Clause", "Check")] == [0, "Banker", "R5.2", "✓"]


def test_filled_twice(tmp_path: Path) -> None:
    """A filled workbook is a template too: the next rounds go below, the line of counts follows."""
    first = filled(tmp_path, built(tmp_path / "template.xlsx", 4), 7, "first.xlsx")
    wrong = write_csv(tmp_path / "wrong.csv", HEADERS, [[9, 1, "9S", "K", "5", "2", "2", "", "Tie"]])
    second = fill(first.out, wrong, tmp_path / "second.xlsx")
    assert (second.first_row, second.last_row, second.table) == (13, 13, "A5:AD13")
    rows = stored(second.out)
    assert [row["Round"] for row in rows] == [1, 2, 3, 4, 5, 6, 7, 1]
    assert rows[:7] == stored(first.out)
    assert rows[7]["Check"] == "✗ third card after a natural (R3)"
    counts = {
        path: openpyxl.load_workbook(path, data_only=True)["Rounds"]["X3"].value
        for path in tmp_path.glob("*d.xlsx")
    }
    assert counts == {second.out: "✗ 1   … 0   ✓ 7"}


def test_counts_are_not_stored_where_they_are_not_known(tmp_path: Path) -> None:
    """Rounds saved by a program that computes nothing have no values to count."""
    first = filled(tmp_path, built_in(), 3, "first.xlsx")
    book = openpyxl.load_workbook(first.out)
    book.save(tmp_path / "computed_by_nobody.xlsx")
    result = filled(tmp_path, tmp_path / "computed_by_nobody.xlsx", 2)
    sheet = openpyxl.load_workbook(result.out, data_only=True)["Rounds"]
    assert sheet["X3"].value is None
    assert [sheet[f"X{row}"].value for row in range(6, 11)] == [None, None, None, "✓", "✓"]


def test_counts_are_texts_in_a_template_saved_without_values(tmp_path: Path) -> None:
    """One value a cell, and marked as a text: otherwise Excel calls the file damaged."""
    template = built(tmp_path / "template.xlsx", 4)
    openpyxl.load_workbook(template).save(template)
    xml = sheet_xml(filled(tmp_path, template, 3).out)
    (cell,) = re.findall(r'<c r="X3".*?</c>', xml)
    assert re.fullmatch(r'<c r="X3" s="\d+" t="str"><f>[^<]*</f><v>✗ 0   … 0   ✓ 3</v></c>', cell)


def test_columns_of_the_users_own(tmp_path: Path) -> None:
    template = with_own_columns(tmp_path / "own.xlsx")
    source = write_csv(
        tmp_path / "r.csv", [*HEADERS, "DEALER", "mood"], [[*row, "Ann", "good"] for row in simple_rounds(20)]
    )
    result = fill(template, source, tmp_path / "out.xlsx")
    assert result.not_computed == ["Cards dealt", "So far"]
    assert result.unknown_columns == ["mood"]
    assert b'fullCalcOnLoad="1"' in parts(result.out)[WORKBOOK]
    sheet = openpyxl.load_workbook(result.out)["Rounds"]
    assert [sheet[f"AE{row}"].value for row in (6, 25)] == ["Ann", "Ann"]
    dealt = "=COUNTA(Rounds[[#This Row],[Player card 1]:[Banker third card (B3)]])"
    assert [sheet[f"AF{row}"].value for row in (6, 11, 25)] == [dealt] * 3
    assert [sheet[f"AG{row}"].value for row in (6, 12, 25)] == [f"=SUM(AF$6:AF{row})" for row in (6, 12, 25)]
    assert (sheet["AJ7"].value, sheet["AJ300"].value) == ("beside the table", "far below, beside")
    values = openpyxl.load_workbook(result.out, data_only=True)["Rounds"]
    assert values["AF6"].value is None
    assert values["X25"].value == "✓"


def test_shared_formulas_of_the_users_own(tmp_path: Path) -> None:
    """Excel stores a column filled down as one formula and references to it."""
    template = with_own_columns(tmp_path / "own.xlsx", rows=3)

    def share(text: str) -> str:
        text = re.sub(
            r"<f>SUM\(AF\$6:AF6\)</f>", '<f t="shared" ref="AG6:AG8" si="0">SUM(AF$6:AF6)</f>', text
        )
        return re.sub(r"<f>SUM\(AF\$6:AF[78]\)</f>", '<f t="shared" si="0"/>', text)

    assert 't="shared" si="0"/>' in sheet_xml(rewritten(template, SHEET, share))
    first = filled(tmp_path, template, 3, "first.xlsx")
    result = filled(tmp_path, first.out, 3)
    sheet = openpyxl.load_workbook(result.out)["Rounds"]
    assert [sheet[f"AG{row}"].value for row in (9, 11)] == ["=SUM(AF$6:AF9)", "=SUM(AF$6:AF11)"]


ORDER = (
    *("note", "chk", "out", "p1", "b2", "p2", "b1", "p3", "b3", "rbf", "rpd", "rbd", "rpf", "ro", "pi", "bi"),
    *("nat", "cl", "bd", "pd", "pf", "bf", "p1v", "p2v", "b1v", "b2v", "p3v", "b3v", "round", "shoe"),
)


@pytest.mark.parametrize("structured", [False, True])
def test_columns_in_another_order_and_place(tmp_path: Path, structured: bool) -> None:
    """Values are stored only for formulas that still read the same columns; the others are named."""
    source = write_csv(tmp_path / "r.csv", HEADERS, all_states())
    straight = stored(fill(built_in(), source, tmp_path / "straight.xlsx").out)
    template = rearranged(
        tmp_path / "rearranged.xlsx", ORDER, first_column=3, header_row=9, structured=structured
    )
    result = fill(template, source, tmp_path / "out.xlsx")
    assert result.table == f"D9:AG{9 + len(straight)}"
    assert result.not_computed == []
    assert stored(result.out, "Croupier's rounds", header_row=9) == straight
    apart = [*(key for key in ORDER if key != "b3"), "b3"]
    template = rearranged(tmp_path / "apart.xlsx", apart, structured=structured)
    result = fill(template, source, tmp_path / "apart_filled.xlsx")
    assert result.not_computed == ["Check"]
    rows = stored(result.out, "Croupier's rounds", header_row=1)
    assert {row.pop("Check") for row in rows} == {None}
    assert rows == [{header: row[header] for header in row if header != "Check"} for row in straight]


def test_a_changed_formula_is_left_to_the_spreadsheet(tmp_path: Path) -> None:
    """And so is every formula that reads it."""
    template = built(tmp_path / "template.xlsx")
    rewritten(
        template,
        SHEET,
        lambda text: text.replace("<f>IF(COUNT(I6,J6)=2,", "<f>IF(1+1=COUNT(I6,J6),"),
    )
    result = filled(tmp_path, template, 2)
    assert {"Player initial total", "Natural", "Banker draws", "Outcome", "Check"} <= set(result.not_computed)
    row = stored(result.out)[0]
    assert (row["Banker initial total"], row["Natural"], row["Check"]) == (0, None, None)


@pytest.mark.parametrize("cell", ["=1+1", '=HYPERLINK("http://x","y")', "+1+1", "@SUM(A1)", "-2+3", " =A1"])
def test_text_is_never_a_formula(tmp_path: Path, cell: str) -> None:
    header = ["Shoe", "Round", *CARD_HEADERS, "Winner", "Note"]
    source = write_csv(
        tmp_path / "r.csv",
        header,
        [
            [cell, cell, "2", cell, "3", "4", "5", "", cell, cell],
            [1, 1, 2, 3, "", 4, 5, 6, "P", "n"],
            [1, 2, 2, 3, 5, 4, 5, "", "P", "n"],
        ],
    )
    result = fill(
        built_in(),
        source,
        tmp_path / "out.xlsx",
        mapping={"Player card 2": "player_card_2", "Winner": "outcome"},
    )
    sheet = openpyxl.load_workbook(result.out)["Rounds"]
    for place in ("A6", "B6", "D6", "Y6", "AD6"):
        assert sheet[place].data_type in ("s", "inlineStr"), place
        assert sheet[place].value == cell.strip()
    assert {(flag.cell, flag.text) for flag in result.flagged} == {("D6", cell.strip()), ("Y6", cell.strip())}
    assert stored(result.out)[0]["Check"].startswith("✗ Player card 2 is no card")


def test_nothing_below_the_table_is_overwritten(tmp_path: Path) -> None:
    template = built(tmp_path / "template.xlsx", 4)
    book = openpyxl.load_workbook(template)
    book["Rounds"]["C14"] = "my notes"
    book.save(template)
    assert filled(tmp_path, template, 8, "fits.xlsx").last_row == 13
    with pytest.raises(UsageError, match="row 14, below the table, is not empty"):
        filled(tmp_path, template, 9)
    assert not (tmp_path / "out.xlsx").exists()


def test_a_totals_row_is_in_the_way(tmp_path: Path) -> None:
    template = built(tmp_path / "template.xlsx", 4)
    rewritten(template, TABLE, lambda text: text.replace('totalsRowShown="0"', 'totalsRowCount="1"'))
    with pytest.raises(UsageError, match="totals row"):
        filled(tmp_path, template, 1)


def test_styles_of_reused_rows_are_kept(tmp_path: Path) -> None:
    template = built(tmp_path / "template.xlsx", 4)
    style = re.search(r'<c r="A5" s="(\d+)"', sheet_xml(template))
    assert style
    rewritten(template, SHEET, lambda text: re.sub(r'<c r="C8" s="\d+"', f'<c r="C8" s="{style[1]}"', text))
    xml = sheet_xml(filled(tmp_path, template, 6).out)
    assert f'<c r="C8" s="{style[1]}" t="inlineStr">' in xml
    assert f'<c r="C9" s="{style[1]}"' not in xml


def test_what_is_refused(tmp_path: Path) -> None:
    template = built(tmp_path / "template.xlsx", 1)
    source = write_csv(tmp_path / "r.csv", HEADERS, simple_rounds(2))
    out = tmp_path / "out.xlsx"
    for target in (template, source):
        with pytest.raises(UsageError, match="is an input"):
            fill(template, source, target, force=True)
    with pytest.raises(UsageError, match="no workbook"):
        fill(source, template, out)
    with pytest.raises(UsageError, match=r"use \.xlsx"):
        fill(template, source, tmp_path / "out.csv")
    with pytest.raises(FileError, match="no such file"):
        fill(template, tmp_path / "missing.csv", out)
    plain = tmp_path / "plain.xlsx"
    openpyxl.Workbook().save(plain)
    with pytest.raises(UsageError, match="no table for rounds"):
        fill(plain, source, out)
    with pytest.raises(UsageError, match="no table of rounds"):
        fill(template, write_csv(tmp_path / "other.csv", ["name", "city"], [["a", "b"]]), out)
    assert not out.exists()
    fill(template, source, out)
    with pytest.raises(UsageError, match="exists already"):
        fill(template, source, out)
    assert fill(template, source, out, force=True).rows == 2


def test_a_broken_template_leaves_nothing_behind(tmp_path: Path) -> None:
    template = built(tmp_path / "template.xlsx", 1)
    template.write_bytes(template.read_bytes()[:-30])
    with pytest.raises(FileError, match="damaged"):
        filled(tmp_path, template, 3)
    assert {path.name for path in tmp_path.iterdir()} == {"template.xlsx", "out.xlsx.csv"}


def test_an_unreadable_source_leaves_nothing_behind(tmp_path: Path) -> None:
    source = tmp_path / "broken.json"
    source.write_text('[{"player": ["8"', encoding="utf-8")
    with pytest.raises(FileUnreadable):
        fill(built_in(), source, tmp_path / "out.xlsx")
    assert [path.name for path in tmp_path.iterdir()] == ["broken.json"]


def quoted(path: Path) -> set[str]:
    """Cells of the sheet whose style says that what is typed into them is text."""
    rows = openpyxl.load_workbook(path)["Rounds"].iter_rows()
    return {cell.coordinate for row in rows for cell in row if cell.quotePrefix}


def test_text_that_looks_like_a_formula_stays_text_when_it_is_edited(tmp_path: Path) -> None:
    """Blank rows keep their own styles, new rows the table's; filling again adds no further styles."""
    header = [*HEADERS, "Note"]
    rows = [[*row, note] for row, note in zip(simple_rounds(4), ("=1+1", "@x", "well", "-"), strict=True)]
    template = built(tmp_path / "template.xlsx", 2)
    style = re.search(r'<c r="A5" s="(\d+)"', sheet_xml(template))
    assert style
    rewritten(template, SHEET, lambda text: re.sub(r'<c r="AD7" s="\d+"', f'<c r="AD7" s="{style[1]}"', text))
    source = write_csv(tmp_path / "r.csv", header, rows)
    first = fill(template, source, tmp_path / "first.xlsx")
    assert quoted(first.out) == {"AD6", "AD7", "AD9"}
    old, new = (openpyxl.load_workbook(path)["Rounds"] for path in (template, first.out))
    for place in ("AD6", "AD7"):
        assert old[place].fill.fgColor == new[place].fill.fgColor
    assert new["AD7"].fill.fgColor != new["AD9"].fill.fgColor == new["AD6"].fill.fgColor
    again = fill(first.out, source, tmp_path / "again.xlsx")
    assert quoted(again.out) == {"AD6", "AD7", "AD9", "AD10", "AD11", "AD13"}
    assert parts(again.out)["xl/styles.xml"] == parts(first.out)["xl/styles.xml"]
    plain = write_csv(tmp_path / "p.csv", HEADERS, simple_rounds(4))
    assert (
        parts(fill(template, plain, tmp_path / "p.xlsx").out)["xl/styles.xml"]
        == parts(template)["xl/styles.xml"]
    )


def test_typed_text_of_a_built_workbook_stays_text(tmp_path: Path) -> None:
    build_rounds(tmp_path / "t.xlsx", rows=2, typed=[{"p1": "=1", "note": "+x", "shoe": "a"}])
    assert quoted(tmp_path / "t.xlsx") == {"C6", "AD6"}


def test_what_is_printed_ends_with_the_filled_rows(tmp_path: Path) -> None:
    template = built(tmp_path / "template.xlsx", 200)
    first = filled(tmp_path, template, 30, "first.xlsx")
    second = filled(tmp_path, first.out, 5, "second.xlsx")
    third = filled(tmp_path, second.out, 300, "third.xlsx")
    areas = [openpyxl.load_workbook(path)["Rounds"].print_area for path in (first.out, second.out, third.out)]
    assert areas == [f"'Rounds'!$A$4:$AD${row}" for row in (35, 40, 340)]
    own = rewritten(template, WORKBOOK, lambda text: text.replace("!$A$4:$AD$205", "!$A$4:$H$50"))
    out = filled(tmp_path, own, 30, "own.xlsx").out
    assert openpyxl.load_workbook(out)["Rounds"].print_area == "'Rounds'!$A$4:$H$50"


def test_formulas_that_lose_the_cell_that_held_them(tmp_path: Path) -> None:
    """Rounds go over the row in which a shared formula is written; the rows below still compute the same."""
    template = built(tmp_path / "template.xlsx", 6)
    formula = '<f>IF(COUNT(I6,J6)=2,MOD(I6+J6,10),"")</f>'

    def share(text: str) -> str:
        assert formula in text
        text = text.replace(formula, formula.replace("<f>", '<f t="shared" ref="M6:M11" si="4">'))
        return re.sub(r"<f>IF\(COUNT\(I\d+,J\d+\)[^<]*</f>", '<f t="shared" si="4"/>', text)

    before = openpyxl.load_workbook(template)["Rounds"]
    rewritten(template, SHEET, share)
    assert sheet_xml(template).count('si="4"') == 6
    result = filled(tmp_path, template, 3)
    after = openpyxl.load_workbook(result.out)["Rounds"]
    assert [after[f"M{row}"].value for row in range(6, 12)] == [before[f"M{r}"].value for r in range(6, 12)]
    xml = sheet_xml(result.out)
    masters = re.findall(r'<c r="(\w+)"[^>]*><f t="shared" ref="([\w:]+)" si="(\d+)">', xml)
    assert ("M9", "M9:M11", "4") in masters
    assert ("M6", "M6:M8") in [master[:2] for master in masters]
    assert len({number for *_, number in masters}) == len(masters) == 17
