"""Why Excel does not call the functions: the usual troubles with xlwings, found and said in words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from baccarat_xl._version import __version__
from baccarat_xl.functions.hosts.xlwings_classic.computer import Answer, Computer, this_computer
from baccarat_xl.functions.hosts.xlwings_classic.conf import Conf, Setting, conf_of
from baccarat_xl.functions.hosts.xlwings_classic.vba_project import VbaProject, read_vba_project
from baccarat_xl.functions.hosts.xlwings_classic.vba_wrapper import MODULE_NAME, READY_MODULE

PACKAGES: Final = {"baccarat-xl": "baccarat_xl", "xlwings": "xlwings", "pywin32": "pythoncom"}
"""What has to be installed -> the module by which it is seen."""
DEFAULTS: Final = ("python", "pythonw")
ADD_IN: Final = "xlwings.xlam"
REMADE: Final = "baccarat-xl addin xlwings -o FOLDER"
_VERSION: Final = re.compile(r'XLWINGS_VERSION As String = "([^"]+)"')
_MADE_BY: Final = re.compile(r"Generated from baccarat-xl ([\w.+-]+) by")
_DEFINES: Final = re.compile(r"^\s*(?:Public\s+)?Function\s+BANKER_DRAWS\(", re.MULTILINE | re.IGNORECASE)
_CALLS: Final = re.compile(r'UDF_MODULE As String = "([^"]+)"')
MACROS_OFF, SIGNED_ONLY = 4, 3


@dataclass(frozen=True, slots=True)
class Trouble:
    """what is wrong, and what to do: one sentence each."""

    what: str
    do: str


@dataclass(slots=True)
class Diagnosis:
    """troubles, and in words what was looked at and what was not."""

    troubles: list[Trouble] = field(default_factory=list)
    looked_at: list[str] = field(default_factory=list)
    not_looked_at: list[str] = field(default_factory=list)

    def add(self, what: str, do: str) -> None:
        self.troubles.append(Trouble(what, do))


def diagnose(workbook: Path | None = None, computer: Computer | None = None) -> Diagnosis:
    """Look at this computer, and at a workbook. Raises FileUnreadable where the workbook cannot be read."""
    computer = computer or this_computer()
    found = Diagnosis()
    project = read_vba_project(workbook) if workbook is not None else None
    conf = conf_of(workbook, computer.user_settings)
    _platform(found, computer)
    modules = _modules(project, conf)
    answer = _python(found, computer, conf, modules, workbook)
    if workbook is not None:
        _workbook(found, workbook, project, computer, answer)
    else:
        found.not_looked_at.append("a workbook (name it after --check)")
    _functions(found, project, conf, workbook, answer)
    for name in modules:
        if answer is not None and answer.modules.get("baccarat_xl") and not answer.modules.get(name):
            found.add(
                f"The Python module {name}, which holds the functions, is not found by that Python.",
                f"set UDF Modules to {READY_MODULE}, or keep {name}.py beside the workbook.",
            )
    _trust(found, computer, project)
    return found


def lines(found: Diagnosis) -> Iterator[str]:
    """The diagnosis for people."""
    for trouble in found.troubles:
        yield f"Trouble: {trouble.what}"
        yield f"  What to do: {trouble.do}"
    if not found.troubles:
        yield "No trouble was found."
    yield f"Looked at: {'; '.join(found.looked_at)}."
    if found.not_looked_at:
        yield f"Not looked at: {'; '.join(found.not_looked_at)}."


def _platform(found: Diagnosis, computer: Computer) -> None:
    found.looked_at.append("the system")
    if computer.platform == "darwin":
        found.add(
            "On a Mac, Excel cannot call Python functions through xlwings.",
            "use baccarat-xl addin xlwings-lite or baccarat-xl addin lambda, which work there.",
        )
    elif computer.platform != "win32":
        found.add(
            "Excel with xlwings runs on Windows only, and this is another system.",
            "run this check on the computer that has Excel, or use baccarat-xl addin lambda.",
        )


# ---------------------------------------------------------------------- Python
def _python(
    found: Diagnosis, computer: Computer, conf: Conf, modules: list[str], workbook: Path | None
) -> Answer | None:
    """The Python that xlwings would start, asked what it has."""
    windows = computer.platform == "win32"
    named = _named(conf)
    if windows and named is None and conf.value("Conda Path") and conf.value("Conda Env"):
        _conda(found, conf.value("Conda Path"), conf.value("Conda Env"))
        return None
    python = _interpreter(found, computer, named) if windows else computer.executable
    if python is None:
        return None
    folders = [str(workbook.resolve().parent)] if workbook is not None else []
    folders += [folder for folder in conf.value("PYTHONPATH").split(";") if folder]
    answer = computer.ask(python, tuple(PACKAGES), (*PACKAGES.values(), *modules), folders)
    found.looked_at.append(f"the Python {python}")
    if answer is None:
        found.add(f"The Python {python} does not start.", f"name a Python that does: {_name(computer)}.")
        return None
    for package, module in PACKAGES.items():
        if not answer.modules.get(module) and (windows or package != "pywin32"):
            found.add(
                f"The Python that xlwings starts, {python}, does not have {package}.",
                f'install it there: "{python}" -m pip install {package}',
            )
    version = answer.versions.get("xlwings")
    if windows and named is not None and version is not None:
        _library(found, Path(python), version)
    return answer


def _named(conf: Conf) -> Setting | None:
    """The Python that the settings name; None where xlwings starts the one on the path, or Conda's."""
    for key in ("Interpreter_Win", "Interpreter"):
        setting = conf.find(key)
        if setting is not None and setting.value:
            return None if setting.value in DEFAULTS else setting
    return None


def _conda(found: Diagnosis, folder: str, env: str) -> None:
    found.not_looked_at.append(f"what the Conda environment {env} holds")
    if not Path(folder).is_dir():
        found.add(
            f"The settings name the Conda folder {folder}, which is not there.",
            "correct Conda Path on the sheet xlwings.conf, or remove it and name a Python instead.",
        )


def _library(found: Diagnosis, python: Path, version: str) -> None:
    """xlwings' own library, which Excel loads from the folder of Python or the one above."""
    folders = (python.parent, python.parent.parent)
    if not any(
        (folder / f"xlwings{bits}-{version}.dll").is_file() for folder in folders for bits in (64, 32)
    ):
        found.add(
            f"Excel cannot load xlwings: its library xlwings64-{version}.dll is not beside {python}.",
            f'install xlwings there again: "{python}" -m pip install --force-reinstall xlwings=={version}',
        )


def _interpreter(found: Diagnosis, computer: Computer, named: Setting | None) -> str | None:
    if named is None:
        # xlwings starts pythonw, which says nothing; python beside it does.
        placed = computer.which("python")
        if placed is None:
            found.add(
                "No Python is named in xlwings' settings, and none is on the path.",
                f"name one: {_name(computer)}.",
            )
        return placed
    path = Path(named.value)
    if not path.is_file():
        found.add(
            f"The Python {path}, named in {named.where}, is not there.", f"correct it: {_name(computer)}."
        )
        return None
    spoken = path.with_name(path.name.replace("pythonw", "python"))
    return str(spoken if spoken.is_file() else path)


def _name(computer: Computer) -> str:
    return f"on the sheet xlwings.conf, a row Interpreter_Win with {computer.executable}"


# ---------------------------------------------------------------------- the workbook
def _workbook(
    found: Diagnosis,
    workbook: Path,
    project: VbaProject | None,
    computer: Computer,
    answer: Answer | None,
) -> None:
    found.looked_at.append(f"the macros of {workbook.name}")
    if computer.downloaded(workbook):
        found.add(
            f"Windows marks {workbook.name} as downloaded, so Excel blocks its macros.",
            "in the file's properties (right click) tick Unblock, and open it again.",
        )
    if project is None:
        found.add(f"{workbook.name} holds no macros.", f"start from the workbook that {REMADE} writes.")
        return
    installed = answer.versions.get("xlwings") if answer is not None else None
    carried = _carried(project)
    if carried is not None:
        if installed is not None and carried != installed:
            found.add(
                f"{workbook.name} carries the VBA of xlwings {carried}, and Python has xlwings {installed}.",
                f"make the workbook anew ({REMADE}), or install the other: pip install xlwings=={carried}",
            )
    elif any(name.lower() == "xlwings" for name in project.references):
        _add_in(found, computer, installed)
    else:
        found.add(
            f"{workbook.name} has no way to call xlwings.",
            "tick xlwings under Tools, References (Alt+F11) after xlwings addin install, or start from "
            f"the standalone workbook that {REMADE} writes.",
        )


def _carried(project: VbaProject) -> str | None:
    """The version of xlwings' VBA inside a project."""
    found = (_VERSION.search(text) for text in project.modules.values())
    return next((match[1] for match in found if match), None)


def _add_in(found: Diagnosis, computer: Computer, installed: str | None) -> None:
    if computer.start_folder is None:
        found.not_looked_at.append("the add-in of xlwings (Excel's start folder is not known here)")
        return
    path = computer.start_folder / ADD_IN
    again = "close Excel, run xlwings addin install, and open Excel again."
    if not path.is_file():
        found.add(f"The add-in of xlwings is not installed ({path} is missing).", again)
        return
    found.looked_at.append("the add-in of xlwings")
    project = read_vba_project(path)
    version = _carried(project) if project is not None else None
    if version is not None and installed is not None and version != installed:
        found.add(f"The add-in is that of xlwings {version}, and Python has xlwings {installed}.", again)


# ---------------------------------------------------------------------- the functions
def _modules(project: VbaProject | None, conf: Conf) -> list[str]:
    """The Python modules that the workbook calls."""
    wrapper = project.modules.get(MODULE_NAME) if project is not None else None
    if wrapper is not None:
        called = _CALLS.search(wrapper)
        return [called[1] if called else READY_MODULE]
    return [name.strip() for name in conf.value("UDF Modules").split(";") if name.strip()]


def _functions(
    found: Diagnosis, project: VbaProject | None, conf: Conf, workbook: Path | None, answer: Answer | None
) -> None:
    found.looked_at.append("UDF Modules")
    modules = project.modules if project is not None else {}
    holders = [name for name, text in modules.items() if _DEFINES.search(text)]
    if MODULE_NAME in modules:
        _wrapper(found, modules[MODULE_NAME], answer)
    elif not conf.value("UDF Modules"):
        found.add(
            "UDF Modules is not set, so xlwings looks for a Python module named like the workbook.",
            f"on the sheet xlwings.conf (or the ribbon) set UDF Modules to {READY_MODULE}.",
        )
    if project is not None and workbook is not None and not holders:
        found.add(
            f"{workbook.name} does not hold the functions yet.",
            "press Alt+F11, choose File, Import File, and take baccarat_xl.bas.",
        )
    if len(holders) > 1:
        found.add(
            f"The modules {' and '.join(sorted(holders))} hold the same functions: cells show #NAME?.",
            f"keep one (Alt+F11, right click the others, Remove): {MODULE_NAME} gives real cell errors.",
        )


def _wrapper(found: Diagnosis, wrapper: str, answer: Answer | None) -> None:
    made = _MADE_BY.search(wrapper)
    has = answer.versions.get("baccarat-xl") if answer is not None else __version__
    if made and has is not None and made[1] != has:
        found.add(
            f"The module {MODULE_NAME} was made by baccarat-xl {made[1]}, and Python has {has}.",
            f"import the new one: {REMADE}, then remove the old module and take baccarat_xl.bas.",
        )


# ---------------------------------------------------------------------- trust
def _trust(found: Diagnosis, computer: Computer, project: VbaProject | None) -> None:
    if computer.platform != "win32":
        found.not_looked_at.append("Excel's trust settings (they stand in Windows' registry)")
        return
    found.looked_at.append("Excel's trust settings")
    settings = "File, Options, Trust Center, Trust Center Settings, Macro Settings"
    level = computer.security("VBAWarnings")
    if level in (MACROS_OFF, SIGNED_ONLY):
        which = "all macros" if level == MACROS_OFF else "macros that nobody signed"
        found.add(
            f"Excel blocks {which} without asking.",
            f"choose to be asked ({settings}), and open the workbook again.",
        )
    wrapper = project is not None and MODULE_NAME in project.modules
    if not wrapper and computer.security("AccessVBOM") != 1:
        found.add(
            "Excel does not trust access to the VBA project, which xlwings' own Import Functions needs.",
            f"import baccarat_xl.bas instead, which does without, or tick that trust ({settings}).",
        )
