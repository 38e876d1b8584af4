"""Read YAML so that every mistake can be told with its file, line and field."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from steelyard.errors import InputError
from steelyard.i18n import t, wrong_value

Location = tuple[int | str, ...]


class Document(NamedTuple):
    """What a file says, and where."""

    source: str
    content: Any
    node: yaml.Node | None


class _Loader(yaml.SafeLoader):
    """Keeps 3.10 as it is written: as a number it would be version 3.1."""


def _as_written(_loader: yaml.SafeLoader, node: yaml.ScalarNode) -> str:
    return str(node.value)


_Loader.add_constructor("tag:yaml.org,2002:float", _as_written)


def read_yaml(path: Path) -> Document:
    """Read a YAML file.

    Raises:
        InputError: there is no such file, or it is not YAML.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
        loader = _Loader(text)
        try:
            node = loader.get_single_node()
            content = loader.construct_document(node) if node is not None else None
        finally:
            loader.dispose()
    except FileNotFoundError:
        raise InputError(t("environments.no_file", path=path)) from None
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(t("plan.unreadable", path=path, error=error)) from None
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        place = f"{path}:{mark.line + 1}" if mark is not None else str(path)
        problem = getattr(error, "problem", None) or error
        message = t("environments.bad_yaml", place=place, problem=problem)
        raise InputError(message, hint=t("environments.yaml_hint")) from None
    return Document(str(path), content, node)


def explain(item: Any, document: Document, above: Location, fields: Sequence[str]) -> str:
    """Return one mistake that pydantic found as a sentence with file, line and field.

    Args:
        item: the error, as pydantic describes it.
        document: where the value comes from.
        above: path from the document to the value that was checked.
        fields: names that may stand in it, for a near miss.
    """
    location = (*above, *item["loc"])
    line = _line(document.node, location)
    place = f"{document.source}:{line}" if line else document.source
    field = ".".join(str(part) for part in location)
    return f"{place}: {field}: {_sentence(item, fields)}"


def _sentence(item: Any, fields: Sequence[str]) -> str:
    if item["type"] == "extra_forbidden":
        close = get_close_matches(str(item["loc"][-1]), fields, n=1)
        extra = t("plan.did_you_mean", name=close[0]) if close else ""
        return t("plan.field_unknown", allowed=", ".join(fields)) + extra
    return wrong_value(item, show=True)


def _line(node: yaml.Node | None, location: Location) -> int | None:
    """Return the line of the deepest part of `location` that the YAML has."""
    line = None
    for part in location:
        if isinstance(node, yaml.MappingNode):
            inner = [(key, value) for key, value in node.value if key.value == str(part)]
        elif isinstance(node, yaml.SequenceNode) and isinstance(part, int):
            inner = [(value, value) for value in node.value[part : part + 1]]
        else:
            inner = []
        if not inner:
            break
        key, node = inner[0]
        line = key.start_mark.line + 1
    return line
