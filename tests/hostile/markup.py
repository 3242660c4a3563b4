"""XML that is hostile: entities in any part, depth, tags that never end, lists that lie."""

from __future__ import annotations

import random
from pathlib import Path

from awkward import (
    DECLARED,
    ENTITIES,
    HEADER,
    MAIN,
    OFFICE,
    OUTSIDE,
    ROOT_RELATIONS,
    ROUNDS,
    TYPES,
    awkward,
    cell,
    log,
    parts,
    relations,
    sheet,
    workbook,
    write,
)

SHARED = "xl/sharedStrings.xml"
STRINGS = f"{OFFICE}/sharedStrings|sharedStrings.xml"


@awkward("entities_sheet.xlsx", "a billion laughs in a sheet", "refused", "declares entities")
def entities_sheet(path: Path) -> None:
    write(path, parts(sheet=sheet(log().replace("Round", "&i;"), prolog=ENTITIES)))


@awkward("entities_outside.xlsx", "an entity that reads a file of yours", "refused", "declares entities")
def entities_outside(path: Path) -> None:
    write(path, parts(sheet=sheet(log().replace("Round", "&a;"), prolog=OUTSIDE)))


@awkward("entities_workbook.xlsx", "the same in the list of sheets", "refused", "declares entities")
def entities_workbook(path: Path) -> None:
    write(path, parts(workbook=workbook(prolog=OUTSIDE)))


@awkward("entities_shared.xlsx", "the same in the shared texts", "refused", "declares entities")
def entities_shared(path: Path) -> None:
    strings = f'{DECLARED}{ENTITIES}<sst xmlns="{MAIN}"><si><t>&i;</t></si></sst>'
    write(path, {**parts(relations=relations(STRINGS)), SHARED: strings})


@awkward("entities_types.xlsx", "the same in the content types", "refused", "declares entities")
def entities_types(path: Path) -> None:
    write(path, {**parts(), "[Content_Types].xml": TYPES.replace("<Types", f"{OUTSIDE}<Types", 1)})


@awkward("entities_relations.xlsx", "the same in the package's relations", "refused", "declares entities")
def entities_relations(path: Path) -> None:
    write(path, {**parts(), "_rels/.rels": ROOT_RELATIONS.replace("<Rel", f"{OUTSIDE}<Rel", 1)})


@awkward("entities_drawing.xlsx", "the same in a part that no reader needs", "refused", "declares entities")
def entities_drawing(path: Path) -> None:
    write(path, {**parts(), "xl/drawings/drawing1.xml": f"{DECLARED}{ENTITIES}<a>&i;</a>"})


@awkward("entities_utf16.xlsx", "the same, written as UTF-16", "refused", "declares entities")
def entities_utf16(path: Path) -> None:
    text = workbook(prolog=OUTSIDE).replace("UTF-8", "UTF-16")
    write(path, {**parts(), "xl/workbook.xml": text.encode("utf-16")})


@awkward("entities_far.xlsx", "the same behind 3 MiB of blanks", "refused", "declares entities")
def entities_far(path: Path) -> None:
    blanks = f"<!--{random.Random(1).randbytes(700_000).hex()}-->" + " " * (2 << 20)
    write(path, parts(sheet=sheet(log(), prolog=blanks + ENTITIES)))


@awkward("deep_workbook.xlsx", "200,000 elements within each other, in the list of sheets", "read", "")
def deep_workbook(path: Path) -> None:
    write(path, parts(workbook=workbook(names="<x>" * 200_000 + "</x>" * 200_000)))


@awkward("deep_sheet.xlsx", "the same in a sheet", "read", "")
def deep_sheet(path: Path) -> None:
    write(path, parts(sheet=sheet(log(), after="<x>" * 200_000 + "</x>" * 200_000)))


@awkward(
    "rows_without_end.xlsx", "a million tags of rows that never end", "refused", "damaged|cannot be read"
)
def rows_without_end(path: Path) -> None:
    write(path, parts(sheet=sheet(log() + "<row" * 1_000_000)))


@awkward("endless_tag.xlsx", "a cell's tag with 500,000 attributes", "refused", "damaged|cannot be read")
def endless_tag(path: Path) -> None:
    write(path, parts(sheet=sheet(log() + '<row r="9"><c' + ' t="e"' * 500_000)))


@awkward("endless_hidden.xlsx", "a row's tag with 500,000 attributes", "refused", "damaged|cannot be read")
def endless_hidden(path: Path) -> None:
    write(path, parts(sheet=sheet(log() + "<row" + ' hidden="1"' * 500_000)))


@awkward("endless_merge.xlsx", "300,000 merged blocks that never end", "read", "4 rounds")
def endless_merge(path: Path) -> None:
    write(path, parts(sheet=sheet(log(), after="<mergeCell" * 300_000)))


@awkward("huge_strings.xlsx", "one shared text of 40 MB", "refused|in part|read", "")
def huge_strings(path: Path) -> None:
    text = random.Random(1).randbytes(20_000_000).hex()
    strings = f'{DECLARED}<sst xmlns="{MAIN}" count="1" uniqueCount="1"><si><t>{text}</t></si></sst>'
    rows = log(in_row={2: '<c r="K2" t="s"><v>0</v></c>'})
    write(path, {**parts(rows, relations=relations(STRINGS)), SHARED: strings})


@awkward("strings_often.xlsx", "a text of 4 MB that 2,000 cells share", "refused|read|in part", "")
def strings_often(path: Path) -> None:
    text = random.Random(1).randbytes(2_000_000).hex()
    strings = f'{DECLARED}<sst xmlns="{MAIN}" count="1" uniqueCount="1"><si><t>{text}</t></si></sst>'
    more = "".join(f'<row r="{n}"><c r="L{n}" t="s"><v>0</v></c></row>' for n in range(20, 2020))
    write(path, {**parts(log(more), relations=relations(STRINGS)), SHARED: strings})


@awkward(
    "strings_lie.xlsx",
    "a list of shared texts that claims four thousand million",
    "refused",
    "says that it holds",
)
def strings_lie(path: Path) -> None:
    strings = (
        f'{DECLARED}<sst xmlns="{MAIN}" count="4294967295" uniqueCount="4294967295"><si><t>a</t></si></sst>'
    )
    rows = log(in_row={2: '<c r="K2" t="s"><v>0</v></c>'})
    write(path, {**parts(rows, relations=relations(STRINGS)), SHARED: strings})


@awkward(
    "strings_beyond.xlsx", "cells that name shared texts which are not there", "refused", "damaged|cannot"
)
def strings_beyond(path: Path) -> None:
    strings = f'{DECLARED}<sst xmlns="{MAIN}"><si><t>a</t></si></sst>'
    cells = '<c r="K2" t="s"><v>999999999999</v></c><c r="L2" t="s"><v>-1</v></c>'
    write(path, {**parts(log(in_row={2: cells}), relations=relations(STRINGS)), SHARED: strings})


@awkward("million_empty_rows.xlsx", "a million empty rows behind the log", "read", "")
def million_empty_rows(path: Path) -> None:
    write(path, parts(log("".join(f'<row r="{n}"/>' for n in range(6, 1_000_006)))))


@awkward("far_cell.xlsx", "a cell at XFD1048576", "in part", "XFD1048576")
def far_cell(path: Path) -> None:
    write(path, parts(log(f'<row r="1048576">{cell("XFD1048576", "far")}</row>')))


@awkward("far_cells.xlsx", "20,000 rows with a cell in the last column each", "refused", "far from the rest")
def far_cells(path: Path) -> None:
    write(path, parts(log("".join(f'<row r="{n}">{cell(f"XFD{n}", 1)}</row>' for n in range(6, 20_006)))))


@awkward("lying_dimension.xlsx", "a sheet that says it has two cells", "read", "4 rounds")
def lying_dimension(path: Path) -> None:
    write(path, parts(sheet=sheet(log(), before='<dimension ref="A1:B1"/>')))


@awkward("vast_dimension.xlsx", "a sheet that says it fills the whole grid", "read", "4 rounds")
def vast_dimension(path: Path) -> None:
    write(path, parts(sheet=sheet(log(), before='<dimension ref="A1:XFD1048576"/>')))


@awkward("off_the_grid.xlsx", "cells at XFE1, A1048577, ZZZZZZ1 and A0", "in part|refused", "")
def off_the_grid(path: Path) -> None:
    odd = "".join(cell(place, 1) for place in ("XFE1", "A1048577", "ZZZZZZ1", "A0", "A99999999999"))
    write(path, parts(log(f"<row>{odd}</row>")))


@awkward("row_beyond.xlsx", "a row that is numbered 9223372036854775808", "refused", "")
def row_beyond(path: Path) -> None:
    write(path, parts(log(f'<row r="9223372036854775808">{cell("A6", 1)}</row>')))


@awkward("out_of_order.xlsx", "rows and cells out of order, and one cell twice", "read", "")
def out_of_order(path: Path) -> None:
    lines = log().replace("</row>", "</row>\n").splitlines()
    write(path, parts("".join(reversed(lines)) + f'<row r="2">{cell("B2", 9)}</row>'))


@awkward("without_places.xlsx", "rows and cells that do not say where they stand", "read", "4 rounds")
def without_places(path: Path) -> None:
    lines = ("".join(cell("", value) or "<c/>" for value in values) for values in (HEADER, *ROUNDS))
    rows = "".join(f"<row>{line}</row>" for line in lines)
    write(path, parts(rows.replace(' r=""', "")))


@awkward("vast_merge.xlsx", "a merged block as large as the sheet, and 30,000 more", "read", "")
def vast_merge(path: Path) -> None:
    blocks = "".join(f'<mergeCell ref="A{n}:XFD{n + 9}"/>' for n in range(10, 30_010))
    merged = f'<mergeCells><mergeCell ref="A6:XFD1048576"/>{blocks}</mergeCells>'
    write(path, parts(sheet=sheet(log(), after=merged)))


@awkward("odd_numbers.xlsx", "NaN, infinity and 1E+999 as values of cells", "in part|read|refused", "")
def odd_numbers(path: Path) -> None:
    odd = "".join(
        f'<c r="{letter}6"><v>{value}</v></c>'
        for letter, value in zip("ABCDE", ("NaN", "INF", "1E+999", "-1E+999", "1e5000"), strict=True)
    )
    write(path, parts(log(f'<row r="6">{odd}</row>')))


@awkward("many_names.xlsx", "50,000 defined names", "read", "")
def many_names(path: Path) -> None:
    names = "".join(f'<definedName name="N{n}x">Log!$A${n % 900 + 1}</definedName>' for n in range(50_000))
    write(path, parts(workbook=workbook(names=f"<definedNames>{names}</definedNames>")))


@awkward("escapes.xlsx", "terminal commands and marks that turn text around, in cells and names", "read", "")
def escapes(path: Path) -> None:
    evil = "\u202ekcart\u202c _x001B_]0;owned_x0007_ \x9b31m &lt;script&gt;"
    rows = log().replace("Winner", "Winner \x9b2J").replace("Banker<", f"{evil}<", 1)
    name = workbook().replace('name="Log"', 'name="L\u202eog\x9b2J\nx"')
    write(path, parts(rows, workbook=name))
