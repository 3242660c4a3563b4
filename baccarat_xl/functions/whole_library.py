"""Every function: those that decide draws, and after them those about payments, which decide none (R9)."""

from __future__ import annotations

from typing import Final

from baccarat_xl.functions.library import FUNCTIONS as DRAWING
from baccarat_xl.functions.payments import PAYMENTS
from baccarat_xl.functions.registry import Function

FUNCTIONS: Final[tuple[Function[object], ...]] = (*DRAWING, *PAYMENTS)
"""In the order of help pages."""
