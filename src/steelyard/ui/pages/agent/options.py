"""The options of an adapter as a form, made from the fields that it declares."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, get_args, get_origin

import yaml
from pydantic.fields import FieldInfo

from steelyard.agents import AGENTS
from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.i18n.words.ui_agents import WORDS
from steelyard.server.library.plain import read_plain
from steelyard.ui.components import Field, Values

# Read files of the service's own machine, or its environment: only where programs may run too.
_NEAR = ("ca_file", "recording", "trust_env", "cwd")
_PROGRAMS = ("command", "function")
_USUAL = ("openai", "http", "a2a", "replay")
_FIRST = (
    "url", "base_url", "model", "api_key_env", "method", "body", "response", "system", "headers",
    "headers_env", "params", "stream", "recording", "argv", "cmd", "target",
)  # fmt: skip
_NUMBERS = (int, float)


def adapters(*, allow_programs: bool) -> list[str]:
    """Return the adapters that may be used here, the usual ones first."""
    names = [adapter.name for adapter in AGENTS]
    usual = sorted(names, key=lambda name: _USUAL.index(name) if name in _USUAL else len(_USUAL))
    return [name for name in usual if allow_programs or name not in _PROGRAMS]


def fields_of(
    adapter: str, options: Mapping[str, Any], secrets: Sequence[str], *, allow_programs: bool
) -> list[Field]:
    """Return the form of an adapter, filled with options; the usual ones first."""
    declared = AGENTS.get(adapter).config.model_fields
    names = [name for name in declared if allow_programs or name not in _NEAR]
    ranked = sorted(names, key=lambda name: _rank(name, declared[name]))
    return [_field(adapter, name, declared[name], options, secrets) for name in ranked]


def options_of(adapter: str, values: Values, before: Mapping[str, Any]) -> dict[str, Any]:
    """Return what was typed as options of a plan; what the form does not show stays.

    Raises:
        InputError: a text is not what its field wants.
    """
    declared = AGENTS.get(adapter).config.model_fields
    found = {name: value for name, value in before.items() if name not in values}
    for name, info in declared.items():
        if name in values:
            value = _read(name, info, values[name])
            if value is not None and value != _default(info):
                found[name] = value
    return found


def _rank(name: str, info: FieldInfo) -> tuple[bool, int]:
    place = _FIRST.index(name) if name in _FIRST else len(_FIRST)
    return not info.is_required(), place


def _field(
    adapter: str, name: str, info: FieldInfo, options: Mapping[str, Any], secrets: Sequence[str]
) -> Field:
    value = options.get(name, _default(info))
    kind = kind_of(name, info)
    common: dict[str, Any] = {
        "required": info.is_required(),
        "hint": _hint(adapter, name, info),
        "more": name not in _FIRST,
    }
    words = t(f"ui_agents.{name}") if name in WORDS else name
    if kind == "switch":
        return Field(name, words, "switch", bool(value), **common)
    if kind == "select":
        choices = [(str(one), str(one)) for one in _choices(info)]
        if not info.is_required() and _default(info) is None:
            choices.insert(0, ("", t("ui_agents.default")))
        shown = "" if value is None else str(value)
        return Field(name, words, "select", shown, options=choices, **common)
    if kind == "yaml":
        text = _written(value)
        rows = min(8, max(2, text.count("\n") + 1))
        return Field(name, words, "area", text, rows=rows, mono=True, **common)
    if name == "system":
        return Field(name, words, "area", value or "", rows=3, **common)
    suggest = tuple(secrets) if name.endswith("_env") else ()
    shown = "" if value is None else str(value)
    wide = name in ("url", "base_url", "endpoint")
    number: Any = "number" if kind == "number" else "text"
    return Field(name, words, number, shown, suggest=suggest, wide=wide, **common)


def kind_of(name: str, info: FieldInfo) -> str:
    """Return how an option is typed: text, number, switch, select or yaml."""
    kinds = _kinds(info.annotation)
    if any(get_origin(one) is Literal for one in kinds):
        return "select"
    if bool in kinds:
        return "switch"
    if str in kinds:
        return "text"
    if any(one in _NUMBERS for one in kinds):
        return "number"
    return "yaml"


def _kinds(annotation: Any) -> list[Any]:
    """Return what an annotation allows, less None and what it is annotated with."""
    if get_origin(annotation) is Literal or not get_args(annotation):
        return [annotation]
    origin = get_origin(annotation)
    if origin in (dict, list, tuple):
        return [origin]
    found: list[Any] = []
    for one in get_args(annotation):
        if one is not type(None) and (isinstance(one, type) or get_origin(one) is not None):
            found += _kinds(one)
    return found


def _choices(info: FieldInfo) -> list[Any]:
    for one in _kinds(info.annotation):
        if get_origin(one) is Literal:
            return list(get_args(one))
    return []


def _default(info: FieldInfo) -> Any:
    if info.is_required():
        return None
    return info.get_default(call_default_factory=True)


def _hint(adapter: str, name: str, info: FieldInfo) -> str:
    for key in (f"{adapter}_{name}_hint", f"{name}_hint"):
        if key in WORDS:
            return t(f"ui_agents.{key}")
    if name.endswith("_env"):
        return t("ui_agents.env_hint")
    # Of an adapter from elsewhere: in the words that it declares.
    return "" if name in WORDS else info.description or ""


def _read(name: str, info: FieldInfo, typed: Any) -> Any:
    kind = kind_of(name, info)
    if kind == "switch":
        return bool(typed)
    text = str(typed).strip()
    if not text:
        return None
    words = t(f"ui_agents.{name}") if name in WORDS else name
    if kind == "number":
        return _number(words, text)
    if kind == "yaml":
        return read_plain(words, text)
    return text


def _number(words: str, text: str) -> int | float:
    for kind in _NUMBERS:
        try:
            return kind(text)
        except ValueError:
            continue
    raise InputError(t("ui_agents.bad_number", field=words))


def _written(value: Any) -> str:
    if value in (None, {}, []):
        return ""
    if hasattr(value, "model_dump"):
        value = value.model_dump(mode="json")
    return str(yaml.safe_dump(value, allow_unicode=True, sort_keys=False)).strip()
