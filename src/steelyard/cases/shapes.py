"""Light checks of the fields that hold objects: wrong enough to spoil a score is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from steelyard.cases.rows import RowError, row_error, show, within
from steelyard.i18n import t
from steelyard.model import WrongAssertion, read_assertion

Shape = Callable[[Any], "RowError | None"]
Bounds = tuple[float | None, float | None]
Rules = dict[str, Bounds | type[bool]]

ANY_NUMBER: Bounds = (None, None)
NOT_NEGATIVE: Bounds = (0, None)
SHARE: Bounds = (0, 1)


def _numbers_by_name(field: str, bounds: Bounds) -> Shape:
    """{name: number within bounds}."""

    def check(value: Any) -> RowError | None:
        if not isinstance(value, dict):
            return _bad(field, value, t("cases.shape_numbers", number=_number_words(bounds)))
        for name, number in value.items():
            if not _is_number(number, bounds):
                return _bad(f"{field}.{name}", number, _number_words(bounds))
        return None

    return check


def _objects(field: str, rules: Rules) -> Shape:
    """A list of objects whose named members, where present, are numbers in bounds or true/false."""

    def check(value: Any) -> RowError | None:
        if not isinstance(value, list):
            return _bad(field, value, _objects_words(rules))
        for position, item in enumerate(value):
            place = f"{field}[{position}]"
            if not isinstance(item, dict):
                return _bad(place, item, _objects_words(rules))
            for name, rule in rules.items():
                if problem := _member(f"{place}.{name}", item.get(name), rule):
                    return problem
        return None

    return check


def _member(place: str, found: Any, rule: Bounds | type[bool]) -> RowError | None:
    if found is None or isinstance(found, bool):
        # `achieved: true` is a whole achievement.
        fine = found is None or rule is bool or rule == SHARE
        return None if fine else _bad(place, found, t("cases.allowed_float"))
    if isinstance(rule, type):
        return _bad(place, found, t("cases.allowed_bool"))
    return None if _is_number(found, rule) else _bad(place, found, _number_words(rule))


def _is_number(value: Any, bounds: Bounds) -> bool:
    low, high = bounds
    return (
        value.__class__ in (int, float)
        and (low is None or value >= low)
        and (high is None or value <= high)
    )


def _number_words(bounds: Bounds) -> str:
    return within(t("cases.allowed_float"), *bounds)


def _objects_words(rules: Rules) -> str:
    if not rules:
        return t("cases.shape_list")
    return t("cases.shape_objects", members=", ".join(rules))


def _list_of_objects(field: str) -> Shape:
    return _objects(field, {})


def _object(field: str) -> Shape:
    def check(value: Any) -> RowError | None:
        return None if isinstance(value, dict) else _bad(field, value, t("cases.shape_object"))

    return check


def _tools(value: Any) -> RowError | None:
    """Tool calls: names, or objects with a name, as any of the usual formats says it."""
    for position, item in enumerate(value if isinstance(value, list) else [value]):
        named = isinstance(item, dict) and (
            isinstance(item.get("name") or item.get("tool"), str)
            or isinstance(item.get("function"), dict)
        )
        if not (named or isinstance(item, str)):
            return _bad(f"expected_tools[{position}]", item, t("cases.shape_tools"))
    return None


def _asserts(value: Any) -> RowError | None:
    if not isinstance(value, list):
        return _bad("asserts", value, t("asserts.allowed_list"))
    for position, item in enumerate(value):
        read = read_assertion(item)
        if isinstance(read, WrongAssertion):
            member = f".{read.member}" if read.member else ""
            return _bad(f"asserts[{position}]{member}", read.found, read.allowed)
    return None


def _choices(value: Any) -> RowError | None:
    """Options: texts or numbers, in a list or by letter; or lists of both, as ARC has them."""
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for name, item in items:
        inner = item if isinstance(item, list) and name in ("text", "label") else [item]
        if any(one.__class__ not in (str, int, float, bool) for one in inner):
            return _bad(f"choices[{name}]", item, t("cases.allowed_text"))
    return None


def _bad(place: str, value: Any, allowed: str) -> RowError:
    return row_error("bad_shape", field=place, found=show(value), allowed=allowed)


SHAPES: dict[str, Shape] = {
    "relevance": _numbers_by_name("relevance", (0, 10)),
    "option_utilities": _numbers_by_name("option_utilities", ANY_NUMBER),
    "subtasks": _objects("subtasks", {"share": SHARE, "weight": NOT_NEGATIVE}),
    "objectives": _objects("objectives", {"weight": NOT_NEGATIVE, "achieved": SHARE}),
    "constraints": _objects(
        "constraints", {"severity": NOT_NEGATIVE, "violated": bool, "hard": bool}
    ),
    "situation_truth": _object("situation_truth"),
    "situation_assessed": _object("situation_assessed"),
    "trajectory": _list_of_objects("trajectory"),
    "messages": _list_of_objects("messages"),
    "expected_tools": _tools,
    "asserts": _asserts,
    "choices": _choices,
}
