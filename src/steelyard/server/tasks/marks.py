"""What lists of rows show of what people said about them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from steelyard.server.db.tables import Annotation, Override, Run


@dataclass(frozen=True, slots=True)
class Mark:
    """Tags on a row, whether it has a note, and the verdict that a person gave."""

    tags: tuple[str, ...] = ()
    noted: bool = False
    overruled: bool = False
    verdict: bool | None = None


def has_marks(session: Session, run: Run) -> bool:
    """Whether anybody said anything about any row of a run."""
    kinds = (Annotation, Override)
    counts = (select(func.count()).where(kind.run_id == run.id) for kind in kinds)
    return any(session.scalar(count) for count in counts)


def read_marks(session: Session, run: Run, rows: Sequence[int]) -> dict[int, Mark]:
    """Return what was said about some rows; rows about which nothing was said are left out."""
    notes = session.scalars(
        select(Annotation).where(Annotation.run_id == run.id, Annotation.row.in_(rows))
    )
    found = {one.row: Mark(tuple(map(str, one.tags)), bool(one.note)) for one in notes}
    given = session.scalars(
        select(Override).where(Override.run_id == run.id, Override.row.in_(rows))
    )
    for one in given:
        known = found.get(one.row, Mark())
        found[one.row] = Mark(known.tags, known.noted, overruled=True, verdict=one.passed)
    return found
