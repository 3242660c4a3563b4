"""What every rule is: a code that never changes its meaning, a page (its docstring), a message and a fix."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import ClassVar

from baccarat_xl.audit.finding import Severity
from baccarat_xl.rules.faults import Fault, Kind
from baccarat_xl.rules.record import LABELS, Record
from baccarat_xl.rules.round import Round, resolve
from baccarat_xl.rules.unknown import UNKNOWN

DRAW_FAULTS = frozenset(
    {Kind.BANKER_EXTRA, Kind.BANKER_MISSING, Kind.PLAYER_EXTRA, Kind.PLAYER_MISSING, Kind.CARD_AFTER_NATURAL}
)


@dataclass(frozen=True, slots=True)
class Case:
    """One fault in one round, with what a message and a fix need.

    place(role) is the address of a role's cell, or None where the table has no such column.
    joined is True where a hand's cards share one cell; found is the faulty cell's content in words.
    """

    fault: Fault
    record: Record
    round: Round
    place: Callable[[str], str | None]
    joined: bool
    found: str

    @property
    def role(self) -> str:
        return self.fault.roles[0]

    @property
    def label(self) -> str:
        return LABELS[self.role]

    @property
    def side(self) -> str:
        return "Player" if self.role.startswith("player") else "Banker"

    @property
    def cells(self) -> str:
        """The addresses of the cells at fault, in words."""
        cells = list(dict.fromkeys(filter(None, map(self.place, self.fault.roles))))
        return " and ".join(cells) or "the cell"

    def repaired(self, **changes: object) -> Round:
        """The round with some cells changed and the recorded totals, decisions and outcome left out."""
        blank: dict[str, object] = dict.fromkeys(
            ("player_final", "banker_final", "natural", "player_draws", "banker_draws", "outcome")
        )
        merged: dict[str, object] = {**blank, "ends_recorded": False, **changes}
        return resolve(replace(self.record, **merged))  # type: ignore[arg-type]


def ends(case: Case, after: Round) -> str:
    """What totals and outcome a repaired round has, as far as that is settled: ``the outcome ... Tie``."""
    if after.outcome is UNKNOWN:
        return ""
    words = []
    for role, total in (("player_final", after.player_final), ("banker_final", after.banker_final)):
        cell = case.place(role)
        if cell and _as_number(getattr(case.record, role)) not in (None, total):
            words.append(f"{LABELS[role]} in {cell} then becomes {total}")
    cell = case.place("outcome")
    if cell is None:
        words.append(f"the outcome is then {after.outcome}")
    elif case.record.outcome == after.outcome:
        words.append(f"the outcome in {cell} stays {after.outcome}")
    else:
        words.append(f"the outcome in {cell} then becomes {after.outcome}")
    return " and ".join(words)


def _as_number(total: object) -> object:
    return total if isinstance(total, int) or total is None else str(total)


class Rule:
    """A rule. Subclasses' docstrings are their pages: first line the title, then what it means, why, a wrong
    and a right record as CSV, and how to fix it."""

    code: ClassVar[str]
    severity: ClassVar[Severity] = "error"
    clause: ClassVar[str]
    kinds: ClassVar[tuple[Kind, ...]] = ()
    says: ClassVar[str] = ""
    """The message; ``{label}`` is the role in words, ``{side}`` Player or Banker."""

    @classmethod
    def page(cls) -> str:
        """The rule's page."""
        return inspect.cleandoc(cls.__doc__ or "")

    @classmethod
    def title(cls) -> str:
        """The page's first line, without its full stop."""
        return cls.page().splitlines()[0].rstrip(".")

    @classmethod
    def summary(cls) -> dict[str, str]:
        """Code, title, severity and clause."""
        return {"rule": cls.code, "title": cls.title(), "severity": cls.severity, "clause": cls.clause}

    @classmethod
    def message(cls, case: Case) -> str:
        """What is wrong, in one line."""
        return cls.says.format(label=case.label, side=case.side)

    @classmethod
    def fix(cls, case: Case) -> str:
        """What to do, naming cells."""
        raise NotImplementedError
