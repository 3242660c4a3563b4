"""Header words in ten languages, with their role."""

from __future__ import annotations

from pathlib import Path

import pytest

from baccarat_xl.layout.headers import meaning_of

LINES = [
    line.split(None, 1)
    for line in Path(__file__).with_name("header_words.txt").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]
EVERY = [(header.strip(), role) for role, headers in LINES for header in headers.split(" | ")]
ROLES = [(header, role) for header, role in EVERY if role != "none"]
OTHERS = [header for header, role in EVERY if role == "none"]


@pytest.mark.parametrize(("header", "role"), ROLES)
def test_role(header: str, role: str) -> None:
    meaning = meaning_of(header)
    assert meaning is not None
    assert meaning.roles[0] == role


@pytest.mark.parametrize("header", [header for header, _ in ROLES if "_" in header or " " in header])
def test_case_and_separators_do_not_matter(header: str) -> None:
    expected = meaning_of(header)
    assert meaning_of(header.upper()) == expected
    assert meaning_of(header.lower().replace("_", " ")) == expected
    assert meaning_of(f" {header.replace(' ', '_').title()}: ") == expected


@pytest.mark.parametrize("header", OTHERS)
def test_no_role(header: str) -> None:
    assert meaning_of(header) is None


def test_recorded_columns_are_told_from_computed_ones() -> None:
    for header in ("Recorded outcome", "Actual result", "實際結果", "Recorded Player draws"):
        assert (meaning := meaning_of(header)) is not None
        assert meaning.note == "recorded"
    assert (meaning := meaning_of("判定結果")) is not None
    assert meaning.note == "computed"
