"""Notes that excuse findings: ``baccarat-xl: ignore BACC201 the shoe was dealt by hand``."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches
from typing import Final

from baccarat_xl.audit.catalogue import select_codes
from baccarat_xl.audit.finding import Finding
from baccarat_xl.config.accepted import Suppressed, Suppression
from baccarat_xl.config.notes import Note
from baccarat_xl.errors import UsageError

SAID: Final = re.compile(r"baccarat[-_ ]xl\s*:\s*(\S+)[ \t]*([^\r\n]*)", re.IGNORECASE)
CODES: Final = re.compile(r"(BACC\d*(?:\s*[,;]\s*BACC\d*)*)(?![\w])(.*)", re.IGNORECASE)
WORD: Final = "ignore"
HOW: Final = "write baccarat-xl: ignore BACC201 and why"


def suppressions(file: str, notes: Iterable[Note]) -> list[Suppression]:
    """What the notes of one file say, each line by itself; refused ones included."""
    return [found for note in notes for found in _of_note(file, note)]


def _of_note(file: str, note: Note) -> Iterator[Suppression]:
    for word, rest in SAID.findall(note.text):
        if word.lower() != WORD:
            if get_close_matches(word.lower(), [WORD], cutoff=0.6):
                yield Suppression(file, note.sheet, note.cell, (), "", f"{word!r} is no order; {HOW}")
            continue
        match = CODES.match(rest.strip())
        if match is None:
            yield Suppression(file, note.sheet, note.cell, (), "", f"it names no rule; {HOW}")
            continue
        named = tuple(code.strip().upper() for code in re.split("[,;]", match[1]))
        reason = match[2].strip(" \t:-–—,;.")
        yield Suppression(file, note.sheet, note.cell, named, reason, _fault(named, reason))


def _fault(codes: Sequence[str], reason: str) -> str | None:
    try:
        select_codes(codes)
    except UsageError as error:
        return str(error)
    if not any(letter.isalnum() for letter in reason):
        return f"it gives no reason; {HOW}"
    return None


def excuse(
    findings: Sequence[Finding], said: Sequence[Suppression]
) -> tuple[list[Finding], list[Suppressed], list[Suppression]]:
    """(findings that stay, those that are excused, suppressions that excuse nothing).

    A note counts in each cell that a finding names by itself; where it names many together, in the first.
    """
    by_cell: dict[tuple[str, str | None, str], list[Suppression]] = defaultdict(list)
    for one in said:
        if one.refused is None:
            by_cell[one.file, one.sheet, one.cell].append(one)
    if not by_cell:
        return list(findings), [], []
    kept: list[Finding] = []
    excused: list[Suppressed] = []
    for finding in findings:
        cells = dict.fromkeys((finding.cell or "", *finding.cells))
        notes = (one for cell in cells for one in by_cell.get((finding.file, finding.sheet, cell), ()))
        by = next((one for one in notes if finding.rule in select_codes(one.codes)), None)
        if by is None:
            kept.append(finding)
        else:
            excused.append(Suppressed(finding, by))
    used = {id(one.by) for one in excused}
    idle = [one for one in said if one.refused is None and id(one) not in used]
    return kept, excused, idle
