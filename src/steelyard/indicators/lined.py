"""YAML and JSON files that remember their lines, so that a mistake is told with its place.

A file may come from anyone: tags that make objects, anchors that multiply and trees without end are
refused before anything is built from them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from steelyard.errors import InputError, UserError
from steelyard.i18n import say, t
from steelyard.model import redact

_MAX_CHARACTERS = 200_000
_MAX_DEPTH = 200  # of brackets; the reader looks far ahead from each
_MAX_NODES = 20_000  # with every anchor written out
_HALF = re.compile("[\ud800-\udfff]")  # of a character: no file and no answer can hold it


class Lined(dict[str, Any]):
    """A mapping of a file, with the line it starts on and the line of each of its keys."""

    line: int | None = None
    lines: dict[str, int]

    def __init__(self, content: Any = (), line: int | None = None) -> None:
        super().__init__(content)
        self.line = line
        self.lines = {}


class _TooBigError(Exception):
    """A text has more parts than are allowed; carries the line."""


class LinedLoader(yaml.SafeLoader):
    """A safe loader whose mappings are `Lined`, and whose texts can be written down again.

    It counts while it reads: what has too many parts is refused before the rest is looked at.
    """

    _parts = 0

    def compose_node(self, parent: Any, index: Any) -> yaml.Node | None:
        """Read one part, an alias included."""
        self._parts += 1
        if self._parts > _MAX_NODES:
            mark = self.peek_event().start_mark  # type: ignore[no-untyped-call]
            raise _TooBigError(mark.line + 1)
        node: yaml.Node | None = super().compose_node(parent, index)
        return node

    def compose_scalar_node(self, anchor: Any) -> yaml.ScalarNode:
        """Refuse a text with half a character, as escapes can write it, with its line."""
        node: yaml.ScalarNode = super().compose_scalar_node(anchor)
        if _HALF.search(node.value):
            raise yaml.MarkedYAMLError(problem=t("lined.half"), problem_mark=node.start_mark)
        return node


def _lined_mapping(loader: LinedLoader, node: yaml.MappingNode) -> Iterator[Lined]:
    data = Lined(line=node.start_mark.line + 1)
    yield data
    content: dict[Any, Any] = loader.construct_mapping(node)
    data.update(content)
    data.lines = {key.value: key.start_mark.line + 1 for key, _ in node.value}


LinedLoader.add_constructor("tag:yaml.org,2002:map", _lined_mapping)


def read_lined_file(path: Path) -> Any:
    """Return the content of a YAML or JSON file.

    Raises:
        InputError: it cannot be read, or is not YAML.
    """
    try:
        return read_lined(str(path), path.read_text(encoding="utf-8-sig"))
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "UTF-8"
        raise InputError(t("lined.unreadable", path=path, reason=reason)) from None


def read_lined(source: str, text: str) -> Any:
    """Return what a YAML or JSON text says; `source` names it in errors.

    Raises:
        InputError: it is not YAML, too large, or contains itself.
    """
    try:
        return read_lined_tree(source, text)[0]
    except yaml.YAMLError as error:
        raise InputError(_not_yaml(source, error)) from None


def read_lined_tree(source: str, text: str) -> tuple[Any, yaml.Node | None]:
    """Return what a YAML or JSON text says, with its tree of nodes.

    Raises:
        InputError: it is too large or contains itself.
        YAMLError: it is not YAML.
    """
    check_size(source, text)
    try:
        loader = LinedLoader(text)
        try:
            node = loader.get_single_node()
            if node is None:
                return None, None
            _Sizes(source).of(node)
            return loader.construct_document(node), node
        finally:
            loader.dispose()
    except _TooBigError as error:
        place = f"{source}:{error.args[0]}"
        raise InputError(t("lined.big", place=place, allowed=_MAX_NODES)) from None
    except (RecursionError, ValueError, OverflowError):
        # Nested beyond reason, a number of thousands of digits, a date that does not exist.
        raise InputError(t("lined.not_plain", source=source)) from None


def check_size(source: str, text: str) -> None:
    """Refuse a text that is too long or too deep, by counting characters alone.

    Raises:
        InputError: it is.
    """
    if len(text) > _MAX_CHARACTERS:
        raise InputError(t("lined.long", source=source, n=len(text), allowed=_MAX_CHARACTERS))
    if _depth(text) > _MAX_DEPTH:
        raise InputError(t("lined.not_plain", source=source))


def quoted_no_more(problem: str) -> str:
    """Return what the YAML reader says, less the words of the file: they may be a key."""
    return redact(re.sub(r"'[^'<>]{6,}'", "'…'", problem))


def place_of(source: str, raw: Any, key: str | None = None) -> str:
    """Return `source:line` of a mapping of a file, or of one of its keys."""
    line = getattr(raw, "line", None)
    if key is not None:
        line = getattr(raw, "lines", {}).get(key, line)
    return source if line is None else f"{source}:{line}"


def placed(place: str, error: UserError) -> InputError:
    """Return an error with the place it is about in front."""
    message = say(error) if error.hint is None else error.message
    return InputError(f"{place}: {message}", hint=error.hint)


class _Sizes:
    """Counts the nodes of a tree as if every anchor were written out."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.known: dict[int, int] = {}
        self.open: set[int] = set()

    def of(self, node: yaml.Node) -> int:
        if id(node) in self.known:
            return self.known[id(node)]
        line = node.start_mark.line + 1
        if id(node) in self.open:
            raise InputError(t("lined.cycle", place=f"{self.source}:{line}"))
        self.open.add(id(node))
        size = 1 + sum(self.of(child) for child in self._below(node))
        if size > _MAX_NODES:
            message = t("lined.big", place=f"{self.source}:{line}", allowed=_MAX_NODES)
            raise InputError(message)
        self.open.discard(id(node))
        self.known[id(node)] = size
        return size

    def _below(self, node: yaml.Node) -> list[yaml.Node]:
        if isinstance(node, yaml.SequenceNode):
            return list(node.value)
        if not isinstance(node, yaml.MappingNode):
            return []
        seen: set[str] = set()
        for key, _ in node.value:
            if isinstance(key, yaml.ScalarNode) and key.value != "<<":
                if key.value in seen:
                    place = f"{self.source}:{key.start_mark.line + 1}"
                    raise InputError(t("lined.twice", place=place, key=key.value))
                seen.add(key.value)
        return [part for pair in node.value for part in pair]


def _depth(text: str) -> int:
    deepest = depth = 0
    for character in text:
        if character in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif character in "]}":
            depth -= 1
    return deepest


def _not_yaml(source: str, error: yaml.YAMLError) -> str:
    mark = getattr(error, "problem_mark", None)
    place = source if mark is None else f"{source}:{mark.line + 1}"
    problem = quoted_no_more(getattr(error, "problem", None) or str(error))
    return t("lined.not_yaml", place=place, problem=problem)
