"""From the printed steps to a right answer: Office.js and Google Sheets, by stand-ins for the programs."""

from __future__ import annotations

import html
import json
import re
import shlex
import shutil
import socket
import ssl
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import ironcalc
import pytest
import xlsxwriter

from baccarat_xl.functions.hosts.named_lambda.text import stored
from tests.functions.javascript.node import Node
from tests.functions.newcomer import Printed, arguments, as_shown, printed


def test_the_steps_for_office_lead_to_the_answer(
    node: Node, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What manifest.xml leads to: the name before the dot, the metadata, the script, called with cells."""
    told = printed("officejs", tmp_path / "written", capsys)
    (formula,) = told.formulas
    space, name = formula.removeprefix("=").split("(")[0].split(".")
    manifest = told.file("manifest.xml").read_text(encoding="utf-8")
    assert f'id="Functions.Namespace" DefaultValue="{space}"' in manifest
    listed = json.loads((told.folder / "functions.json").read_text(encoding="utf-8"))["functions"]
    assert name in [function["name"] for function in listed]
    source = (told.folder / "functions.js").read_text(encoding="utf-8")
    (answer,) = node.calls("officejs", source, name, [arguments(formula)])
    assert as_shown(answer) == told.shown


def test_the_printed_server_serves_what_the_manifest_names(
    node: Node, npm_tools: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The printed command, with a certificate of this test's own and another port, as step 1 allows."""
    if not (npm_tools / "http-server").is_dir() or shutil.which("openssl") is None:
        pytest.skip("http-server is not among the npm packages, or there is no openssl for a certificate")
    told = printed("officejs", tmp_path / "written", capsys)
    program, *options = shlex.split(told.command("npx http-server").removeprefix("npx "))
    manifest = told.file("manifest.xml").read_text(encoding="utf-8")
    (base,) = set(re.findall(r"https://localhost:\d+", manifest))
    assert f":{options[options.index('-p') + 1]}" in base
    port = _free_port()
    options[options.index("-p") + 1] = str(port)
    own = _certificate(tmp_path / "own")
    options = [option.replace("~/.office-addin-dev-certs", str(own)) for option in options]
    script = npm_tools / program / "bin" / program
    with _served([node.program, str(script), *options], told.folder, port):
        addresses = {*re.findall(rf'"{base}/([^"]+)"', manifest)}
        assert {"functions.js", "functions.json", "taskpane.html"} <= addresses
        for address in sorted(addresses):
            with _opened(f"https://localhost:{port}/{address}", own / "localhost.crt") as answer:
                assert answer.headers["Access-Control-Allow-Origin"] == "*"
                assert answer.read() == (told.folder / address).read_bytes()


def _free_port() -> int:
    with socket.socket() as one:
        one.bind(("localhost", 0))
        return int(one.getsockname()[1])


def _certificate(folder: Path) -> Path:
    """localhost.crt and localhost.key, under the names that Microsoft's tool gives them."""
    folder.mkdir()
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj"]
    command += ["/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
    command += ["-keyout", str(folder / "localhost.key"), "-out", str(folder / "localhost.crt")]
    subprocess.run(command, capture_output=True, check=True)
    return folder


@contextmanager
def _served(command: list[str], folder: Path, port: int) -> Iterator[None]:
    server = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    try:
        for _ in range(300):
            assert server.poll() is None, server.stderr and server.stderr.read()
            with socket.socket() as one:
                if one.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.1)
        yield
    finally:
        server.kill()
        server.communicate()


def _opened(address: str, certificate: Path):  # type: ignore[no-untyped-def]
    context = ssl.create_default_context(cafile=str(certificate))
    return urllib.request.build_opener(
        urllib.request.ProxyHandler({}), urllib.request.HTTPSHandler(context=context)
    ).open(address, timeout=60)


@pytest.fixture
def sheets(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Printed:
    return printed("sheets", tmp_path / "written", capsys)


def test_the_quick_way_in_sheets_leads_to_the_answer(sheets: Printed, node: Node) -> None:
    """The script alone in a project; the first printed formula is also how it is called."""
    source = sheets.file("baccarat.gs").read_text(encoding="utf-8")
    formula = sheets.formulas[0]
    name = formula.removeprefix("=").split("(")[0]
    (answer,) = node.calls("sheets", source, name, [arguments(formula)])
    assert as_shown(answer) == sheets.shown


def test_named_functions_copied_from_the_page_lead_to_the_answer(sheets: Printed, tmp_path: Path) -> None:
    """Each field as it stands on the page; Sheets' dialog is stood in for by a defined name."""
    page = sheets.file("named_functions.html").read_text(encoding="utf-8")
    formula = sheets.formulas[1]
    name = formula.removeprefix("=").split("(")[0]
    (section,) = re.findall(rf'<section aria-labelledby="{name}">.*?</section>', page, re.DOTALL)
    places = re.findall(r"<tr><td><code>(\w+)</code>", section)
    (definition,) = re.findall(r"<textarea [^>]*>(.*?)</textarea>", section, re.DOTALL)
    own = html.unescape(definition).removeprefix("=")
    book = xlsxwriter.Workbook(str(tmp_path / "named.xlsx"))
    book.define_name(name, "=" + stored(f"LAMBDA({', '.join(places)}, {own})"))
    book.add_worksheet()
    book.close()
    model = ironcalc.load_from_xlsx(str(tmp_path / "named.xlsx"), "en", "UTC", "en")
    model.set_user_input(0, 1, 1, formula)
    model.evaluate()
    assert model.get_formatted_cell_value(0, 1, 1) == sheets.shown
