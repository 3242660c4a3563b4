"""What the user declared: sheet, header row, columns, zeros and outcome codes; checked before use."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, cast

from baccarat_xl.errors import UsageError
from baccarat_xl.layout.cells import Outcome, Zero, read_outcome
from baccarat_xl.layout.table import ROLES
from baccarat_xl.layout.words import plain
from baccarat_xl.workbook.model import Book, Sheet, column_index

LETTERS: Final = re.compile(r"[A-Za-z]{1,3}")
ZEROS: Final = ("card", "none")


@dataclass(slots=True)
class Overrule:
    """The declarations. mapping: normalised header or letters -> role ("" for none)."""

    sheets: list[Sheet]
    header_row: int | None = None
    mapping: dict[str, str] = field(default_factory=dict)
    written: dict[str, str] = field(default_factory=dict)
    zero: Zero | None = None
    means: dict[str, Outcome] = field(default_factory=dict)
    used: set[str] = field(default_factory=set)
    seen: set[str] = field(default_factory=set)

    def roles_in(self, sheet: Sheet, texts: dict[int, str], groups: list[dict[int, str]]) -> dict[int, str]:
        """Column index -> declared role ("" for none) for one of the tables that stand side by side.

        A letter belongs to the table that has the column, or to the first one when none has.
        """
        by_header = {_key(text): index for index, text in reversed(texts.items())}
        self.seen.update(texts.values())
        elsewhere = {index for group in groups if group is not texts for index in group}
        found = {}
        for key, role in self.mapping.items():
            index = by_header.get(key)
            if index is None and LETTERS.fullmatch(key) and sheet.column_names is None:
                index = column_index(key)
                if (
                    index >= sheet.width
                    or index in elsewhere
                    or (index not in texts and texts is not groups[0])
                ):
                    continue
            if index is not None:
                found[index] = role
                self.used.add(key)
        return found

    def headers_in(self, texts: dict[int, str]) -> bool:
        """Does one of these cells bear a declared header?"""
        return any(_key(text) in self.mapping for text in texts.values())

    def check_used(self) -> None:
        """Raise UsageError for a declared header that no table has."""
        for key in self.mapping:
            if key not in self.used:
                written = self.written[key]
                raise UsageError(
                    f"there is no column {written!r} in the table; {_nearest(written, self.seen)}"
                )


def overrule(
    book: Book,
    sheet: str | None,
    header_row: int | None,
    mapping: Mapping[str, str] | None,
    zero: str | None,
    means: Mapping[str, str] | None,
) -> Overrule:
    """Check the declarations. Raises UsageError."""
    told = Overrule(_sheets(book, sheet), header_row)
    for written, role in (mapping or {}).items():
        key = _key(written)
        if not key:
            raise UsageError("a mapping needs a header or a column letter before the =.")
        told.mapping[key] = _role(role)
        told.written[key] = written
    roles = [role for role in told.mapping.values() if role]
    if twice := next((role for role in roles if roles.count(role) > 1), None):
        raise UsageError(f"two columns are mapped to {twice!r}; one column can have it.")
    if zero is not None and zero not in ZEROS:
        raise UsageError(f"0 can mean 'card' or 'none', not {zero!r}.")
    told.zero = cast("Zero | None", zero)
    for number, word in (means or {}).items():
        outcome = read_outcome(word)
        if outcome is None:
            raise UsageError(f"{word!r} is no outcome; use Player, Banker or Tie.")
        try:
            told.means[f"{float(number):g}"] = outcome
        except ValueError:
            raise UsageError(
                f"{number!r} is no number; meanings are declared for numeric outcomes."
            ) from None
    return told


def _key(text: str) -> str:
    return plain(text) or text.strip().casefold()


def _sheets(book: Book, name: str | None) -> list[Sheet]:
    if name is None:
        return book.sheets
    chosen = [sheet for sheet in book.sheets if (sheet.name or "").casefold() == name.strip().casefold()]
    if not chosen:
        names = [sheet.name for sheet in book.sheets if sheet.name]
        if not names:
            raise UsageError(f"{book.path.name} has no named sheets; leave out --sheet.")
        raise UsageError(f"there is no sheet {name!r}; {_nearest(name, names)}")
    return chosen


def _role(role: str) -> str:
    word = plain(role).replace(" ", "_")
    word = re.sub(r"_+", "_", word)
    if word in ("", "none", "ignore"):
        return ""
    if word not in ROLES:
        raise UsageError(f"there is no role {role!r}; {_nearest(word, ROLES)}")
    return word


def _nearest(word: str, known: object) -> str:
    names = [str(name) for name in cast("list[str]", known)]
    near = difflib.get_close_matches(word, names, 3, 0.4) or sorted(names)[:8]
    if not near:
        return "nothing is known there."
    return f"the nearest {'is' if len(near) == 1 else 'are'} {', '.join(near)}."
