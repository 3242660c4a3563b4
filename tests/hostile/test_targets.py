"""Our own parsers over what hypothesis thinks of; `coverage_fuzz.py` runs the same ones under atheris."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

sys.path.insert(0, str(Path(__file__).parent))
from targets import SEEDS, TARGETS

KEPT: dict[str, tuple[bytes, ...]] = {
    "sheet": (
        b'<sheetData><row r="1"><c r="A1"><v/>' + b"\x1a" * 40 + b"<c></row></sheetData>",
        b'<sheetData><row><c r="A1\xab\xab"><v>\x80</v></c></row></sheetData>',
        b"<sheetData><row><c><f>\xab</f><v>\xab</v></c></row></sheetData>",
        b"<sheetData><row>" + b"<c>" * 200_000 + b"</row></sheetData>",
        b"<sheetData><row><c>" + b"x<" * 200_000 + b"</row></sheetData>",
        b"<sheetData><row>" + b"<c " * 200_000 + b"</row></sheetData>",
        b"<sheetData><row><c>" + b"<f " * 200_000 + b"</c></row></sheetData>",
    ),
    "markup": tuple(
        piece * 200_000 for piece in (b"<!--", b"<![CDATA[", b"<?", b"<a", b'<a "', b"<a b='", b"<a/", b"</")
    ),
}
"""Inputs that once took endless time or ended in a fault of ours, and others of their kind."""


def mixed(seeds: tuple[bytes, ...]) -> st.SearchStrategy[bytes]:
    """Pieces of what is usual, and anything else between them."""
    pieces = st.sampled_from([seed[at : at + 7] for seed in seeds for at in range(0, len(seed), 3)])
    other = st.one_of(
        st.binary(max_size=6), st.text(max_size=6).map(lambda text: text.encode("utf-8", "replace"))
    )
    return st.lists(st.one_of(pieces, pieces, other), max_size=30).map(b"".join)


@pytest.mark.parametrize("name", TARGETS)
def test_nothing_but_a_refusal(name: str) -> None:
    for seed in (*SEEDS[name], *KEPT.get(name, ())):
        TARGETS[name](seed)

    @settings(max_examples=300)
    @given(mixed(SEEDS[name]))
    @example(b"")
    def run(data: bytes) -> None:
        TARGETS[name](data)

    run()


def test_a_fault_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: object) -> None:
        raise KeyError("a fault")

    monkeypatch.setattr("targets.read_outcome", broken)
    with pytest.raises(KeyError):
        TARGETS["card"](b"Banker")
