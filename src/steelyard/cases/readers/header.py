"""The header row of a table: every column named, and named once."""

from __future__ import annotations

from collections import Counter

from steelyard.errors import DataError
from steelyard.i18n import t


def check_header(cells: list[str], file: str) -> list[str]:
    """Return the column names without blanks around them."""
    names = [cell.strip() for cell in cells]
    empty = [str(number) for number, name in enumerate(names, 1) if not name]
    if empty:
        message = t("cases.header_empty", file=file, columns=", ".join(empty))
        raise DataError(message, hint=t("cases.header_hint"))
    twice = [name for name, count in Counter(names).items() if count > 1]
    if twice:
        message = t("cases.header_twice", file=file, columns=", ".join(twice))
        raise DataError(message, hint=t("cases.header_hint"))
    return names
