"""Delimited text and JSON: encodings, delimiters, line numbers, nesting; and what is refused."""

from __future__ import annotations

import codecs
from pathlib import Path

import pytest

from baccarat_xl.errors import FileUnreadable
from baccarat_xl.workbook.model import Book
from baccarat_xl.workbook.read import read_book


def read(tmp_path: Path, data: bytes | str, name: str = "file.dat") -> Book:
    path = tmp_path / name
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return read_book(path)


CHINESE = "局數,閒1,閒2,閒3,莊1,莊2,莊3,結果\n1,2,3,4,5,6,7,莊\n"
SIMPLE = "局数,闲1,闲2,闲3,庄1,庄2,庄3,结果\n1,2,3,4,5,6,7,庄\n"
JAPANESE = "ラウンド,プレイヤー合計,バンカー合計,結果\n1,5,7,バンカー\n"
KOREAN = "회차,플레이어 점수,뱅커 점수,결과\n1,5,7,뱅커\n"
FRENCH = "N°;Résultat\n1;Égalité\n"


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        (CHINESE, "utf-8"), (CHINESE, "utf-8-sig"), (CHINESE, "utf-16"), (CHINESE, "big5"),
        (SIMPLE, "gb18030"), (JAPANESE, "shift_jis"), (KOREAN, "euc_kr"),
        (FRENCH, "cp1252"), (FRENCH, "utf-8"), (FRENCH, "utf-16"),
    ],
)  # fmt: skip
def test_encodings(tmp_path: Path, text: str, encoding: str) -> None:
    (sheet,) = read(tmp_path, text.encode(encoding)).sheets
    delimiter = ";" if text is FRENCH else ","
    assert sheet.rows == [line.split(delimiter) for line in text.splitlines()]
    told = [a for a in sheet.assumptions if "was read as" in a]
    assert bool(told) == (not encoding.startswith("utf"))


def test_utf_16_without_a_mark_is_an_assumption(tmp_path: Path) -> None:
    (sheet,) = read(tmp_path, "round,winner\n1,Banker\n".encode("utf-16-le")).sheets
    assert sheet.rows[1] == ["1", "Banker"]
    assert "UTF-16-LE" in sheet.assumptions[0]


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_delimiters(tmp_path: Path, delimiter: str) -> None:
    lines = ["round P1 P2 B1 B2 outcome", "1 A 9 K 7 B", "2 8 K 3 4 P"]
    book = read(tmp_path, "\n".join(line.replace(" ", delimiter) for line in lines))
    assert book.sheets[0].rows == [line.split() for line in lines]
    assert book.format == ("tsv" if delimiter == "\t" else "csv")


@pytest.mark.parametrize(
    "text",
    [
        "round,player_cards,banker_cards\n1,A|9|5,K|7\n2,8|K,3|4\n",
        "round;player_cards;banker_cards\n1;A,9,5;K,7\n2;8,K;3,4\n",
        "round\tplayer_cards\tbanker_cards\n1\tA|9|5\tK|7\n2\t8|K\t3|4\n",
        'round,player_cards,banker_cards\n1,"A,9,5","K,7"\n2,"8,K","3,4"\n',
        "My log of July, table 5\n\nround,player_cards,banker_cards\n1,A|9|5,K|7\n2,8|K,3|4\n3,8|K,3|4\n",
    ],
)
def test_cards_joined_with_another_delimiter_do_not_mislead(tmp_path: Path, text: str) -> None:
    (sheet,) = read(tmp_path, text).sheets
    assert {len(row) for row in sheet.rows if row[0].startswith(("1", "2", "round"))} == {3}  # type: ignore[union-attr]
    assert ["round", "player_cards", "banker_cards"] in sheet.rows


def test_a_record_has_the_number_of_the_line_where_it_starts(tmp_path: Path) -> None:
    (sheet,) = read(tmp_path, 'a,b\n1,"x\ny\nz"\n\n2,w\n').sheets
    assert list(sheet.row_numbers) == [1, 2, 5, 6]
    assert sheet.address(3, 1) == "B6"
    assert sheet.rows[2] == ["", ""]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('a,b,c\n"4,5,K\n2,3,8\n9,9,9\n', 2),
        ('a,b,c\n4,5,"x\ny"\n2,3,"8\n', 4),
        ('a,b,c\r\n4,5,K\r\n2,3,"8', 3),
        ('a;b;c\n1;2;"3\n', 2),
    ],
)
def test_a_quotation_mark_that_is_never_closed_is_named(tmp_path: Path, text: str, line: int) -> None:
    with pytest.raises(FileUnreadable, match=f"quotation mark that opens a cell in line {line} is never"):
        read(tmp_path, text)


@pytest.mark.parametrize(
    ("text", "last"),
    [
        ('a,b,c\n"4,5,K\n2,3,8\n"9,9,9\n1,1,1\n1,2,3\n', 4),
        ("a,b,c,d\n1,2,3,4\n1,2,3,4\n", 0),
        ('a,b,c,d\n"1,2,3,4\n"1,2,3,4\n1,2,3,4\n1,2,3,4\n', 3),
        ('a,b,c\n4,"a first, then\na second, and\n\na third",K\n2,3,8\n', 0),
        ('a,b,c\n4,5,"so\nit\nwent"\n2,3,8\n', 0),
    ],
)
def test_rows_within_quotation_marks_are_not_passed_over(tmp_path: Path, text: str, last: int) -> None:
    not_read = read(tmp_path, text).not_read
    assert [(item.what, item.where) for item in not_read] == ([("records", "line 2")] if last else [])
    assert all(f"is closed in line {last} only" in item.why for item in not_read)


def test_short_rows_are_filled_up(tmp_path: Path) -> None:
    (sheet,) = read(tmp_path, "title\na,b,c\n1\n1,2,3,4\n").sheets
    assert {len(row) for row in sheet.rows} == {4}


def test_json_records_and_their_addresses(tmp_path: Path) -> None:
    text = '{"games":[[{"handId":1,"cards":["8S","7H"],"bet":{"payout":9.5}}],'
    text += '[{"handId":2,"cards":[],"extra":null}]]}'
    (sheet,) = read(tmp_path, text).sheets
    assert sheet.rows == [
        ["handId", "cards", "bet.payout", "extra"],
        [1, "8S|7H", 9.5, None],
        [2, "", None, None],
    ]
    assert list(sheet.row_numbers) == [0, 1, 2]
    assert sheet.address(1, 1) == "cards"


def test_json_numbers_that_no_cell_can_hold_become_text(tmp_path: Path) -> None:
    (sheet,) = read(
        tmp_path, '[{"a": 123456789012345678901234567890, "b": NaN, "c": -Infinity, "d": 7}]'
    ).sheets
    assert sheet.rows[1] == ["123456789012345678901234567890", "NaN", "-Infinity", 7]


def test_json_lines(tmp_path: Path) -> None:
    book = read(tmp_path, '{"player":["8","K"]}\n\n{"player":["2","3"]}\n')
    assert book.format == "jsonl"
    assert [row[0] for row in book.sheets[0].rows] == ["player", "8|K", "2|3"]
    assert list(book.sheets[0].row_numbers) == [0, 1, 3]


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_json_lines_are_numbered_as_an_editor_does(tmp_path: Path, end: str) -> None:
    lines = ["", '{"a":1}', "", "", '{"a":"x\u2028y"}', '{"a":3}', ""]
    (sheet,) = read(tmp_path, end.join(lines)).sheets
    assert list(sheet.row_numbers) == [0, *(n for n, line in enumerate(lines, 1) if line)]


def test_a_line_that_holds_many_records_leaves_their_own_numbers(tmp_path: Path) -> None:
    shoe = '{"shoe":1,"rounds":[{"a":1},{"a":2}]}'
    (sheet,) = read(tmp_path, f"{shoe}\n\n{shoe}\n").sheets
    assert list(sheet.row_numbers) == [0, 1, 2, 3, 4]


def test_json_entries_that_are_no_records_are_named(tmp_path: Path) -> None:
    book = read(tmp_path, '[{"a":1}, 5, {"a":2}]')
    assert list(book.sheets[0].row_numbers) == [0, 1, 2, 3]
    assert book.not_read[0].why == "1 entry is no record and was not read."


def test_two_lists_are_two_sheets(tmp_path: Path) -> None:
    book = read(tmp_path, '{"shoe1":[{"a":1}],"shoe2":[{"a":2}]}')
    assert [sheet.name for sheet in book.sheets] == ["shoe1", "shoe2"]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "is empty"),
        (b"  \n \n", "is empty"),
        (b"a,b\n1,\x00\n", "NUL"),
        (b"\x89PNG\r\n\x1a\n", "PNG picture"),
        (b"%PDF-1.7", "PDF document"),
        (b"<html><table>", "web page"),
        (b'{"a": [1, 2', "broken JSON at line 1"),
        (b'{"a": 1}\n{"a": 2}\n{"a"\n', "broken JSON on line 3"),
        (b"[1, 2, 3]", "no list of records"),
        (codecs.BOM_UTF8 + b"a,\xff\n", "not valid UTF-8"),
        (b"[" * 100_000, "too deeply"),
    ],
)
def test_what_cannot_be_read_says_why_in_one_sentence(tmp_path: Path, data: bytes, words: str) -> None:
    with pytest.raises(FileUnreadable, match=words) as caught:
        read(tmp_path, data)
    assert str(caught.value).startswith(str(tmp_path))
    assert "\n" not in str(caught.value)


def test_missing_files_and_folders(tmp_path: Path) -> None:
    with pytest.raises(FileUnreadable, match="no such file"):
        read_book(tmp_path / "nothing.csv")
    with pytest.raises(FileUnreadable, match="folder"):
        read_book(tmp_path)


@pytest.mark.parametrize("ending", ["xlsx", "xls", "ods", "pdf", "XLSM"])
def test_plain_text_under_the_name_of_another_kind(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"log.{ending}"
    path.write_text("notes of the evening\nnothing was dealt\n", "utf-8")
    with pytest.raises(
        FileUnreadable, match=rf"plain text without columns, not what its name \.{ending} prom"
    ):
        read_book(path)
    path.write_text("P1,P2,B1,B2\n9,K,5,3\n", "utf-8")
    assert read_book(path).format == "csv"
    path = tmp_path / "log.txt"
    path.write_text("notes of the evening\n", "utf-8")
    assert read_book(path).sheets[0].width == 1
