"""Reading a label from free text, in one of five ways."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.scorers.matchers.label import read_label
from steelyard.scorers.text.tokenizers import norm

METHODS = ("exact", "auto", "last_mention", "regex", "json_field")

Find = Callable[[str], str | None]
"""From an answer to what it gives as its label; None when it gives none."""

_ID = "classification.label"
_TRIES = 100  # braces of a text that are tried as the start of an object


def make_finder(params: Mapping[str, Any]) -> Find:
    """Return the way of reading that the parameters describe.

    Raises:
        InputError: parameters that the method needs are missing or wrong.
    """
    match params["method"]:
        case "exact":
            return str.strip
        case "regex":
            return _by_pattern(params["pattern"])
        case "json_field":
            return _by_field(params["field"])
        case "auto":
            return _by_rules(_needed_labels(params))
        case _:
            return _by_mention(_needed_labels(params))


def known_labels(labels: Sequence[Any] | None) -> dict[str, str]:
    """Return the labels by their normal form, or say which one is not a text."""
    known: dict[str, str] = {}
    for at, label in enumerate(labels or ()):
        if not isinstance(label, str) or not norm(label):
            raise InputError(t("classification.label_not_text", id=_ID, at=at, found=repr(label)))
        known[norm(label)] = label
    return known


def _needed_labels(params: Mapping[str, Any]) -> dict[str, str]:
    known = known_labels(params["labels"])
    if not known:
        raise InputError(t("classification.needs_labels", id=_ID, method=params["method"]))
    return known


def _by_rules(known: Mapping[str, str]) -> Find:
    labels = tuple(known.values())
    return lambda text: read_label(text, labels)


def _by_pattern(pattern: str | None) -> Find:
    if not pattern:
        raise InputError(t("classification.needs_pattern", id=_ID))
    try:
        compiled = re.compile(pattern)
    except re.error as error:
        raise InputError(
            t("classification.bad_pattern", id=_ID, pattern=pattern, error=error)
        ) from error
    group: str | int = "label" if "label" in compiled.groupindex else min(compiled.groups, 1)

    def find(text: str) -> str | None:
        found = None
        for found in compiled.finditer(text):  # noqa: B007  an answer comes to its point last
            pass
        label: str | None = found[group] if found else None
        return label if label is None else label.strip()

    return find


def _by_field(path: str) -> Find:
    names = path.split(".")

    def find(text: str) -> str | None:
        value = _json_object(text)
        for name in names:
            if not isinstance(value, dict) or name not in value:
                return None
            value = value[name]
        return value.strip() if isinstance(value, str) else _as_label(value)

    return find


def _as_label(value: Any) -> str | None:
    """Return a number or truth value as JSON writes it; lists, objects and NaN are no labels."""
    is_label = isinstance(value, bool | int | float) and abs(value) < math.inf  # NaN compares false
    return json.dumps(value) if is_label else None


def _json_object(text: str) -> Any:
    """Return the first JSON object in a text, which may stand in prose or in a fence."""
    decoder = json.JSONDecoder()
    at = text.find("{")
    for _ in range(_TRIES):
        if at < 0:
            break
        try:
            return decoder.raw_decode(text, at)[0]
        except (ValueError, RecursionError):
            at = text.find("{", at + 1)
    return None


def _by_mention(known: Mapping[str, str]) -> Find:
    # The longest first: of "not spam" and "spam", the answer "not spam" mentions the former.
    longest_first = sorted(known, key=len, reverse=True)
    pattern = re.compile("|".join(map(_bounded, longest_first)))

    def find(text: str) -> str | None:
        mentions = pattern.findall(norm(text))
        return known[mentions[-1]] if mentions else None

    return find


def _bounded(label: str) -> str:
    """Return a pattern that finds the label but not inside a longer Latin word or number."""
    before = r"(?<![a-z0-9_])" if _is_latin(label[0]) else ""
    after = r"(?![a-z0-9_])" if _is_latin(label[-1]) else ""
    return f"{before}{re.escape(label)}{after}"


def _is_latin(character: str) -> bool:
    return character.isascii() and (character.isalnum() or character == "_")
