"""Runs: lists with their headline, rows, downloads, and runs pushed from elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Literal

from steelyard.client.area import UNSET, Area, IfMatch, Unset
from steelyard.client.areas.tasks import Task
from steelyard.client.record import Record
from steelyard.client.transfer import Content, Tell


@dataclass(frozen=True, kw_only=True)
class Run(Record):
    """A run with what lists show of it."""

    id: str
    name: str
    state: str
    run_id: str | None
    parent_id: str | None
    agent: str | None
    dataset: str | None
    rows: int | None
    score: float | None
    headline: dict[str, Any]
    tags: list[str]
    archived: bool
    created_at: datetime
    created_by: str | None
    finished_at: datetime | None


@dataclass(frozen=True, kw_only=True)
class Rows(Record):
    """A page of rows; `next` is the cursor of the next, None at the end."""

    columns: list[str]
    rows: list[dict[str, Any]]
    total: int | None
    next: str | None


class ProjectRuns(Area):
    """Runs: lists with their headline, rows, downloads, and runs pushed from elsewhere."""

    def list(
        self,
        *,
        text: str | None = None,
        agent: str | None = None,
        tag: str | None = None,
        parent: str | None = None,
        archived: bool | None = None,
    ) -> Iterator[Run]:
        """List runs, the newest first."""
        return self._pages(
            Run,
            "GET",
            "/projects/{project}/runs",
            query={
                "text": text,
                "agent": agent,
                "tag": tag,
                "parent": parent,
                "archived": archived,
            },
        )

    def push(self, content: Content, *, tell: Tell | None = None) -> Run:
        """Take in a finished run: the body is the zip of its bundle."""
        return self._one(Run, "POST", "/projects/{project}/runs", content=content, tell=tell)

    def show(self, run: str) -> Run:
        """Show one run."""
        return self._one(Run, "GET", "/projects/{project}/runs/{run}", parts={"run": run})

    def change(
        self,
        run: str,
        *,
        name: str | Unset | None = UNSET,
        tags: Sequence[str] | Unset | None = UNSET,
        archived: bool | Unset | None = UNSET,
        if_match: IfMatch = None,
    ) -> Run:
        """Change the name or the tags of a run, or archive it."""
        return self._one(
            Run,
            "PATCH",
            "/projects/{project}/runs/{run}",
            parts={"run": run},
            body={"name": name, "tags": tags, "archived": archived},
            if_match=if_match,
        )

    def remove(self, run: str) -> None:
        """Remove a run for good, with everything in it."""
        self._nothing("DELETE", "/projects/{project}/runs/{run}", parts={"run": run})

    def show_summary(self, run: str) -> dict[str, Any]:
        """Return what the run comes to: indicators, overall score, gates, breakdowns."""
        return self._values("GET", "/projects/{project}/runs/{run}/summary", parts={"run": run})

    def list_rows(  # noqa: PLR0913
        self,
        run: str,
        *,
        tag: str | None = None,
        reviewed: Literal["annotated", "overruled"] | None = None,
        where: Sequence[str] | None = None,
        sort: str | None = None,
        text: str | None = None,
        cursor: str | None = None,
        skip: int | None = None,
        limit: int | None = None,
        count: bool | None = None,
        column: Sequence[str] | None = None,
    ) -> Rows:
        """Return rows of the results table, filtered and sorted."""
        return self._one(
            Rows,
            "GET",
            "/projects/{project}/runs/{run}/rows",
            parts={"run": run},
            query={
                "tag": tag,
                "reviewed": reviewed,
                "filter": where,
                "sort": sort,
                "text": text,
                "cursor": cursor,
                "skip": skip,
                "limit": limit,
                "count": count,
                "column": column,
            },
        )

    def show_row(self, run: str, row: int) -> dict[str, Any]:
        """Return one row, whole."""
        return self._values(
            "GET", "/projects/{project}/runs/{run}/rows/{row}", parts={"run": run, "row": row}
        )

    def download(
        self, run: str, target: str | Path, *, to: str | None = None, tell: Tell | None = None
    ) -> Path:
        """Download a run.

        Its bundle (zip), its table (parquet), or its report (html, json, ...).
        """
        return self._save(
            target,
            "GET",
            "/projects/{project}/runs/{run}/download",
            parts={"run": run},
            query={"format": to},
            tell=tell,
        )

    def retry_failed(self, run: str) -> Task:
        """Queue that the cases which got no answer are asked again; the others stay as they are."""
        return self._one(
            Task, "POST", "/projects/{project}/runs/{run}/retry", parts={"run": run}, once=True
        )

    def rescore(
        self,
        run: str,
        *,
        changes: Mapping[str, Any] | Unset = UNSET,
        overrides: bool | Unset = UNSET,
    ) -> Task:
        """Queue that the run is scored anew, without asking its agent."""
        return self._one(
            Task,
            "POST",
            "/projects/{project}/runs/{run}/rescore",
            parts={"run": run},
            body={"changes": changes, "overrides": overrides},
            once=True,
        )
