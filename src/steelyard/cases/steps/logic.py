"""Tests of a record with SQL's three answers: true, false, and None when a value is missing."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from steelyard.cases.rows import Record
from steelyard.cases.steps.fields import value_of

Test = Callable[[Record], "bool | None"]

COMPARE: dict[str, Callable[[Any, Any], Any]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def any_of(tests: list[Test]) -> Test:
    """Whether one of the tests is true."""

    def test(record: Record) -> bool | None:
        result: bool | None = False
        for one in tests:
            found = one(record)
            if found:
                return True
            if found is None:
                result = None
        return result

    return test


def all_of(tests: list[Test]) -> Test:
    """Whether all of the tests are true."""

    def test(record: Record) -> bool | None:
        result: bool | None = True
        for one in tests:
            found = one(record)
            if found is False:
                return False
            if found is None:
                result = None
        return result

    return test


def negation(inner: Test) -> Test:
    """Whether the test is false."""

    def test(record: Record) -> bool | None:
        found = inner(record)
        return None if found is None else not found

    return test


def _comparable(value: Any, literal: Any) -> bool:
    if isinstance(literal, bool) or isinstance(value, bool):
        return isinstance(literal, bool) and isinstance(value, bool)
    if isinstance(literal, int | float):
        return isinstance(value, int | float)
    return isinstance(value, str)


def comparison(name: str, sign: Callable[[Any, Any], Any], literal: Any) -> Test:
    """Whether the value stands in this relation to a literal."""
    ordered = sign not in (operator.eq, operator.ne)

    def test(record: Record) -> bool | None:
        value = value_of(record, name)
        if value is None:
            return None
        if not _comparable(value, literal):
            return None if ordered else sign is operator.ne
        return bool(sign(value, literal))

    return test


def membership(name: str, literals: list[Any]) -> Test:
    """Whether the value is one of the literals."""

    def test(record: Record) -> bool | None:
        value = value_of(record, name)
        if value is None:
            return None
        return any(_comparable(value, literal) and value == literal for literal in literals)

    return test


def containment(name: str, literal: Any) -> Test:
    """Whether a text holds the literal, or a list or object has it as an item or key."""

    def test(record: Record) -> bool | None:
        value = value_of(record, name)
        if value is None:
            return None
        if isinstance(value, str):
            return isinstance(literal, str) and literal in value
        if isinstance(value, list | dict):
            return any(_comparable(item, literal) and item == literal for item in value)
        return False

    return test


def is_null(name: str) -> Test:
    """Whether the record says nothing under `name`."""
    return lambda record: value_of(record, name) is None
