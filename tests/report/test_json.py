"""The JSON report: valid by the published schema, with the keys that programs rely on."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest

from baccarat_xl.audit.engine import check
from baccarat_xl.layout.table import ROLES
from baccarat_xl.report.json import as_data, schema, to_json

HEADER = "Round,P1,P2,P3,B1,B2,B3,Player total,Winner\n"
LOGS = {
    "faults.csv": HEADER
    + "1,2,3,8,A,2,5,3,Banker\n2,9,K,,5,3,,9,Tie\n3,2,3,,A,6,,5,Banker\n4,2,4,,A,6,,16,Banker\n",
    "gap.csv": HEADER + "1,2,3,8,A,2,,3,Tie\n2,2,3,?,A,2,5,,\n",
    "totals.csv": "Round,Banker total,Player total,Winner\n1,7,7,Banker\n2,6,3,Banker\n3,1,9,Player\n",
    "none.csv": "name,colour\nAnn,red\n",
    "rounds.json": json.dumps([{"player": ["8", "K"], "banker": ["3", "2", "4"], "result": "Banker"}] * 3),
}


@pytest.fixture
def logs(tmp_path: Path) -> Path:
    for name, text in LOGS.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def test_schema_is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(schema())
    assert schema()["$defs"]["role"]["enum"] == list(ROLES)


def test_everything_validates(logs: Path) -> None:
    paths = [*sorted(logs.iterdir()), logs / "missing.csv"]
    data = json.loads(to_json(check(paths)))
    jsonschema.validate(data, schema())
    assert [Path(file["path"]).name for file in data["files"]] == [path.name for path in paths]
    assert data["complete"] is False
    assert data["formulas"] == []
    assert data["files"][-1]["refused"]


def test_a_finding(logs: Path) -> None:
    data = as_data(check([logs / "faults.csv"]))
    first = data["findings"][0]
    assert first == {
        "rule": "BACC201",
        "severity": "error",
        "confidence": "certain",
        "file": str(logs / "faults.csv"),
        "sheet": None,
        "cell": "G2",
        "row": 2,
        "round": "1",
        "found": "5",
        "expected": "no card",
        "message": "Banker drew a third card, but must stand",
        "why": "Banker 3 stands against a third card of 8 (R5.2)",
        "clause": "R5.2",
        "fix": "clear G2; the outcome in I2 then becomes Tie",
        "cells": ["G2"],
    }
    assert [finding["rule"] for finding in data["findings"]] == ["BACC201", "BACC221", "BACC204", "BACC110"]
    assert data["summary"] == {
        "rounds": 4,
        "rounds_with_findings": 4,
        "rounds_not_verifiable": 0,
        "findings": 4,
        "formulas_proved": 0,
        "formulas_refuted": 0,
        "formulas_undecided": 0,
    }
    assert data["complete"] is True


def test_a_table(logs: Path) -> None:
    table = as_data(check([logs / "faults.csv"]))["files"][0]["tables"][0]
    assert (table["sheet"], table["header_row"], table["first_row"], table["last_row"]) == (None, 1, 2, 5)
    assert table["layout"] in ("cards", "values")
    assert table["rounds"] == 4
    assert table["columns"]["player_third"] == "D"
    assert table["columns"]["outcome"] == "I"


def test_records_go_by_number_and_key(logs: Path) -> None:
    finding = as_data(check([logs / "rounds.json"]))["findings"][0]
    assert (finding["rule"], finding["cell"], finding["row"]) == ("BACC205", "banker", 1)
    assert finding["found"] == "4"


def test_totals_only_is_compared_and_never_complete(logs: Path) -> None:
    data = as_data(check([logs / "totals.csv"]))
    assert [(finding["rule"], finding["cell"]) for finding in data["findings"]] == [("BACC221", "D2")]
    assert data["summary"]["rounds_not_verifiable"] == 3
    assert data["complete"] is False
