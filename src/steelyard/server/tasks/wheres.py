"""Conditions on columns as people type them: `latency_s > 2, output ~ lift`."""

from __future__ import annotations

import re

from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.server.tasks.rows import Filter

_OPERATORS = {
    ">=": "ge",
    "<=": "le",
    "!=": "ne",
    ">": "gt",
    "<": "lt",
    "=": "eq",
    "~": "has",
}
_ONE = re.compile(r"\s*([^\W\d][\w.]*)\s*(>=|<=|!=|>|<|=|~)\s*(.*?)\s*", re.DOTALL)
_MOST = 20


def read_where(text: str) -> list[Filter]:
    """Return the filters in a text; they are set apart by a comma or by `and`.

    `column =` with nothing behind it asks for rows that do not say, `column !=` for those that do.

    Raises:
        InputError: it is no such text.
    """
    if not text.strip():
        return []
    parts = re.split(r",|，|\band\b", text)
    if len(parts) > _MOST:
        raise InputError(t("plans.bad_where", found=text[:100]))
    return [_filter(part) for part in parts]


def _filter(part: str) -> Filter:
    found = _ONE.fullmatch(part)
    if found is None:
        raise InputError(t("plans.bad_where", found=part.strip()[:100]))
    column, sign, value = found.groups()
    if not value and sign in ("=", "!="):
        return Filter(column, "null", "true" if sign == "=" else "false")
    return Filter(column, _OPERATORS[sign], value)
