"""Kinds of parts, links and formulas that are told, as data: a pattern, what it is, its risk, and why."""

from __future__ import annotations

import re
from typing import Final

from baccarat_xl.inspection.thing import Risk

Row = tuple[re.Pattern[str], str, Risk, str]


def _row(pattern: str, what: str, risk: Risk, words: str) -> Row:
    return re.compile(pattern, re.IGNORECASE), what, risk, words


PARTS: Final[tuple[Row, ...]] = (
    _row(r"vbaProject[^/]*\.bin$", "macros", "acts", "programs that run once they are allowed to"),
    _row(
        r"^xl/(intl)?macrosheets/[^/]+$",
        "Excel 4 macros",
        "acts",
        "an old macro sheet, which can start programs",
    ),
    _row(r"^(Basic|Scripts)/.", "macros", "acts", "programs that run once they are allowed to"),
    _row(
        r"^xl/connections\.xml$", "data connection", "acts", "a query that may be run when the file is opened"
    ),
    _row(r"^xl/queryTables/", "query", "acts", "cells that are filled from elsewhere"),
    _row(r"^xl/activeX/", "ActiveX control", "acts", "a control that runs code of the computer's own"),
    _row(
        r"^customUI/",
        "ribbon buttons",
        "acts",
        "buttons that the file adds to the program and that call macros",
    ),
    _row(r"^xl/(webextensions|taskpanes)", "web add-in", "acts", "a pane that loads a page from the web"),
    _row(
        r"^xl/embeddings/.*\.(zip|7z|rar|jar)$", "archive", "odd", "an archive of files, never unpacked here"
    ),
    _row(r"^xl/embeddings/", "embedded object", "acts", "a file within the file, opened by a double click"),
    _row(r"^Object [^/]+/", "embedded object", "reveals", "a document within the file, such as a chart"),
    _row(
        r"\.(exe|dll|js|vbs|ps1|bat|cmd|scr|hta|lnk)$",
        "program",
        "acts",
        "a file that runs when it is opened",
    ),
    _row(
        r"^xl/externalLinks/[^/]+\.xml$",
        "link",
        "reveals",
        "refers to another file and keeps some of its values",
    ),
    _row(
        r"^xl/(comments|threadedComments|persons)",
        "notes",
        "reveals",
        "remarks and the names of who wrote them",
    ),
    _row(r"^xl/revisions/", "history", "reveals", "earlier contents of cells"),
    _row(r"^(docProps/|meta\.xml$)", "properties", "reveals", "may name who wrote the file, where and when"),
    _row(r"^(_xmlsignatures/|META-INF/.*signatures)", "signature", "none", "breaks when the file is changed"),
    _row(r"^customXml/", "data of other programs", "reveals", "kept by the program that wrote the file"),
)

LINKS: Final[tuple[Row, ...]] = (
    _row(r"/hyperlink$", "hyperlinks", "none", "followed only when somebody clicks"),
    _row(r"/(image|video|audio|media)$", "picture from elsewhere", "acts", "fetched when the file is opened"),
    _row(
        r"/externalLinkPath$", "another workbook", "acts", "its values may be fetched when the file is opened"
    ),
    _row(r"/(oleObject|package)$", "linked object", "acts", "fetched, and opened by a double click"),
    _row(r"/attachedTemplate$", "template from elsewhere", "acts", "fetched when the file is opened"),
    _row(r".", "address outside the file", "acts", "may be fetched when the file is opened"),
)

DDE: Final = r"""(?<![\w"])[A-Za-z][\w.]*\|(?:'[^'"<>]*'|[\w./\\-]+)!"""
FORMULAS: Final[tuple[Row, ...]] = (
    _row(DDE, "DDE formula", "acts", "starts or asks another program"),
    _row(r"\bDDE\(", "DDE formula", "acts", "starts or asks another program"),
    _row(r"\bWEBSERVICE\(", "WEBSERVICE formula", "acts", "sends cells to an address and fetches its answer"),
    _row(r"\bIMAGE\(", "IMAGE formula", "acts", "fetches a picture"),
    _row(
        r"\b(RTD|CUBE[A-Z]+|STOCKHISTORY)\(",
        "formula of live data",
        "acts",
        "asks another program or the web",
    ),
    _row(r"\bIMPORT(XML|DATA|HTML|FEED|RANGE)\(", "import formula", "acts", "fetches from an address"),
    _row(
        r"\b(EXEC|CALL|REGISTER(\.ID)?|FOPEN|RUN|EVALUATE)\(",
        "macro formula",
        "acts",
        "calls code outside the sheet",
    ),
    _row(r"\bHYPERLINK\(", "HYPERLINK formula", "none", "followed only when somebody clicks"),
    _row(
        r"\[\d+\]|\.xls[xmb]?['\]]|'file://",
        "formula on another workbook",
        "reveals",
        "reads another file's values",
    ),
)
