"""JSON answers: every expected field must be in the reply; more is allowed."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Sequence
from typing import Any

from steelyard.scorers.matchers.match import UNREAD, Match
from steelyard.scorers.matchers.normalize import norm

_TRIES = 200  # brackets of a reply that are tried as the start of a value
_LONGEST = 2_000_000
_SHOWN = 80
_FENCE = re.compile(r"```[\w+-]*[ \t]*\n(.*?)(?:```|\Z)", re.DOTALL)
_MISSING = object()


def match_json(
    expected: Any, reply: str, *, fields: Sequence[str] = (), exact: bool = False
) -> Match:
    """Return whether the JSON in the reply holds what is expected.

    Objects may have further fields; lists have equal length and order. Numbers are compared by
    value, texts by `norm`; true is not 1.

    Args:
        expected: an object or list, or its JSON text.
        reply: the reply, which may be JSON, a fenced block, or prose with JSON in it.
        fields: dotted paths (`user.name`, `items.0.id`); with them only these are compared.
        exact: whether further fields are a mistake.
    """
    wanted = read_expected_json(expected) if isinstance(expected, str) else expected
    found = read_json(reply, list if isinstance(wanted, list) else dict)
    if found is _MISSING:
        return Match(passed=False, evidence=UNREAD)
    exact = exact or wanted == {}  # an empty object would be a part of every object
    difference = (
        _first_difference_at(fields, wanted, found, exact=exact)
        if fields
        else _first_difference(wanted, found, "", exact=exact)
    )
    if difference is None:
        return Match(passed=True, evidence=_show(found))
    return Match(passed=False, evidence=difference)


def read_expected_json(text: str) -> dict[str, Any] | list[Any] | None:
    """Return the object or list that a text is, as a whole; None when it is none."""
    if text.lstrip()[:1] not in ("{", "["):
        return None
    value = _decode(text.strip())
    return value if isinstance(value, (dict, list)) else None


def has_field(value: Any, path: str) -> bool:
    """Return whether a dotted path leads to a field of the value."""
    return _value_at(value, path) is not _MISSING


def read_json(reply: str, kind: type = dict) -> Any:
    """Return the JSON of a reply: all of it, a fenced block, or the first value of the kind.

    A value of another kind is returned only if there is none of this kind outside of it.
    """
    reply = reply[:_LONGEST]
    texts = (reply.strip(), *(fence[1].strip() for fence in _FENCE.finditer(reply)))
    values = [_decode(text) for text in texts[:_TRIES]]
    values = [value for value in values if isinstance(value, (dict, list))]
    values = values or list(_embedded(reply))
    of_kind = (value for value in values if isinstance(value, kind))
    return next(of_kind, values[0] if values else _MISSING)


def _embedded(reply: str) -> Iterator[Any]:
    """Yield the objects and lists in a text, from left to right, none inside another."""
    decoder = json.JSONDecoder(parse_constant=_refuse)
    at, tries = 0, 0
    while tries < _TRIES and (opening := re.compile(r"[{\[]").search(reply, at)):
        tries += 1
        try:
            value, at = decoder.raw_decode(reply, opening.start())
        except (ValueError, RecursionError):
            at = opening.end()
        else:
            yield value


def _decode(text: str) -> Any:
    try:
        return json.loads(text, parse_constant=_refuse)
    except (ValueError, RecursionError):
        return None


def _refuse(constant: str) -> Any:
    raise ValueError(constant)  # NaN and Infinity are not JSON


def _first_difference_at(
    fields: Sequence[str], wanted: Any, found: Any, *, exact: bool
) -> str | None:
    for path in fields:
        left, right = _value_at(wanted, path), _value_at(found, path)
        if left is _MISSING:
            continue  # the case does not ask for it
        if difference := _first_difference(left, right, path, exact=exact):
            return difference
    return None


def _value_at(value: Any, path: str) -> Any:
    if isinstance(value, dict) and path in value:
        return value[path]
    for name in path.split("."):
        if isinstance(value, dict) and name in value:
            value = value[name]
        elif isinstance(value, list) and name.isdecimal() and int(name) < len(value):
            value = value[int(name)]
        else:
            return _MISSING
    return value


def _first_difference(wanted: Any, found: Any, path: str, *, exact: bool) -> str | None:
    """Return the first place where `found` lacks what is wanted, with what is there."""
    try:
        if isinstance(wanted, dict) and isinstance(found, dict):
            return _of_objects(wanted, found, path, exact=exact)
        if isinstance(wanted, list) and isinstance(found, list) and len(wanted) == len(found):
            pairs = enumerate(zip(wanted, found, strict=True))
            differences = (
                _first_difference(left, right, f"{path}[{at}]", exact=exact)
                for at, (left, right) in pairs
            )
            return next((one for one in differences if one is not None), None)
    except RecursionError:
        return path[:_SHOWN]
    return None if _same_scalar(wanted, found) else _place(path, found)


def _of_objects(
    wanted: dict[str, Any], found: dict[str, Any], path: str, *, exact: bool
) -> str | None:
    for name, value in wanted.items():
        inner = f"{path}.{name}" if path else name
        difference = _first_difference(value, found.get(name, _MISSING), inner, exact=exact)
        if difference is not None:
            return difference
    extra = next((name for name in found if name not in wanted), None) if exact else None
    return None if extra is None else _place(f"{path}.{extra}".lstrip("."), found[extra])


def _same_scalar(wanted: Any, found: Any) -> bool:
    if isinstance(wanted, bool) or isinstance(found, bool):
        return wanted is found
    if isinstance(wanted, (int, float)) and isinstance(found, (int, float)):
        return wanted == found or _is_close(wanted, found)
    if isinstance(wanted, str) and isinstance(found, str):
        return norm(wanted) == norm(found)
    return wanted is None and found is None


def _is_close(left: float, right: float) -> bool:
    if isinstance(left, int) and isinstance(right, int):
        return False  # integers are ids as often as quantities
    try:
        return math.isclose(left, right, rel_tol=1e-9, abs_tol=1e-9)
    except OverflowError:  # integers that no float holds
        return False


def _place(path: str, found: Any) -> str:
    shown = "absent" if found is _MISSING else _show(found)
    return f"{path}: {shown}"[:_SHOWN] if path else shown


def _show(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)[:_SHOWN]
