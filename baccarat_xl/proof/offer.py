from __future__ import annotations

from typing import Any


def offers(*a: Any) -> tuple[None, None]:
    return None, None
