"""Encrypted workbooks: opened in memory with their password, or with the one that everybody knows."""

from __future__ import annotations

import io
from pathlib import Path
from typing import IO, Any, Final

from baccarat_xl.errors import FileUnreadable
from baccarat_xl.workbook.formats import COMPOUND

READ_ONLY: Final = "VelvetSweatshop"
"""The password of files that are only recommended to be opened read-only: their reader never asks for it."""
INSTALL: Final = "pip install 'baccarat-xl[passwords]'"


def needs_password(path: str | Path) -> bool:
    """Whether the file is encrypted with a password that its user has to give.

    False for what cannot be opened at all: `read_book` says why.
    """
    try:
        with Path(path).open("rb") as stream:
            if stream.read(len(COMPOUND)) != COMPOUND:
                return False
            stream.seek(0)
            if not is_encrypted(stream):
                return False
        decrypted(Path(path), None)
    except PasswordNeeded:
        return True
    except (OSError, FileUnreadable):
        return False
    return False


def is_encrypted(stream: IO[bytes]) -> bool:
    """Whether an old Office file is encrypted, .xls included; False where that cannot be told."""
    try:
        import msoffcrypto

        return bool(msoffcrypto.OfficeFile(stream).is_encrypted())
    except Exception:
        return False


class PasswordNeeded(FileUnreadable):
    """The file has a password, and none or a wrong one was given."""


def decrypted(path: Path, password: str | None) -> bytes:
    """The package in an encrypted workbook. Raises PasswordNeeded, or FileUnreadable where it is damaged or
    the library that opens it is not installed."""
    try:
        import msoffcrypto
    except ImportError:
        raise FileUnreadable(
            f"{path}: the workbook is encrypted; to open such files, install what they need ({INSTALL}), or "
            "remove the password in your spreadsheet and save it."
        ) from None
    with path.open("rb") as stream:
        try:
            office: Any = msoffcrypto.OfficeFile(stream)
        except Exception as error:
            raise _damaged(path, error) from None
        for word in dict.fromkeys((READ_ONLY, password) if password is not None else (READ_ONLY,)):
            if word is not None and _unlocks(path, office, word):
                return _content(path, office)
    if password is None:
        raise PasswordNeeded(f"{path}: the workbook is protected by a password; give it with --password.")
    raise PasswordNeeded(f"{path}: the password does not open this workbook.")


def _unlocks(path: Path, office: Any, password: str) -> bool:
    from msoffcrypto.exceptions import DecryptionError, InvalidKeyError

    try:
        if office.format == "ooxml":
            office.load_key(password=password, verify_password=True)
        else:
            office.load_key(password=password)
    except (InvalidKeyError, DecryptionError):
        return False
    except Exception as error:
        raise _damaged(path, error) from None
    return True


def _content(path: Path, office: Any) -> bytes:
    target: IO[bytes] = io.BytesIO()
    try:
        office.decrypt(target)
    except Exception as error:
        raise _damaged(path, error) from None
    target.seek(0)
    return target.read()


def _damaged(path: Path, error: object) -> FileUnreadable:
    return FileUnreadable(f"{path}: the encrypted workbook is damaged ({error}); save it again.")
