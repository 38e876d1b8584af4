"""Scorecards, indicators, environments, requirements and plans of a project."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from steelyard.client.area import UNSET, Area, IfMatch, Unset
from steelyard.client.areas.datasets import Removed
from steelyard.client.record import Record


@dataclass(frozen=True, kw_only=True)
class Document(Record):
    """A document; `newest` is its last published version."""

    id: str
    kind: str
    name: str
    description: str
    newest: int | None
    draft_sha256: str
    forked_from: str | None
    archived: bool
    created_at: datetime


@dataclass(frozen=True, kw_only=True)
class Text(Record):
    """One version of a document; 0 is the draft."""

    id: str
    number: int
    sha256: str
    note: str
    created_at: datetime
    created_by: str | None
    text: str


@dataclass(frozen=True, kw_only=True)
class Check(Record):
    """What is wrong with a text, each as a sentence; and what is known of it when nothing is."""

    ok: bool
    problems: list[str]
    facts: dict[str, Any]


class ProjectDocuments(Area):
    """Scorecards, indicators, environments, requirements and plans of a project."""

    def list(
        self,
        *,
        kind: Literal["plan", "scorecard", "indicator", "environment", "requirements"]
        | None = None,
        text: str | None = None,
        archived: bool | None = None,
    ) -> Iterator[Document]:
        """List documents, in the order they were made."""
        return self._pages(
            Document,
            "GET",
            "/projects/{project}/documents",
            query={"kind": kind, "text": text, "archived": archived},
        )

    def create(
        self,
        kind: Literal["plan", "scorecard", "indicator", "environment", "requirements"],
        name: str,
        text: str,
        *,
        description: str | Unset = UNSET,
    ) -> Document:
        """Make a document with its draft."""
        return self._one(
            Document,
            "POST",
            "/projects/{project}/documents",
            body={"kind": kind, "name": name, "text": text, "description": description},
            once=True,
        )

    def check(
        self,
        kind: Literal["plan", "scorecard", "indicator", "environment", "requirements"],
        text: str,
        *,
        name: str | Unset = UNSET,
    ) -> Check:
        """Check a text with the checks of the command line; nothing is kept."""
        return self._one(
            Check,
            "POST",
            "/projects/{project}/documents/check",
            body={"kind": kind, "name": name, "text": text},
        )

    def fork(self, version_id: str, name: str) -> Document:
        """Begin a document of your own from a version that you may see."""
        return self._one(
            Document,
            "POST",
            "/projects/{project}/documents/fork",
            body={"version_id": version_id, "name": name},
            once=True,
        )

    def show(self, document: str) -> Document:
        """Show one document."""
        return self._one(
            Document,
            "GET",
            "/projects/{project}/documents/{document}",
            parts={"document": document},
        )

    def change(
        self,
        document: str,
        *,
        name: str | Unset | None = UNSET,
        description: str | Unset | None = UNSET,
        archived: bool | Unset | None = UNSET,
        if_match: IfMatch = None,
    ) -> Document:
        """Change name or description of a document, or archive it."""
        return self._one(
            Document,
            "PATCH",
            "/projects/{project}/documents/{document}",
            parts={"document": document},
            body={"name": name, "description": description, "archived": archived},
            if_match=if_match,
        )

    def remove(self, document: str) -> Removed:
        """Remove a document; one that was published is archived instead."""
        return self._one(
            Removed,
            "DELETE",
            "/projects/{project}/documents/{document}",
            parts={"document": document},
        )

    def save_draft(self, document: str, text: str, *, if_match: IfMatch = None) -> Text:
        """Replace the draft; with If-Match, only the one that you know."""
        return self._one(
            Text,
            "PUT",
            "/projects/{project}/documents/{document}/draft",
            parts={"document": document},
            body={"text": text},
            if_match=if_match,
        )

    def publish(self, document: str, *, note: str | Unset = UNSET) -> Text:
        """Make the draft the next version, if it passes its checks."""
        return self._one(
            Text,
            "POST",
            "/projects/{project}/documents/{document}/publish",
            parts={"document": document},
            body={"note": note},
        )
