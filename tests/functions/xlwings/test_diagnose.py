"""`baccarat-xl addin xlwings --check`: each usual trouble is named, with what to do; else it is clean."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from baccarat_xl import __version__
from baccarat_xl.cli import main
from baccarat_xl.cli.exit_codes import Exit
from baccarat_xl.errors import FileUnreadable
from baccarat_xl.functions.hosts.xlwings_classic import diagnose as module
from baccarat_xl.functions.hosts.xlwings_classic.computer import (
    SECURITY,
    Answer,
    Computer,
    ask,
    read_registry,
)
from baccarat_xl.functions.hosts.xlwings_classic.conf import conf_of
from baccarat_xl.functions.hosts.xlwings_classic.diagnose import Diagnosis, diagnose, lines
from baccarat_xl.functions.hosts.xlwings_classic.vba_wrapper import MODULE_NAME, READY_MODULE, wrapper_text
from baccarat_xl.functions.hosts.xlwings_classic.workbooks import workbooks

xlwings = pytest.importorskip("xlwings", reason="xlwings is not installed")
ADD_IN = Path(xlwings.__file__).parent / "addin" / "xlwings.xlam"
VERSIONS = {"baccarat-xl": __version__, "xlwings": xlwings.__version__, "pywin32": "311"}


@dataclass
class Project:
    """A VBA project, as `read_vba_project` gives it."""

    modules: dict[str, str] = field(default_factory=dict)
    references: list[str] = field(default_factory=list)


def answering(
    versions: dict[str, str | None] | None = None, missing: Sequence[str] = ()
) -> Callable[[str, Sequence[str], Sequence[str], Sequence[str]], Answer]:
    def answer(
        python: str, packages: Sequence[str], modules: Sequence[str], folders: Sequence[str]
    ) -> Answer:
        return Answer({**VERSIONS, **(versions or {})}, {name: name not in missing for name in modules})

    return answer


@pytest.fixture
def computer(tmp_path: Path) -> Computer:
    """Windows, where all is well."""
    python = tmp_path / "python.exe"
    python.touch()
    (tmp_path / f"xlwings64-{xlwings.__version__}.dll").touch()
    user = tmp_path / "user.conf"
    user.write_text(f'"INTERPRETER_WIN","{python}"\n"UDF MODULES","{READY_MODULE}"\n', encoding="utf-8")
    start = tmp_path / "XLSTART"
    start.mkdir()
    (start / "xlwings.xlam").write_bytes(ADD_IN.read_bytes())
    return Computer(
        platform="win32",
        executable=str(python),
        user_settings=user,
        start_folder=start,
        which=lambda name: None,
        registry=lambda key, name: {"AccessVBOM": 1, "VBAWarnings": 2}.get(name),
        ask=answering(),
    )


@pytest.fixture
def books(tmp_path: Path) -> dict[str, Path]:
    for name, content in workbooks():
        (tmp_path / name).write_bytes(content)
    return {
        "standalone": tmp_path / "baccarat_xl_standalone.xlsm",
        "linked": tmp_path / "baccarat_xl_with_addin.xlsm",
    }


@pytest.fixture
def with_wrapper(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """The workbook's project as it is once the wrapper was imported; changes to its modules may be added."""
    real = module.read_vba_project

    def imported(**changes: str) -> None:
        def read(path: Path) -> Any:
            project = real(path)
            assert project is not None
            if path.suffix != ".xlsm":
                return project
            return Project({**project.modules, MODULE_NAME: wrapper_text(), **changes}, project.references)

        monkeypatch.setattr(module, "read_vba_project", read)

    return imported


def only(found: Diagnosis, what: str, do: str) -> None:
    assert [trouble.what for trouble in found.troubles if what not in trouble.what] == []
    assert len(found.troubles) == 1, "the trouble is named once"
    assert do in found.troubles[0].do
    for trouble in found.troubles:
        assert trouble.what.endswith(".")
        assert trouble.what.count(". ") == 0


@pytest.mark.parametrize("kind", ["standalone", "linked"])
def test_all_is_well(kind: str, books: dict[str, Path], computer: Computer, with_wrapper: Any) -> None:
    with_wrapper()
    found = diagnose(books[kind], computer)
    assert found.troubles == []
    assert next(lines(found)) == "No trouble was found."
    assert not found.not_looked_at


def test_without_a_workbook(computer: Computer) -> None:
    found = diagnose(None, computer)
    assert found.troubles == []
    assert "a workbook" in found.not_looked_at[0]


def test_the_wrapper_is_not_imported_yet(books: dict[str, Path], computer: Computer) -> None:
    only(diagnose(books["standalone"], computer), "does not hold the functions yet", "baccarat_xl.bas")


def test_other_systems(books: dict[str, Path], computer: Computer, with_wrapper: Any) -> None:
    with_wrapper()
    mac = replace(computer, platform="darwin", ask=answering(missing=["pythoncom"]))
    only(diagnose(books["standalone"], mac), "On a Mac", "addin xlwings-lite")
    linux = replace(mac, platform="linux")
    found = diagnose(books["standalone"], linux)
    only(found, "runs on Windows only", "baccarat-xl addin lambda")
    assert "trust settings" in found.not_looked_at[0]


def test_no_python_is_found(computer: Computer, books: dict[str, Path], with_wrapper: Any) -> None:
    with_wrapper()
    computer.user_settings.unlink()
    only(
        diagnose(books["standalone"], computer),
        "none is on the path",
        f"Interpreter_Win with {computer.executable}",
    )
    on_path = replace(computer, which=lambda name: "python.exe")
    assert diagnose(books["standalone"], on_path).troubles == []


def test_a_python_that_is_not_there(computer: Computer, books: dict[str, Path], with_wrapper: Any) -> None:
    with_wrapper()
    computer.user_settings.write_text(r'"INTERPRETER_WIN","C:\old\python.exe"' + "\n", encoding="utf-8")
    found = diagnose(books["standalone"], computer)
    only(
        found,
        r"The Python C:\old\python.exe, named in the file",
        f"Interpreter_Win with {computer.executable}",
    )


def test_a_python_that_does_not_start(computer: Computer) -> None:
    dead = replace(computer, ask=lambda python, packages, modules, folders: None)
    only(diagnose(None, dead), "does not start", "Interpreter_Win")


@pytest.mark.parametrize(("package", "name"), list(module.PACKAGES.items()))
def test_a_python_without_a_package(package: str, name: str, computer: Computer) -> None:
    bare = replace(computer, ask=answering({package: None}, missing=[name]))
    only(diagnose(None, bare), f"does not have {package}", f"-m pip install {package}")


def test_conda(computer: Computer, tmp_path: Path) -> None:
    conda = f'"UDF MODULES","{READY_MODULE}"\n"CONDA PATH","{tmp_path}"\n"CONDA ENV","cards"\n'
    computer.user_settings.write_text(conda, encoding="utf-8")
    found = diagnose(None, computer)
    assert found.troubles == []
    assert any("cards" in item for item in found.not_looked_at)
    computer.user_settings.write_text(conda.replace(str(tmp_path), "C:\\gone"), encoding="utf-8")
    only(diagnose(None, computer), "which is not there", "Conda Path")
    # A Python that is named outright goes before Conda.
    both = conda + f'"INTERPRETER_WIN","{computer.executable}"\n'
    computer.user_settings.write_text(both, encoding="utf-8")
    assert f"the Python {computer.executable}" in diagnose(None, computer).looked_at


def test_the_library_of_xlwings(computer: Computer, tmp_path: Path) -> None:
    """It lies beside Python, or in a virtual environment one folder above."""
    library = tmp_path / f"xlwings64-{xlwings.__version__}.dll"
    library.unlink()
    only(diagnose(None, computer), f"its library {library.name} is not beside", "--force-reinstall xlwings")
    scripts = tmp_path / "Scripts"
    scripts.mkdir()
    (scripts / "python.exe").touch()
    library.touch()
    text = computer.user_settings.read_text(encoding="utf-8")
    moved = text.replace(computer.executable, str(scripts / "python.exe"))
    computer.user_settings.write_text(moved, encoding="utf-8")
    assert diagnose(None, computer).troubles == []


def test_the_library_has_the_name_that_xlwings_loads() -> None:
    text = (ADD_IN.parents[1] / "xlwings.bas").read_text(encoding="utf-8")
    assert f'"xlwings64-{xlwings.__version__}.dll"' in text
    assert 'LoadLibrary(ParentFolder(ParentFolder(PYTHON_WIN)) + "\\" + XLPyDLLName)' in text


def test_versions_that_differ(computer: Computer, books: dict[str, Path], with_wrapper: Any) -> None:
    with_wrapper()
    older = replace(computer, ask=answering({"xlwings": "0.30.1"}))
    (Path(computer.executable).parent / "xlwings64-0.30.1.dll").touch()
    found = diagnose(books["standalone"], older)
    only(
        found,
        f"VBA of xlwings {xlwings.__version__}, and Python has xlwings 0.30.1",
        "baccarat-xl addin xlwings",
    )
    only(
        diagnose(books["linked"], older),
        f"The add-in is that of xlwings {xlwings.__version__}",
        "addin install",
    )


def test_the_add_in_is_missing(computer: Computer, books: dict[str, Path], with_wrapper: Any) -> None:
    with_wrapper()
    assert computer.start_folder is not None
    (computer.start_folder / "xlwings.xlam").unlink()
    only(diagnose(books["linked"], computer), "is not installed", "xlwings addin install")
    unknown = diagnose(books["linked"], replace(computer, start_folder=None))
    assert unknown.troubles == []
    assert "add-in" in unknown.not_looked_at[0]


def test_a_workbook_that_cannot_call_xlwings(
    computer: Computer, books: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "read_vba_project", lambda path: Project({MODULE_NAME: wrapper_text()}))
    only(diagnose(books["linked"], computer), "no way to call xlwings", "Tools, References")


def test_a_workbook_without_macros(computer: Computer, tmp_path: Path) -> None:
    path = tmp_path / "plain.xlsx"
    openpyxl.Workbook().save(path)
    only(diagnose(path, computer), "holds no macros", "baccarat-xl addin xlwings")


def test_udf_modules(computer: Computer, books: dict[str, Path], with_wrapper: Any) -> None:
    text = computer.user_settings.read_text(encoding="utf-8")
    computer.user_settings.write_text(text.replace(READY_MODULE, ""), encoding="utf-8")
    only(diagnose(None, computer), "UDF Modules is not set", READY_MODULE)
    computer.user_settings.write_text(text.replace(READY_MODULE, "mine"), encoding="utf-8")
    lost = replace(computer, ask=answering(missing=["mine"]))
    only(diagnose(None, lost), "The Python module mine", "mine.py beside the workbook")
    with_wrapper()
    gone = replace(computer, ask=answering(missing=[READY_MODULE]))
    only(diagnose(books["standalone"], gone), READY_MODULE, "set UDF Modules")


@pytest.mark.parametrize("start", ["Function ", "Public Function ", "  public function "])
def test_two_modules_with_the_functions(
    start: str, computer: Computer, books: dict[str, Path], with_wrapper: Any
) -> None:
    with_wrapper(xlwings_udfs=f"Attribute VB_Name = x\n{start}BANKER_DRAWS(initial, p3)\nEnd Function\n")
    found = diagnose(books["standalone"], computer)
    only(found, "baccarat_xl and xlwings_udfs hold the same functions", "keep one")


def test_a_module_of_the_functions_under_another_name(
    computer: Computer, books: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such as the one that xlwings' Import Functions makes."""
    project = Project({"xlwings_udfs": "Function BANKER_DRAWS(initial, p3)\nEnd Function\n"}, ["xlwings"])
    real = module.read_vba_project
    monkeypatch.setattr(module, "read_vba_project", lambda p: project if p.suffix == ".xlsm" else real(p))
    assert diagnose(books["linked"], computer).troubles == []


def test_a_wrapper_of_another_version(computer: Computer, books: dict[str, Path], with_wrapper: Any) -> None:
    with_wrapper(**{MODULE_NAME: wrapper_text().replace(f"baccarat-xl {__version__}", "baccarat-xl 0.0.1")})
    found = diagnose(books["standalone"], computer)
    only(found, f"made by baccarat-xl 0.0.1, and Python has {__version__}", "baccarat_xl.bas")


def test_trust_settings(computer: Computer, books: dict[str, Path], with_wrapper: Any) -> None:
    def excel(**values: int) -> Computer:
        return replace(computer, registry=lambda key, name: values.get(name))

    only(diagnose(None, excel(VBAWarnings=2)), "does not trust access to the VBA project", "Trust Center")
    only(diagnose(None, excel(VBAWarnings=4, AccessVBOM=1)), "blocks all macros", "Trust Center")
    only(diagnose(None, excel(VBAWarnings=3, AccessVBOM=1)), "macros that nobody signed", "Trust Center")
    with_wrapper()
    assert diagnose(books["standalone"], excel(AccessVBOM=0)).troubles == [], "the wrapper does without it"


def test_what_an_administrator_decided_comes_first(computer: Computer) -> None:
    both = replace(computer, registry=lambda key, name: 4 if key == SECURITY[0] else 1)
    assert both.security("VBAWarnings") == 4
    assert "Policies" in SECURITY[0]


def test_a_downloaded_workbook(computer: Computer, books: dict[str, Path], with_wrapper: Any) -> None:
    with_wrapper()
    marked = replace(computer, downloaded=lambda path: True)
    only(diagnose(books["standalone"], marked), "marks baccarat_xl_standalone.xlsm as downloaded", "Unblock")


def test_settings_are_looked_up_as_xlwings_does(
    books: dict[str, Path], computer: Computer, tmp_path: Path
) -> None:
    """The sheet, then the file beside the workbook, then the user's; an empty value decides as well."""
    (tmp_path / "xlwings.conf").write_text(
        '"INTERPRETER_WIN",""\n"PYTHONPATH","C:\\a;C:\\b"\n', encoding="utf-8"
    )
    conf = conf_of(books["standalone"], computer.user_settings)
    sheet, beside = conf.find("UDF Modules"), conf.find("Interpreter_Win")
    assert sheet is not None
    assert sheet.where.startswith("the sheet xlwings.conf")
    if sys.platform != "win32":
        assert beside is not None
        assert (beside.value, beside.where) == ("", f"the file {tmp_path / 'xlwings.conf'}")
    assert conf.value("pythonpath") == r"C:\a;C:\b"
    assert conf.find("Conda Env") is None


def test_another_python_is_asked() -> None:
    """A real one: this."""
    answer = ask(sys.executable, ["xlwings", "no-such-package"], ["json", READY_MODULE, "no.such"], [])
    assert answer is not None
    assert answer.versions == {"xlwings": xlwings.__version__, "no-such-package": None}
    assert answer.modules["json"]
    assert not answer.modules["no.such"]
    assert ask("no-such-program", [], [], []) is None


def test_folders_of_the_settings_count(tmp_path: Path) -> None:
    (tmp_path / "only_here.py").touch()
    answer = ask(sys.executable, [], ["only_here"], [str(tmp_path)])
    assert answer == Answer({}, {"only_here": True})


def test_the_registry_is_read_on_windows_only() -> None:
    if sys.platform == "win32":
        pytest.skip("this is Windows")
    assert read_registry(SECURITY[1], "VBAWarnings") is None


def test_workbooks_that_cannot_be_read(tmp_path: Path, computer: Computer) -> None:
    (tmp_path / "text.xlsm").write_text("text")
    with pytest.raises(FileUnreadable):
        diagnose(tmp_path / "text.xlsm", computer)


def test_the_command(books: dict[str, Path], monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    monkeypatch.setattr(module, "this_computer", lambda: Computer(platform="darwin", ask=answering()))
    assert (
        main(["addin", "xlwings", "--check", str(books["standalone"]), "--format", "json"]) == Exit.FINDINGS
    )
    told = json.loads(capsys.readouterr().out)
    assert "Mac" in told["troubles"][0]["what"]
    assert main(["addin", "xlwings", "--check"]) == Exit.FINDINGS
    assert "What to do: use baccarat-xl addin xlwings-lite" in capsys.readouterr().out
    assert main(["addin", "vba", "--check"]) == Exit.USAGE
    assert main(["addin", "xlwings", "--check", "missing.xlsm"]) == Exit.REFUSED
    assert "no such file" in capsys.readouterr().err


def test_the_command_is_clean_where_all_is_well(
    computer: Computer, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    monkeypatch.setattr(module, "this_computer", lambda: computer)
    assert main(["addin", "xlwings", "--check"]) == Exit.CLEAN
    assert "No trouble was found." in capsys.readouterr().out
