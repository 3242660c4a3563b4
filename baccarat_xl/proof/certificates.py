"""Certificates: what was proved, so that anybody can prove it again."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, Final

from baccarat_xl._version import __version__
from baccarat_xl.errors import FileUnreadable
from baccarat_xl.proof.again import prove_again
from baccarat_xl.proof.verdict import Verdict

FORM: Final = "baccarat-xl certificate 1"
_SAID: Final = ("formula", "role", "file", "sheet", "cells", "states", "judged", "coverage", "engine")


def certificate(verdicts: Sequence[Verdict]) -> str:
    """The certificate of every proved formula among these, as JSON; those not proved are left out."""
    proofs = [_proof(verdict) for verdict in verdicts if verdict.verdict == "proved" and verdict.recheck]
    whole = {"form": FORM, "program": f"baccarat-xl {__version__}", "date": _today(), "proofs": proofs}
    return json.dumps(whole, ensure_ascii=False, indent=2) + "\n"


def _today() -> str:
    return datetime.now(UTC).date().isoformat()


def _proof(verdict: Verdict) -> dict[str, Any]:
    said = {name: getattr(verdict, name) for name in _SAID}
    proof = {**said, "assumptions": list(verdict.assumptions), "recheck": verdict.recheck}
    return {**proof, "sha256": digest(proof)}


def digest(proof: dict[str, Any]) -> str:
    """The hash of a proof, without its own."""
    plain = {name: value for name, value in proof.items() if name != "sha256"}
    text = json.dumps(plain, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def verify(text: str, source: str = "the certificate") -> list[tuple[str, str | None]]:
    """(formula, None where it was proved again, else what is wrong) for each proof in a certificate.

    Raises FileUnreadable for what is no certificate.
    """
    try:
        whole = json.loads(text)
        proofs = whole["proofs"] if whole["form"] == FORM else None
    except (ValueError, TypeError, KeyError):
        proofs = None
    if not isinstance(proofs, list) or not all(isinstance(p, dict) and "formula" in p for p in proofs):
        raise FileUnreadable(f"{source} is no certificate of this program; write one with --certificate")
    return [(str(proof["formula"]), _problem(proof)) for proof in proofs]


def _problem(proof: dict[str, Any]) -> str | None:
    if proof.get("sha256") != digest(proof):
        return "its text was changed after it was written: the hash does not fit"
    recheck = proof.get("recheck")
    if not isinstance(recheck, dict) or recheck.get("formula") != proof["formula"]:
        return "it does not say how to prove it again"
    try:
        again = prove_again(recheck)
    except (KeyError, TypeError, ValueError) as error:
        return f"it cannot be proved again: {error}"
    if again.verdict != "proved":
        return f"proved again, it is {again.verdict}" + (f": {again.reason}" if again.reason else "")
    if (again.states, again.judged) != (proof.get("states"), proof.get("judged")):
        return f"it was proved over {proof.get('states')} states, but there are {again.states}"
    return None
