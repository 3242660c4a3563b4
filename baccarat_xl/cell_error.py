"""An error value in a cell: a value of its own, neither text nor blank."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class CellError:
    """What a spreadsheet shows as ``#N/A``, ``#VALUE!`` and the like; ``code`` is that text."""

    code: str

    def __str__(self) -> str:
        return self.code


VALUE: Final = CellError("#VALUE!")
"""The wrong kind of input, or inputs that contradict one another."""
NUM: Final = CellError("#NUM!")
"""A number outside the range that exists."""
NA: Final = CellError("#N/A")
"""Not known from the inputs."""
