"""What the formulas of sheet Rounds must show, worked out by the rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from baccarat_xl.rules.cards import hand_total
from baccarat_xl.rules.explain import banker_clause
from baccarat_xl.rules.outcome import outcome_words, winner
from baccarat_xl.rules.tableau import banker_draws, is_natural, player_draws
from baccarat_xl.rules.unknown import NO_CARD, UNKNOWN, UNSEEN, Card, Decision, Missing, Total
from baccarat_xl.templates.card_list import functions_read, sheet_reads
from baccarat_xl.templates.columns import Flavour
from baccarat_xl.templates.plain_formulas import UNREADABLE
from baccarat_xl.templates.tableau_grid import DRAWS, NOT_KNOWN, STANDS, WAITS

Shown = int | str
"""What a formula cell shows: a number, a word, or ``""`` for nothing."""

CARD_KEYS: Final = ("p1", "p2", "b1", "b2", "p3", "b3")
RECORDED_KEYS: Final = ("ro", "rpd", "rbd", "rpf", "rbf")
_NAMES: Final = {
    "p1": "Player card 1",
    "p2": "Player card 2",
    "b1": "Banker card 1",
    "b2": "Banker card 2",
    "p3": "Player third card",
    "b3": "Banker third card",
}
_RECORDED: Final = {
    "ro": ("outcome", "out"),
    "rpd": ("Player draws", "pd"),
    "rbd": ("Banker draws", "bd"),
    "rpf": ("Player final total", "pf"),
    "rbf": ("Banker final total", "bf"),
}


def worked_out(typed: Mapping[str, object], flavour: Flavour = "plain") -> dict[str, Shown]:
    """The formula columns of one row, by column key, from its typed cells by column key.

    Cards stand under p1, p2, b1, b2, p3, b3, recorded values under ro, rpd, rbd, rpf, rbf; absent, None and
    ``""`` mean an empty cell. Recorded decisions are draws or stands, outcomes the words of sheet Cards.

    >>> row = worked_out({"p1": "2", "p2": "3", "b1": "A", "b2": 2, "p3": "8"})
    >>> row["bd"], row["out"], row["cl"], row["chk"]
    ('stands', 'Tie', 'R5.2', '✓')
    """
    read = functions_read if flavour == "lambda" else sheet_reads
    cards = {key: read(typed.get(key)) for key in CARD_KEYS}
    # A card that cannot be read was there all the same, so the rules take it for one not seen.
    seen: dict[str, Card] = {key: UNSEEN if card is None else card for key, card in cards.items()}
    player, banker = _initial(seen["p1"], seen["p2"]), _initial(seen["b1"], seen["b2"])
    natural, player_draw = is_natural(player, banker), player_draws(player, banker)
    banker_draw = _banker_draws(player, banker, seen["p3"])
    row: dict[str, Shown] = {f"{key}v": _value(card) for key, card in cards.items()}
    row |= {"pi": _total(player), "bi": _total(banker)}
    row["nat"] = "" if natural is UNKNOWN else "yes" if natural else "no"
    row["pd"] = "" if player_draw is UNKNOWN else _verb(player_draw)
    row["bd"] = _banker(natural, banker_draw, seen["p3"])
    finals = _final(player, player_draw, seen["p3"]), _final(banker, banker_draw, seen["b3"])
    row |= {"pf": _total(finals[0]), "bf": _total(finals[1])}
    outcome = winner(*finals)
    row["out"] = "" if outcome is UNKNOWN else outcome
    row["cl"] = _clause(row, cards["p3"])
    row["chk"] = _check(typed, row)
    return row


def _value(card: Card | None) -> Shown:
    if card is None:
        return UNREADABLE
    if card is NO_CARD:
        return ""
    return "?" if isinstance(card, Missing) else card


def _total(total: Total) -> Shown:
    return "" if total is UNKNOWN else total


def _verb(draws: Decision) -> str:
    return DRAWS if draws is True else STANDS


def _initial(first: Card, second: Card) -> Total:
    return UNKNOWN if NO_CARD in (first, second) else hand_total((first, second))


def _banker_draws(player: Total, banker: Total, third: Card) -> Decision:
    """Banker's decision; with one initial total missing, a card that Player drew still settles it."""
    if is_natural(player, banker) is True:
        return False
    if banker is UNKNOWN or (player is UNKNOWN and isinstance(third, Missing)):
        return UNKNOWN
    if player_draws(player, banker) is False:
        return banker_draws(banker, NO_CARD)
    return banker_draws(banker, UNSEEN if third is NO_CARD else third)


def _banker(natural: Decision, draws: Decision, third: Card) -> str:
    if draws is not UNKNOWN:
        return _verb(draws)
    if natural is not False:
        return ""
    return WAITS if third is NO_CARD else NOT_KNOWN


def _final(initial: Total, draws: Decision, third: Card) -> Total:
    """Not known while a card is due, not seen or not readable, or the third card contradicts the decision."""
    if initial is UNKNOWN or draws is UNKNOWN or draws is (third is NO_CARD):
        return UNKNOWN
    return initial if third is NO_CARD else hand_total((initial, third))


def _clause(row: Mapping[str, Shown], third: Card | None) -> str:
    if row["nat"] == "yes":
        return "R3"
    if row["bd"] == "":
        return ""
    if row["pd"] == STANDS:
        return banker_clause(NO_CARD)
    return banker_clause(UNSEEN if third is None or third is NO_CARD else third)


def _check(typed: Mapping[str, object], row: Mapping[str, Shown]) -> str:
    recorded = {key: typed[key] for key in RECORDED_KEYS if typed.get(key) not in (None, "")}
    any_card = any(typed.get(key) not in (None, "") for key in CARD_KEYS)
    if not any_card and not recorded:
        return ""
    problems = _card_problems(row, any_card, bool(recorded)) + _record_problems(recorded, row)
    text = "".join(f" ✗ {problem}" for problem in problems) + _open_end(row, any_card, bool(recorded))
    return text.strip() or "✓"


def _card_problems(row: Mapping[str, Shown], any_card: bool, recorded: bool) -> list[str]:
    problems = [f"{name} is no card" for key, name in _NAMES.items() if row[f"{key}v"] == UNREADABLE]
    absent = [_NAMES[key] for key in ("p1", "p2", "b1", "b2") if row[f"{key}v"] == ""]
    player_third, banker_third = row["p3v"] != "", row["b3v"] != ""
    if absent and any_card and (player_third or banker_third or recorded):
        problems.append(" ".join(["missing:", *absent]))
    if row["nat"] == "yes":
        return problems + ["third card after a natural (R3)"] * (player_third or banker_third)
    if row["pd"] == STANDS and player_third:
        problems.append("Player third card, but Player stands (R4.2)")
    if row["bd"] == STANDS and banker_third:
        problems.append(f"Banker third card, but Banker stands ({row['cl']})")
    if row["pd"] == DRAWS and not player_third and (banker_third or recorded):
        problems.append("Player third card is missing (R4.1)")
    if row["bd"] == DRAWS and not banker_third and recorded:
        problems.append(f"Banker third card is missing ({row['cl']})")
    return problems


def _record_problems(recorded: Mapping[str, object], row: Mapping[str, Shown]) -> list[str]:
    problems = []
    for key, found in recorded.items():
        name, worked = _RECORDED[key]
        expected = str(row[worked])
        known = expected in (DRAWS, STANDS) if key == "rbd" else expected != ""
        said = _outcome_said(found) if key == "ro" else str(found)
        if known and said.casefold() != expected.casefold():
            problems.append(f"recorded {name} differs")
    return problems


def _outcome_said(found: object) -> str:
    """What the recorded word means by the list on sheet Cards; ``"none"`` for other words."""
    text = " ".join(part for part in str(found).split(" ") if part)
    return outcome_words().get(text.casefold(), "none")


def _open_end(row: Mapping[str, Shown], any_card: bool, recorded: bool) -> str:
    values = [row[f"{key}v"] for key in CARD_KEYS]
    thirds = f"{row['p3v']}{row['b3v']}"
    if row["out"] != "":
        return ""
    if not any_card:
        return " … no cards: not verifiable"
    if "?" in values:
        return " … a card was not seen: not verifiable"
    if recorded or thirds == UNREADABLE:
        return ""
    if "" in values[:4]:
        return "" if thirds else " … waits for the opening cards"
    if row["pd"] == DRAWS and not thirds:
        return " … waits for Player third card"
    if row["bd"] == DRAWS and row["b3v"] == "" and (row["pd"] == STANDS or row["p3v"] != ""):
        return " … waits for Banker third card"
    return ""
