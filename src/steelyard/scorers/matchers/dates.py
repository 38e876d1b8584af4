"""Calendar dates as expected answers, and every way a reply may write them."""

from __future__ import annotations

import re
from typing import NamedTuple

_NAMES = (
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
)
_SHORT = {name: f"{name[:3]}\\.?" for name in _NAMES} | {"may": "may", "september": "sept?\\.?"}
_MONTH = "|".join(f"{name}|{_SHORT[name]}" for name in _NAMES)
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_WRITTEN = (
    rf"(?P<month>{_MONTH})\s+{_DAY}(?:,?\s*(?P<year>\d{{4}}))?",
    rf"{_DAY}\s+(?:of\s+)?(?P<month>{_MONTH})(?:,?\s*(?P<year>\d{{4}}))?",
    r"(?P<year>\d{4})([-/.])(?P<month>\d{1,2})\2(?P<day>\d{1,2})",
    r"(?:(?P<year>\d{4})\s?年\s?)?(?P<month>\d{1,2})\s?月\s?(?P<day>\d{1,2})\s?[日号]",
)
_FORMS = tuple(re.compile(form, re.IGNORECASE) for form in _WRITTEN)


class CalendarDate(NamedTuple):
    """A day; the year may be open."""

    year: int | None
    month: int
    day: int


def read_date(text: str) -> CalendarDate | None:
    """Return the date that a text is, None if it is anything else or more than a date."""
    if not text or not (text[0].isdigit() or text[-1].isdigit()) or len(text) > 40:
        return None
    for form in _FORMS:
        found = form.fullmatch(text)
        if found is None:
            continue
        month = _month(found["month"])
        year = int(found["year"]) if found["year"] else None
        if 1 <= month <= 12 and 1 <= int(found["day"]) <= 31:
            return CalendarDate(year, month, int(found["day"]))
    return None


def date_pattern(date: CalendarDate) -> str:
    """Return a pattern for all spellings of a date in folded text: 3 March 1918, 1918-03-03."""
    name = _NAMES[date.month - 1]
    month = rf"(?:{name}|{_SHORT[name]})"
    day, number = rf"0?{date.day}(?:st|nd|rd|th)?", rf"0?{date.month}"
    forms = [
        rf"\b{month} (?:the )?{day}{_tail(date)}",
        rf"\b{day} (?:of )?{month}{_tail(date)}",
        rf"{_head(date)}{number} ?月 ?0?{date.day} ?[日号]",
    ]
    if date.year is not None:
        forms.append(rf"(?<!\d){date.year} ?([-/.]) ?{number} ?\1 ?0?{date.day}(?!\d)")
        forms.append(rf"(?<!\d){number}/0?{date.day}/{date.year}(?!\d)")
    return "|".join(forms)


def _tail(date: CalendarDate) -> str:
    return r"\b" if date.year is None else rf"(?: ?, ?| ){date.year}(?!\d)"


def _head(date: CalendarDate) -> str:
    return r"(?<!\d)" if date.year is None else rf"(?<!\d){date.year} ?年 ?"


def _month(text: str) -> int:
    if text.isdigit():
        return int(text)
    starts = [name[:3] for name in _NAMES]
    return starts.index(text[:3].lower()) + 1
