"""Sheet Tableau: the drawing table, a live look-up in it, and a picture of the procedure."""

from __future__ import annotations

from importlib.resources import files
from io import BytesIO
from typing import TYPE_CHECKING, Final

from baccarat_xl.rules.explain import explain_draw
from baccarat_xl.rules.tableau import NATURALS
from baccarat_xl.templates import plain_formulas, validations
from baccarat_xl.templates.book import Book, condition, validate
from baccarat_xl.templates.tableau_grid import BANKER_TOTALS, COLUMNS, DRAWS, STANDS, grid
from baccarat_xl.templates.worked_out import worked_out

if TYPE_CHECKING:
    from xlsxwriter.worksheet import Worksheet

SHEET: Final = "Tableau"
NAME: Final = "DrawingTable"
PICTURE: Final = "procedure.png"
ALT_TEXT: Final = (
    "The procedure as a flow chart. Two opening hands of two cards each. First the natural check: if either "
    "initial total is 8 or 9, neither hand draws. Otherwise Player's rule: Player draws on 0 to 5 and stands "
    "on 6 or 7. Then Banker's branch: if Player stood, Banker draws on 0 to 5 and stands on 6 or 7; "
    "if Player drew, Banker goes by the drawing table, Banker's initial total against the value of Player's "
    "third card. Last the final totals are compared: the higher wins, equal totals tie."
)
PLAYER, BANKER, THIRD = "$B$5", "$B$6", "$B$7"
"""The three typed cells."""
VALUE, NATURAL, PLAYER_DRAWS, BANKER_DRAWS, READ_IN, CLAUSE, WORDS = (f"$B${row}" for row in range(8, 15))
"""The cells that answer, one under the other."""
EXAMPLE: Final = (5, 3, 8)
"""What the typed cells hold at first: the best known stand of Banker 3."""
HEAD_ROW: Final = 17
"""The row, as a spreadsheet numbers it, of the table's headings; Banker's initial totals 0-9 follow."""
_KEYS: Final = {
    "pi": PLAYER,
    "bi": BANKER,
    "p3": THIRD,
    "p3v": VALUE,
    "nat": NATURAL,
    "pd": PLAYER_DRAWS,
    "bd": BANKER_DRAWS,
    "cl": CLAUSE,
}


def _words() -> str:
    """The same sentence that `explain_draw` gives, as a formula."""
    least = plain_formulas.NATURAL_FROM
    player_natural = f'IF({{pi}}>={least},"Player "&{{pi}},"")'
    banker_natural = f'IF({{bi}}>={least},"Banker "&{{bi}},"")'
    both = f'IF(AND({{pi}}>={least},{{bi}}>={least})," and ","")'
    verb = f'IF(AND({{pi}}>={least},{{bi}}>={least})," are naturals"," is a natural")'
    natural = f'{player_natural}&{both}&{banker_natural}&{verb}&", so neither hand draws (R3)."'
    against = (
        'IF({bd}="waits for P3","Banker on "&{bi}&" waits for the value of Player\'s third card",'
        'IF({bd}="not known",'
        '"Banker on "&{bi}&" goes by the value of Player\'s third card, which was not seen",'
        '"Banker "&{bd}&" on "&{bi}&IF({pd}="stands"," because Player stood",'
        'IF(ISNUMBER({p3v})," against a third card of "&{p3v}," whatever Player\'s third card is"))))'
    )
    player = '"Player "&{pd}&" on "&{pi}&IF({pd}="draws"," (R4.1); "," (R4.2); ")'
    return (
        'IF({nat}="","Type both initial totals.",IF({p3v}="✗","The third card is no card.",'
        'IF({nat}="yes",IF({p3v}<>"","Player cannot have a third card after a natural (R3).",'
        f"{natural}),"
        'IF(AND({pd}="stands",{p3v}<>""),"Player cannot have a third card on "&{pi}&" (R4.2).",'
        f'{player}&{against}&" ("&{{cl}}&")."))))'
    )


def formulas() -> dict[str, str]:
    """The look-up's formulas by cell, without ``=``."""
    read_in = (
        'IF({nat}<>"no","",IF({pd}="stands","Player stood",'
        'IF(ISNUMBER({p3v}),{p3v},IF({p3v}="","not dealt yet","? not seen"))))'
    )
    short = {
        VALUE: plain_formulas.card_value("p3"),
        NATURAL: 'IF(COUNT({pi},{bi})<2,"",' + plain_formulas.NATURAL + ")",
        PLAYER_DRAWS: plain_formulas.PLAYER_DRAWS,
        BANKER_DRAWS: 'IF({nat}="","",' + plain_formulas.BANKER_DRAWS + ")",
        READ_IN: read_in,
        CLAUSE: plain_formulas.CLAUSE,
        WORDS: _words(),
    }
    return {cell: formula.format_map(_KEYS) for cell, formula in short.items()}


def _example() -> dict[str, str | int]:
    """What the look-up shows for `EXAMPLE`, worked out by the rules."""
    player, banker, third = EXAMPLE
    row = worked_out({"p1": player, "p2": 0, "b1": banker, "b2": 0, "p3": third})
    shown = {cell: row[key] for key, cell in _KEYS.items() if key in ("p3v", "nat", "pd", "bd", "cl")}
    return {**shown, READ_IN: third, WORDS: explain_draw(player, banker, third).sentence}


def add_tableau_sheet(book: Book) -> None:
    """Write the sheet; the name ``DrawingTable`` stands for the answers of the table."""
    sheet = book.sheet(SHEET, "#14532D")
    sheet.set_column(0, 0, 24)
    sheet.set_column(1, 1, 15)
    sheet.set_column(2, 11, 8)
    sheet.set_column(12, 13, 12)
    _write_look_up(book, sheet)
    _write_table(book, sheet)
    _add_conditions(book, sheet)
    _insert_picture(sheet)
    sheet.fit_to_pages(1, 1)
    sheet.set_selection(4, 1, 4, 1)
    book.protect(sheet)


_TYPED: Final = (
    (PLAYER, "Player initial total", validations.INITIAL),
    (BANKER, "Banker initial total", validations.INITIAL),
    (THIRD, "Player third card (P3)", validations.CARD),
)
_ANSWERS: Final = (
    (VALUE, "P3 value"),
    (NATURAL, "Natural"),
    (PLAYER_DRAWS, "Player draws"),
    (BANKER_DRAWS, "Banker draws"),
    (READ_IN, "Read in column"),
    (CLAUSE, "Clause"),
    (WORDS, "In words"),
)


def _write_look_up(book: Book, sheet: Worksheet) -> None:
    sheet.set_row(0, 26)
    sheet.write(0, 0, "The drawing table (tableau)", book.formats["title"])
    text = (
        "Type two initial totals and Player's third card in the yellow cells: the table below marks the row, "
        "the column and the answer (▶)."
    )
    sheet.write(1, 0, text, book.formats["text"])
    sheet.write(
        2,
        0,
        "Empty third card = none dealt yet; 0 = a card worth nothing; ? = not seen.",
        book.formats["text"],
    )
    for (cell, label, validation), content in zip(_TYPED, EXAMPLE, strict=True):
        row, column = position(cell)
        sheet.write(row, 0, f"✎ {label}", book.formats["legend_input"])
        sheet.write(row, column, content, book.formats["input"])
        validate(sheet, (row, column, row, column), validation)
    shown = _example()
    for cell, label in _ANSWERS:
        row, column = position(cell)
        style = "strong" if cell == WORDS else "formula"
        sheet.write(row, 0, f"ƒ {label}", book.formats["legend_formula"])
        sheet.write_formula(row, column, "=" + formulas()[cell], book.formats[style], shown[cell])


def position(cell: str) -> tuple[int, int]:
    """Row and column, counted from 0, of an address."""
    from xlsxwriter.utility import xl_cell_to_rowcol

    row, column = xl_cell_to_rowcol(cell)
    return int(row), int(column)


def _write_table(book: Book, sheet: Worksheet) -> None:
    from xlsxwriter.utility import xl_range_abs

    sheet.write(HEAD_ROW - 2, 0, "Banker's decision, by", book.formats["strong"])
    sheet.write(HEAD_ROW - 2, 1, "what Player's third card (P3) is worth", book.formats["strong"])
    sheet.set_row(HEAD_ROW - 1, 32)
    sheet.write(HEAD_ROW - 1, 0, "Banker initial total", book.formats["head_formula"])
    for column, (heading, _, _) in enumerate(COLUMNS, start=1):
        shown: str | int = int(heading) if heading.isdigit() else heading
        sheet.write(HEAD_ROW - 1, column, shown, book.formats["head_formula"])
    styles = {DRAWS: "draws", STANDS: "stands"}
    for row, (initial, answers) in enumerate(zip(BANKER_TOTALS, grid(), strict=True), start=HEAD_ROW):
        sheet.write_number(row, 0, initial, book.formats["formula"])
        for column, answer in enumerate(answers, start=1):
            sheet.write_string(row, column, answer, book.formats[styles.get(answer, "open")])
    last = HEAD_ROW + len(BANKER_TOTALS) - 1
    area = xl_range_abs(HEAD_ROW, 1, last, len(COLUMNS))
    book.workbook.define_name(NAME, f"={SHEET}!{area}")
    for row, initial in enumerate(sorted(NATURALS), start=last + 1):
        sheet.write_number(row, 0, initial, book.formats["formula"])
        for column in range(1, len(COLUMNS) + 1):
            sheet.write_blank(row, column, None, book.formats["legend_formula"])
        sheet.write(row, 1, "natural: neither hand draws (R3)", book.formats["legend_formula"])


def _add_conditions(book: Book, sheet: Worksheet) -> None:
    first, last = HEAD_ROW + 1, HEAD_ROW + len(BANKER_TOTALS) + len(NATURALS)
    row_hit, column_hit = f'AND({BANKER}<>"",$A{first}={BANKER})', f"B${HEAD_ROW}={READ_IN}"
    answers = (HEAD_ROW, 1, last - 1, len(COLUMNS))
    condition(sheet, answers, f"=AND({row_hit},{column_hit})", book.conditions["hit"], stop=True)
    condition(sheet, answers, f"={row_hit}", book.conditions["line"])
    table = (HEAD_ROW, 1, HEAD_ROW + len(BANKER_TOTALS) - 1, len(COLUMNS))
    condition(sheet, table, f"={column_hit}", book.conditions["line"])
    condition(sheet, (HEAD_ROW, 0, last - 1, 0), f"={row_hit}", book.conditions["mark"])
    condition(sheet, (HEAD_ROW - 1, 1, HEAD_ROW - 1, len(COLUMNS)), f"={column_hit}", book.conditions["mark"])
    row, column = position(NATURAL)
    condition(sheet, (row, column, row, column), f'={NATURAL}="yes"', book.conditions["natural"])


def _insert_picture(sheet: Worksheet) -> None:
    content = files("baccarat_xl.templates").joinpath(PICTURE).read_bytes()
    row = HEAD_ROW + len(BANKER_TOTALS) + len(NATURALS) + 1
    options = {"image_data": BytesIO(content), "description": ALT_TEXT, "x_scale": 0.55, "y_scale": 0.55}
    sheet.insert_image(row, 0, PICTURE, {**options, "object_position": 2})
