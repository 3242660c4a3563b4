"""The battery as a list of cases."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

CASES = Path(__file__).parents[1] / "cases"
INPUTS = {
    "P": {"B2": "player_initial"},
    "B": {"E2": "banker_initial"},
    "3": {"H2": "player_third"},
    "4": {"I2": "banker_third"},
    "F": {"G2": "player_final"},
    "f": {"B2": "player_final", "C2": "banker_final"},
    "c": {"B2": "player_card_1", "C2": "player_card_2"},
    "d": {"E2": "banker_card_1", "F2": "banker_card_2"},
    "cc": {"B2": "player_card_1", "C2": "player_card_2", "D2": "banker_card_1", "E2": "banker_card_2"},
    "1": {"B2": "card"},
    "n": {"J2": "natural"},
    "y": {"K2": "player_draws"},
    "p": {"B2": "player_cards"},
    "b": {"E2": "banker_cards"},
}


@dataclass(frozen=True)
class Case:
    expected: str
    role: str
    bind: dict[str, str]
    options: dict[str, Any]
    formula: str


def cases(name: str) -> Iterator[Case]:
    for line in (CASES / name).read_text(encoding="utf-8").splitlines():
        if line.startswith("#") or not line.strip():
            continue
        expected, role, inputs, options, formula = (part.strip() for part in line.split("|", 4))
        bind = {cell: name for key in inputs.split() for cell, name in INPUTS[key].items()}
        yield Case(expected, role, bind, dict(_options(options)), formula)


def _options(text: str) -> Iterator[tuple[str, Any]]:
    at = [text.find(f"{name}=") for name in ("cards", "no_card", "means")]
    starts = sorted(place for place in at if place >= 0)
    if not starts:
        return
    for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
        name, _, value = text[start:end].strip().partition("=")
        if name == "cards":
            yield name, value
        elif name == "no_card":
            yield (
                name,
                tuple(
                    None if way == "empty" else int(way) if way.lstrip("-").isdigit() else way
                    for way in value.split(";")
                ),
            )
        else:
            yield name, dict(pair.split(":") for pair in value.split(";"))
