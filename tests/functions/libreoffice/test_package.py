"""What is in the .oxt file, without LibreOffice: texts, sources for older Pythons, the same bytes."""

from __future__ import annotations

import ast
import io
import subprocess
import sys
import zipfile
import zlib
from pathlib import Path
from typing import Final
from xml.etree import ElementTree

import pytest

from baccarat_xl._version import __version__
from baccarat_xl.functions.hosts.libreoffice.component import PACKAGE
from baccarat_xl.functions.hosts.libreoffice.icon import icon
from baccarat_xl.functions.hosts.libreoffice.interface import file_name, method
from baccarat_xl.functions.hosts.libreoffice.older_python import LEAST_PYTHON, for_older_python
from baccarat_xl.functions.hosts.libreoffice.package import IDENTIFIER, extension
from baccarat_xl.functions.whole_library import FUNCTIONS

_ROOT: Final = Path(__file__).parents[3]
_NAME: Final = "{http://openoffice.org/2001/registry}name"
_WITHOUT: Final = f"""
import builtins, dataclasses, sys, typing

real_zip, real_dataclass = builtins.zip, dataclasses.dataclass
builtins.zip = lambda *columns: real_zip(*columns)
dataclasses.dataclass = lambda cls=None, *, frozen=False: (
    real_dataclass(cls, frozen=frozen) if cls else lambda cls: real_dataclass(cls, frozen=frozen))
del typing.TypeAlias
sys.path[:0] = [sys.argv[1]]
sys.modules["numpy"] = None
from {PACKAGE}.functions.whole_library import FUNCTIONS
from {PACKAGE}.functions.cells import call_cell

for function in FUNCTIONS:
    for example in function.examples:
        print(function.name, call_cell(function, *example.arguments) == example.result
            or str(call_cell(function, *example.arguments)) == example.result)
assert not [name for name in sys.modules if name.split(".")[0] == "baccarat_xl"]
"""


@pytest.fixture(scope="module")
def parts() -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(extension())) as package:
        assert {(i.date_time[0], i.compress_type) for i in package.infolist()} == {(1980, zipfile.ZIP_STORED)}
        return {name: package.read(name) for name in package.namelist()}


def test_every_part_is_named_and_there(parts: dict[str, bytes]) -> None:
    manifest = ElementTree.fromstring(parts["META-INF/manifest.xml"])
    assert {path for entry in manifest for key, path in entry.items() if key.endswith("full-path")} <= set(
        parts
    )
    about = parts["description.xml"].decode()
    assert ElementTree.fromstring(about) is not None
    assert f'<identifier value="{IDENTIFIER}"/>' in about
    assert f'<version value="{__version__}"/>' in about
    assert parts["LICENSE.txt"].decode() == (_ROOT / "LICENSE").read_text(encoding="utf-8")
    assert "icon.png" in about
    assert all(b"\r" not in content for name, content in parts.items() if not name.endswith(".png"))


def test_the_wizard_has_every_text(parts: dict[str, bytes]) -> None:
    told = ElementTree.fromstring(parts["CalcAddIns.xcu"]).find("node/node/node")
    assert told is not None
    assert [node.get(_NAME) for node in told] == [method(function) for function in FUNCTIONS]
    for node, function in zip(told, FUNCTIONS, strict=True):
        texts = {prop.get(_NAME): prop.findtext("value") for prop in node.iter("prop")}
        assert texts["CompatibilityName"] == function.name
        assert [p.findtext("value") for p in node.findall("prop")][:2] == [function.name, function.summary]
        helps = [p.findall("prop")[1].findtext("value") or "" for p in node.findall("node/node")]
        assert [text.startswith(a.help) for text, a in zip(helps, function.arguments, strict=True)] == [
            True
        ] * len(helps)
        assert [text.endswith('Give "" for none.') for text in helps] == [
            argument.optional for argument in function.arguments
        ]
        assert file_name(function).isascii()
        assert "_" not in file_name(function)


def test_nothing_newer_than_the_oldest_python(parts: dict[str, bytes]) -> None:
    """Its grammar, and of newer library parts those that we use: each would fail on import or in a call."""
    for name, content in parts.items():
        if not name.endswith(".py"):
            continue
        tree = ast.parse(content, name, feature_version=LEAST_PYTHON)
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                assert not {k.arg for k in node.keywords} & {"slots", "strict", "kw_only"}, name
            if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
                sides = (node.left, node.right)
                assert not any(isinstance(side, (ast.Dict, ast.DictComp)) for side in sides), name
            if isinstance(node, ast.Attribute):
                assert node.attr not in ("removeprefix", "removesuffix", "bit_count", "pairwise"), name
            if isinstance(node, ast.ImportFrom) and node.module == "functools":
                assert "cache" not in [alias.name for alias in node.names], name


def test_the_sources_run_without_what_is_newer(parts: dict[str, bytes], tmp_path: Path) -> None:
    for name, content in parts.items():
        if name.startswith("pythonpath/"):
            path = tmp_path / name.removeprefix("pythonpath/")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
    command = [sys.executable, "-I", "-c", _WITHOUT, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    told = done.stdout.split()
    assert len(told) == 2 * sum(len(function.examples) for function in FUNCTIONS)
    assert set(told[1::2]) == {"True"}


@pytest.mark.parametrize(
    ("newer", "older"),
    [
        ("@dataclass(frozen=True, slots=True)\nclass A: ...", "@dataclass(frozen=True)\nclass A: ..."),
        ("@dataclass(slots=True, frozen=True)\nclass A: ...", "@dataclass(frozen=True)\nclass A: ..."),
        ("x = {'é': 1} | other  # kept", "x = {**{'é': 1}, **other}  # kept"),
        ("x = some | others", "x = some | others"),
        ("x = 1 + (2 | 3) * 4", "x = 1 + (2 | 3) * 4"),
        ("from typing import Final, TypeAlias", "from typing import Final"),
        ("A: TypeAlias = int | Literal['a']", "A: TypeAlias = \"int | Literal['a']\""),
    ],
)
def test_what_is_rewritten(newer: str, older: str) -> None:
    assert for_older_python(newer) == older


def test_the_icon_is_a_picture() -> None:
    data = icon()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    length = int.from_bytes(data[33:37], "big")
    assert data[37:41] == b"IDAT"
    assert len(zlib.decompress(data[41 : 41 + length])) == 48 * (1 + 48 * 4)


def test_the_component_is_python(parts: dict[str, bytes]) -> None:
    tree = ast.parse(parts["functions.py"], feature_version=LEAST_PYTHON)
    component = next(node for node in tree.body if isinstance(node, ast.ClassDef))
    methods = [node.name for node in component.body if isinstance(node, ast.FunctionDef)]
    assert [name for name in methods if name in map(method, FUNCTIONS)] == [method(f) for f in FUNCTIONS]
