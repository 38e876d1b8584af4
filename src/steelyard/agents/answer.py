"""What an answer in JSON may say, and the Reply it becomes.

The keys are those of `Reply` plus every outcome field of the results table; one rule for functions,
commands, HTTP and recordings.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from typing import Any

import orjson

from steelyard.errors import AskError
from steelyard.i18n import t
from steelyard.model import FIELDS, Field, Reply
from steelyard.model.fields import FieldType

OUTCOMES = {name: field for name, field in FIELDS.items() if field.role == "outcome"}
_OWN = ("output", "trajectory", "messages", "usage", "fields", "first_token_s")
ANSWER_KEYS = frozenset({*_OWN, *OUTCOMES})


def reply_from(values: Mapping[str, Any], *, latency_s: float | None = None) -> Reply:
    """Make a Reply of what an agent said under the names we know.

    Args:
        values: `output`, `trajectory`, `messages`, `usage`, `first_token_s` and outcome fields, the
            latter also inside `fields`. Null means not said.
        latency_s: what was measured; seconds in the values are a claim and stay among the fields.

    Raises:
        AskError: a name is unknown or a value is not what its name promises.
    """
    said = {**values}
    said.update(as_object("fields", said.pop("fields", None)))
    said.update(read_usage(said.pop("usage", None)))
    if not said:
        raise bad_reply(t("agents.says_nothing", known=_known()))
    for name in said:
        if name not in ANSWER_KEYS:
            raise bad_reply(_unknown(str(name)))
    own: dict[str, Any] = {"output": as_text(said.pop("output", None)), "latency_s": latency_s}
    for name in ("trajectory", "messages"):
        own[name] = records(name, said.pop(name, None))
    first = _seconds("first_token_s", said.pop("first_token_s", None))
    checked = {
        name: _checked(OUTCOMES[name], value) for name, value in said.items() if value is not None
    }
    if first is not None:
        checked["first_token_s"] = first
    for name in ("input_tokens", "output_tokens", "cost"):
        if name in checked:
            own[name] = checked.pop(name)
    return Reply(**own, fields=checked)


def read_usage(usage: Any) -> dict[str, Any]:
    """Return tokens as `input_tokens` and `output_tokens`, from either way of naming them."""
    known = as_object("usage", usage)
    names = (("input_tokens", "prompt_tokens"), ("output_tokens", "completion_tokens"))
    return {
        ours: known.get(ours, known.get(theirs))
        for ours, theirs in names
        if ours in known or theirs in known
    }


def as_text(value: Any) -> str | None:
    """Return an output as text: text as it is, null as None, anything else as JSON text."""
    if value is None or isinstance(value, str):
        return value
    return orjson.dumps(value, default=str).decode()


def records(name: str, value: Any) -> list[dict[str, Any]] | None:
    """Return a list of objects, or say that it is something else."""
    if value is None:
        return None
    if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
        raise bad_reply(t("agents.not_records", name=name, found=_show(value)))
    return value


def as_object(name: str, value: Any) -> dict[str, Any]:
    """Return an object, empty for null, or say that it is something else."""
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise bad_reply(t("agents.not_an_object", name=name, found=_show(value)))
    return value


def bad_reply(message: str, reason: str = "bad_reply") -> AskError:
    """The error for an answer that came but cannot be used; asking again may bring a good one."""
    return AskError(message, kind="agent", reason=reason)


def _checked(field: Field, value: Any) -> Any:
    right = _READ[field.type](value)
    fits = (
        right is not None
        and (not field.allowed or right in field.allowed)
        and (field.minimum is None or right >= field.minimum)
        and (field.maximum is None or right <= field.maximum)
    )
    if not fits:
        raise bad_reply(
            t("agents.bad_field", name=field.name, found=_show(value), wanted=_wanted(field))
        )
    return right


def _seconds(name: str, value: Any) -> float | None:
    if value is None:
        return None
    number = _float(value)
    if number is None or number < 0:
        raise bad_reply(t("agents.bad_field", name=name, found=_show(value), wanted="float >= 0"))
    return number


def _wanted(field: Field) -> str:
    rules = [
        " | ".join(field.allowed) or field.type,
        "" if field.minimum is None else f">= {field.minimum:g}",
        "" if field.maximum is None else f"<= {field.maximum:g}",
    ]
    return " ".join(filter(None, rules))


def _unknown(name: str) -> str:
    close = get_close_matches(name, ANSWER_KEYS, n=1, cutoff=0.6)
    key = "agents.unknown_key_close" if close else "agents.unknown_key"
    return t(key, name=name, close="".join(close), known=_known())


def _known() -> str:
    return ", ".join([*_OWN, *(name for name in OUTCOMES if name not in _OWN)])


def _show(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 80 else f"{text[:77]}..."


def _text(value: Any) -> str | None:
    if isinstance(value, str):
        return value
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else None


def _int(value: Any) -> int | None:
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _float(value: Any) -> float | None:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    return float(value) if number and math.isfinite(value) else None


def _list(value: Any) -> list[str] | None:
    if not isinstance(value, list):
        return None
    texts = [_text(item) for item in value]
    return None if None in texts else [text for text in texts if text is not None]


_READ: dict[FieldType, Callable[[Any], Any]] = {
    "text": _text,
    "bool": lambda value: value if isinstance(value, bool) else None,
    "int": _int,
    "float": _float,
    "list": _list,
    "json": lambda value: value if isinstance(value, list | dict) else None,
    "any": as_text,
}
