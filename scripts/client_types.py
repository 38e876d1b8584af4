"""Python types and records from the schemas of the API's description."""

from __future__ import annotations

import re
from typing import Any

from client_routes import model_of, router_of
from pydantic import BaseModel

REF = "#/components/schemas/"
_WIDTH = 100
_WHOLE_NAMES = ("SignedOut",)  # here "Out" does not mean an answer
_PLAIN = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}
_WHENCE = {
    "Any": "typing",
    "Literal": "typing",
    "Iterator": "collections.abc",
    "Mapping": "collections.abc",
    "Sequence": "collections.abc",
    "dataclass": "dataclasses",
    "datetime": "datetime",
    "Path": "pathlib",
    "Area": "steelyard.client.area",
    "IfMatch": "steelyard.client.area",
    "UNSET": "steelyard.client.area",
    "Unset": "steelyard.client.area",
    "Record": "steelyard.client.record",
    "Content": "steelyard.client.transfer",
    "Tell": "steelyard.client.transfer",
}


class Namer:
    """Names of one file, and what it has to import for them."""

    def __init__(self, router: str) -> None:
        self._router = router
        self._others: dict[str, str] = {}

    def record(self, kind: type[BaseModel]) -> str:
        """Return the name of a record; one of another file is imported."""
        name = kind.__name__
        if name not in _WHOLE_NAMES:
            name = name.removesuffix("Out")
        if (home := router_of(kind)) != self._router:
            self._others[name] = f"steelyard.client.areas.{home}"
        return name

    def answered(self, schema: dict[str, Any]) -> str:
        """Return the type of something that is answered; words the future may add are `str`."""
        if "$ref" in schema:
            kind = model_of(schema["$ref"].removeprefix(REF))
            assert kind is not None, schema
            return self.record(kind)
        if "anyOf" in schema:
            return union(*(self.answered(one) for one in schema["anyOf"]))
        match schema.get("type"):
            case "array":
                return f"list[{self.answered(schema.get('items', {}))}]"
            case "object":
                more = schema.get("additionalProperties", True)
                return f"dict[str, {self.answered(more) if isinstance(more, dict) else 'Any'}]"
            case "string" if schema.get("format") == "date-time":
                return "datetime"
            case kind:
                return _PLAIN.get(kind, "Any")

    def given(self, schema: dict[str, Any]) -> str:
        """Return the type of something that is given."""
        if "enum" in schema:
            return f"Literal[{', '.join(map(repr, schema['enum']))}]"
        if "anyOf" in schema:
            return union(*(self.given(one) for one in schema["anyOf"]))
        match schema.get("type"):
            case "array":
                return f"Sequence[{self.given(schema.get('items', {}))}]"
            case "object":
                return "Mapping[str, Any]"
            case None if "$ref" in schema:
                return "Mapping[str, Any]"
            case _:
                return self.answered(schema)

    def imports(self, text: str) -> list[str]:
        """Return the import lines for the names that a text uses."""
        used = set(re.findall(r"\b[A-Za-z_]\w*\b", re.sub(r'""".*?"""', "", text, flags=re.S)))
        whence = {**_WHENCE, **self._others}
        return [f"from {whence[name]} import {name}" for name in sorted(whence) if name in used]


def union(*kinds: str) -> str:
    """Return the type of either; None comes last."""
    split = [one for kind in kinds for one in _split(kind)]
    return " | ".join(sorted(dict.fromkeys(split), key=lambda one: one == "None"))


def _split(kind: str) -> list[str]:
    return kind.split(" | ") if "[" not in kind or kind.endswith(" | None") else [kind]


def doc_lines(text: str, indent: str) -> list[str]:
    """Return a docstring; one that is too long for a line goes on in a second paragraph."""
    whole = f'{indent}"""{text}"""'
    if len(whole) <= _WIDTH:
        return [whole]
    for mark in ("; ", ": "):
        first, found, rest = text.rpartition(mark)
        if found and len(indent) + len(first) + 4 <= _WIDTH:
            said = f"{rest[0].upper()}{rest[1:]}"
            return [f'{indent}"""{first}.', "", f"{indent}{said}", f'{indent}"""']
    return [f"{whole}  # noqa: E501"]


def record_lines(kind: type[BaseModel], schemas: dict[str, Any], namer: Namer) -> list[str]:
    """Return a record of what a model shows; what its base has is not said again."""
    schema = next(schemas[name] for name in schemas if model_of(name) is kind)
    base = kind.__bases__[0]
    inherited = set(base.model_fields) if base is not BaseModel else set()
    above = namer.record(base) if base is not BaseModel else "Record"
    required = set(schema.get("required", ()))
    lines = [
        "@dataclass(frozen=True, kw_only=True)",
        f"class {namer.record(kind)}({above}):",
        *doc_lines(schema["description"], "    "),
        "",
    ]
    for name, one in schema["properties"].items():
        if name not in inherited:
            default = "" if name in required else f" = {one.get('default')!r}"
            lines.append(f"    {name}: {namer.answered(one)}{default}")
    return lines
