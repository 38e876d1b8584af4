"""What the fields of a record must look like, checked before anything is made of them."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from typing import Any

from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.indicators.lined import Lined, place_of
from steelyard.model import FIELDS, FieldType

_ID = re.compile(r"[a-z][a-z0-9_]{0,40}(\.[a-z][a-z0-9_]{0,40}){1,4}")
# Names that begin with two underscores are the engine's own.
_NAME = re.compile(r"[a-z][a-z0-9_]{0,40}")
_BIGGEST_VERSION = 1_000_000
_MANY = 50
_PARAM_TYPES: tuple[FieldType, ...] = ("text", "bool", "int", "float")
_PARAM_KEYS = frozenset({"type", "default", "choices", "minimum", "maximum", "words", "scope"})


def check_shape(source: str, id_: str, raw: Any) -> None:
    """Raise unless a record's fields are of the kinds they must be.

    Args:
        source: names the file in errors.
        id_: of the record.
        raw: what the file says under the id.
    """
    if not isinstance(raw, Mapping):
        raise InputError(t("sandbox.not_record", place=source, id=id_, found=shown(raw)))
    if not _ID.fullmatch(id_):
        raise InputError(t("sandbox.id", place=place_of(source, raw), id=shown(id_)))
    if "sql" not in raw:
        raise InputError(t("sandbox.lacks", place=place_of(source, raw), id=id_, key="sql"))
    _check_keys(source, id_, raw, _RECORD)
    for key, changes in (raw.get("variants") or {}).items():
        _check_keys(source, f"{id_} {key}", changes, _FORMULA)
    for name, facts in _own_params(raw):
        _check_param(source, f"{id_} ${name}", facts)


def shown(value: Any) -> str:
    """Return a value as an error may show it: short."""
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def _check_keys(
    source: str, id_: str, raw: Mapping[str, Any], shapes: Mapping[str, Callable[[Any], bool]]
) -> None:
    for key, value in raw.items():
        place = place_of(source, raw, str(key))
        if key not in shapes:
            close = get_close_matches(str(key), shapes, n=1)
            hint = t("indicators.param_close", name=close[0]) if close else None
            allowed = ", ".join(shapes)
            message = t("sandbox.key", place=place, id=id_, key=shown(key), allowed=allowed)
            raise InputError(message, hint=hint)
        if not shapes[key](value):
            allowed = t(f"sandbox.shape_{key}")
            message = t(
                "sandbox.shape", place=place, id=id_, key=key, found=shown(value), allowed=allowed
            )
            raise InputError(message)


def _check_param(source: str, owner: str, facts: Any) -> None:
    if facts is None:
        return
    place = place_of(source, facts)
    if not isinstance(facts, Mapping) or not set(facts) <= _PARAM_KEYS:
        allowed = ", ".join(sorted(_PARAM_KEYS))
        raise InputError(t("sandbox.param", place=place, id=owner, allowed=allowed))
    good = (
        facts.get("type", "float") in _PARAM_TYPES
        and facts.get("scope", "run") == "run"
        and _words(facts.get("words", ""))
        and isinstance(facts.get("choices", []), list)
        and all(isinstance(one, (str, int, float)) for one in facts.get("choices", []))
        and all(_number(facts.get(end, 0)) for end in ("minimum", "maximum"))
        and (facts.get("default") is None or isinstance(facts["default"], (str, int, float)))
    )
    if not good:
        types = ", ".join(_PARAM_TYPES)
        raise InputError(t("sandbox.param_facts", place=place, id=owner, types=types))


def _own_params(raw: Mapping[str, Any]) -> list[tuple[str, Any]]:
    params = raw.get("params") or {}
    return list(params.items()) if isinstance(params, Mapping) else []


def _text(value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _number(value: Any) -> bool:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return False
    return -1e300 < value < 1e300 and not math.isnan(value)


def _words(value: Any) -> bool:
    if isinstance(value, Mapping):
        return set(value) == {"en", "zh"} and all(map(_text, value.values()))
    return isinstance(value, str)


def _name(value: Any) -> bool:
    return isinstance(value, str) and bool(_NAME.fullmatch(value))


def _local_name(value: Any) -> bool:
    """A name of one's own may not hide a column."""
    return _name(value) and value not in FIELDS


def _formulas(value: Any) -> bool:
    if not isinstance(value, Mapping) or len(value) > _MANY:
        return False
    return all(map(_local_name, value)) and all(map(_text, value.values()))


def _by(value: Any) -> bool:
    if isinstance(value, str):
        return _name(value)
    if not isinstance(value, Mapping) or len(value) != 1:
        return False
    ((name, keys),) = value.items()
    keys = [keys] if isinstance(keys, str) else keys
    return _name(name) and isinstance(keys, list) and 0 < len(keys) <= 5 and all(map(_text, keys))


def _range(value: Any) -> bool:
    if not isinstance(value, list) or len(value) != 2:
        return False
    low, high = value
    return all(end is None or _number(end) for end in value) and (
        low is None or high is None or low < high
    )


def _flags(value: Any) -> bool:
    return isinstance(value, list) and len(value) <= _MANY and all(map(_flag, value))


def _flag(value: Any) -> bool:
    if not isinstance(value, Mapping) or not {"when", "note"} <= set(value):
        return False
    allowed = set(value) <= {"when", "note", "status"}
    return allowed and _text(value["when"]) and _words(value["note"])


def _score(value: Any) -> bool:
    if isinstance(value, str):
        return True
    if not isinstance(value, Mapping) or len(value) != 1:
        return False
    ((rule, references),) = value.items()
    many = references if isinstance(references, list) else [references]
    named = all(_number(one) or _name(one) for one in many)
    return isinstance(rule, str) and (_text(references) if rule == "sql" else named)


def _needs(value: Any) -> bool:
    return isinstance(value, list) and len(value) <= _MANY and all(map(_text, value))


def _variants(value: Any) -> bool:
    if not isinstance(value, Mapping) or len(value) > _MANY:
        return False
    named = all(isinstance(key, str) and "=" in key for key in value)
    return named and all(isinstance(changes, Mapping) for changes in value.values())


def _params(value: Any) -> bool:
    if not isinstance(value, (list, Mapping)) or len(value) > _MANY:
        return False
    return all(map(_name, value))


def _version(value: Any) -> bool:
    whole = isinstance(value, int) and not isinstance(value, bool)
    return whole and 1 <= value <= _BIGGEST_VERSION


_FORMULA: dict[str, Callable[[Any], bool]] = {
    "sql": _text,
    "where": _text,
    "let": _formulas,
    "by": _by,
    "each": _formulas,
    "interval": _text,
    "flags": _flags,
    "score": _score,
    "direction": _text,
    "range": _range,
    "repeats": _text,
    "quiet": lambda value: isinstance(value, bool),
    "needs_success": lambda value: isinstance(value, bool),
    "needs": _needs,
}
_RECORD: dict[str, Callable[[Any], bool]] = {
    "version": _version,
    "name": _words,
    "meaning": _words,
    "undefined": _words,
    **_FORMULA,
    "variants": _variants,
    "params": _params,
    "unit": lambda value: isinstance(value, str) and len(value) <= 40,
}


def spelled_out(id_: str, raw: Mapping[str, Any]) -> Lined:
    """Return the record as the catalog writes it: both languages, and what may be left out."""
    full = Lined(raw, getattr(raw, "line", None))
    full.lines = dict(getattr(raw, "lines", {}))
    full.setdefault("version", 1)
    full["name"] = _both(raw.get("name") or id_)
    full["meaning"] = _both(raw.get("meaning") or full["name"])
    nothing = {"en": "no row has what it needs", "zh": "没有满足条件的行"}
    full["undefined"] = _both(raw.get("undefined") or nothing)
    if "flags" in raw:
        full["flags"] = [{**flag, "note": _both(flag["note"])} for flag in raw["flags"]]
    if isinstance(raw.get("params"), Mapping):
        full["params"] = {name: _param(name, facts) for name, facts in raw["params"].items()}
    return full


def _param(name: str, facts: Any) -> Any:
    """Return a parameter with words; one that says nothing is one that all indicators share."""
    if not facts:
        return facts
    return {"type": "float", **facts, "words": _both(facts.get("words") or name)}


def _both(words: Any) -> dict[str, str]:
    return {"en": words, "zh": words} if isinstance(words, str) else dict(words)
