"""The commands `prove` and `verify`, as they are typed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from baccarat_xl.cli import main
from baccarat_xl.cli.exit_codes import Exit

RIGHT = '=IF(OR(B2>=8,E2>=8),"S",IF(B2<=5,"D","S"))'
BIND = ["--bind", "B2=player_initial", "--bind", "E2=banker_initial"]


def test_proved(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["prove", RIGHT, "--role", "player_draws", *BIND]) == Exit.CLEAN
    out = capsys.readouterr().out
    assert out.startswith(f"proved: {RIGHT}\n")
    assert "100 of 100, all states" in out


def test_refuted_shows_where_why_and_what_instead(capsys: pytest.CaptureFixture[str]) -> None:
    formula = '=IF(E2<=2,"D",IF(AND(H2>=2*E2-6,H2<=7),"D","S"))'
    code = main(
        [
            "prove",
            formula,
            "--role",
            "banker_draws",
            "--bind",
            "E2=banker_initial",
            "--bind",
            "H2=player_third",
        ]
    )
    out = capsys.readouterr().out
    assert code == Exit.FINDINGS
    for words in (
        "refuted",
        "wrong in",
        "Banker   stood 0 1 2",
        "cause:",
        "right formula:",
        "H2 = an empty cell",
    ):
        assert words in out


def test_undecided_says_why(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["prove", "=RAND()", "--role", "player_draws", *BIND]) == Exit.INCOMPLETE
    assert "why: RAND is volatile" in capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments",
    [
        ["prove"],
        ["prove", RIGHT],
        ["prove", RIGHT, "--bind", "B2"],
        ["prove", RIGHT, "--bind", "B2=queen"],
        ["prove", RIGHT, "--role", "king", *BIND],
        ["prove", "--python", "no_such_module:f", "--args", "banker_initial", "--role", "banker_draws"],
        ["prove", "--python", "json:loads"],
    ],
)
def test_wrong_usage(arguments: list[str]) -> None:
    assert main(arguments) == Exit.USAGE


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["prove", '=IF(B2<=5,"D","S")', "--role", "player_draws", *BIND, "--format", "json"]) == 1
    (formula,) = json.loads(capsys.readouterr().out)["formulas"]
    assert (formula["verdict"], formula["states"], formula["wrong"]) == ("refuted", 100, 12)
    assert formula["cause"]["id"] == "F03"
    assert set(formula) >= {
        "file",
        "sheet",
        "cells",
        "formula",
        "role",
        "counterexamples",
        "suggested_formula",
    }
    assert set(formula) >= {"repair", "assumptions", "coverage"}


def test_python_function(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "my_rules_for_test.py").write_text(
        "def draws(player, banker):\n    return player <= 5\n", "utf-8"
    )
    monkeypatch.chdir(tmp_path)
    arguments = ["prove", "--python", "my_rules_for_test:draws", "--role", "player_draws"]
    assert main([*arguments, "--args", "player_initial,banker_initial"]) == Exit.FINDINGS
    assert "F03" in capsys.readouterr().out


def test_certificate_is_written_and_proved_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "proof.json"
    table = ["--cell", "Z1=8"]
    formula = RIGHT.replace("B2>=8", "B2>=Z1")
    assert main(["prove", formula, "--role", "player_draws", *BIND, *table, "--certificate", str(path)]) == 0
    assert main(["verify", str(path)]) == Exit.CLEAN
    assert f"proved again: {formula}" in capsys.readouterr().out
    written = json.loads(path.read_text("utf-8"))
    (proof,) = written["proofs"]
    assert proof["recheck"]["cells"] == {"Z1": 8}
    assert set(proof) >= {"formula", "states", "judged", "coverage", "engine", "sha256"}
    assert set(written) >= {"date", "program"}
    path.write_text(path.read_text("utf-8").replace("B2<=5", "B2<=6"), "utf-8")
    assert main(["verify", str(path)]) == Exit.FINDINGS
    assert "hash does not fit" in capsys.readouterr().out


def test_a_forged_certificate_is_proved_again_and_fails(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from baccarat_xl.proof.certificates import digest

    path = tmp_path / "proof.json"
    assert main(["prove", RIGHT, "--role", "player_draws", *BIND, "--certificate", str(path)]) == 0
    written = json.loads(path.read_text("utf-8"))
    (proof,) = written["proofs"]
    proof["formula"] = proof["recheck"]["formula"] = RIGHT.replace("B2<=5", "B2<=6")
    proof["sha256"] = digest(proof)
    path.write_text(json.dumps(written), "utf-8")
    assert main(["verify", str(path)]) == Exit.FINDINGS
    assert "proved again, it is refuted" in capsys.readouterr().out


def test_no_certificate_for_what_is_not_proved(tmp_path: Path) -> None:
    path = tmp_path / "proof.json"
    assert main(["prove", "=B2<6", "--role", "player_draws", *BIND, "--certificate", str(path)]) == 1
    assert not path.exists()


def test_what_is_no_certificate(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "other.json"
    path.write_text("{}", "utf-8")
    assert main(["verify", str(path)]) == Exit.REFUSED
    assert main(["verify", str(tmp_path / "missing.json")]) == Exit.REFUSED
    capsys.readouterr()
    path.write_bytes(b"PK\x03\x04\xff\xfe")
    assert main(["verify", str(path)]) == Exit.REFUSED
    assert "is no certificate" in capsys.readouterr().err


def test_a_certificate_is_replaced_only_when_told(tmp_path: Path) -> None:
    kept = tmp_path / "proof.json"
    kept.write_text("mine", encoding="utf-8")
    call = ["prove", "=IF(E2<=5,1,0)", "--role", "banker_draws", "--bind", "E2=banker_initial"]
    call += ["--certificate", str(kept)]
    assert main(call) == Exit.USAGE
    assert kept.read_text(encoding="utf-8") == "mine"
