"""Google Sheets: the script in Node.js, the named functions in a real spreadsheet engine, the page."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator
from importlib.metadata import version
from itertools import islice
from pathlib import Path

import ironcalc
import pytest
import xlsxwriter

from baccarat_xl.cell_error import CellError
from baccarat_xl.functions.cells import call_cell, call_range
from baccarat_xl.functions.hosts.named_lambda.text import stored
from baccarat_xl.functions.hosts.sheets.host import HOST
from baccarat_xl.functions.hosts.sheets.named_functions import NamedFunction, named_functions
from baccarat_xl.functions.library import banker_draws, card_value
from baccarat_xl.functions.registry import Function
from baccarat_xl.functions.whole_library import FUNCTIONS
from tests.functions.cell_values import combinations, sweep
from tests.functions.conformance import keep
from tests.functions.javascript.node import Node
from tests.functions.javascript.pages import page_after_its_scripts
from tests.functions.lambda_sheet import ROWS, Sheet
from tests.functions.test_lambda_names import SPACED, WIDE

FILES = HOST.files()
SCRIPT = FILES["baccarat.gs"].decode()
PAGE = FILES["named_functions.html"].decode()
_BY_NAME = {function.name: function for function in FUNCTIONS}
NAMED = {_BY_NAME[named.name]: named for named in named_functions()}


class NamedSheet(Sheet):
    """A sheet whose one defined name is a named function, its placeholders being a LAMBDA's parameters."""

    def __init__(self, folder: Path, function: Function[object], rows: int = ROWS) -> None:
        self.function, self.rows = function, rows
        self.width = len(function.arguments)
        named = NAMED[function]
        book = xlsxwriter.Workbook(str(folder / "named.xlsx"))
        names = ", ".join(one.name for one in named.placeholders)
        book.define_name(named.name, "=" + stored(f"LAMBDA({names}, {named.formula.removeprefix('=')})"))
        sheet = book.add_worksheet("Calls")
        for row in range(rows):
            cells = ",".join(f"{chr(ord('A') + column)}{row + 1}" for column in range(self.width))
            sheet.write_formula(row, self.width, f"={named.name}({cells})")
        book.close()
        self.model = ironcalc.load_from_xlsx(str(folder / "named.xlsx"), "en", "UTC", "en")
        self.held: dict[tuple[int, int], object] = {}


def _states(function: Function[object]) -> Iterator[tuple[object, ...]]:
    """Every combination; of whole rounds each seventh: the LAMBDA functions run the same pieces over all."""
    every = list(combinations(function))
    yield from every
    yield from islice(sweep(function), len(every), None, 7)


@pytest.mark.parametrize("function", NAMED, ids=lambda function: function.name)
def test_named_functions_agree_with_python(function: Function[object], tmp_path: Path) -> None:
    count, wrong = NamedSheet(tmp_path, function).mismatches(_states(function))
    keep("sheets", f"IronCalc {version('ironcalc')}", function.name, count, len(wrong))
    assert not wrong, f"{len(wrong)} of {count}: {wrong[:5]}"


def test_named_functions_read_spaces_and_widths(tmp_path: Path) -> None:
    assert not NamedSheet(tmp_path, card_value).mismatches([(text,) for text in (*SPACED, *WIDE)])[1]


@pytest.mark.parametrize("named", named_functions(), ids=lambda named: named.name)
def test_named_functions_keep_to_what_sheets_takes(named: NamedFunction) -> None:
    """Google's rules for names and placeholders, and nothing that Sheets does not have."""
    words = [named.name, *(one.name for one in named.placeholders)]
    assert all(re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]{0,253}", word) for word in words)
    assert len({word.casefold() for word in words}) == len(words)
    bare = re.sub(r'"(?:[^"]|"")*"', '""', named.formula)
    variables = set(re.findall(r"[a-z][a-z0-9_]*", bare))
    assert not [word for word in (*words, *variables) if re.fullmatch(r"[A-Za-z]+\d+|[rRcC]\d*", word)]
    assert not re.search(r"ISOMITTED|#|BACCARAT_|[{}\[\]@]|_xl", bare)
    assert len(named.formula) < 50_000
    assert bare.count("(") == bare.count(")")
    used = set(re.findall(r"\b[A-Z][A-Z.]+(?=\()", bare))
    assert used <= _IN_SHEETS, used - _IN_SHEETS
    hidden = [c for c in named.formula if not c.isascii() and (c.isspace() or not c.isprintable())]
    assert not hidden


# fmt: off
_IN_SHEETS = {
    "ABS", "CHAR", "EXACT", "FIND", "IF", "IFERROR", "INT", "ISERROR", "ISLOGICAL", "ISNUMBER", "LAMBDA",
    "LEFT", "LEN", "LET", "LOWER", "MID", "MOD", "NA", "RIGHT", "SQRT", "SUBSTITUTE", "TRIM", "UNICHAR",
    "UNICODE", "VALUE",
}
# fmt: on


def test_the_page_holds_every_field() -> None:
    fields = re.findall(r"<textarea [^>]*>(.*?)</textarea>", PAGE, re.DOTALL)
    assert [html.unescape(field) for field in fields] == [named.formula for named in named_functions()]
    text = html.unescape(PAGE)
    for named in named_functions():
        assert named.description in text
        assert all(f"<code>{one.name}</code>" in text for one in named.placeholders)
    assert "https://" not in PAGE
    assert PAGE.count("<label for=") == len(fields) + 1


def test_the_script_shows_errors_as_a_script_can(node: Node) -> None:
    calls = [(4, 6, 9), (4, 14), (3, "?"), (CellError("#DIV/0!"), 3), (3, 8), (4, 6, 9, 1), (4,)]
    answers = node.calls("sheets", SCRIPT, "BANKER_DRAWS", calls)
    assert answers == [call_cell(banker_draws, *call) for call in calls]
    column = ([[3], [4], [CellError("#DIV/0!")]], [[8], [14], [3]])
    expected = call_range(banker_draws, *column)
    assert isinstance(expected, list)
    assert node.calls("sheets", SCRIPT, "BANKER_DRAWS", [column]) == [
        [[cell.code if isinstance(cell, CellError) else cell for cell in row] for row in expected]
    ]


def test_the_script_says_why(node: Node) -> None:
    said = node.run("-e", f"{SCRIPT}\ntry {{ BANKER_DRAWS(3, '?') }} catch (e) {{ console.log(e.message) }}")
    assert said.strip() == "#N/A: when it depends on a third card that is not known"


def test_a_date_is_no_card(node: Node) -> None:
    """A hand typed 3-8 becomes a date, which Sheets hands over as an object."""
    code = f"{SCRIPT}\ntry {{ CARD_VALUE(new Date()) }} catch (e) {{ console.log(e.message.slice(0, 8)) }}"
    assert node.run("-e", code).strip() == "#VALUE!:"
    assert node.run("-e", f"{SCRIPT}\nconsole.log(CHECK_ROUND(2, 3, new Date(), 1, 2, ''))").startswith(
        "Player's"
    )


def test_the_script_offers_the_functions_and_nothing_else() -> None:
    declared = re.findall(r"^(?:function|const|let|var) (\w+)", SCRIPT, re.MULTILINE)
    assert [name for name in declared if not name.endswith("_")] == [function.name for function in FUNCTIONS]
    comments = re.findall(r"/\*\*\n(.*?)\*/\nfunction ([A-Z0-9_]+)\(", SCRIPT, re.DOTALL)
    documented = {name: comment.rpartition("/**")[2] for comment, name in comments}
    for function in FUNCTIONS:
        assert "@customfunction" in documented[function.name]
        names = re.findall(r"@param \{\*\} \[?(\w+)", documented[function.name])
        assert names == [argument.name for argument in function.arguments]


def test_an_empty_place_is_an_argument_left_out(tmp_path: Path) -> None:
    model = NamedSheet(tmp_path, banker_draws, rows=1).model
    for row, (initial, third) in enumerate([(3, 8), (4, 6), (5, "")], start=10):
        model.set_user_input(0, row, 1, f"=BANKER_DRAWS({initial}, {third}, )")
        model.evaluate()
        assert model.get_cell_value(0, row, 1) is call_cell(banker_draws, initial, third)


def test_the_formula_for_whole_columns_on_the_page(tmp_path: Path) -> None:
    sheet = NamedSheet(tmp_path, banker_draws, rows=9)
    states = [(total, third) for total, third in zip(range(1, 9), [8, 8, 8, 1, 4, 6, "", "K"], strict=True)]
    for row, (total, third) in enumerate(states, start=2):
        sheet.model.set_user_input(0, row, 2, str(total))
        sheet.model.set_user_input(0, row, 8, str(third))
    formula = re.search(r"<code>(=MAP\(.*?)</code>", PAGE)
    assert formula
    sheet.model.set_user_input(0, 2, 9, formula[1])
    sheet.model.evaluate()
    shown = [sheet.model.get_cell_value(0, row, 9) for row in range(2, 10)]
    assert shown == [call_cell(banker_draws, *state) for state in states]


_ASK = """
<pre id="asked"></pre>
<script>
  const chosen = document.getElementById("separator");
  chosen.value = ";";
  chosen.dispatchEvent(new Event("change"));
  const shown = Array.from(document.querySelectorAll("textarea")).map((field) => field.value);
  document.querySelector("button").click();
  document.getElementById("asked").textContent = JSON.stringify([shown, document.activeElement.id]);
</script>
</body>
"""


def test_the_page_changes_separators_outside_of_texts(tmp_path: Path, browser: str) -> None:
    asked = tmp_path / "asked.html"
    asked.write_text(PAGE.replace("</body>", _ASK), encoding="utf-8")
    found = re.search(r'<pre id="asked">(.*?)</pre>', page_after_its_scripts(browser, asked), re.DOTALL)
    assert found
    formulas, focused = json.loads(html.unescape(found[1]))
    assert focused == "CARD_VALUE-formula"
    text = r'"(?:[^"]|"")*"'
    for formula, named in zip(formulas, named_functions(), strict=True):
        parts, own = (re.sub(text, '""', whole) for whole in (formula, named.formula))
        assert re.sub(r"\d,\d", "", parts).count(",") == parts.count(".") == 0
        assert parts == re.sub(r"(?<=\d)\.(?=\d)", ",", own.replace(",", ";"))
        assert re.findall(text, formula) == re.findall(text, named.formula)
