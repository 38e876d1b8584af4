"""Versions of a document: look at, compare, try on a run, download."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from steelyard.client.area import UNSET, Area, Unset
from steelyard.client.areas.documents import Text
from steelyard.client.record import Record
from steelyard.client.transfer import Tell


@dataclass(frozen=True, kw_only=True)
class Diff(Record):
    """The lines of a unified diff; and every value that differs, if both texts are YAML."""

    lines: list[str]
    changes: list[dict[str, Any]] | None


class ProjectDocumentVersions(Area):
    """Versions of a document: look at, compare, try on a run, download."""

    def list(self, document: str) -> Sequence[Text]:
        """List the draft and every published version."""
        return self._many(
            Text,
            "GET",
            "/projects/{project}/documents/{document}/versions",
            parts={"document": document},
        )

    def show(self, document: str, number: int) -> Text:
        """Show one version; number 0 is the draft."""
        return self._one(
            Text,
            "GET",
            "/projects/{project}/documents/{document}/versions/{number}",
            parts={"document": document, "number": number},
        )

    def download(
        self, document: str, number: int, target: str | Path, *, tell: Tell | None = None
    ) -> Path:
        """Download a version as the file that the command line uses."""
        return self._save(
            target,
            "GET",
            "/projects/{project}/documents/{document}/versions/{number}/file",
            parts={"document": document, "number": number},
            tell=tell,
        )

    def diff(self, document: str, number: int, against: int) -> Diff:
        """Show how a version differs from another one: by lines, and by what they say."""
        return self._one(
            Diff,
            "GET",
            "/projects/{project}/documents/{document}/versions/{number}/diff",
            parts={"document": document, "number": number},
            query={"against": against},
        )

    def try_version(
        self,
        document: str,
        number: int,
        run_id: str,
        *,
        params: Mapping[str, Any] | Unset = UNSET,
        by: Sequence[str] | Unset = UNSET,
    ) -> dict[str, Any]:
        """Compute an indicator, or weigh by a scorecard, on a run that exists; nothing is kept."""
        return self._values(
            "POST",
            "/projects/{project}/documents/{document}/versions/{number}/try",
            parts={"document": document, "number": number},
            body={"run_id": run_id, "params": params, "by": by},
        )
