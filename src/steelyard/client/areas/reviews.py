"""What people say about rows of a run: tags, notes, and verdicts of their own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from steelyard.client.area import UNSET, Area, IfMatch, Unset
from steelyard.client.record import Record


@dataclass(frozen=True, kw_only=True)
class Annotation(Record):
    """Tags and a note on a row."""

    row: int
    case_id: str | None
    tags: list[str]
    note: str
    changed_by: str
    changed_at: datetime


@dataclass(frozen=True, kw_only=True)
class Verdict(Record):
    """The verdict of a person on a row; `passed` null: it is not to count."""

    row: int
    case_id: str | None
    passed: bool | None
    was: bool | None
    reason: str
    changed_by: str
    changed_at: datetime


@dataclass(frozen=True, kw_only=True)
class Review(Record):
    """What people said about a row; `applied`: the verdict that this run was scored with."""

    annotation: Annotation | None
    verdict: Verdict | None
    applied: dict[str, Any] | None


@dataclass(frozen=True, kw_only=True)
class Tag(Record):
    """A tag, and on how many rows it is."""

    tag: str
    rows: int


class ProjectReviews(Area):
    """What people say about rows of a run: tags, notes, and verdicts of their own."""

    def show(self, run: str, row: int) -> Review:
        """Return what people said about a row."""
        return self._one(
            Review,
            "GET",
            "/projects/{project}/runs/{run}/rows/{row}/review",
            parts={"run": run, "row": row},
        )

    def annotate(
        self,
        run: str,
        row: int,
        *,
        tags: Sequence[str] | Unset = UNSET,
        note: str | Unset = UNSET,
        if_match: IfMatch = None,
    ) -> Review:
        """Put tags and a note on a row, in place of those it has."""
        return self._one(
            Review,
            "PUT",
            "/projects/{project}/runs/{run}/rows/{row}/annotation",
            parts={"run": run, "row": row},
            body={"tags": tags, "note": note},
            if_match=if_match,
        )

    def overrule(
        self, run: str, row: int, reason: str, *, passed: bool | None, if_match: IfMatch = None
    ) -> Review:
        """Give a verdict on a row; it counts once the run is scored with it (`rescore`)."""
        return self._one(
            Review,
            "PUT",
            "/projects/{project}/runs/{run}/rows/{row}/verdict",
            parts={"run": run, "row": row},
            body={"passed": passed, "reason": reason},
            if_match=if_match,
        )

    def withdraw(self, run: str, row: int) -> None:
        """Take a verdict back."""
        self._nothing(
            "DELETE",
            "/projects/{project}/runs/{run}/rows/{row}/verdict",
            parts={"run": run, "row": row},
        )

    def list_annotations(
        self, run: str, *, tag: str | None = None, text: str | None = None
    ) -> Iterator[Annotation]:
        """List what is noted on rows of a run, in the order of the rows."""
        return self._pages(
            Annotation,
            "GET",
            "/projects/{project}/runs/{run}/annotations",
            parts={"run": run},
            query={"tag": tag, "text": text},
        )

    def list_verdicts(self, run: str) -> Iterator[Verdict]:
        """List the verdicts that people gave on rows of a run, in the order of the rows."""
        return self._pages(
            Verdict, "GET", "/projects/{project}/runs/{run}/verdicts", parts={"run": run}
        )

    def list_tags(self, run: str) -> Sequence[Tag]:
        """List the tags on rows of a run, the most frequent first."""
        return self._many(Tag, "GET", "/projects/{project}/runs/{run}/tags", parts={"run": run})
