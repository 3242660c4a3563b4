"""What these tests share: scipy, where it is."""

from __future__ import annotations

from types import ModuleType

import pytest


@pytest.fixture(autouse=True)
def stats() -> ModuleType:
    module: ModuleType = pytest.importorskip("scipy.stats")
    return module
