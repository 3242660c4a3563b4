"""Each rule's page: a wrong record that gives this finding and no other, and a right one that gives none."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest
import xlsxwriter

from baccarat_xl.audit.catalogue import BY_KIND, RULES, find_rule, select_codes
from baccarat_xl.audit.catalogue.frequencies import FrequencyRule
from baccarat_xl.audit.engine import Options, check
from baccarat_xl.errors import UsageError
from baccarat_xl.rules.faults import Kind

MANY = 8


def record(page: str, which: str) -> str:
    """The wrong or the right record on a page; where it says so, its rounds are repeated."""
    found = re.search(rf"^{which}(.*?)::\n\n((?:    .+\n)+)", page, re.MULTILINE)
    assert found, f"the page has no {which.lower()} record"
    header, *rows = [line.strip() for line in found[2].splitlines()]
    return "\n".join([header, *rows * (MANY if "many" in found[1] else 1)]) + "\n"


def written(text: str, path: Path) -> Path:
    """The record as a CSV file; as a workbook where it has formulas, each with the value it stores."""
    if "->" not in text:
        path.with_suffix(".csv").write_text(text, encoding="utf-8")
        return path.with_suffix(".csv")
    book = xlsxwriter.Workbook(path.with_suffix(".xlsx"))
    sheet = book.add_worksheet("Shoe 1")
    for row, cells in enumerate(csv.reader(text.splitlines())):
        for column, cell in enumerate(cells):
            formula, arrow, value = cell.partition(" -> ")
            if not arrow:
                sheet.write(row, column, int(cell) if cell.isdigit() else cell)
            elif value == "nothing":
                sheet.write_formula(row, column, formula, None, "")
            else:
                sheet.write_formula(row, column, formula, None, int(value))
    book.close()
    return path.with_suffix(".xlsx")


@pytest.mark.parametrize("code", RULES)
def test_records_on_the_page(code: str, tmp_path: Path) -> None:
    rule = RULES[code]
    if issubclass(rule, FrequencyRule):
        pytest.importorskip("scipy")
    records = {which: record(rule.page() + "\n", which) for which in ("Wrong", "Right")}
    asked = issubclass(rule, FrequencyRule)
    decks = re.search(r"--decks (\d+)", rule.page())
    options = Options(
        terms=getattr(rule, "terms", None),
        frequencies=asked,
        decks=int(decks[1]) if decks and asked else None,
    )
    wrong, right = (check([written(text, tmp_path / which)], options) for which, text in records.items())
    whole_table = code == "BACC501"
    codes = [finding.rule for finding in wrong.findings if not whole_table or finding.rule == code]
    assert codes == [code]
    assert not right.findings
    assert right.complete or code == "BACC603", "outcomes alone leave draws open"


@pytest.mark.parametrize("code", RULES)
def test_page_has_its_parts(code: str) -> None:
    page = RULES[code].page()
    assert page.splitlines()[0].endswith(".")
    assert page.index("Why") < page.index("Wrong") < page.index("Right") < page.index("How to fix")
    assert re.search(r"\bR\d", page), "the page names its clause"


def test_every_kind_of_fault_has_its_rule() -> None:
    assert set(BY_KIND) == set(Kind)


def test_codes_look_like_no_cell() -> None:
    assert all(re.fullmatch(r"BACC[1-6]\d\d", code) for code in RULES)


def test_selecting_codes() -> None:
    assert select_codes(["bacc20"]) == {code for code in RULES if code.startswith("BACC20")}
    assert select_codes(["BACC101", "BACC5"]) == {"BACC101", "BACC501", "BACC502", "BACC503"}
    with pytest.raises(UsageError, match="BACC20"):
        select_codes(["BACC2O1"])
    with pytest.raises(UsageError, match="BACC201"):
        find_rule("BAC201")
