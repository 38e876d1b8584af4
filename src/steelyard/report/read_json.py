"""The typed reader of `report.json`: plain JSON values to the records they were written from.

Every value is checked against the type its record declares. The annotation of a field is evaluated
when the field first has a value, so that records of an area without values are not imported.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from importlib import import_module
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

from steelyard.model import Words
from steelyard.report.content import SCHEMA, RunReport

Read = Callable[[Any], Any]

_NAMED_LATE = {  # where the types are that records name only for the type checker
    "Conditions": "steelyard.analysis.conditions.tables",
    "Correlation": "steelyard.analysis.correlation.content",
    "DifferenceTest": "steelyard.analysis.findings.difference_test",
    "Finding": "steelyard.analysis.findings.content",
    "Generalisation": "steelyard.analysis.generalisation.tables",
    "Headline": "steelyard.scorecards.headline",
    "Operations": "steelyard.analysis.operations.tables",
    "Provenance": "steelyard.model",
    "Rate": "steelyard.analysis.generalisation.rate",
}


def read_report(content: Any) -> RunReport:
    """Return the report that `RunReport.as_dict` wrote, without its sample of cases.

    Raises:
        ValueError: it was not written by this version.
    """
    if not isinstance(content, dict) or content.get("schema") != SCHEMA:
        raise _mismatch(content)
    values = {**content, "cases": None}
    del values["schema"]
    report: RunReport = _record(RunReport)(values)
    return report


def _mismatch(value: Any) -> ValueError:
    return ValueError(f"unexpected value in a stored report: {value!r:.80}")


@cache
def _reader(kind: Any) -> Read:
    """Return the function that reads values of a type."""
    if kind is Any:
        return lambda value: value
    if kind is Words:
        return _words
    if is_dataclass(kind) and isinstance(kind, type):
        return _record(kind)
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Literal:
        return _one_of(inner)
    if origin in (Union, UnionType):
        return _optional(inner)
    if origin is tuple:
        return _tuple(inner)
    if origin is not None and issubclass(origin, Mapping):
        return _mapping(inner[1])
    return _of_type(float, int) if kind is float else _of_type(kind)


def _record(kind: type) -> Read:
    annotations = {field.name: str(field.type) for field in fields(kind)}
    names = _Names(kind)
    readers: dict[str, Read] = {}

    def field_value(name: str, value: Any) -> Any:
        if value is None and annotations[name].endswith("| None"):
            return None
        if name not in readers:
            readers[name] = _reader(eval(annotations[name], {}, names))
        return readers[name](value)

    def read(value: Any) -> Any:
        if type(value) is not dict or value.keys() != annotations.keys():
            raise _mismatch(value)
        return kind(**{name: field_value(name, found) for name, found in value.items()})

    return read


class _Names(dict[str, Any]):
    """What annotations of a record may name; other modules are imported on use."""

    def __init__(self, kind: type) -> None:
        super().__init__(vars(sys.modules[kind.__module__]))

    def __missing__(self, name: str) -> Any:
        return getattr(import_module(_NAMED_LATE[name]), name)  # KeyError: a name of Python


def _of_type(*kinds: type) -> Read:
    def read(value: Any) -> Any:
        if type(value) not in kinds:
            raise _mismatch(value)
        return value

    return read


def _one_of(allowed: tuple[Any, ...]) -> Read:
    def read(value: Any) -> Any:
        if value not in allowed:
            raise _mismatch(value)
        return value

    return read


def _optional(kinds: tuple[Any, ...]) -> Read:
    others = [kind for kind in kinds if kind is not NoneType]
    if len(others) > 1:  # numbers and texts, which are what they are
        return _of_type(*kinds, *((int,) if float in kinds else ()))
    [read] = map(_reader, others)
    return lambda value: None if value is None else read(value)


def _tuple(kinds: tuple[Any, ...]) -> Read:
    readers = [_reader(kind) for kind in kinds if kind is not Ellipsis]

    def read(value: Any) -> Any:
        if type(value) is not list:
            raise _mismatch(value)
        if Ellipsis in kinds:
            return tuple([readers[0](item) for item in value])
        return tuple([read(item) for read, item in zip(readers, value, strict=True)])

    return read


def _mapping(kind: Any) -> Read:
    of_item = _reader(kind)

    def read(value: Any) -> Any:
        if type(value) is not dict:
            raise _mismatch(value)
        return {key: of_item(item) for key, item in value.items()}

    return read


def _words(value: Any) -> Words:
    if type(value) is not dict or value.keys() != {"en", "zh"}:
        raise _mismatch(value)
    return Words(**value)
