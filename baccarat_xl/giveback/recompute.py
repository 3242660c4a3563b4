"""The values that a workbook stores for its formulas, worked out again after cells were changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from baccarat_xl.giveback.cells import PENDING, UNSTORED, NewCell

if TYPE_CHECKING:
    from baccarat_xl.audit.formulas.groups import Group
    from baccarat_xl.audit.formulas.space import Space

MOST_PASSES: Final = 12
AT_RUN_TIME: Final = frozenset({"INDIRECT", "OFFSET"})
AllEdits: TypeAlias = dict[str, dict[tuple[int, int], NewCell]]
Reread: TypeAlias = Callable[[], "Space"]
"""Writes a draft with the edits as they are by now, and reads it again."""


def settle(edits: AllEdits, reread: Reread) -> None:
    """Put computed values into ``edits``: of changed formulas, and of all that are stale.

    What cannot be computed here is UNSTORED then.
    """
    space = reread()
    for turn in range(MOST_PASSES):
        changes = list(_computed(space))
        if turn == 0:
            changes += _blank(space, {(sheet, place) for sheet, place, _ in changes})
        for sheet, place, value in changes:
            here = edits.setdefault(sheet, {})
            before = here.get(place, NewCell(keep=True))
            here[place] = before.stored(value)
        if not changes:
            break
        space = reread()
    _unstore(edits, space)


def _computed(space: Space) -> Iterator[tuple[str, tuple[int, int], Any]]:
    """(sheet, place, value) of every formula whose stored value is another one."""
    for group in space.groups:
        for row, _, computed in _stale(space, group) or ():
            yield group.sheet.name or "", (row, group.column), computed


def _blank(
    space: Space, changes: set[tuple[str, tuple[int, int]]]
) -> Iterator[tuple[str, tuple[int, int], Any]]:
    """Empty stored values beside stale ones: they may stand for a 0 that nobody computed."""
    changed = {(sheet, column) for sheet, (_, column) in changes}
    for group in space.groups:
        sheet = group.sheet.name or ""
        if (sheet, group.column) not in changed or _stale(space, group) is None:
            continue
        for first, last in group.runs:
            for row in range(first, last + 1):
                place = row, group.column
                if (sheet, place) not in changes and space.value(group.sheet, *place) in (None, ""):
                    yield sheet, place, PENDING


def _stale(space: Space, group: Group) -> list[tuple[int, Any, Any]] | None:
    """(row, stored, computed) where they differ; None where that cannot be told for all rows alike."""
    from baccarat_xl.audit.formulas.stale import stale_rows

    return stale_rows(space, group)


def _unstore(edits: AllEdits, space: Space) -> None:
    """Formulas that could not be computed, and what depends on them, lose their stored value."""
    touched = {(sheet, place) for sheet, cells in edits.items() for place in cells}
    for cells in edits.values():
        for place, cell in cells.items():
            if cell.value is PENDING:
                cells[place] = cell.stored(UNSTORED)
    open_ = {(sheet, place) for sheet, cells in edits.items() for place, cell in cells.items() if _bare(cell)}
    unknown = {id(group) for group in space.groups if _stale(space, group) is None} if touched else set()
    done: set[int] = set()
    grown = bool(touched)
    while grown:
        grown = False
        for group in space.groups:
            if id(group) in done:
                continue
            if depends(space, group, touched if id(group) in unknown else open_):
                done.add(id(group))
                grown = True
                _all_bare(edits, group, touched, open_)


def _bare(cell: NewCell) -> bool:
    return cell.value is UNSTORED


def _all_bare(edits: AllEdits, group: Group, *known: set[tuple[str, tuple[int, int]]]) -> None:
    """No cell of the group keeps its stored value."""
    sheet = group.sheet.name or ""
    here = edits.setdefault(sheet, {})
    for first, last in group.runs:
        for row in range(first, last + 1):
            place = row, group.column
            before = here.get(place, NewCell(keep=True))
            here[place] = before.stored(UNSTORED)
            for one in known:
                one.add((sheet, place))


def depends(space: Space, group: Group, cells: set[tuple[str, tuple[int, int]]]) -> bool:
    """Whether a formula may read one of these cells; True where that cannot be told."""
    if not cells:
        return False
    from baccarat_xl.audit.formulas.references import block_of, sheet_named, structured
    from baccarat_xl.proof import Undecided, read_formula

    home = group.sheet.name or ""
    first, last = group.runs[0][0], group.runs[-1][1]
    for row in dict.fromkeys((first, last)):
        try:
            formula = read_formula("=" + group.form.at(row))
        except Undecided:
            return True
        if formula.functions & AT_RUN_TIME:
            return True
    blocks: list[tuple[str, int, int, int, int]] = []
    at_first, at_last = (read_formula("=" + group.form.at(row)) for row in (first, last))
    for one, two in zip(at_first.tokens, at_last.tokens, strict=False):
        if one.kind != "reference":
            continue
        ends = []
        for token, row in ((one, first), (two, last)):
            block = block_of(token.text, home)
            if block is None and "[" in token.text:
                block = structured(token.text, space.names, home, row, group.column)
            if block is None:
                named = space.names.named(token.text, home)
                block = block_of(named, home) if named else None
            if block is None or sheet_named(space.book, block.sheet) is None:
                return True
            ends.append(block)
        a, b = ends
        blocks.append(
            (
                a.sheet.casefold(),
                min(a.top, b.top),
                max(a.bottom, b.bottom),
                min(a.left, b.left),
                max(a.right, b.right),
            )
        )
    return any(
        sheet.casefold() == name and top <= row <= bottom and left <= column <= right
        for sheet, (row, column) in cells
        for name, top, bottom, left, right in blocks
    )
