"""What findings are made from: everything a report knows about one run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from steelyard.analysis.generalisation import Generalisation
from steelyard.bundle import sql_text
from steelyard.model import Words

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

    from steelyard.analysis.conditions import Conditions
    from steelyard.analysis.correlation import Correlation, Relations


@dataclass(frozen=True, slots=True)
class Known:
    """What is known about a run.

    Attributes:
        summary: indicators, overall score and gates as plain values.
        generalisation: its tables of scenes.
        conditions: what was done to the agent; None when it was only asked plainly.
        correlation: how its measures go together; None when that was not analysed.
        con: a connection with the view `results`, to name cases; None: none are named.
    """

    summary: Mapping[str, Any]
    generalisation: Generalisation
    conditions: Conditions | None = None
    correlation: Correlation | None = None
    con: DuckDBPyConnection | None = None

    @property
    def relations(self) -> Relations | None:
        """The four relations of the run."""
        return self.correlation.relations[0] if self.correlation else None

    def measure(self, id_: str) -> Words:
        """Return what a measure is called."""
        measures = self.correlation.measures if self.correlation else ()
        return next((m.name for m in measures if m.id == id_), Words(id_, id_))

    def failed_cases(self, scene: str, most: int = 3) -> tuple[str, ...]:
        """Return a few cases of a scene that did not pass."""
        if self.con is None:
            return ()
        there = {str(row[0]) for row in self.con.execute("DESCRIBE results").fetchall()}
        if not {"case_id", "scene", "passed"} <= there:
            return ()
        plain = "AND condition IS NULL" if "condition" in there else ""
        found = self.con.execute(
            "SELECT DISTINCT case_id FROM results WHERE NOT passed AND case_id IS NOT NULL"
            f" AND CAST(scene AS VARCHAR) = {sql_text(scene)} {plain} ORDER BY case_id LIMIT {most}"
        ).fetchall()
        return tuple(str(case) for (case,) in found)
