"""What differs between two texts: by lines, and by what they say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import unified_diff
from typing import Any

from steelyard.errors import SteelyardError
from steelyard.indicators.lined import read_lined

# By what the items of a list are told apart, if all of them have it.
_NAMES = ("id", "indicator", "key", "name")
_MOST_LINES = 5000


@dataclass(frozen=True, slots=True)
class Change:
    """One value that differs; None where there is none."""

    path: str
    before: Any
    after: Any


@dataclass(frozen=True, slots=True)
class TextDiff:
    """The lines of a unified diff, and the values that differ; None if a text is not YAML."""

    lines: list[str]
    changes: list[Change] | None


def diff_texts(old: str, new: str, names: tuple[str, str] = ("before", "after")) -> TextDiff:
    """Compare two documents."""
    lines = unified_diff(old.splitlines(), new.splitlines(), *names, lineterm="")
    kept = [line for line, _ in zip(lines, range(_MOST_LINES), strict=False)]
    try:
        before, after = (dict(_flat(read_lined("-", text), "")) for text in (old, new))
    except SteelyardError:
        return TextDiff(kept, None)
    paths = dict.fromkeys([*before, *after])
    changes = [
        Change(path, before.get(path), after.get(path))
        for path in paths
        if before.get(path) != after.get(path)
    ]
    return TextDiff(kept, changes)


def _flat(value: Any, path: str) -> Iterator[tuple[str, Any]]:
    """Yield every plain value with its path."""
    if isinstance(value, Mapping) and value:
        for key, item in value.items():
            yield from _flat(item, f"{path}.{key}".lstrip("."))
    elif isinstance(value, list) and value:
        name = _name_of(value)
        for number, item in enumerate(value):
            yield from _flat(item, f"{path}[{item[name] if name else number}]")
    else:
        yield path, value if isinstance(value, str | int | float | bool | None) else str(value)


def _name_of(items: list[Any]) -> str | None:
    for name in _NAMES:
        if all(isinstance(item, Mapping) and name in item for item in items):
            found = [str(item[name]) for item in items]
            if len(set(found)) == len(found):
                return name
    return None
