"""One check per known field: the value as its type says, or what is wrong with it.

A check takes a value that is not None and returns the value to keep, None when the value means
"missing", or a `RowError`. Coercion happens only where there is one way to read a value.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from typing import Any

import orjson

from steelyard.cases.nesting import is_too_deep
from steelyard.cases.plain import plain
from steelyard.cases.rows import RowError, row_error, show, within
from steelyard.cases.shapes import SHAPES
from steelyard.i18n import t
from steelyard.model import FIELDS, Field

Check = Callable[[Any], Any]

VERBATIM = frozenset({"expected_output", "output"})
"""Texts kept to the last blank; other texts lose blanks around them so that groups do not split."""

TRUE = frozenset({"true", "yes", "y", "t", "1", "是", "真"})
FALSE = frozenset({"false", "no", "n", "f", "0", "否", "假"})
SEPARATORS = frozenset(",;|，；、\n\t")
INT64 = 2**63


def check_for(field: Field) -> Check:
    """Return the check of `field`."""
    if field.name == "input":
        return _check_input
    if field.allowed:
        return _choice(field)
    if field.type == "text":
        return _text(field)
    if field.type == "list":
        return _list(field)
    if field.type == "json":
        return _json(field)
    return _bool(field) if field.type == "bool" else _number(field)


def allowed_for(field: Field) -> str:
    """Say what `field` may hold, in the user's language."""
    if field.allowed:
        return t("cases.allowed_choice", choices=", ".join(field.allowed))
    return within(t(f"cases.allowed_{field.type}"), field.minimum, field.maximum)


def wrong(field: Field, value: Any, code: str = "wrong_type") -> RowError:
    """Return the error that `value` is not what `field` holds."""
    return row_error(code, field=field.name, found=show(value), allowed=allowed_for(field))


def from_json_text(value: str) -> Any:
    """Return the object or list written in a text cell; the text itself when there is none."""
    start = value.lstrip()[:1]
    if start not in ("{", "["):
        return value
    try:
        found = orjson.loads(value)
    except orjson.JSONDecodeError:
        return value
    return value if is_too_deep(found) else found


def _check_input(value: Any) -> Any:
    kind = value.__class__
    if kind is str:
        return value if value.strip() else None
    if kind is int or kind is float:
        return str(value)
    if kind is list and all(isinstance(m, dict) and isinstance(m.get("role"), str) for m in value):
        return value or None
    if kind is dict:
        return value or None
    return wrong(FIELDS["input"], value)


def _text(field: Field) -> Check:
    verbatim = field.name in VERBATIM
    keeps_empty = field.name == "output"  # an agent that answered nothing did answer

    def check(value: Any) -> Any:
        if value.__class__ is str:
            if verbatim:
                return value if keeps_empty or value.strip() else None
            return value.strip() or None
        if value.__class__ is bool:
            return "true" if value else "false"
        if value.__class__ is int or value.__class__ is float:
            return str(value)
        if field.name == "expected_output":
            return _structured_answer(value)
        return wrong(field, value)

    return check


def _structured_answer(value: Any) -> Any:
    """Return an expected object or list as JSON text; a list of texts is several answers."""
    if value.__class__ is list and value and all(item.__class__ is str for item in value):
        return [item for item in value if item.strip()] or None
    if value.__class__ is dict or value.__class__ is list:
        return json.dumps(plain(value), ensure_ascii=False) if value else None
    return wrong(FIELDS["expected_output"], value)


def _choice(field: Field) -> Check:
    spellings = {name: name for name in field.allowed}

    def check(value: Any) -> Any:
        if value.__class__ is str:
            if known := spellings.get(value):
                return known
            text = value.strip().lower().replace("-", "_").replace(" ", "_")
            if not text:
                return None
            if known := spellings.get(text):
                return known
        return wrong(field, value, "not_allowed")

    return check


def _bool(field: Field) -> Check:
    def check(value: Any) -> Any:
        if value is True or value is False:
            return value
        if value.__class__ is str:
            text = value.strip().lower()
            if text in TRUE:
                return True
            if text in FALSE:
                return False
            return wrong(field, value) if text else None
        if value.__class__ in (int, float) and value in (0, 1):
            return value == 1
        return wrong(field, value)

    return check


def _number(field: Field) -> Check:
    read = _read_int if field.type == "int" else _read_float
    low = -math.inf if field.minimum is None else field.minimum
    high = math.inf if field.maximum is None else field.maximum

    def check(value: Any) -> Any:
        if value.__class__ is str:
            value, text = _from_text(value), value
            if value is text:
                return wrong(field, text)
        if value is None:
            return None
        number = read(value)
        if number is None:
            return (
                None
                if value.__class__ is float and not math.isfinite(value)
                else wrong(field, value)
            )
        return number if low <= number <= high else wrong(field, value, "out_of_range")

    return check


def _from_text(text: str) -> Any:
    """Return the number `text` spells, None for blanks and NaN, `text` itself when it is none."""
    stripped = text.strip()
    if not stripped:
        return None
    if "_" in stripped:
        return text
    for kind in (int, float):
        try:
            return kind(stripped)
        except ValueError:
            continue
    return text


def _read_int(value: Any) -> int | None:
    if value.__class__ is float and math.isfinite(value) and value == int(value):
        value = int(value)
    return value if value.__class__ is int and -INT64 <= value < INT64 else None


def _read_float(value: Any) -> float | None:
    if value.__class__ is int:
        return float(value)
    return value if value.__class__ is float and math.isfinite(value) else None


def _list(field: Field) -> Check:
    def check(value: Any) -> Any:
        if value.__class__ is str:
            value, text = from_json_text(value), value
            if value.__class__ is str:
                return _one_item(field, text)
        if value.__class__ is not list:
            return wrong(field, value)
        for number, item in enumerate(value):
            if item.__class__ is not str:
                return _texts(field, value, number)
        return value or None

    return check


def _one_item(field: Field, text: str) -> Any:
    if not text.strip():
        return None
    # A reference is prose and may hold commas; elsewhere a separator means several items, and
    # which separator is meant is a guess.
    if field.name != "references" and SEPARATORS.intersection(text):
        return wrong(field, text)
    return [text]


def _texts(field: Field, value: list[Any], start: int) -> Any:
    items: list[str] = value[:start]
    for number, item in enumerate(value[start:], start + 1):
        if item.__class__ in (int, float):
            items.append(str(item))
        elif item.__class__ is str:
            items.append(item)
        else:
            return row_error(
                "bad_item",
                field=field.name,
                found=show(item),
                allowed=t("cases.allowed_text"),
                number=number,
            )
    return items


def _json(field: Field) -> Check:
    shape = SHAPES.get(field.name)

    def check(value: Any) -> Any:
        if value.__class__ is str:
            if not value.strip():
                return None
            value = from_json_text(value)
        if value.__class__ is not dict and value.__class__ is not list:
            return wrong(field, value)
        if not value:
            return value
        problem = shape(value) if shape else None
        return value if problem is None else problem

    return check
