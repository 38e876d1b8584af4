"""The fields of a node as a file gives them: each is checked and told by its place."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.model import Words


def known_keys(place: str, raw: Mapping[Any, Any], allowed: Sequence[str]) -> None:
    """Raise when there is a key that is not allowed; say which is close."""
    for key in raw:
        if key not in allowed:
            close = get_close_matches(str(key), allowed, n=1)
            hint = t("indicators.param_close", name=close[0]) if close else None
            names = ", ".join(allowed)
            raise InputError(
                t("scorecards.key", place=place, key=str(key)[:60], allowed=names), hint=hint
            )


def name(place: str, raw: Mapping[str, Any], otherwise: Words) -> Words:
    """Return the name: one text, one for each language, or `name_en` and `name_zh`."""
    given = raw.get("name")
    if given is None:
        return Words(
            text(place, "name_en", raw.get("name_en", otherwise.en)),
            text(place, "name_zh", raw.get("name_zh", otherwise.zh)),
        )
    if isinstance(given, str):
        return Words(given, given)
    if not isinstance(given, Mapping) or set(given) != {"en", "zh"}:
        raise InputError(t("scorecards.name", place=place, found=shown(given)))
    return Words(text(place, "name.en", given["en"]), text(place, "name.zh", given["zh"]))


def weight(place: str, raw: Mapping[str, Any]) -> float:
    """Return the weight, 1 when there is none."""
    return number(place, raw.get("weight", 1))


def number(place: str, value: Any) -> float:
    """Return a weight as a number not below 0."""
    good = isinstance(value, (int, float)) and not isinstance(value, bool)
    if not good or not 0 <= value < 1e300 or math.isnan(value):
        raise InputError(t("scorecards.node_weight", place=place, found=shown(value)))
    return float(value)


def text(place: str, key: str, value: Any) -> str:
    """Return a text that is not blank."""
    if not isinstance(value, str) or not value.strip():
        raise InputError(t("scorecards.text", place=place, key=key, found=shown(value)))
    return value


def texts(place: str, key: str, value: Any) -> list[str]:
    """Return a list of texts; none when there is none."""
    if value is None:
        return []
    if not isinstance(value, Sequence) or isinstance(value, str):
        raise InputError(t("scorecards.texts", place=place, key=key, found=shown(value)))
    return [text(place, key, one) for one in value]


def truth(place: str, raw: Mapping[str, Any], key: str) -> bool:
    """Return true or false, false when it is not said."""
    value = raw.get(key, False)
    if not isinstance(value, bool):
        raise InputError(t("scorecards.truth", place=place, key=key, found=shown(value)))
    return value


def one_of(place: str, raw: Mapping[str, Any], key: str, allowed: Sequence[Any]) -> Any:
    """Return a choice, the first when none is made."""
    value = raw.get(key, allowed[0])
    if not isinstance(value, str) or value not in allowed:
        names = ", ".join(allowed)
        found = shown(value)
        raise InputError(t("scorecards.choice", place=place, key=key, found=found, allowed=names))
    return value


def shown(value: Any) -> str:
    """Return a value as an error may show it: short."""
    words = repr(value)
    return words if len(words) <= 60 else words[:57] + "..."
