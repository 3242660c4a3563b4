"""A proof made again from what it went by."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from baccarat_xl.proof.proving import prove
from baccarat_xl.proof.recheck import from_data
from baccarat_xl.proof.surroundings import Surroundings

if TYPE_CHECKING:
    from baccarat_xl.proof.verdict import Verdict


def prove_again(recheck: Mapping[str, Any]) -> Verdict:
    """The verdict on the same question. Raises KeyError and TypeError for what is no such data."""
    around = Surroundings(
        {key: from_data(value) for key, value in recheck["cells"].items()},
        {name: from_data(value) for name, value in recheck["names"].items()},
        recheck["sheet"],
        recheck["rest_empty"],
        {key: tuple(map(from_data, values)) for key, values in recheck.get("unknown", {}).items()},
    )
    ways = recheck["no_card"]
    return prove(
        recheck["formula"],
        recheck["role"],
        bind=recheck["bind"],
        means=recheck["means"],
        around=around,
        cards=recheck["cards"],
        no_card=None if ways is None else tuple(map(from_data, ways)),
        decisions={key: (from_data(yes), from_data(no)) for key, (yes, no) in recheck["decisions"].items()},
        at=recheck["at"],
        offer=False,
    )
