"""Numbers for shoes and rounds where the source has none; said, never silent."""

from __future__ import annotations

from baccarat_xl.templates.learned import Learned
from baccarat_xl.templates.source_rounds import Rounds
from baccarat_xl.templates.spelling import Typed


def number_rounds(rounds: Rounds, learned: Learned) -> list[str]:
    """Add the columns ``shoe`` and ``round`` where they are missing; returns what was assumed."""
    places = {column.key for column in learned.columns if column.key and column.pattern.formula is None}
    said = []
    by_shoe = "shoe" in rounds.columns
    if not by_shoe and "shoe" in places:
        shoe = int(learned.last.get("shoe", 0)) + 1
        rounds.columns["shoe"] = [shoe] * rounds.count
        said.append(f"the source names no shoe: all its rounds are taken as shoe {shoe}")
    if "round" not in rounds.columns and "round" in places:
        start = 1 if by_shoe or "shoe" in places else int(learned.last.get("round", 0)) + 1
        rounds.columns["round"] = _numbers(rounds.columns.get("shoe"), rounds.count, start)
        each = ", in each shoe" if by_shoe else ""
        said.append(f"the source numbers no rounds: they are numbered from {start} in its order{each}")
    return said


def _numbers(shoes: list[Typed] | None, count: int, start: int) -> list[Typed]:
    if shoes is None:
        return list(range(start, start + count))
    numbers: list[Typed] = []
    number, before = start - 1, shoes[0] if shoes else None
    for shoe in shoes:
        number = number + 1 if shoe == before else start
        before = shoe
        numbers.append(number)
    return numbers
