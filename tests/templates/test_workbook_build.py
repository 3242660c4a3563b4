"""The built workbook: reproducible, shipped fresh, and set up for the people who type into it."""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import openpyxl
import pytest
from openpyxl.worksheet.worksheet import Worksheet

from baccarat_xl.errors import OutputError, UsageError
from baccarat_xl.functions.library import FUNCTIONS
from baccarat_xl.layout.recognise import recognise
from baccarat_xl.templates import functions_sheet, styles
from baccarat_xl.templates.build import build_rounds, build_shipped, file_name
from baccarat_xl.templates.card_list import PICK_LIST, sheet_reads, spellings
from baccarat_xl.templates.columns import (
    BY_KEY,
    COLUMNS,
    FIRST_ROW,
    FLAVOURS,
    HEADER_ROW,
    SHEET,
    TABLE,
    TYPED_BY_ROLE,
    Flavour,
)
from baccarat_xl.templates.rounds_sheet import column_letter
from baccarat_xl.templates.validations import PICK_LIST as PICK_RANGE
from baccarat_xl.workbook.read import read_book
from tests.conftest import Soffice

ROOT = Path(__file__).parents[2]
_SINCE_2007 = """
    AND COUNT COUNTA COUNTBLANK COUNTIF FIND IF IFERROR INDEX ISNUMBER LEFT MATCH MAX
    MOD NOT OR SUBSTITUTE SUMPRODUCT TRIM
"""
SINCE_2007 = set(_SINCE_2007.split())
"""Functions that Excel 2010, LibreOffice and Google Sheets all have."""
_TEXT = re.compile(r'"(?:[^"]|"")*"|\[[^\]]*\]')
_CALL = re.compile(r"([A-Z][A-Z0-9_.]*)\(")


def calls(formula: str) -> set[str]:
    return set(_CALL.findall(_TEXT.sub("", formula)))


def parts(content: bytes) -> dict[str, bytes]:
    with ZipFile(BytesIO(content)) as package:
        return {info.filename: package.read(info) for info in package.infolist()}


def built(flavour: Flavour, rows: int = 5) -> bytes:
    stream = BytesIO()
    build_rounds(stream, rows=rows, flavour=flavour)
    return stream.getvalue()


@pytest.fixture(scope="module")
def rounds() -> Worksheet:
    sheet: Worksheet = openpyxl.load_workbook(BytesIO(built("plain")))[SHEET]
    return sheet


@pytest.mark.parametrize("flavour", FLAVOURS)
def test_two_builds_are_the_same_bytes(flavour: Flavour) -> None:
    assert built(flavour) == built(flavour)


@pytest.mark.parametrize("flavour", FLAVOURS)
def test_processes_with_other_hash_seeds_and_time_zones_build_the_same_bytes(flavour: Flavour) -> None:
    code = (
        "import hashlib, io; from baccarat_xl.templates.build import build_rounds; s = io.BytesIO(); "
        f"build_rounds(s, rows=5, flavour={flavour!r}); print(hashlib.sha256(s.getvalue()).hexdigest())"
    )
    digests = {hashlib.sha256(built(flavour)).hexdigest()}
    for seed, zone in (("1", "UTC"), ("2", "Asia/Tokyo")):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "TZ": zone}
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


def test_shipped_workbooks_are_fresh(tmp_path: Path) -> None:
    """Part by part, since the packing of the same parts differs between versions of zlib."""
    for path in build_shipped(tmp_path):
        shipped = ROOT / "templates" / path.name
        assert parts(shipped.read_bytes()) == parts(path.read_bytes()), (
            f"templates/{path.name} is stale; build it again as templates/README.md says"
        )


def test_fourteen_columns_are_typed_and_each_label_names_its_total() -> None:
    assert sum(column.typed for column in COLUMNS) == 14
    headers = [column.header for column in COLUMNS]
    assert len(set(headers)) == len(headers)
    for column in COLUMNS:
        if "total" in column.header:
            assert re.search("(Player|Banker) (initial|final) total", column.header)
    assert len(TYPED_BY_ROLE) == 13


@pytest.mark.parametrize("flavour", FLAVOURS)
def test_each_row_has_its_formula_and_the_table_knows_the_first(flavour: Flavour) -> None:
    content = built(flavour)
    sheet = openpyxl.load_workbook(BytesIO(content))[SHEET]
    table = parts(content)["xl/tables/table1.xml"].decode()
    assert sheet.tables[TABLE].ref == f"A{HEADER_ROW}:AD{FIRST_ROW + 4}"
    assert len(re.findall("<calculatedColumnFormula>", table)) == 16
    for index, column in enumerate(COLUMNS, start=1):
        assert sheet.cell(HEADER_ROW, index).value == column.header
        for row in range(FIRST_ROW, FIRST_ROW + 5):
            assert sheet.cell(row, index).value == column.formula(flavour, row)
        if column.formula(flavour):
            calculated = sheet.tables[TABLE].tableColumns[index - 1].calculatedColumnFormula
            assert f"={calculated.attr_text}" == column.formula(flavour)


def test_plain_formulas_use_nothing_newer_than_excel_2007() -> None:
    book = openpyxl.load_workbook(BytesIO(built("plain")))
    used: set[str] = set()
    for sheet in book.worksheets:
        for row in sheet.iter_rows():
            used |= {call for cell in row if cell.data_type == "f" for call in calls(str(cell.value))}
    assert used <= SINCE_2007
    assert {"IF", "INDEX", "MATCH"} <= used
    assert set(book.defined_names) == {
        "DrawingTable",
        "CardSpellings",
        "CardValues",
        *("OutcomeWords", "OutcomeMeans"),
    }


def test_named_flavour_calls_the_functions_it_brings() -> None:
    brought = set(openpyxl.load_workbook(BytesIO(built("lambda"))).defined_names)
    called = {name for column in COLUMNS for name in calls(column.formula("lambda") or "")} - SINCE_2007
    assert called <= brought
    assert {"CARD_VALUE", "HAND_TOTAL", "IS_NATURAL", "PLAYER_DRAWS", "BANKER_DRAWS", "WINNER"} <= called
    assert {function.name for function in FUNCTIONS} <= brought


def test_the_natural_check_stands_before_players_rule() -> None:
    for key in ("pd", "bd", "cl"):
        for flavour in FLAVOURS:
            formula = str(BY_KEY[key].formula(flavour))
            if calls(formula) & {"PLAYER_DRAWS"}:
                continue
            first = re.search(r"[A-Z]+(?=6\b)", formula)
            assert first is not None
            assert first[0] == column_letter("nat")


@pytest.mark.parametrize("flavour", FLAVOURS)
def test_formulas_keep_to_the_limits_of_a_cell(flavour: Flavour) -> None:
    for column in COLUMNS:
        formula = column.formula(flavour) or ""
        assert len(formula) <= 8192
        assert all(len(text) <= 255 for text in _TEXT.findall(formula))


def test_typed_cells_are_open_and_formulas_locked_without_a_password(rounds: Worksheet) -> None:
    for index, column in enumerate(COLUMNS, start=1):
        assert rounds.cell(FIRST_ROW, index).protection.locked is not column.typed, column.header
    protection = rounds.protection
    assert protection.sheet
    assert not protection.password
    for free in ("sort", "autoFilter", "formatColumns", "insertRows"):
        assert getattr(protection, free) is False, free


def test_every_typed_column_offers_help_and_every_header_explains_itself(rounds: Worksheet) -> None:
    helped = {}
    for validation in rounds.data_validations.dataValidation:
        assert len(validation.prompt) <= 255
        assert len(validation.promptTitle) <= 32
        assert len(validation.error or "") <= 255
        for area in validation.sqref.ranges:
            helped[area.min_col, area.min_row] = validation
    for index, column in enumerate(COLUMNS, start=1):
        assert (index, HEADER_ROW) in helped
        assert ((index, FIRST_ROW) in helped) is column.typed
    card = helped[COLUMNS.index(BY_KEY["p3"]) + 1, FIRST_ROW]
    assert (card.type, card.errorStyle, card.formula1) == ("list", "warning", PICK_RANGE)


def test_the_card_list_is_what_the_rules_read_and_the_short_list_is_in_it() -> None:
    book = openpyxl.load_workbook(BytesIO(built("plain")))
    rows = book["Cards"].iter_rows(min_row=5, max_row=4 + len(spellings()), max_col=2, values_only=True)
    assert dict(rows) == spellings()
    area = PICK_RANGE.split("!")[1].replace("$", "")
    offered = tuple(cell.value for (cell,) in book["Cards"][area])
    assert offered == PICK_LIST
    assert all(sheet_reads(pick) is not None for pick in offered)


def test_blank_rows_store_nothing_and_no_zero() -> None:
    stored = openpyxl.load_workbook(BytesIO(built("plain")), data_only=True)[SHEET]
    cells = [cell for row in stored.iter_rows(min_row=FIRST_ROW, values_only=True) for cell in row]
    assert len(cells) == 5 * 30
    assert set(cells) <= {None, ""}


def test_header_stays_in_sight_and_prints_on_each_page(rounds: Worksheet) -> None:
    assert rounds.freeze_panes == f"C{FIRST_ROW}"
    assert rounds.print_title_rows == f"${HEADER_ROW - 1}:${HEADER_ROW}"
    assert rounds.sheet_properties.pageSetUpPr.fitToPage
    assert rounds.page_setup.orientation == "landscape"
    assert rounds.page_setup.fitToWidth == 2
    assert rounds.print_title_cols == "$A:$B"
    assert rounds.print_area == f"'{SHEET}'!$A${HEADER_ROW - 1}:$AD${FIRST_ROW + 4}"
    assert rounds.page_setup.fitToHeight == 0
    assert rounds.merged_cells.ranges == set()


@pytest.mark.libreoffice
def test_what_comes_out_of_the_printer(tmp_path: Path, soffice: Soffice) -> None:
    """Twenty rounds are two pages side by side; the other sheets are one page, or a few, each."""
    path = tmp_path / "rounds.xlsx"
    build_rounds(path, rows=20)
    pages = re.findall(rb"/Type\s*/Page\b", soffice.convert(path, "pdf").read_bytes())
    assert 4 <= len(pages) <= 7


def test_pictures_have_alt_texts() -> None:
    content = parts(built("plain"))
    drawings = [content[name].decode() for name in content if name.startswith("xl/drawings/drawing")]
    pictures = [picture for drawing in drawings for picture in re.findall(r"<xdr:cNvPr [^>]*>", drawing)]
    assert len(pictures) == 1
    assert all(re.search('descr="[^"]{100,}"', picture) for picture in pictures)


def luminance(colour: str) -> float:
    channels = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("name", [*styles.FORMATS, *styles.CONDITIONS])
def test_text_stands_out_from_its_ground(name: str) -> None:
    spec = {**styles.FORMATS, **styles.CONDITIONS}[name]
    light, dark = sorted((luminance(str(spec["font_color"])), luminance(str(spec["bg_color"]))), reverse=True)
    assert (light + 0.05) / (dark + 0.05) >= 4.5


def test_functions_sheet_has_each_function_with_its_example() -> None:
    sheet = openpyxl.load_workbook(BytesIO(built("plain")))["Functions"]
    rows = list(sheet.iter_rows(min_row=functions_sheet.HEADER_ROW + 1, values_only=True))
    assert [row[0] for row in rows] == [function.name for function in FUNCTIONS]
    stored = openpyxl.load_workbook(BytesIO(built("plain")), data_only=True)["Functions"]
    results = [row[4] for row in stored.iter_rows(min_row=functions_sheet.HEADER_ROW + 1, values_only=True)]
    assert results == [function.example.result for function in FUNCTIONS]
    assert sum(str(row[6]).startswith("=") for row in rows) == len(functions_sheet.PLAIN_EQUIVALENTS)


@pytest.mark.parametrize("rows", [0, -1, 1_048_576])
def test_an_impossible_number_of_rows_is_refused(rows: int) -> None:
    with pytest.raises(UsageError, match="rows"):
        build_rounds(BytesIO(), rows=rows)


def test_an_unknown_flavour_is_refused() -> None:
    with pytest.raises(UsageError, match="plain or lambda"):
        build_rounds(BytesIO(), flavour="vanilla")  # type: ignore[arg-type]


def test_a_folder_that_is_missing_is_said(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="could not be written"):
        build_rounds(tmp_path / "nowhere" / file_name("plain"), rows=1)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("flavour", FLAVOURS)
def test_only_sheet_rounds_holds_rounds(flavour: Flavour) -> None:
    """A check of the shipped workbook takes no list of words for a log."""
    book = read_book(ROOT / "templates" / file_name(flavour))
    found = recognise(book)
    assert [table.sheet.name for table in found.tables] == [SHEET]
    assert found.not_read == []
