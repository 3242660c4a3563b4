"""Right answers from outside this project, as data."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent


def lines(name: str) -> list[dict[str, Any]]:
    """One JSON Lines file of cases."""
    return [json.loads(line) for line in (HERE / name).read_text(encoding="utf-8").splitlines()]


def exact_counts() -> dict[str, Any]:
    """The published counts of ordered deals."""
    counts: dict[str, Any] = json.loads((HERE / "exact_counts.json").read_text(encoding="utf-8"))
    return counts
