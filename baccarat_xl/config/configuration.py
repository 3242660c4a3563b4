"""The configuration beside workbooks: ``baccarat_xl.toml`` or ``[tool.baccarat_xl]`` of pyproject.toml."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from baccarat_xl.config.keys import read_keys
from baccarat_xl.errors import UsageError

OWN: Final = "baccarat_xl.toml"
SHARED: Final = "pyproject.toml"
TABLE: Final = "baccarat_xl"
OTHER_NAMES: Final = ("baccarat-xl", "baccaratxl", "baccarat")
MOST: Final = 1 << 20


@dataclass(frozen=True, slots=True)
class Configuration:
    """path: the file, None without one; settings: the command's option -> value; keys: as written."""

    path: Path | None = None
    settings: Mapping[str, Any] = field(default_factory=dict)
    keys: tuple[str, ...] = ()


def find_configuration(file: Path) -> Configuration:
    """The configuration of a file: that of its folder, or of the nearest folder above that has one.

    Raises UsageError for one that cannot be read, has an unknown key or a wrong value.
    """
    for folder in file.resolve().parents:
        if (folder / OWN).is_file():
            return read_configuration(folder / OWN)
        if (folder / SHARED).is_file() and (table := _shared_table(folder / SHARED)) is not None:
            return _of_table(folder / SHARED, table)
    return Configuration()


def read_configuration(path: Path) -> Configuration:
    """One configuration file, of either kind. Raises UsageError."""
    if path.name.lower() != SHARED:
        return _of_table(path, _loaded(path))
    table = _shared_table(path)
    if table is None:
        raise UsageError(f"{path}: there is no table [tool.{TABLE}]; add it or name another file")
    return _of_table(path, table)


def by_configuration(
    files: Sequence[Path], *, named: Path | None = None, none: bool = False
) -> list[tuple[Configuration, list[Path]]]:
    """The files grouped by the configuration that they go by, in order. ``named``: one for all of them."""
    if none:
        return [(Configuration(), list(files))]
    if named is not None:
        return [(read_configuration(named), list(files))]
    groups: dict[Path | None, tuple[Configuration, list[Path]]] = {}
    known: dict[Path, Configuration] = {}
    for file in files:
        folder = file.resolve().parent
        if folder not in known:
            known[folder] = find_configuration(file)
        found = known[folder]
        groups.setdefault(found.path, (found, []))[1].append(file)
    return list(groups.values())


def _shared_table(path: Path) -> Mapping[str, Any] | None:
    """Our table of a pyproject.toml. One that is broken elsewhere is other people's matter."""
    try:
        tools = _loaded(path).get("tool", {})
    except UsageError:
        if _mentions_us(path):
            raise
        return None
    tools = tools if isinstance(tools, dict) else {}
    if TABLE in tools:
        return _table(path, tools[TABLE])
    for other in OTHER_NAMES:
        if other in tools:
            raise UsageError(f"{path}: [tool.{other}] is not read; did you mean [tool.{TABLE}]?")
    return None


def _mentions_us(path: Path) -> bool:
    try:
        return f"tool.{TABLE}".encode() in path.read_bytes()[:MOST]
    except OSError:
        return False


def _table(path: Path, value: Any) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise UsageError(f"{path}: tool.{TABLE} is no table; write [tool.{TABLE}] and a line for each key")
    return value


def _of_table(path: Path, table: Mapping[str, Any]) -> Configuration:
    where = f"{path} [tool.{TABLE}]" if path.name.lower() == SHARED else str(path)
    return Configuration(path, read_keys(table, where, path.parent), tuple(table))


def _loaded(path: Path) -> dict[str, Any]:
    try:
        with path.open("rb") as stream:
            content = stream.read(MOST + 1)
        if len(content) > MOST:
            raise UsageError(f"{path}: a configuration of more than {MOST >> 20} MiB is not read")
        return tomllib.loads(content.decode("utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise UsageError(f"{path}: this is no TOML that can be read ({error}); correct it") from None
    except OSError as error:
        reason = error.strerror or str(error)
        raise UsageError(f"{path}: the configuration cannot be read ({reason})") from None
