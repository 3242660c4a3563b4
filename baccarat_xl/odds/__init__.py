"""Exact frequencies of rounds for a given shoe (R10): to audit a log or a simulator, never to forecast."""

from __future__ import annotations

from baccarat_xl.odds.counts import Counts, count
from baccarat_xl.odds.shoe import INFINITE, Shoe, full_shoe, read_shoe

__all__ = ["INFINITE", "Counts", "Shoe", "count", "full_shoe", "read_shoe"]
