"""Judgements and runs as JSON: {query: {document: value}} or, for runs, {query: [documents]}."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson

from steelyard.errors import DataError
from steelyard.i18n import t
from steelyard.retrieval.fields import OWN
from steelyard.retrieval.files import Kind, Source, read_whole
from steelyard.retrieval.own_lines import own_lines


def json_source(path: Path, kind: Kind) -> Source:
    """Return the source of a JSON file, which is read whole."""
    content = _content(path)
    ranked = any(isinstance(documents, list) for documents in content.values())
    layout = OWN._replace(ranked=ranked)
    rows = _ranked if ranked and kind == "run" else _scored
    return Source(path, kind, "json", layout, lambda: own_lines(path, rows(path, content)))


def _content(path: Path) -> dict[str, Any]:
    try:
        content = orjson.loads(read_whole(path))
    except orjson.JSONDecodeError as error:
        raise DataError(t("retrieval.bad_json", path=path, error=error)) from None
    if not isinstance(content, dict) or not content:
        raise DataError(t("retrieval.json_shape", path=path, found=_shown(content)))
    return content


def _scored(path: Path, content: dict[str, Any]) -> Iterator[tuple[str, str, Any]]:
    for query, documents in content.items():
        if not isinstance(documents, dict):
            raise DataError(_wrong(path, query, documents))
        for document, value in documents.items():
            if isinstance(value, bool) or not isinstance(value, (int, float)):
                place = f"{path}: {query}: {document}"
                raise DataError(t("retrieval.not_number", place=place, found=_shown(value)))
            yield query, document, value


def _ranked(path: Path, content: dict[str, Any]) -> Iterator[tuple[str, str, int]]:
    for query, documents in content.items():
        if not isinstance(documents, list):
            raise DataError(_wrong(path, query, documents))
        for rank, document in enumerate(documents, start=1):
            if isinstance(document, (dict, list, bool)) or document is None:
                raise DataError(_wrong(path, query, document))
            yield query, str(document), rank


def _wrong(path: Path, query: str, found: Any) -> str:
    return t("retrieval.json_query", place=f"{path}: {query}", found=_shown(found))


def _shown(value: Any) -> str:
    return f"{type(value).__name__} {value!r}"[:60]
