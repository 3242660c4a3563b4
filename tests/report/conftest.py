"""A browser for the HTML report."""

from __future__ import annotations

from tests.functions.javascript.conftest import browser, node, npm_tools

__all__ = ["browser", "node", "npm_tools"]
