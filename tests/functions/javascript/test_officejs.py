"""The Office.js add-in: functions, metadata and manifest, and its pane in a real browser."""

from __future__ import annotations

import html
import json
import re
import struct
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from baccarat_xl.cell_error import NA, NUM, VALUE, CellError
from baccarat_xl.functions.cells import call_cell, call_range
from baccarat_xl.functions.hosts.officejs.functions_file import identifier
from baccarat_xl.functions.hosts.officejs.host import HOST
from baccarat_xl.functions.hosts.officejs.manifest import BASE, NAMESPACE
from baccarat_xl.functions.library import banker_draws, explain_draw, is_natural, player_draws
from baccarat_xl.functions.whole_library import FUNCTIONS
from tests.functions.javascript.node import Node
from tests.functions.javascript.pages import page_after_its_scripts

FILES = HOST.files()
SOURCE = FILES["functions.js"].decode()
METADATA = json.loads(FILES["functions.json"])
MICROSOFT = "https://appsforoffice.microsoft.com/lib/1/hosted/office.js"
NAMESPACES = ("http://schemas.microsoft.com/office/", "http://www.w3.org/2001/XMLSchema-instance")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, content in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(content)
    return tmp_path


def test_ranges_come_out_in_their_shape(node: Node) -> None:
    calls = [
        ([[3], [3], [4]], [[8], [9], [None]], None),
        ([[3, 4], [5, 6]], 8, ""),
        (3, [[8, 9, "?"]], [[0]]),
    ]
    assert node.calls("officejs", SOURCE, "BANKER_DRAWS", calls) == [
        call_range(banker_draws, *c) for c in calls
    ]


def test_errors_that_an_add_in_cannot_give_are_value_errors(node: Node) -> None:
    kinds = ["#NULL!", "#DIV/0!", "#VALUE!", "#NUM!", "#N/A", "#REF!", "#NAME?", "#SPILL!"]
    answers = node.calls("officejs", SOURCE, "CARD_VALUE", [(CellError(kind),) for kind in kinds])
    assert list(map(str, answers)) == [*kinds[:5], "#VALUE!", "#VALUE!", "#VALUE!"]


def test_values_with_a_format_of_their_own_are_values_and_other_objects_are_no_cards(node: Node) -> None:
    cells: list[object] = [
        {"type": "Double", "basicType": "Double", "basicValue": 7, "numberFormat": "0.00"},
        {"type": "FormattedNumber", "basicValue": 0},
        {"type": "String", "basicValue": "K"},
        {"type": "Empty", "basicValue": ""},
        {"type": "Error", "errorType": "Div0", "basicValue": "#DIV/0!"},
        {"code": "#N/A", "message": "from another add-in"},
        {"type": "Entity", "text": "7", "basicType": "Error", "basicValue": "#VALUE!"},
        {"type": "WebImage", "address": "7"},
        {},
    ]
    answers = node.calls("officejs", SOURCE, "CARD_VALUE", [(cell,) for cell in cells])
    assert answers == [7, 0, 0, "", CellError("#DIV/0!"), NA, VALUE, VALUE, VALUE]


def test_arguments_left_out_are_blank(node: Node) -> None:
    calls = [(4, 6), (4, 6, None), (4, 14), (3, "?")]
    answers = node.calls("officejs", SOURCE, "BANKER_DRAWS", calls)
    assert answers == [call_cell(banker_draws, *call) for call in calls] == [True, True, NUM, NA]
    assert node.calls("officejs", SOURCE, "BANKER_DRAWS", [(4, 6, 9)]) == [VALUE]


def test_metadata_is_what_microsofts_tool_reads_from_the_source(
    folder: Path, node: Node, npm_tools: Path
) -> None:
    tool = npm_tools / "custom-functions-metadata" / "cli.js"
    node.run(str(tool), "generate", str(folder / "functions.js"), str(folder / "read.json"))
    read = json.loads((folder / "read.json").read_text(encoding="utf-8"))["functions"]
    for function in read:
        function["result"].setdefault("type", "any")
    assert read == METADATA["functions"]


def test_metadata_keeps_to_the_documented_form() -> None:
    assert METADATA["allowErrorForDataTypeAny"] is True
    ids = [function["id"] for function in METADATA["functions"]]
    assert ids == [identifier(function) for function in FUNCTIONS]
    assert len(set(ids)) == len(ids)
    for described, function in zip(METADATA["functions"], FUNCTIONS, strict=True):
        assert re.fullmatch(r"[A-Z0-9.]+", described["id"])
        assert described["name"] == function.name
        assert [p["name"] for p in described["parameters"]] == [a.name for a in function.arguments]
        assert [p.get("optional", False) for p in described["parameters"]] == [
            a.optional for a in function.arguments
        ]


def test_microsofts_tool_reads_the_manifest(folder: Path, node: Node, npm_tools: Path) -> None:
    said = node.run(str(npm_tools / "office-addin-manifest" / "cli.js"), "info", str(folder / "manifest.xml"))
    assert "Type: TaskPaneApp" in said
    assert "Hosts: Workbook" in said
    assert f"Source Location: {BASE}/taskpane.html" in said


def test_the_manifest_names_files_that_are_there() -> None:
    manifest = FILES["manifest.xml"].decode()
    root = ET.fromstring(manifest)
    assert root.tag.endswith("OfficeApp")
    addresses = set(re.findall(rf'"{BASE}/([^"]+)"', manifest))
    assert addresses <= set(FILES)
    assert addresses >= {"functions.js", "functions.json", "taskpane.html", "assets/icon-32.png"}
    names = set(re.findall(r'resid="([^"]+)"', manifest))
    declared = re.findall(r'<bt:(?:Image|Url|String) id="([^"]+)"', manifest)
    assert names == set(declared)
    assert len(declared) == len(set(declared))
    assert max(map(len, declared)) <= 32
    short = re.search(r"<bt:ShortStrings>(.*?)</bt:ShortStrings>", manifest, re.DOTALL)
    assert short is not None
    assert all(len(text) <= 125 for text in re.findall('DefaultValue="([^"]*)"', short[1]))


def test_icons_have_the_sizes_of_their_names() -> None:
    for size in (16, 32, 64, 80):
        content = FILES[f"assets/icon-{size}.png"]
        assert content[:8] == b"\x89PNG\r\n\x1a\n"
        assert struct.unpack(">II", content[16:24]) == (size, size)


def test_the_one_remote_address_is_microsofts() -> None:
    for name, content in FILES.items():
        if name.endswith(".png"):
            continue
        addresses = re.findall(r"https?://[^\s\"'<>)]+", content.decode())
        strangers = [a for a in addresses if a != MICROSOFT and not a.startswith((BASE, *NAMESPACES))]
        assert not strangers, (name, strangers)


_ASK_ALL = """
<pre id="all"></pre>
<script>
  const all = [];
  for (const p of player.options) for (const b of banker.options) for (const t of third.options) {
    player.value = p.value; banker.value = b.value; third.value = t.value;
    third.dispatchEvent(new Event("change"));
    const marked = document.querySelector("#tableau td.here");
    all.push([p.value, b.value, t.value, ...["player-answer", "banker-answer", "sentence"].map(
      (place) => document.getElementById(place).textContent), marked ? marked.textContent : ""]);
  }
  document.getElementById("all").textContent = JSON.stringify(all);
</script>
</body>
"""


def _pane_answers(folder: Path, browser: str) -> list[list[str]]:
    """Every choice of the look-up made in the page, and what it then shows."""
    page = (folder / "taskpane.html").read_text(encoding="utf-8").replace("</body>", _ASK_ALL)
    (folder / "asked.html").write_text(page, encoding="utf-8")
    shown = page_after_its_scripts(browser, folder / "asked.html")
    found = re.search(r'<pre id="all">(.*?)</pre>', shown, re.DOTALL)
    assert found, shown[-2000:]
    answers: list[list[str]] = json.loads(html.unescape(found[1]))
    return answers


def test_the_look_up_is_right_in_every_state(folder: Path, browser: str) -> None:
    answers = _pane_answers(folder, browser)
    assert len(answers) == 10 * 10 * 12
    for player, banker, third, player_said, banker_said, sentence, marked in answers:
        totals, given = (int(player), int(banker)), int(third) if third.isdigit() else third
        explained = call_cell(explain_draw, *totals, given)
        impossible = explained == VALUE
        if impossible:
            given = ""
            explained = f"Player cannot have a third card here. {call_cell(explain_draw, *totals)}"
        assert sentence == explained
        draws = call_cell(banker_draws, totals[1], given, totals[0])
        if call_cell(is_natural, *totals):
            assert (player_said, banker_said, marked) == ("no card", "no card", "")
            continue
        assert player_said == ("draws" if call_cell(player_draws, *totals) else "stands")
        waits = "goes by the card not seen" if given == "?" else "waits for the third card"
        assert banker_said == (waits if draws == NA else "draws" if draws else "stands")
        at_a_square = not (player_said == "draws" and given in ("", "?"))
        assert marked == (("D" if draws else "s") if at_a_square else "")


def test_the_page_can_be_used_by_ear_and_keyboard() -> None:
    page = FILES["taskpane.html"].decode()
    assert '<html lang="en">' in page
    assert set(re.findall(r'<select id="(\w+)"', page)) == set(re.findall(r'<label for="(\w+)"', page))
    assert 'role="status"' in page
    assert page.count('scope="col"') == 12
    assert page.count('scope="row"') == 8
    assert re.findall(r"<h(\d)", page) == ["1", "2", "2", "2"]


def test_the_page_explains_every_function() -> None:
    page = html.unescape(FILES["taskpane.html"].decode())
    for function in FUNCTIONS:
        assert f'<details id="{function.name}">' in page
        assert function.syntax in page
        assert all(argument.help in page for argument in function.arguments)
    assert f"={NAMESPACE}.BANKER_DRAWS(3, 8)" in page


def test_colours_stand_out() -> None:
    """Text on its ground at 4.5:1 or more, by the formula of the accessibility guidelines."""
    css = FILES["taskpane.css"].decode()
    named = dict(re.findall(r"--(\w+): (#[0-9a-f]{6})", css))
    pairs = [(named["ink"], named[ground]) for ground in ("paper", "tint")]
    pairs += [(named["quiet"], named[ground]) for ground in ("paper", "tint")]
    pairs += [(named["green"], named["paper"]), ("#ffffff", named["green"])]
    pairs += [("#0b3d25", named["draws"]), ("#5c1a12", named["stands"]), (named["ink"], "#fbe9c4")]
    assert min(_contrast(*pair) for pair in pairs) >= 4.5


def _contrast(one: str, other: str) -> float:
    def light(colour: str) -> float:
        parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)
