"""What reports need of proofs: verdicts and their small grid (Banker's total down, third card across)."""

from __future__ import annotations

from baccarat_xl.proof.grid import LEGEND, grid_lines
from baccarat_xl.proof.verdict import Verdict

__all__ = ["LEGEND", "Verdict", "grid_lines"]
