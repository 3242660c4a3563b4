"""Text files: which encoding, and is it JSON, JSON Lines or a delimited table?"""

from __future__ import annotations

import codecs
import re
from typing import Final

from baccarat_xl.errors import FileUnreadable
from baccarat_xl.workbook.model import Book, Progress
from baccarat_xl.workbook.open import Opened

BOMS: Final = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
OTHER_KINDS: Final = (
    *(".xlsx", ".xlsm", ".xltx", ".xltm", ".xlam", ".xlsb", ".xls", ".ods", ".ots", ".parquet"),
    *(".pdf", ".doc", ".docx", ".png", ".jpg", ".jpeg", ".zip"),
)
"""Names that promise something else than text."""
EAST_ASIAN: Final = ("gb18030", "big5", "shift_jis", "euc_kr")
TELLTALE: Final = re.compile(
    "[庄莊闲閒閑和局家赢贏结結果点點数數牌靴轮輪口号號第补補例胜勝バンカプレイヤ引分ける플레이어뱅커타이]"
)
KANA: Final = re.compile("[ぁ-ヿ]")
HANGUL: Final = re.compile("[가-힣]")


def read_text(opened: Opened, progress: Progress | None = None) -> Book:
    """Read JSON, JSON Lines or delimited text, whatever its name. Raises FileUnreadable, for text without
    columns under the name of another kind too."""
    path = opened.path
    if progress:
        progress(f"reading {path.name}", 0.0)
    text, assumptions = decode(path.read_bytes(), str(path))
    if not text.strip():
        raise FileUnreadable(f"{path}: the file is empty.")
    book = None
    if text.lstrip()[:1] in ("{", "["):
        from baccarat_xl.workbook.json_reader import read_json

        book = read_json(path, text, assumptions)
    if book is None:
        from baccarat_xl.workbook.csv_reader import read_delimited

        book = read_delimited(path, text, assumptions)
        if path.suffix.lower() in OTHER_KINDS and all(sheet.width < 2 for sheet in book.sheets):
            raise FileUnreadable(
                f"{path}: this is plain text without columns, not what its name {path.suffix} promises; "
                "save the log as .xlsx (or .csv) and try again."
            )
    if progress:
        progress("read", 1.0)
    return book


def decode(data: bytes, name: str) -> tuple[str, list[str]]:
    """The text of ``data``, and what had to be supposed about its encoding.

    Raises FileUnreadable when it is no text.
    """
    for bom, encoding in BOMS:
        if data.startswith(bom):
            try:
                return data[len(bom) :].decode(encoding), []
            except UnicodeDecodeError as error:
                raise FileUnreadable(f"{name}: not valid {encoding.upper()} at byte {error.start}.") from None
    if guess := _utf16_without_bom(data[:4000]):
        try:
            return data.decode(guess), [f"the text was read as {guess.upper()}, which the file does not say"]
        except UnicodeDecodeError:
            pass
    if b"\0" in data:
        raise FileUnreadable(
            f"{name}: this is no text, workbook or JSON file (byte {data.index(0)} is a NUL)."
        )
    try:
        return data.decode("utf-8"), []
    except UnicodeDecodeError:
        encoding = _legacy(data)
    return data.decode(encoding, "replace"), [f"the text was read as {encoding}, since it is not valid UTF-8"]


def _utf16_without_bom(head: bytes) -> str | None:
    pairs = len(head) // 2
    if pairs < 4:
        return None
    if head[1::2].count(0) > pairs * 0.6 and head[::2].count(0) == 0:
        return "utf-16-le"
    if head[::2].count(0) > pairs * 0.6 and head[1::2].count(0) == 0:
        return "utf-16-be"
    return None


def _legacy(data: bytes) -> str:
    """The older encoding whose reading holds most words of this trade; Western European when none does."""
    sample = data[:200_000]
    best, best_hits = "cp1252", 0
    for encoding in EAST_ASIAN:
        try:
            text = sample.decode(encoding)
        except UnicodeDecodeError as error:
            if error.start < len(sample) - 4:
                continue
            text = sample[: error.start].decode(encoding)
        hits = len(TELLTALE.findall(text))
        hits += len(KANA.findall(text)) * (encoding == "shift_jis")
        hits += len(HANGUL.findall(text)) * (encoding == "euc_kr")
        if hits > best_hits:
            best, best_hits = encoding, hits
    return best
