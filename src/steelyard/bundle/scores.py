"""What fills the score columns of the results table; the scorers of a run are one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, Self, TypeVar

from steelyard.bundle.results import Columns

Found = TypeVar("Found")


class Scores(Protocol[Found]):
    """Makes score columns of batches of rows, and counts what it finds on the way.

    Attributes:
        of_cases: whether a row's scores depend on the rows of its case before it.
        found: what it counted.
    """

    of_cases: bool
    found: Found

    @property
    def reads(self) -> Sequence[str]:
        """Columns it looks at."""

    @property
    def writes(self) -> Mapping[str, str]:
        """Columns it makes, with their SQL types."""

    def enrich(self, batch: Columns, /) -> dict[str, list[Any]]:
        """Return the columns it makes of a batch."""

    def fresh(self, before: Columns | None = None) -> Self:
        """Return the same with nothing counted, after the rows `before` of the same case."""

    def absorb(self, found: Found, /) -> None:
        """Count what was found in rows that were scored apart; these must come in order."""
