"""The documents of a project that a text names: only these are read when the text is checked.

Names are found by words, not by parsing: a project may hold a thousand documents, and parsing one
of them takes a second.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from sqlalchemy import Row, func, select
from sqlalchemy.orm import Session

from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.server.db.tables import Document, DocumentVersion
from steelyard.server.library.checks import Draft, Key

MOST_CHARACTERS = 2_000_000
"""Of all documents that one text names."""

# Ids of indicators, and where one is defined: a key, in block or flow style, quoted or not. All
# repetitions are bounded, so that no text makes the search slow.
_ID = re.compile(r"(?<![\w.])[a-z]\w{0,40}(?:\.[a-z]\w{0,40}){1,4}(?![\w.])", re.ASCII)
_DEFINED = re.compile(_ID.pattern + r"""(?=["']?\s{0,200}:)""", re.ASCII)
_ESCAPE = re.compile(r"\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4}))")
_MOST_REMEMBERED = 5000
_remembered: dict[str, frozenset[str]] = {}


def named_texts(session: Session, project_id: str, kind: str, text: str) -> dict[Key, str]:
    """Return the documents that a text of a kind may name, by kind and name.

    Each has its newest published text, else its draft.

    Raises:
        InputError: they are too long together.
    """
    written = _unescaped(text)
    if kind == "plan":
        rows = [row for row in _newest(session, project_id) if row.name in written]
    elif kind in ("scorecard", "indicator"):
        rows = _defining(session, list(_newest(session, project_id, "indicator")), written)
    else:
        return {}
    length = sum(row.length for row in rows)
    if length > MOST_CHARACTERS:
        raise InputError(t("library.names_too_much", found=length, most=MOST_CHARACTERS))
    texts = _texts(session, rows)
    return {(row.kind, row.name): _of_state(row, texts[row.id]) for row in rows}


def defined_ids(text: str) -> frozenset[str]:
    """Return the ids of indicators that a document may define."""
    return frozenset(_DEFINED.findall(_unescaped(text)))


def _newest(session: Session, project_id: str, kind: str | None = None) -> Iterable[Row[Any]]:
    """Return what is known of documents without their texts."""
    own = select(Document.id).where(Document.project_id == project_id)
    last = (
        select(DocumentVersion.document_id, func.max(DocumentVersion.number).label("number"))
        .where(DocumentVersion.document_id.in_(own))
        .group_by(DocumentVersion.document_id)
        .subquery()
    )
    is_last = (DocumentVersion.document_id == last.c.document_id) & (
        DocumentVersion.number == last.c.number
    )
    length = func.length(DocumentVersion.text).label("length")
    version = (DocumentVersion.id, DocumentVersion.number, DocumentVersion.sha256, length)
    query = (
        select(Document.kind, Document.name, *version)
        .join(last, last.c.document_id == Document.id)
        .join(DocumentVersion, is_last)
        .where(Document.archived_at.is_(None))
        .order_by(Document.id)
    )
    return session.execute(query if kind is None else query.where(Document.kind == kind)).all()


def _defining(session: Session, rows: list[Row[Any]], written: str) -> list[Row[Any]]:
    """Return the documents that define an id which is written in a text."""
    unknown = [row for row in rows if row.sha256 not in _remembered]
    texts = _texts(session, unknown)
    found = {row.sha256: defined_ids(texts[row.id]) for row in unknown}
    found |= {row.sha256: _remembered[row.sha256] for row in rows if row.sha256 in _remembered}
    if len(_remembered) + len(found) > _MOST_REMEMBERED:
        _remembered.clear()
    _remembered.update(found)
    named = frozenset(_ID.findall(written))
    return [row for row in rows if not named.isdisjoint(found[row.sha256])]


def _texts(session: Session, rows: Iterable[Row[Any]]) -> dict[str, str]:
    query = select(DocumentVersion.id, DocumentVersion.text)
    query = query.where(DocumentVersion.id.in_([row.id for row in rows]))
    return {row.id: row.text for row in session.execute(query)}


def _of_state(row: Row[Any], text: str) -> str:
    return Draft(text) if row.number == 0 else text


def _unescaped(text: str) -> str:
    """Return a text with the escapes that JSON and YAML may write letters as."""
    return _ESCAPE.sub(lambda match: chr(int(match[1] or match[2], 16)), text)
