"""Defined names put into a finished workbook, with the comments that Excel shows.

Only the part `xl/workbook.xml` changes; every other part is copied as it is, with its time, so the result is
the same byte for byte each time it is made.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final
from xml.sax.saxutils import escape, quoteattr
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile

from baccarat_xl.errors import FileUnreadable, OutputError, UsageError
from baccarat_xl.functions.hosts.named_lambda.names import Definition, lambda_definitions

_OURS: Final = "BACCARAT_"
"""What each of our names has in it: a shared piece's name, its own or one that it calls."""
_PART: Final = "xl/workbook.xml"
_OLD_NAMES: Final = re.compile(r"<definedNames>(.*?)</definedNames>|<definedNames\s*/>", re.DOTALL)
_ONE_NAME: Final = re.compile(
    r'<definedName\b[^>]*?\bname="([^"]*)"[^>]*?(?:/>|>.*?</definedName>)', re.DOTALL
)
_BEFORE_NAMES: Final = re.compile(
    r"</sheets>(?:\s*<functionGroups\b.*?(?:/>|</functionGroups>))?"
    r"(?:\s*<externalReferences>.*?</externalReferences>)?",
    re.DOTALL,
)


def add_names_to_file(source: Path | str, target: Path | str) -> None:
    """Copy an .xlsx with all the LAMBDA names in it; names of ours that are there already are replaced.

    ``source`` and ``target`` may be the same file. Raises FileUnreadable when ``source`` is no such workbook,
    OutputError when ``target`` cannot be written.
    """
    source, target = Path(source), Path(target)
    try:
        with ZipFile(source) as package:
            parts = [(info, package.read(info)) for info in package.infolist()]
    except (OSError, BadZipFile) as problem:
        raise FileUnreadable(f"{source} cannot be opened as an .xlsx workbook: {problem}") from problem
    if _PART not in [info.filename for info, _ in parts]:
        raise FileUnreadable(f"{source} has no {_PART}: it is not an .xlsx workbook")
    beside = target.with_name(f".{target.name}.part")
    try:
        with ZipFile(beside, "w", ZIP_DEFLATED) as package:
            for info, content in parts:
                if info.filename == _PART:
                    content = with_names(content.decode("utf-8"), lambda_definitions()).encode("utf-8")
                package.writestr(info, content)
        beside.replace(target)
    except OSError as problem:
        beside.unlink(missing_ok=True)
        raise OutputError(f"{target} could not be written: {problem}") from problem


def with_names(workbook_xml: str, definitions: tuple[Definition, ...]) -> str:
    """The workbook part with these names among its others, sorted as Excel sorts them.

    Raises UsageError where the workbook uses one of the names for something else.
    """
    old = _OLD_NAMES.search(workbook_xml)
    named = [(match[1], match[0]) for match in _ONE_NAME.finditer(old[0])] if old else []
    ours = {definition.name.upper(): definition for definition in definitions}
    for name, element in named:
        if name.upper() in ours and _OURS not in element:
            raise UsageError(f"the workbook has a name {name} of its own; rename it and try again")
    kept = [(name, element) for name, element in named if name.upper() not in ours]
    added = [(definition.name, _element(definition)) for definition in definitions]
    merged = sorted([*kept, *added], key=lambda pair: pair[0].upper())
    block = f"<definedNames>{''.join(element for _, element in merged)}</definedNames>"
    if old:
        return workbook_xml[: old.start()] + block + workbook_xml[old.end() :]
    place = _BEFORE_NAMES.search(workbook_xml)
    if place is None:
        raise FileUnreadable("the workbook lists no sheets, so it cannot hold names")
    return workbook_xml[: place.end()] + block + workbook_xml[place.end() :]


def _element(definition: Definition) -> str:
    comment = quoteattr(definition.comment, {'"': "&quot;"})
    formula = escape(definition.formula_for_file)
    return f'<definedName name="{definition.name}" comment={comment}>{formula}</definedName>'
