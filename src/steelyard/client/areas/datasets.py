"""Datasets of a project; what they hold is in their versions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from steelyard.client.area import UNSET, Area, IfMatch, Unset
from steelyard.client.record import Record
from steelyard.client.transfer import Content, Tell


@dataclass(frozen=True, kw_only=True)
class Dataset(Record):
    """A dataset."""

    id: str
    name: str
    description: str
    archived: bool
    created_at: datetime


@dataclass(frozen=True, kw_only=True)
class Check(Record):
    """How a file would be read, and what is in it, with its first row errors."""

    reading: dict[str, Any]
    profile: dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class Removed(Record):
    """Whether a thing is gone; one that was used is archived instead."""

    removed: bool


class ProjectDatasets(Area):
    """Datasets of a project; what they hold is in their versions."""

    def list(self, *, text: str | None = None, archived: bool | None = None) -> Iterator[Dataset]:
        """List datasets, in the order they were made."""
        return self._pages(
            Dataset,
            "GET",
            "/projects/{project}/datasets",
            query={"text": text, "archived": archived},
        )

    def create(self, name: str, *, description: str | Unset = UNSET) -> Dataset:
        """Make a dataset, to upload versions to."""
        return self._one(
            Dataset,
            "POST",
            "/projects/{project}/datasets",
            body={"name": name, "description": description},
            once=True,
        )

    def check_upload(
        self,
        content: Content,
        file_name: str,
        *,
        reading: str | None = None,
        tell: Tell | None = None,
    ) -> Check:
        """Read a file through without keeping it: row errors, profile, how it would be read."""
        return self._one(
            Check,
            "POST",
            "/projects/{project}/datasets/check",
            content=content,
            query={"file_name": file_name, "reading": reading},
            tell=tell,
        )

    def show(self, dataset: str) -> Dataset:
        """Show one dataset."""
        return self._one(
            Dataset, "GET", "/projects/{project}/datasets/{dataset}", parts={"dataset": dataset}
        )

    def change(
        self,
        dataset: str,
        *,
        name: str | Unset | None = UNSET,
        description: str | Unset | None = UNSET,
        archived: bool | Unset | None = UNSET,
        if_match: IfMatch = None,
    ) -> Dataset:
        """Change a dataset; an archived one is hidden."""
        return self._one(
            Dataset,
            "PATCH",
            "/projects/{project}/datasets/{dataset}",
            parts={"dataset": dataset},
            body={"name": name, "description": description, "archived": archived},
            if_match=if_match,
        )

    def remove(self, dataset: str) -> Removed:
        """Remove a dataset; one that was used is archived instead."""
        return self._one(
            Removed, "DELETE", "/projects/{project}/datasets/{dataset}", parts={"dataset": dataset}
        )
