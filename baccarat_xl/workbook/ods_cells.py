"""What the cells of OpenDocument hold: values by their type, and the limits of a sheet."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date, datetime, time, timedelta
from math import isfinite
from typing import Final

from baccarat_xl.cell_error import CellError
from baccarat_xl.workbook.model import CellValue

OFFICE: Final = "urn:oasis:names:tc:opendocument:xmlns:office:1.0 "
TABLE: Final = "urn:oasis:names:tc:opendocument:xmlns:table:1.0 "
TEXT: Final = "urn:oasis:names:tc:opendocument:xmlns:text:1.0 "
STYLE: Final = "urn:oasis:names:tc:opendocument:xmlns:style:1.0 "
VALUE_TYPE: Final = OFFICE + "value-type"
ERROR_TYPES: Final = (
    "urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0 value-type",
    "urn:openoffice:names:experimental:ooo-ms-interop:xmlns:field:1.0 value-type",
)
ERRORS: Final = frozenset(
    ("#DIV/0!", "#N/A", "#NAME?", "#NULL!", "#NUM!", "#REF!", "#VALUE!", "#GETTING_DATA", "#SPILL!", "#CALC!")
)
_DURATION: Final = re.compile(r"(-)?P(?:(\d+)D)?T?(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:[.,](\d+))?S)?")
DAY: Final = 86_400


def value_of(attributes: Mapping[str, str], text: str) -> CellValue:
    """A cell's value by its attributes and the text that it shows; None for an empty cell."""
    kind = attributes.get(VALUE_TYPE)
    if kind is None:
        return text or None
    if any(attributes.get(name) == "error" for name in ERROR_TYPES):
        return CellError(text or "#VALUE!")
    if kind in ("float", "percentage", "currency"):
        return _number(attributes.get(OFFICE + "value", ""), text)
    if kind == "boolean":
        return attributes.get(OFFICE + "boolean-value", text).strip().lower() in ("true", "1")
    if kind == "date":
        return _date(attributes.get(OFFICE + "date-value", ""), text)
    if kind == "time":
        return _time(attributes.get(OFFICE + "time-value", ""), text)
    string = attributes.get(OFFICE + "string-value", text)
    if TABLE + "formula" in attributes and string in ERRORS:
        return CellError(string)
    return string


def _number(value: str, text: str) -> CellValue:
    try:
        number = float(value)
    except ValueError:
        return text or None
    return number if isfinite(number) else text or value


def _date(value: str, text: str) -> CellValue:
    try:
        if "T" not in value:
            return date.fromisoformat(value)
        return datetime.fromisoformat(value[:26])
    except ValueError:
        return text or value or None


def _time(value: str, text: str) -> CellValue:
    found = _DURATION.fullmatch(value)
    if found is None:
        return text or value or None
    minus, days, hours, minutes, seconds, part = found.groups()
    whole = int(days or 0) * DAY + int(hours or 0) * 3600 + int(minutes or 0) * 60 + int(seconds or 0)
    micro = int(((part or "") + "000000")[:6])
    if minus or whole >= DAY:
        try:
            span = timedelta(seconds=whole, microseconds=micro)
        except OverflowError:
            return text or value
        return -span if minus else span
    return time(whole // 3600, whole // 60 % 60, whole % 60, micro)
