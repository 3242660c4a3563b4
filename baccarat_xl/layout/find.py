"""Where on a sheet the header rows stand, and which columns belong together as one table."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from baccarat_xl.layout.belongs import evidence, repeats
from baccarat_xl.layout.cells import is_no_card, read_outcome
from baccarat_xl.layout.headers import Meaning, meaning_of
from baccarat_xl.layout.table import CONTENT, JOINED
from baccarat_xl.layout.values import is_blank, is_listed_hand, looks_like_card
from baccarat_xl.workbook.model import CellValue, Sheet

FIRST_ROWS: Final = 30
MANY_TEXTS: Final = 400
MANY_ROWS: Final = 5_000
SMALL: Final = 300_000


@dataclass(frozen=True, slots=True)
class Header:
    """A header row, or two of them. row: index of the lowest; texts: column index -> header as written."""

    row: int
    top: int
    texts: dict[int, str]

    @property
    def meanings(self) -> dict[int, Meaning]:
        return {c: m for c, t in self.texts.items() if (m := meaning_of(t)) is not None and not _is_card(t)}


def _is_card(text: str) -> bool:
    """A card as ``♠J`` or ``10S``, or a hand, is no header word; a lone letter or number can be one."""
    return len(text) > 1 and not text.isdigit() and (looks_like_card(text) or is_listed_hand(text))


def text_of(value: CellValue) -> str:
    """A header cell as text; numbers are possible headers (1, 2, 3 under a merged ``Player``)."""
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value).strip()


def find_headers(sheet: Sheet) -> list[Header]:
    """Every header row of the sheet, top to bottom."""
    headers: list[Header] = []
    _search(sheet, range(min(FIRST_ROWS, len(sheet.rows))), headers)
    _search(sheet, sorted(_deeper(sheet, headers)), headers)
    return headers


def _search(sheet: Sheet, candidates: Iterable[int], headers: list[Header]) -> None:
    for row in candidates:
        taken = headers[-1].row if headers else -1
        header = _beyond_rounds(sheet, header_at(sheet, row), headers) if row > taken else None
        if header is None:
            continue
        below = header_at(sheet, row + 1) if row + 1 < len(sheet.rows) else None
        below = _beyond_rounds(sheet, below, headers)
        if below is not None and below.top == row:
            better = _worth(below) > _worth(header) or _counting(sheet, row + 1)
            header = below if better else header
        header = _two_rows_again(sheet, row, headers) or header
        if header.top > taken:
            headers.append(header)


def _two_rows_again(sheet: Sheet, row: int, above: list[Header]) -> Header | None:
    """A header of two rows that is written again from this row on."""
    if row + 1 >= len(sheet.rows) or not any(header.top < header.row for header in above):
        return None
    double = _double(sheet, row + 1)
    return double if any(h.texts == double.texts for h in above if h.top < h.row) else None


def _beyond_rounds(sheet: Sheet, header: Header | None, above: list[Header]) -> Header | None:
    """The header without what is a round of a table above it; None when no header is left."""
    owners = (
        {id(owner): owner for column in header.texts if (owner := _owner(column, above))} if header else {}
    )
    for owner in owners.values():
        if header is None or repeats(header.texts, owner.texts):
            continue
        upper = _texts(sheet, header.top) if header.top < header.row else {}
        found = evidence(upper, owner.texts)
        if found.data or found.words or evidence(header.texts, owner.texts).is_round:
            span = range(min(owner.texts), max(owner.texts) + 1)
            beside = {column: text for column, text in header.texts.items() if column not in span}
            header = Header(header.row, header.top, beside)
            header = header if _worth(header) >= 2 and _is_header(header) else None
    return header


def _owner(column: int, above: list[Header]) -> Header | None:
    """The nearest header above that has the column."""
    return next((header for header in reversed(above) if column in header.texts), None)


def header_at(sheet: Sheet, row: int, *, forced: bool = False) -> Header | None:
    """The header that ends in this row, alone or with the row above it; None when it is no header row."""
    alone = _single(sheet, row)
    best = alone
    above = row > 0 and not any(map(_is_data, sheet.rows[row - 1]))
    if above and (counted := _counting(sheet, row)):
        return Header(row, row - 1, {**_double(sheet, row).texts, **counted})
    if above and not _starts_data(sheet, row) and _numbers_cards(sheet, row):
        double = _double(sheet, row)
        if _worth(double) >= max(_worth(alone) + 2, _worth(_single(sheet, row - 1)) + 1):
            best = double
    if forced:
        return best
    return best if _is_header(best) else None


def _starts_data(sheet: Sheet, row: int) -> bool:
    """Does a round stand in this row, below a row that settles roles by itself?"""
    upper = {
        column: text
        for column, value in enumerate(sheet.rows[row - 1])
        if (meaning := meaning_of(text := text_of(value))) is not None
        and not meaning.weak
        and meaning.roles[0] not in JOINED
    }
    lower = {column: text for column in upper if (text := text_of(sheet.rows[row][column]))}
    found = evidence(lower, upper)
    return bool(found.data or found.words)


def _numbers_cards(sheet: Sheet, row: int) -> bool:
    """Do the bare numbers in this row, if there are any, count the cards below each word above: 1, 2, 3?"""
    spread = _spread(sheet, row - 1, sheet.rows[row - 1])
    below: dict[str, set[str]] = defaultdict(set)
    for column, value in enumerate(sheet.rows[row]):
        if (text := text_of(value)).isdigit() and column in spread:
            below[spread[column]].add(text)
    return all({"1", "2"} <= numbers for numbers in below.values())


def _counting(sheet: Sheet, row: int) -> dict[int, str]:
    """Headers from bare numbers that count the cards below each word above, where nothing else stands in the
    row: 1 2 3 and 1 2 3, or 1 2 3 and 4 5 6. A round has more in it, or other cards."""
    texts = _texts(sheet, row)
    spread = _spread(sheet, row - 1, sheet.rows[row - 1])
    words = _texts(sheet, row - 1)
    numbers = [int(text) for text in texts.values() if text.isdecimal() and len(text) < 10]
    if len(numbers) < len(texts) or len(numbers) < 4 or texts.keys() - spread.keys():
        return {}
    places: dict[str, list[int]] = defaultdict(list)
    for column in texts:
        places[spread[column]].append(column)
    each = [place for columns in places.values() for place in range(1, len(columns) + 1)]
    if (
        numbers not in (each, list(range(1, len(numbers) + 1)))
        or len(places) < 2
        or len(words) <= len(places)
    ):
        return {}
    counted = {
        column: f"{word} {place}"
        for word, columns in places.items()
        for place, column in enumerate(_with_third(columns, word, spread), 1)
    }
    return counted if all(meaning_of(text) is not None for text in counted.values()) else {}


def _with_third(columns: list[int], word: str, spread: dict[int, str]) -> list[int]:
    """The counted columns, and the one beside two of them that the same word covers."""
    beside = columns[-1] + 1
    return [*columns, beside] if len(columns) == 2 and spread.get(beside) == word else columns


def _is_data(value: CellValue) -> bool:
    """A number or a card is never half of a header: what stands over several columns is a word. A word
    for no card says nothing: ``No`` stands above the numbers of rounds."""
    text = text_of(value)
    if is_no_card(value) and any(map(str.isalpha, text)):
        return False
    return bool(text) and (text.replace(".", "", 1).isdigit() or looks_like_card(value))


def _texts(sheet: Sheet, row: int) -> dict[int, str]:
    return {c: t for c, v in enumerate(sheet.rows[row]) if (t := text_of(v))}


def _single(sheet: Sheet, row: int) -> Header:
    texts = _texts(sheet, row)
    for column, text in tuple(texts.items()):
        meaning = meaning_of(text)
        a_card_itself = (len(text) == 1 and text.isascii()) or _is_card(text)
        if meaning is not None and meaning.roles[0] in JOINED and not a_card_itself:
            texts |= _over_cards(sheet, row, column, text, texts)
    return Header(row, row, texts)


def _over_cards(sheet: Sheet, row: int, column: int, text: str, texts: dict[int, str]) -> dict[int, str]:
    """``Player`` over two or three columns of cards: the headers ``Player 1``, ``Player 2``, ``Player 3``."""
    covered = [column]
    while len(covered) < 3 and covered[-1] + 1 < sheet.width and covered[-1] + 1 not in texts:
        covered.append(covered[-1] + 1)
    below = sheet.rows[row + 1 : row + 1 + FIRST_ROWS]
    cards = [
        [value for data in below if not is_no_card(value := data[place]) and not is_blank(value)]
        for place in covered
    ]
    merged = {(top, left): right for top, left, _, right in sheet.merged}.get((row, column), column)
    while covered and covered[-1] > merged and not cards[-1]:
        covered.pop()
        cards.pop()
    if len(covered) < 2 or not all(looks_like_card(value) for values in cards for value in values):
        return {}
    return {place: f"{text} {number}" for number, place in enumerate(covered, 1)}


def _double(sheet: Sheet, row: int) -> Header:
    upper, lower = sheet.rows[row - 1], sheet.rows[row]
    spread = _spread(sheet, row - 1, upper)
    texts = {}
    for column, value in enumerate(lower):
        own, above = text_of(value), spread.get(column, "")
        meaning = meaning_of(own) if own else None
        if own and above and (meaning is None or meaning.weak or meaning_of(f"{above} {own}") is not None):
            joined = f"{above} {own}"
            texts[column] = joined if meaning_of(joined) is not None or meaning is None else own
        elif own or (above and text_of(upper[column])):
            texts[column] = own or above
    return Header(row, row - 1, texts)


def _spread(sheet: Sheet, row: int, cells: list[CellValue]) -> dict[int, str]:
    """Texts of the upper header row over the columns they cover: by merged block, else to the next text."""
    spread: dict[int, str] = {}
    merged = {(r, c): last for r, c, _, last in sheet.merged if r <= row}
    current, until = "", -1
    for column, value in enumerate(cells):
        if text := text_of(value):
            current = text
            until = merged.get((row, column), column + 2 if not merged else column)
        if current and column <= until:
            spread[column] = current
    return spread


def _worth(header: Header) -> int:
    meanings = header.meanings.values()
    return len({(*m.roles, m.note) for m in meanings if not m.weak})


def _is_header(header: Header) -> bool:
    """At least two columns with a role, one of them about the round itself; one when it stands alone."""
    meanings = header.meanings
    strong = {m.roles[0] for m in meanings.values() if not m.weak}
    weak = {m.roles[0] for m in meanings.values() if m.weak}
    content = [role for role in strong | weak if role in CONTENT]
    if not content:
        return False
    if len(strong) >= 2:
        return True
    if strong:
        return len(header.texts) <= len(strong) + len(weak) + 1 or bool(weak) or _plain_words(header)
    return {"player_cards", "banker_cards"} <= weak and _plain_words(header) and len(header.texts) < 12


def _plain_words(header: Header) -> bool:
    """Header cells are words; a data row has numbers or the words of an outcome in it."""
    texts = list(header.texts.values())
    numbers = sum(text.replace(".", "").replace("-", "").isdigit() for text in texts)
    outcomes = [text for text in texts if read_outcome(text)]
    repeated = len(set(texts)) < len(texts)
    return not numbers and not repeated and len(outcomes) <= 2


def _deeper(sheet: Sheet, headers: list[Header]) -> set[int]:
    """Rows below the first ones that hold header words: looked for among the distinct texts of columns."""
    if len(sheet.rows) <= FIRST_ROWS:
        return set()
    hits: dict[int, int] = defaultdict(int)
    for column in _worth_a_look(sheet, headers):
        distinct = sheet.distinct(column, FIRST_ROWS)
        if len(distinct) > MANY_TEXTS:
            distinct = {v for v in distinct if type(v) is str and not v[:1].isdigit()}
            if len(distinct) > MANY_TEXTS:
                continue
        words = {v for v in distinct if type(v) is str and _strong(v)}
        if not words:
            continue
        found = sheet.rows_with(column, words, FIRST_ROWS)
        if len(found) <= MANY_ROWS:
            for row_index in found:
                hits[row_index] += 1
    return set(hits)


def _worth_a_look(sheet: Sheet, headers: list[Header]) -> list[int]:
    """All columns of a small sheet; of a large one those outside the known table, and some within it."""
    every = range(sheet.width)
    if not headers or len(sheet.rows) * sheet.width <= SMALL:
        return list(every)
    known = headers[-1].meanings
    content = [column for column, meaning in known.items() if meaning.roles[0] in CONTENT]
    within = {*content[:2], *content[-1:], min(headers[-1].texts)}
    return [column for column in every if column in within or column not in headers[-1].texts]


def _strong(text: str) -> bool:
    meaning = meaning_of(text)
    if _is_card(text):
        return False
    return meaning is not None and not meaning.weak and meaning.roles[0] not in ("natural", "shoe", "round")


def groups(header: Header) -> list[dict[int, str]]:
    """The header's columns cut into tables that stand side by side."""
    meanings = header.meanings
    cut: list[dict[int, str]] = [{}]
    seen: dict[str, int] = {}
    previous = -2
    for column in sorted(header.texts):
        meaning = meanings.get(column)
        key = f"{meaning.note}:{meaning.roles[0]}" if meaning else ""
        gap = column > previous + 1
        repeated = key in seen and bool(meaning and not meaning.note)
        if cut[-1] and repeated and _starts_again(key, column, meanings, seen, gap):
            cut.append({})
            seen = {}
        cut[-1][column] = header.texts[column]
        if key:
            seen.setdefault(key, column)
        previous = column
    return cut


def _starts_again(
    key: str, column: int, meanings: dict[int, Meaning], seen: dict[str, int], gap: bool
) -> bool:
    """Does a second table start at this column? When two roles or more come again from here."""
    ahead = {f"{m.note}:{m.roles[0]}" for c, m in meanings.items() if c >= column and not m.note}
    again = ahead & set(seen)
    first = min(seen, key=lambda role: seen[role])
    if len(again) >= 2:
        # Two totals of a hand share a word; the second table begins where the first column comes again.
        return key == first or gap or (first not in ahead and len(again) >= len(seen) - 1)
    return gap and len(seen) == 1
