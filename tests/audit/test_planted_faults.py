"""Every known misunderstanding, planted in recorded shoes: found at its cell, and nothing found elsewhere."""

from __future__ import annotations

import json
from functools import cache, partial
from pathlib import Path

import pytest

from baccarat_xl.audit.engine import check
from tests.audit.logs import RECORDED, WRITERS, Dealt, cell, deal
from tests.audit.misunderstandings import DEALERS, play

KNOWN = Path(__file__).parent.parent / "cases" / "known_faults.jsonl"


@cache
def dealt(fault: str) -> tuple[Dealt, ...]:
    return tuple(deal(partial(play, fault)))


def test_every_known_fault_is_planted() -> None:
    known = [json.loads(line)["id"] for line in KNOWN.read_text(encoding="utf-8").splitlines()]
    assert sorted(DEALERS) == sorted(known)


@pytest.mark.parametrize("kind", WRITERS)
@pytest.mark.parametrize("fault", DEALERS)
def test_found_at_its_cell_and_nowhere_else(tmp_path: Path, fault: str, kind: str) -> None:
    rounds = list(dealt(fault))
    path = tmp_path / f"log.{kind}"
    rows = WRITERS[kind](path, rounds)
    planted = {
        rows[position]: {cell(kind, column, rows[position]) for column in each.planted}
        for position, each in enumerate(rounds)
        if each.planted
    }
    assert planted, "the recorded shoes give this fault no occasion"
    result = check([path])
    found: dict[int, set[str | None]] = {}
    for finding in result.findings:
        found.setdefault(finding.row, set()).add(finding.cell)
    assert found == planted
    assert len(result.findings) == sum(map(len, planted.values())), "one fault, one finding"
    assert result.rounds == len(rounds)
    assert not result.unread


@pytest.mark.parametrize("path", sorted(RECORDED.glob("*.json")), ids=lambda path: path.stem[:12])
def test_rounds_recorded_elsewhere_are_clean(path: Path) -> None:
    result = check([path])
    assert not result.findings
    assert result.complete
    assert result.rounds in (748, 38)
