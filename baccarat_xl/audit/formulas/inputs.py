"""Follow what a formula reads, through helper cells, sheets, names and tables, down to what is typed."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from baccarat_xl.audit.formulas.labels import label_of
from baccarat_xl.audit.formulas.references import MOST_CELLS, Block, block_of, sheet_named, structured
from baccarat_xl.audit.formulas.space import Space, card_notation, decision_words, role_in
from baccarat_xl.proof.domain import INPUT_ROLES
from baccarat_xl.proof.facts import HAND_ROLES
from baccarat_xl.proof.text import Formula, Token, read_formula, reference_key, render
from baccarat_xl.proof.undecided import Undecided
from baccarat_xl.workbook.model import column_index, column_letter

if TYPE_CHECKING:
    from baccarat_xl.audit.formulas.groups import Group
    from baccarat_xl.layout.headers import Meaning
    from baccarat_xl.layout.table import Table
    from baccarat_xl.workbook.model import Sheet

CARDS: Final = frozenset({"player_card_1", "player_card_2", "banker_card_1", "banker_card_2"})
LABELLED: Final = 3
"""Cells of a range this long may be labelled inputs; a longer one is a list to look something up in."""
MOST_STEPS: Final = 4_000
MOST_UNKNOWN: Final = 400
MOST_CONTENTS: Final = 12
ENOUGH_COPIES: Final = 50
UNUSUAL: Final = (1, None, "", 0, 8, "x")
"""What is tried in cells that nothing is known of, besides what their column holds."""
CUT: Final = ("_initial", "_final", "_third")
"""Helper columns of these roles stand for themselves once they are proved."""
SIDES: Final = ("player", "banker")
NEED_BOTH: Final = frozenset(
    {"natural", "player_draws", "banker_draws", "player_final", "banker_final", "outcome"}
)
THIRDS_OF: Final = {"banker_draws": ("player_third",), "outcome": ("player_third", "banker_third")}
"""The third cards without which a result of a role cannot be right."""
_MOVES: Final = re.compile(r"(?<![$\d])\d+(?=:|$)")
"""A row number without a dollar sign."""
_HELD: Final = re.compile(r"\$?([A-Za-z]{1,3})\$(\d{1,7})")
"""A cell of the formula's own sheet with a dollar sign before its row number."""
_PLAIN_NAME: Final = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")


_read: Final = lru_cache(maxsize=512)(read_formula)


def held_in_row(group: Group) -> str | None:
    """What to say of a filled-down formula that a dollar sign makes read one round's cell in every row; else
    None."""
    if group.table is None or group.count == 1:
        return None
    for token in _read(group.text).tokens:
        match = _HELD.fullmatch(token.text) if token.kind == "reference" else None
        if match is None or not group.holds(int(match[2])):
            continue
        if role_in(group.table, column_index(match[1])) is not None:
            return (
                f"reads {token.text}, the cell of one round: take the dollar sign before its row number away"
            )
    return None


def held_on_the_way(space: Space, group: Group, walk: Walk) -> str | None:
    """The same, where a name, a helper cell or another sheet leads every copy to one round's cell.

    Found by following the last copy as well: an input of the first that it comes to is no input of a row.
    """
    if group.count == 1:
        return None
    last = Walk(space, group, walk.cut, group.runs[-1][1])
    shared = (walk.found.bind.keys() & last.seen) - walk.found.labelled
    if not shared:
        return None
    return f"comes to {min(shared)}, the cell of one round; let it read its own row's cell"


@dataclass(slots=True)
class Inputs:
    """What stands around one formula: `Surroundings` and ``bind`` in the making.

    through     groups of helper cells that were passed through; taken: groups whose cells count as inputs
    cards       input key -> notation, where it is known; texts: texts that stand in the formulas
    ways        what helper cells hold for no third card; typed_thirds: are thirds typed as well
    unread      cells (``E4 + F4``) whose total counts and that it does not read -> that total's role
    other_rows  whether it reads more rows of a table than its own, of which nothing is known
    unknown     the cells of those rows, and of columns without a role, with contents to try
    labelled    inputs outside of all tables, which every row may share
    """

    sheet: str
    bind: dict[str, str] = field(default_factory=dict)
    cells: dict[str, Any] = field(default_factory=dict)
    names: dict[str, Any] = field(default_factory=dict)
    decisions: dict[str, tuple[Any, Any]] = field(default_factory=dict)
    through: list[Group] = field(default_factory=list)
    taken: list[Group] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    cards: dict[str, str] = field(default_factory=dict)
    texts: set[str] = field(default_factory=set)
    ways: set[Any] = field(default_factory=set)
    typed_thirds: bool = False
    other_rows: bool = False
    unread: dict[str, str] = field(default_factory=dict)
    unknown: dict[str, tuple[Any, ...]] = field(default_factory=dict)
    labelled: set[str] = field(default_factory=set)

    def has(self, side: str, *, final: bool) -> bool:
        """Does any input tell of a side's two cards?"""
        roles = {f"{side}_{part}" for part in ("initial", "card_1", "card_2", "cards")}
        roles |= {f"{side}_final"} if final else set()
        return bool(roles & set(self.bind.values()))


class Walk:
    """One walk from a formula to its inputs; ``row`` is that of the copy that is followed, else the first."""

    def __init__(
        self, space: Space, group: Group, cut: Callable[[Group], bool], row: int | None = None
    ) -> None:
        self.space = space
        self.cut = cut
        self.home = group.sheet
        self.found = Inputs(group.sheet.name or "Sheet1")
        self.rows: dict[int, int] = {}
        self.seen: set[str] = set()
        self.steps = 0
        rows = (row for low, high in group.runs for row in range(low, high + 1))
        self.copies = [row - group.row for row in islice(rows, MOST_CELLS)]
        text = group.text if row is None else "=" + group.form.at(row)
        row = group.row if row is None else row
        if group.table is not None:
            self.rows[id(group.table)] = row
            self.found.tables.append(group.table)
        self.formula(_read(text), group.sheet, row, group.column)

    # ------------------------------------------------------------------ formulas
    def formula(self, formula: Formula, sheet: Sheet, row: int, column: int) -> Formula:
        """Visit everything a formula reads; gives it back with plain addresses, seen from the home sheet."""
        tokens = []
        self.found.texts.update(text.strip().upper() for text in formula.literals)
        for token in formula.tokens:
            if token.kind == "reference":
                tokens.append(self.reference(token, sheet, row, column))
                continue
            if token.kind == "call":
                self.name(token.text[:-1], sheet, row, column)
            tokens.append(token)
        return formula.with_tokens(tuple(tokens))

    def reference(self, token: Token, sheet: Sheet, row: int, column: int) -> Token:
        block = block_of(token.text, sheet.name or "")
        if block is None and "[" in token.text:
            block = structured(token.text, self.space.names, sheet.name or "", row, column)
            if block is not None:
                self.found.names[reference_key(token.text)] = self.spelled(block)
        if block is None:
            self.name(token.text, sheet, row, column)
            return token
        self.block(block, moves=_MOVES.search(token.text) is not None)
        return Token("reference", self.spelled(block, qualified=sheet is not self.home))

    def name(self, name: str, sheet: Sheet, row: int, column: int) -> None:
        """A defined name, which may be a LAMBDA."""
        own = name.rpartition("!")[2].removeprefix("_xlfn.").removeprefix("_xlpm.")
        if own in self.found.names or not self.space.names.names:
            return
        text = self.space.names.named(own, sheet.name or "")
        if text is None:
            return
        block = block_of(text, sheet.name or "")
        if block is not None:
            self.found.names[own] = self.spelled(block, qualified=True)
            self.block(block)
            return
        self.found.names[own] = ""
        self.found.names[own] = render(self.formula(_read("=" + text), sheet, row, column).tokens)

    def spelled(self, block: Block, *, qualified: bool = False) -> str:
        """A block's address as the home sheet writes it, or with its sheet in any case."""
        if not qualified and block.sheet.casefold() == self.found.sheet.casefold():
            return block.address
        plain = set(block.sheet) <= _PLAIN_NAME and not block.sheet[:1].isdigit()
        sheet = block.sheet if plain else "'" + block.sheet.replace("'", "''") + "'"
        return f"{sheet}!{block.address}"

    # ------------------------------------------------------------------ cells
    def block(self, block: Block, *, moves: bool = False) -> None:
        """Visit cells; ``moves``: copies of the formula in other rows read cells in other rows."""
        sheet = sheet_named(self.space.book, block.sheet)
        if sheet is None or block.count > MOST_CELLS:
            return
        for row in range(block.top, block.bottom + 1):
            for column in range(block.left, block.right + 1):
                self.cell(sheet, row, column, block.count <= LABELLED, moves)

    def key(self, sheet: Sheet, row: int, column: int) -> str:
        cell = f"{column_letter(column)}{row}"
        return cell if sheet is self.home else f"{sheet.name}!{cell}"

    def cell(self, sheet: Sheet, row: int, column: int, may_be_labelled: bool, moves: bool) -> None:
        key = self.key(sheet, row, column)
        if key in self.seen:
            return
        self.seen.add(key)
        table = self.space.table_at(sheet, row, column)
        role = self.role(table, row, column)
        if table is not None and row != self.rows[id(table)] and row >= table.first_row:
            inside = row <= max(table.last_row, table.first_row) or sheet.formulas.has(row, column)
            if inside:
                self.found.other_rows = True
                self.unknown(key, table, column, may_be_blank=True)
                return
        group = self.space.group_at(sheet, row, column)
        if group is not None:
            self.helper(key, group, sheet, row, column)
            return
        if table is not None:
            if role is not None:
                self.take(key, role, table)
            elif row != self.rows[id(table)]:
                self.found.cells[key] = self.space.value(sheet, row, column)
            else:
                self.unknown(key, table, column, may_be_blank=False)
            return
        value = self.space.value(sheet, row, column)
        if moves and self.copies[1:] and (others := self.elsewhere(sheet, row, column)) != (value,):
            self.found.unknown[key] = others
            return
        role = input_role(label_of(sheet, row, column)[1]) if may_be_labelled else None
        if role is not None:
            self.found.bind[key] = role
            self.found.labelled.add(key)
            if notation := card_notation({value}):
                self.found.cards[key] = notation if notation != "tens" else "numbers"
            return
        self.found.cells[key] = value
        if isinstance(value, str) and len(value) <= LABELLED:
            self.found.texts.add(value.strip().upper())

    def helper(self, key: str, group: Group, sheet: Sheet, row: int, column: int) -> None:
        self.steps += 1
        if group.form.array is not None or self.steps > MOST_STEPS:
            return
        if group.role and group.role.endswith(CUT) and self.cut(group):
            self.found.bind[key] = group.role
            self.found.taken.append(group)
            if group.role.endswith("_third"):
                self.found.cards[key] = "values"
            return
        if held := held_in_row(group):
            raise Undecided(f"it reads {group.cells}, and every copy there {held}")
        if group.role is not None and group not in self.found.through:
            self.found.through.append(group)
        self.found.cells[key] = text = "=" + group.form.at(row)
        read = self.formula(_read(text), sheet, row, column)
        self.found.cells[key] = render(read.tokens)

    def role(self, table: Table | None, row: int, column: int) -> str | None:
        """The role of a table's cell as an input, in the one row that is looked at."""
        if table is None or self.rows.setdefault(id(table), row) != row:
            return None
        if table not in self.found.tables:
            self.found.tables.append(table)
        role = (role_in(table, column) or "").removesuffix("_value")
        return role if role in INPUT_ROLES else None

    def take(self, key: str, role: str, table: Table) -> None:
        self.found.typed_thirds |= role.endswith("_third")
        self.found.bind[key] = role
        if role in HAND_ROLES and (notation := self.space.hands_in(table)):
            self.found.cards[key] = notation
        decision = role in ("natural", "player_draws", "banker_draws")
        if decision and (words := decision_words(table, role)):
            self.found.decisions[key] = words

    def elsewhere(self, sheet: Sheet, row: int, column: int) -> tuple[Any, ...]:
        """What stands where the copies of the formula read, outside of all rounds or in other ones."""
        rows = [row + step for step in self.copies]
        values = dict.fromkeys(self.space.value(sheet, one, column) for one in rows)
        if any(sheet.formulas.has(one, column) for one in rows[:ENOUGH_COPIES]):
            values.update(dict.fromkeys(UNUSUAL))
        return tuple(values)[:MOST_CONTENTS]

    def unknown(self, key: str, table: Table, column: int, *, may_be_blank: bool) -> None:
        """A cell that the rules know nothing of; in a round's own row it is never blank."""
        if len(self.found.unknown) < MOST_UNKNOWN:
            usual = self.space.contents_of(table, column)
            more = UNUSUAL if may_be_blank else (1, 8) if len(usual) < 2 else ()
            self.found.unknown[key] = tuple(dict.fromkeys((*usual, *more)))

    # ------------------------------------------------------------------ what the row has besides
    def complete(self, role: str | None, table: Table | None, pool: dict[str, str]) -> None:
        """Bind the totals (or cards) that stand beside the formula and that it does not read."""
        if role not in NEED_BOTH:
            return
        for side in SIDES:
            if self.found.has(side, final=role == "outcome"):
                continue
            if table is None:
                self._from_pool(side, pool)
            elif f"{side}_initial" in table.columns:
                self._beside(f"{side}_initial", table)
            else:
                self._cards_beside(side, table)
        if table is not None:
            bound = frozenset(self.found.bind.values())
            for name in THIRDS_OF.get(role, ()):
                side = name.partition("_")[0]
                instead = {f"{side}_final"} if role == "outcome" else set[str]()
                if not bound & {name, f"{side}_cards", *instead}:
                    self._beside(name, table)

    def _from_pool(self, side: str, pool: dict[str, str]) -> None:
        """Outside of tables: the labelled total of a side, else its two labelled cards."""
        by_role = {role: key for key, role in reversed(pool.items())}
        for roles in ((f"{side}_initial",), (f"{side}_card_1", f"{side}_card_2")):
            if all(role in by_role for role in roles):
                self.found.bind.update({by_role[role]: role for role in roles})
                return

    def _cards_beside(self, side: str, table: Table) -> None:
        """In a table without totals: the cards of the side that is not read, as the total that they make."""
        row = self.rows[id(table)]
        for roles in ((f"{side}_card_1", f"{side}_card_2"), (f"{side}_cards",)):
            columns = [table.columns.get(role) for role in roles]
            keys = [self.key(table.sheet, row, column.index) for column in columns if column]
            if len(keys) == len(roles) and not set(keys) & self.found.cells.keys():
                self.found.unread[" + ".join(keys)] = f"{side}_initial"
                return

    def _beside(self, name: str, table: Table) -> None:
        column = table.columns.get(name)
        key = self.key(table.sheet, self.rows[id(table)], column.index) if column else ""
        if column and key not in self.found.cells:
            self.found.bind[key] = name


def input_role(meaning: Meaning | None) -> str | None:
    """The input that a labelled cell holds; a total without more words is the initial one."""
    if meaning is None:
        return None
    roles = [role for role in meaning.roles if role in INPUT_ROLES]
    initial = [role for role in roles if role.endswith("_initial")]
    return next(iter(initial or roles), None)
