"""Named payment terms read from TOML, checked, and put together (R9)."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from difflib import get_close_matches
from fractions import Fraction
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, Final

from baccarat_xl.errors import UsageError
from baccarat_xl.settlement.facts import NAMES, PAIRS, SUITED, Facts
from baccarat_xl.settlement.money import LOST

ROUNDINGS: Final = ("half up", "half even", "up", "down")
JOIN: Final = "+"
MAIN: Final = ("player", "banker", "tie")
SPEAKS: Final = {
    "file": ("money", "bets", "terms"),
    "money": ("unit", "rounding"),
    "bet": ("label", "words", "lines", "source", "examples"),
    "terms": ("label", "bets", "unit", "rounding", "source", "examples"),
    "line": ("to_one", "commission", *NAMES),
}
"""What each part of the file may say."""


@dataclass(frozen=True, slots=True)
class Line:
    """Conditions that must all hold, and what is then paid for each unit staked; 0 is a push."""

    conditions: Mapping[str, tuple[str | int | bool, ...]]
    odds: Fraction
    commission: Fraction = Fraction(0)

    @property
    def pays(self) -> Fraction:
        """For each unit staked, after commission."""
        return self.odds * (1 - self.commission)

    def holds(self, facts: Facts) -> bool | None:
        """Whether every condition holds; None where that is not known."""
        open_ = False
        for name, wanted in self.conditions.items():
            value = facts.value(name)
            if value is None:
                open_ = True
            elif value not in wanted:
                return False
        return None if open_ else True


@dataclass(frozen=True, slots=True)
class Bet:
    """A bet by name. The first of its lines that holds decides; where none does, the stake is lost."""

    name: str
    label: str
    lines: Sequence[Line]
    words: Sequence[str] = ()
    source: str = ""
    examples: Sequence[Mapping[str, str]] = ()

    def possible(self, facts: Facts) -> frozenset[Fraction]:
        """What a unit may come to, -1 for a lost one: one number where the facts settle the bet."""
        found: set[Fraction] = set()
        for line in self.lines:
            holds = line.holds(facts)
            if holds is not False:
                found.add(line.pays)
            if holds:
                return frozenset(found)
        return frozenset({*found, LOST})

    @property
    def asks(self) -> frozenset[str]:
        """The facts that decide it."""
        return frozenset(name for line in self.lines for name in line.conditions)

    @property
    def on_pairs(self) -> bool:
        """Do the opening cards' ranks and suits alone decide it?"""
        return bool(self.asks) and self.asks <= PAIRS

    @property
    def needs_suits(self) -> bool:
        return bool(self.asks & SUITED)


@dataclass(frozen=True, slots=True)
class Terms:
    """What every bet pays. unit and rounding: how what a winning bet is paid is rounded, once."""

    name: str
    label: str
    bets: Mapping[str, Bet]
    unit: Decimal
    rounding: str
    source: str = ""
    examples: Sequence[Mapping[str, str]] = ()

    def bet(self, name: str) -> Bet:
        """The bet of this name. Raises UsageError naming the nearest."""
        key = name.strip().casefold().replace(" ", "_").replace("-", "_")
        if key not in self.bets:
            raise UsageError(f"the terms {self.name} know no bet {name!r}{_nearest(key, self.bets)}")
        return self.bets[key]

    def in_words(self) -> str:
        """What they are, rounding included, for a heading."""
        return f"{self.label}; what a winning bet is paid is rounded {self.rounding} to {self.unit}"


@dataclass(frozen=True, slots=True)
class Book:
    """Everything that a file of terms says: layers by name, over the bets that all terms share."""

    bets: Mapping[str, Bet]
    layers: Mapping[str, Mapping[str, Any]]
    unit: Decimal
    rounding: str

    def terms(self, name: str) -> Terms:
        """The terms of this name, or several put together with ``+``.

        Raises UsageError for a name that is not known, naming the nearest, and where two say what one bet is
        paid.
        """
        parts = [part.strip().casefold().replace(" ", "-").replace("_", "-") for part in name.split(JOIN)]
        bets, unit, rounding = dict(self.bets), self.unit, self.rounding
        labels, examples, source = [], [], ""
        said: dict[str, str] = {}
        for part in parts:
            layer = self.layers.get(part)
            if layer is None:
                raise UsageError(f"there are no terms {part!r}{_nearest(part, self.layers)}")
            for bet in layer["bets"]:
                if said.setdefault(bet, part) != part:
                    on = bet.replace("_", " ").capitalize()
                    raise UsageError(
                        f"{said[bet]} and {part} both say what a bet on {on} is paid; leave one of them out"
                    )
            bets |= layer["bets"]
            unit, rounding = layer.get("unit", unit), layer.get("rounding", rounding)
            labels.append(layer["label"])
            examples += layer["examples"]
            source = layer["source"]
        first = {key: bets[key] for key in MAIN if key in bets}
        return Terms(JOIN.join(parts), "; ".join(labels), first | bets, unit, rounding, source, examples)

    def whole_terms(self, name: str) -> Terms:
        """As `terms`. Raises UsageError for terms that do not say what Banker is paid, too."""
        found = self.terms(name)
        if "banker" not in found.bets:
            main = next(key for key, layer in self.layers.items() if "banker" in layer["bets"])
            raise UsageError(
                f"the terms {found.name} say not what Banker is paid; put two together, as in "
                f"{main}{JOIN}{found.name}"
            )
        return found

    def combined(self) -> list[Terms]:
        """Every layer that says what Banker is paid, with each that says what Tie alone is paid."""
        of = {name: set(layer["bets"]) for name, layer in self.layers.items()}
        ties = [name for name, bets in of.items() if bets == {"tie"}]
        mains = [name for name, bets in of.items() if "banker" in bets]
        return [
            self.terms(name if "tie" in of[name] else f"{name}{JOIN}{tie}")
            for name in mains
            for tie in (ties[:1] if "tie" in of[name] else ties)
        ]


@cache
def book() -> Book:
    """The terms that the package brings along."""
    return _read(
        resources.files("baccarat_xl.settlement").joinpath("terms.toml").read_text("utf-8"), "terms.toml"
    )


def named_terms(name: str, files: Iterable[Path] = ()) -> Terms:
    """Terms by name, from the package's own and from files of one's own, which win where names are equal.

    Raises UsageError for a name that is not known and for a file that is not right, naming the place.
    """
    return with_files(files).terms(name)


def with_files(files: Iterable[Path]) -> Book:
    """The package's terms and those of files. Raises UsageError."""
    found = book()
    for path in files:
        found = read_terms(path, found)
    return found


def read_terms(path: Path, over: Book | None = None) -> Book:
    """A TOML file of terms, over others. Raises UsageError: the place, and what fits there."""
    try:
        text = path.read_text("utf-8")
    except UnicodeDecodeError:
        raise UsageError(f"{path} is no text file; terms are written as TOML, in UTF-8") from None
    except OSError as error:
        raise UsageError(f"the terms in {path} cannot be read: {error.strerror or error}") from None
    return _read(text, path.name, over or book())


def _read(text: str, where: str, over: Book | None = None) -> Book:
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"{where} is no TOML: {error}") from None
    _known(data, "file", where)
    money = _table(data.get("money", {}), f"{where}: money")
    _known(money, "money", f"{where}: money")
    unit, rounding = _money(money, where)
    bets = dict(over.bets) if over else {}
    for name, bet in _table(data.get("bets", {}), f"{where}: bets").items():
        bets[name] = _bet(name, _table(bet, f"{where}: bets.{name}"), f"{where}: bets.{name}")
    layers = dict(over.layers) if over else {}
    for name, layer in _table(data.get("terms", {}), f"{where}: terms").items():
        key = name.casefold().replace(" ", "-").replace("_", "-")
        layers[key] = _layer(_table(layer, f"{where}: terms.{name}"), f"{where}: terms.{name}", bets)
    if over:
        unit, rounding = unit or over.unit, rounding or over.rounding
    return Book(bets, layers, unit or Decimal("0.01"), rounding or ROUNDINGS[0])


def _bet(name: str, data: dict[str, Any], where: str) -> Bet:
    _known(data, "bet", where)
    label = data.get("label", name.replace("_", " ").capitalize())
    if "lines" not in data:
        raise UsageError(f'{where} says not what it pays; give lines = [{{ outcome = "Tie", to_one = "8" }}]')
    words = data.get("words", [])
    if not isinstance(words, list) or not all(isinstance(word, str) for word in [label, *words]):
        raise UsageError(f"{where}: its label is a text in quotes, and its words are a list of such texts")
    return Bet(
        name,
        label,
        _lines(data["lines"], f"{where}.lines"),
        tuple(words),
        data.get("source", ""),
        tuple(data.get("examples", ())),
    )


def _layer(data: dict[str, Any], where: str, bets: Mapping[str, Bet]) -> dict[str, Any]:
    _known(data, "terms", where)
    changed: dict[str, Bet] = {}
    for name, lines in _table(data.get("bets", {}), f"{where}.bets").items():
        if name != "banker" and name not in bets:
            known = ["banker", *bets]
            raise UsageError(f"{where}.bets: there is no bet {name!r}{_nearest(name, known)}")
        before = bets.get(name) or Bet(name, name.capitalize(), ())
        changed[name] = Bet(name, before.label, _lines(lines, f"{where}.bets.{name}"), before.words)
    if not changed:
        raise UsageError(f"{where} says of no bet what it pays; give bets.banker or another")
    unit, rounding = _money(data, where)
    told = {key: value for key, value in (("unit", unit), ("rounding", rounding)) if value}
    return {
        "label": data.get("label", where.rpartition(".")[2]),
        "bets": changed,
        "source": data.get("source", ""),
        "examples": tuple(data.get("examples", ())),
        **told,
    }


def _lines(data: object, where: str) -> tuple[Line, ...]:
    if not isinstance(data, list) or not data or not all(isinstance(line, dict) for line in data):
        raise UsageError(f'{where} is no list of lines such as {{ outcome = "Tie", to_one = "8" }}')
    return tuple(_line(line, f"{where}, line {number}") for number, line in enumerate(data, 1))


def _line(data: dict[str, Any], where: str) -> Line:
    _known(data, "line", where)
    if "to_one" not in data:
        raise UsageError(f'{where} says not what it pays; give to_one = "8" for 8 to 1, "0" for a push')
    conditions = {name: _values(name, data[name], where) for name in data if name in NAMES}
    if not conditions:
        raise UsageError(f"{where} has no condition, so it would pay always; give one such as outcome")
    odds, kept = _number(data["to_one"], where), _number(data.get("commission", "0"), where)
    if kept >= 1:
        raise UsageError(f'{where}: a commission of {data["commission"]} is no share; 5% is "0.05"')
    return Line(conditions, odds, kept)


def _values(name: str, said: object, where: str) -> tuple[str | int | bool, ...]:
    values = said if isinstance(said, list) else [said]
    for value in values:
        if not any(type(value) is type(known) and value == known for known in NAMES[name]):
            fits = ", ".join(str(one).lower() if isinstance(one, bool) else str(one) for one in NAMES[name])
            raise UsageError(f"{where}: {name} cannot be {value!r}; it is one of {fits}")
    if not values:
        raise UsageError(
            f"{where}: {name} has no value, so the line would never pay; give one or leave it out"
        )
    return tuple(values)


def _number(said: object, where: str) -> Fraction:
    """A number written as text, so that it is exact: "0.95", "19/20"."""
    try:
        number = Fraction(said) if isinstance(said, str | int) and not isinstance(said, bool) else None
    except (ValueError, ZeroDivisionError):
        number = None
    if number is None or number < 0:
        raise UsageError(f'{where}: {said!r} is no number of 0 or more in quotes, such as "0.95" or "1/2"')
    return number


def _money(data: Mapping[str, Any], where: str) -> tuple[Decimal | None, str | None]:
    unit, rounding = None, data.get("rounding")
    if "unit" in data:
        try:
            unit = Decimal(data["unit"]) if isinstance(data["unit"], str) else None
        except InvalidOperation:
            unit = None
        if unit is None or not unit.is_finite() or unit <= 0:
            raise UsageError(f'{where}: {data["unit"]!r} is no unit of money in quotes, such as "0.01"')
    if rounding is not None and rounding not in ROUNDINGS:
        near = _nearest(str(rounding), ROUNDINGS)
        raise UsageError(
            f"{where}: {rounding!r} is no rounding{near or '; use one of ' + ', '.join(ROUNDINGS)}"
        )
    return unit, rounding


def _table(data: object, where: str) -> dict[str, Any]:
    if not isinstance(data, dict):
        raise UsageError(f"{where} is no table")
    return data


def _known(data: Mapping[str, Any], part: str, where: str) -> None:
    for key in data:
        if key not in SPEAKS[part]:
            known = SPEAKS[part]
            near = _nearest(key, known) or f"; known are {', '.join(known)}"
            raise UsageError(f"{where}: {key!r} means nothing here{near}")


def _nearest(wanted: str, known: Iterable[str]) -> str:
    near = get_close_matches(wanted, list(known), n=2, cutoff=0.5)
    return f"; did you mean {' or '.join(near)}?" if near else ""
