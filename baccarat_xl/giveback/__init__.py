"""Workbooks given back: annotated, repaired, and as they were, all other parts left alone."""

from __future__ import annotations
