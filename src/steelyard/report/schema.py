"""The JSON Schema of the documents that reports are: made from the records they are written from.

The description of a property is the line about it in the `Attributes` of its record.
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from importlib import import_module
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from steelyard.model import Words

DRAFT = "https://json-schema.org/draft/2020-12/schema"
# What each document is made from, and what a record has that its document leaves out.
DOCUMENTS: Mapping[str, tuple[str, str, frozenset[str]]] = {
    "report": ("steelyard.report.content", "RunReport", frozenset({"cases"})),
    "comparison": ("steelyard.analysis.comparison.content", "Comparison", frozenset()),
    "leaderboard": ("steelyard.analysis.leaderboard.content", "Leaderboard", frozenset()),
}
_NAMED_LATE = (  # modules whose records other modules name only for the type checker
    "steelyard.analysis.conditions",
    "steelyard.analysis.generalisation",
    "steelyard.analysis.operations",
    "steelyard.model",
    "steelyard.scorecards.headline",
    "steelyard.analysis.findings.content",
    "steelyard.analysis.findings.difference_test",
    "steelyard.analysis.correlation.content",
    "steelyard.report.content",
)
_PLAIN = {str: "string", int: "integer", float: "number", bool: "boolean", NoneType: "null"}
_LINE = re.compile(r"^ {4}(\w+): (.+)$")


def report_schema(document: str) -> dict[str, Any]:
    """Return the JSON Schema of a `report`, `comparison` or `leaderboard` as JSON."""
    module, name, left_out = DOCUMENTS[document]
    record = getattr(import_module(module), name)
    maker = _Maker(_names())
    body = maker.record(record, left_out=left_out)
    version = getattr(import_module(module), "SCHEMA")  # noqa: B009 - any document has one
    head: dict[str, Any] = {"schema": {"const": version}}
    if document != "report":
        head["kind"] = {"const": document}
    return {
        "$schema": DRAFT,
        "title": f"Steelyard {document}",
        **body,
        "properties": head | body["properties"],
        "required": [*head, *body["required"]],
        "$defs": dict(sorted(maker.defs.items())),
    }


class _Maker:
    """Turns types into schemas, each record once."""

    def __init__(self, names: Mapping[str, Any]) -> None:
        self.defs: dict[str, Any] = {}
        self._names = names

    def record(self, kind: type, *, left_out: frozenset[str] = frozenset()) -> dict[str, Any]:
        """Return the schema of a record; all its fields are always there."""
        inside = sys.modules[kind.__module__].__dict__
        hints = get_type_hints(kind, globalns={**self._names, **inside})
        said = _attributes(kind)
        properties = {}
        for field in fields(kind):
            if field.name not in left_out:
                about = {"description": said[field.name]} if field.name in said else {}
                properties[field.name] = self.type(hints[field.name]) | about
        summary = (inspect.getdoc(kind) or "").partition("\n")[0]
        return {
            "description": summary,
            "type": "object",
            "properties": properties,
            "required": list(properties),
        }

    def type(self, kind: Any) -> dict[str, Any]:
        """Return the schema of any type that records use."""
        if kind in _PLAIN:
            return {"type": _PLAIN[kind]}
        if kind is Words:
            return self._named("Words", _words)
        if is_dataclass(kind) and isinstance(kind, type):
            # A record may hold itself: its name is taken before it is described.
            return self._named(_name_of(kind), lambda: self.record(kind))
        origin, inner = get_origin(kind), get_args(kind)
        if origin is Literal:
            return {"enum": list(inner)}
        if origin in (Union, UnionType):
            return _any_of([self.type(one) for one in inner])
        if origin in (tuple, list):
            return self._array(origin, inner)
        if origin is not None and isinstance(origin, type) and issubclass(origin, Mapping):
            return {"type": "object", "additionalProperties": self.type(inner[1])}
        return {}

    def _array(self, origin: Any, inner: tuple[Any, ...]) -> dict[str, Any]:
        if origin is tuple and Ellipsis not in inner:
            items = [self.type(one) for one in inner]
            return {"type": "array", "prefixItems": items, "minItems": len(items), "items": False}
        return {"type": "array", "items": self.type(inner[0])}

    def _named(self, name: str, make: Callable[[], dict[str, Any]]) -> dict[str, Any]:
        if name not in self.defs:
            self.defs[name] = {}
            self.defs[name].update(make())
        return {"$ref": f"#/$defs/{name}"}


def _words() -> dict[str, Any]:
    text = {"type": "string"}
    return {
        "description": "A text in English and Chinese.",
        "type": "object",
        "properties": {"en": text, "zh": text},
        "required": ["en", "zh"],
    }


def _name_of(kind: type) -> str:
    # Records of different areas may have one name.
    area = kind.__module__.removeprefix("steelyard.").split(".")
    return f"{area[1] if area[0] == 'analysis' else area[0]}.{kind.__name__}"


def _any_of(found: list[dict[str, Any]]) -> dict[str, Any]:
    if all(list(one) == ["type"] for one in found):
        return {"type": [one["type"] for one in found]}
    return {"anyOf": found}


def _names() -> dict[str, Any]:
    found: dict[str, Any] = {}
    for module in _NAMED_LATE:
        names = import_module(module)
        found |= {name: getattr(names, name) for name in dir(names)}  # exports are imported on use
    return found


def _attributes(kind: type) -> dict[str, str]:
    """Return what the docstring of a record says about each attribute."""
    _, _, about = (inspect.getdoc(kind) or "").partition("Attributes:\n")
    said: dict[str, str] = {}
    name = None
    for line in about.splitlines():
        if match := _LINE.match(line):
            name = match[1]
            said[name] = match[2]
        elif name and line.startswith("        "):
            said[name] += " " + line.strip()
        else:
            break
    return said
