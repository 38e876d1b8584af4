"""Versions of a dataset: upload, look at, process, compare, download."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from steelyard.client.area import UNSET, Area, Unset
from steelyard.client.record import Record
from steelyard.client.transfer import Content, Tell


@dataclass(frozen=True, kw_only=True)
class Version(Record):
    """One content of a dataset; it never changes."""

    id: str
    number: int
    sha256: str
    file_name: str
    size: int
    rows: int
    rejected: int
    reading: dict[str, Any]
    parent_id: str | None
    steps: list[Any]
    created_at: datetime
    created_by: str | None


@dataclass(frozen=True, kw_only=True)
class VersionShown(Version):
    """A version with what is in it."""

    profile: dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class Preview(Record):
    """Rows before and after; `after` is null for a row that a step takes away."""

    looked_at: int
    rows: list[dict[str, Any]]
    steps: list[dict[str, Any]]


@dataclass(frozen=True, kw_only=True)
class Diff(Record):
    """How many cases two versions share; `changed` have the same id and other content."""

    same: int
    changed: int
    added: int
    removed: int


class ProjectDatasetVersions(Area):
    """Versions of a dataset: upload, look at, process, compare, download."""

    def list(self, dataset: str) -> Sequence[Version]:
        """List the versions of a dataset."""
        return self._many(
            Version,
            "GET",
            "/projects/{project}/datasets/{dataset}/versions",
            parts={"dataset": dataset},
        )

    def upload(
        self,
        dataset: str,
        content: Content,
        file_name: str,
        *,
        reading: str | None = None,
        tell: Tell | None = None,
    ) -> VersionShown:
        """Upload a file, as the whole body, as the newest version.

        Known content makes no new one.
        """
        return self._one(
            VersionShown,
            "POST",
            "/projects/{project}/datasets/{dataset}/versions",
            parts={"dataset": dataset},
            content=content,
            query={"file_name": file_name, "reading": reading},
            tell=tell,
        )

    def show(self, dataset: str, number: int) -> VersionShown:
        """Show one version with its profile."""
        return self._one(
            VersionShown,
            "GET",
            "/projects/{project}/datasets/{dataset}/versions/{number}",
            parts={"dataset": dataset, "number": number},
        )

    def download(
        self, dataset: str, number: int, target: str | Path, *, tell: Tell | None = None
    ) -> Path:
        """Download the file of a version as it was uploaded."""
        return self._save(
            target,
            "GET",
            "/projects/{project}/datasets/{dataset}/versions/{number}/file",
            parts={"dataset": dataset, "number": number},
            tell=tell,
        )

    def download_rejects(
        self, dataset: str, number: int, target: str | Path, *, tell: Tell | None = None
    ) -> Path:
        """Download the rows that were set aside, with their reasons, as JSON lines."""
        return self._save(
            target,
            "GET",
            "/projects/{project}/datasets/{dataset}/versions/{number}/rejects",
            parts={"dataset": dataset, "number": number},
            tell=tell,
        )

    def show_lineage(self, dataset: str, number: int) -> Sequence[Version]:
        """Show what a version was made from, itself first."""
        return self._many(
            Version,
            "GET",
            "/projects/{project}/datasets/{dataset}/versions/{number}/lineage",
            parts={"dataset": dataset, "number": number},
        )

    def diff(self, dataset: str, number: int, against: int) -> Diff:
        """Count how the cases of a version differ from those of another one."""
        return self._one(
            Diff,
            "GET",
            "/projects/{project}/datasets/{dataset}/versions/{number}/diff",
            parts={"dataset": dataset, "number": number},
            query={"against": against},
        )

    def preview(
        self,
        dataset: str,
        number: int,
        *,
        steps: Sequence[str | Mapping[str, Any]] | Unset = UNSET,
        seed: int | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> Preview:
        """Show rows of a version, and what steps would make of them; nothing is kept."""
        return self._one(
            Preview,
            "POST",
            "/projects/{project}/datasets/{dataset}/versions/{number}/preview",
            parts={"dataset": dataset, "number": number},
            body={"steps": steps, "seed": seed, "limit": limit},
        )

    def process(
        self,
        dataset: str,
        number: int,
        steps: Sequence[str | Mapping[str, Any]],
        *,
        seed: int | Unset = UNSET,
    ) -> VersionShown:
        """Carry out steps on a version; what comes out is the newest one, and knows its parent."""
        return self._one(
            VersionShown,
            "POST",
            "/projects/{project}/datasets/{dataset}/versions/{number}/process",
            parts={"dataset": dataset, "number": number},
            body={"steps": steps, "seed": seed},
        )
