"""The keys of a configuration, as data, and how each is read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final

from baccarat_xl.errors import UsageError

ENDLESS: Final = "infinite"
MOST_DECKS: Final = 26


class Wrong(ValueError):
    """A value that a key cannot have; the text says what to write."""


@dataclass(frozen=True, slots=True)
class Key:
    """A key of the configuration. option: the command's option that it stands for; read: value -> setting.

    example  a value as TOML, for the documentation and its test
    """

    option: str
    read: Callable[[Any], Any]
    means: str
    example: str


def one_of(*words: str) -> Callable[[Any], str]:
    """One of these words."""

    def read(value: Any) -> str:
        if not isinstance(value, str) or value.lower() not in words:
            near = get_close_matches(str(value).lower(), words, n=1, cutoff=0.5)
            hint = f"; did you mean {near[0]!r}?" if near else ""
            raise Wrong(f"write one of {', '.join(map(repr, words))}{hint}")
        return value.lower()

    return read


def codes(value: Any) -> tuple[str, ...]:
    """Rule codes, or beginnings of codes: a list of texts, or one text."""
    from baccarat_xl.audit.catalogue import select_codes

    listed = [value] if isinstance(value, str) else value
    if not isinstance(listed, list) or not all(isinstance(one, str) for one in listed):
        raise Wrong('write a list of codes, as in ["BACC2", "BACC101"]')
    told = tuple(code.strip() for one in listed for code in one.split(",") if code.strip())
    try:
        select_codes(told)
    except UsageError as error:
        raise Wrong(str(error)) from None
    return told


def text_table(value: Any) -> dict[str, str]:
    """A table of texts; numbers and true or false count as what they look like."""
    if not isinstance(value, dict) or any(isinstance(one, dict | list) for one in value.values()):
        raise Wrong('write a table of texts, as in {"Bank 3" = "banker_third"}')
    return {str(key).strip(): str(one).strip() for key, one in value.items()}


def text(value: Any) -> str:
    """A text that is not empty."""
    if not isinstance(value, str) or not value.strip():
        raise Wrong("write a text in quotation marks")
    return value


def truth(value: Any) -> bool:
    """true or false."""
    if not isinstance(value, bool):
        raise Wrong("write true or false")
    return value


def row(value: Any) -> int:
    """A whole number, 0 or more."""
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise Wrong("write a whole number, 0 or more")
    return value


def texts(value: Any) -> tuple[str, ...]:
    """One text, or a list of texts."""
    listed = [value] if isinstance(value, str) else value
    if not isinstance(listed, list) or not listed or not all(isinstance(one, str) and one for one in listed):
        raise Wrong("write a text in quotation marks, or a list of such texts")
    return tuple(listed)


def decks(value: Any) -> int | str:
    """A number of decks, or the word for a shoe that never ends."""
    if value == ENDLESS:
        return ENDLESS
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= MOST_DECKS:
        raise Wrong(f'write a whole number from 1 to {MOST_DECKS}, or "{ENDLESS}"')
    return value


KEYS: Final[Mapping[str, Key]] = {
    "select": Key("select", codes, "only these rules", '["BACC1", "BACC2"]'),
    "ignore": Key("ignore", codes, "all but these rules", '["BACC503"]'),
    "fail_on": Key(
        "fail_on",
        one_of("error", "warning", "note", "never"),
        "the least severity that makes the exit code 1",
        '"warning"',
    ),
    "strict": Key("strict", truth, "rounds and formulas that cannot be judged make the exit code 4", "true"),
    "sheet": Key("sheet", text, "only the sheet of this name", '"Shoe 1"'),
    "header_row": Key("header_row", row, "the header's row; 0: there is none", "3"),
    "map": Key("mapping", text_table, "header or column letter -> what it is", '{"Bank 3" = "banker_third"}'),
    "means": Key("means", text_table, "what a number or an answer of a formula means", '{"0" = "Banker"}'),
    "zero": Key("zero", one_of("card", "none"), "what 0 means in third-card columns", '"none"'),
    "terms": Key("terms", text, "the payment terms that recorded bets are checked against", '"commission-5"'),
    "terms_file": Key(
        "terms_files", texts, "terms of your own, from the configuration's folder", '["ours.toml"]'
    ),
    "decks": Key("decks", decks, "decks in a shoe, where frequencies are compared", "8"),
    "formulas": Key("formulas", truth, "whether formulas are looked at", "false"),
    "baseline": Key("baseline", text, "the baseline, from the configuration's folder", '"known.json"'),
}
PATHS: Final = frozenset({"baseline", "terms_file"})
"""Keys whose value is a path from the configuration's folder, or several."""


def read_keys(table: Mapping[str, Any], where: str, folder: Path) -> dict[str, Any]:
    """Option -> setting. ``where`` begins messages. Raises UsageError for an unknown key or a wrong value."""
    settings: dict[str, Any] = {}
    written: dict[str, str] = {}
    for name, value in table.items():
        key = KEYS.get(name.replace("-", "_"))
        if key is None:
            near = get_close_matches(name.lower().replace("-", "_"), KEYS, n=2, cutoff=0.5)
            hint = f"; did you mean {' or '.join(near)}?" if near else f"; the keys are {', '.join(KEYS)}"
            raise UsageError(f"{where}: there is no key {name!r}{hint}")
        if key.option in written:
            raise UsageError(f"{where}: {written[key.option]} and {name} are one key; leave one out")
        written[key.option] = name
        try:
            setting = key.read(value)
        except Wrong as error:
            raise UsageError(f"{where}: {name} = {value!r}: {error}") from None
        if name.replace("-", "_") in PATHS:
            several = isinstance(setting, tuple)
            setting = tuple(folder / one for one in setting) if several else folder / setting
        settings[key.option] = setting
    return settings
