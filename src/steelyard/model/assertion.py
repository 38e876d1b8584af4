"""An assertion of a case: one thing its answer must be, hold or keep within.

The shape is promptfoo's: `{type, value, threshold, weight, not}`, with `not-` before a type for its
opposite. It is read in one place, so that what a check of the data lets through can be decided.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from steelyard.i18n import t

Value = Literal["anything", "text", "texts", "one_or_more_texts", "range", "nothing"]
Limit = Literal["none", "share", "number"]
_MEMBERS = ("type", "value", "threshold", "weight", "not")
_NOT = "not-"


class _Kind(NamedTuple):
    """What a type wants as its value, and as its threshold; without a default that is required."""

    value: Value
    limit: Limit = "none"
    default: float | None = None


ASSERTIONS: dict[str, _Kind] = {
    "equals": _Kind("anything"),
    "contains": _Kind("text"),
    "icontains": _Kind("text"),
    "contains-any": _Kind("texts"),
    "contains-all": _Kind("texts"),
    "icontains-any": _Kind("texts"),
    "icontains-all": _Kind("texts"),
    "starts-with": _Kind("text"),
    "ends-with": _Kind("text"),
    "regex": _Kind("text"),
    "is-json": _Kind("nothing"),
    "contains-json": _Kind("nothing"),
    "is-refusal": _Kind("nothing"),
    "word-count": _Kind("range"),
    "length": _Kind("range"),
    "levenshtein": _Kind("text", "number", 5),
    "rouge-n": _Kind("one_or_more_texts", "share", 0.75),
    "rouge-l": _Kind("one_or_more_texts", "share", 0.75),
    "bleu": _Kind("one_or_more_texts", "share", 0.5),
    "chrf": _Kind("one_or_more_texts", "share", 0.5),
    "token-f1": _Kind("one_or_more_texts", "share", 0.75),
    "latency": _Kind("nothing", "number"),
    "cost": _Kind("nothing", "number"),
    "unchecked": _Kind("text"),  # for another tool or a person: keeps a case from passing unseen
}
"""Every type of assertion there is."""


@dataclass(frozen=True, slots=True)
class Assertion:
    """An assertion that is well made.

    Attributes:
        type: one of `ASSERTIONS`, without `not-`.
        value: what the answer is held against; texts are a list where there may be several.
        threshold: the limit, the default filled in; None for types that have none.
        weight: its share in the score; with 0 it decides nothing.
        negated: whether the opposite must hold.
    """

    type: str
    value: Any = None
    threshold: float | None = None
    weight: float = 1.0
    negated: bool = False


class WrongAssertion(NamedTuple):
    """What is wrong with an assertion: which member (empty: all), what it is, what it may be."""

    member: str
    found: Any
    allowed: str


def read_assertion(given: Any) -> Assertion | WrongAssertion:
    """Return an assertion as a case gives it, or what is wrong with it."""
    if not isinstance(given, dict):
        return WrongAssertion("", given, t("asserts.allowed_object"))
    for member in given:
        if member not in _MEMBERS:
            return WrongAssertion(str(member), given[member], t("asserts.allowed_members"))
    type_ = given.get("type")
    if not isinstance(type_, str) or (name := type_.removeprefix(_NOT)) not in ASSERTIONS:
        allowed = t("asserts.allowed_types", names=", ".join(ASSERTIONS))
        return WrongAssertion("type", type_, allowed)
    kind, negated = ASSERTIONS[name], given.get("not", False)
    if negated is not None and not isinstance(negated, bool):
        return WrongAssertion("not", negated, t("asserts.allowed_not"))
    weight = 1.0 if given.get("weight") is None else given["weight"]
    if not _is_number(weight):
        return WrongAssertion("weight", weight, t("asserts.allowed_number"))
    if wrong := _wrong_value(kind, given.get("value")) or _wrong_limit(kind, given):
        return wrong
    value, limit = given.get("value"), given.get("threshold")
    if kind.value == "one_or_more_texts" and isinstance(value, str):
        value = [value]
    limit = kind.default if limit is None else float(limit)
    opposite = type_.startswith(_NOT) is not bool(negated)
    return Assertion(name, value, limit, float(weight), opposite)


def _wrong_value(kind: _Kind, value: Any) -> WrongAssertion | None:
    if _FINE[kind.value](value):
        return None
    return WrongAssertion("value", value, t(f"asserts.allowed_{kind.value}"))


def _wrong_limit(kind: _Kind, given: dict[str, Any]) -> WrongAssertion | None:
    limit = given.get("threshold")
    if limit is None and (kind.limit == "none" or kind.default is not None):
        return None
    if kind.limit == "none":
        return WrongAssertion("threshold", limit, t("asserts.allowed_no_limit"))
    if _is_number(limit) and (kind.limit == "number" or float(limit or 0) <= 1):
        return None
    return WrongAssertion("threshold", limit, t(f"asserts.allowed_{kind.limit}"))


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and value != ""


def _are_texts(value: Any) -> bool:
    return isinstance(value, list) and value != [] and all(map(_is_text, value))


def _is_range(value: Any) -> bool:
    if not isinstance(value, dict) or not value or not value.keys() <= {"min", "max"}:
        return False
    return all(map(_is_number, value.values())) and value.get("min", 0) <= value.get("max", 1e300)


def _is_number(value: Any) -> bool:
    """Whether it is a finite number of at least 0; true and false are none."""
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1e300


_FINE: dict[Value, Callable[[Any], bool]] = {
    "anything": lambda value: value is not None and not isinstance(value, bool),
    "text": _is_text,
    "texts": _are_texts,
    "one_or_more_texts": lambda value: _is_text(value) or _are_texts(value),
    "range": lambda value: _is_number(value) or _is_range(value),
    "nothing": lambda value: value is None,
}
