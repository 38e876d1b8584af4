"""What findings are made from: everything a report knows about one run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from steelyard.analysis.findings.difference_test import EffectFloor
from steelyard.analysis.generalisation import Generalisation
from steelyard.model import Words

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

    from steelyard.analysis.conditions import Conditions
    from steelyard.analysis.correlation import Correlation, Relations


@dataclass(frozen=True, slots=True)
class Known:
    """What is known about a run.

    Attributes:
        con: a connection with the view `results`.
        summary: indicators, overall score, gates and how answers were judged, as plain values.
        generalisation: its tables of scenarios.
        conditions: its test conditions; None when it has only a baseline.
        correlation: how its measures correlate; None when that was not analyzed.
        floor: the smallest effects that are worth a sentence.
    """

    con: DuckDBPyConnection
    summary: Mapping[str, Any]
    generalisation: Generalisation
    conditions: Conditions | None = None
    correlation: Correlation | None = None
    floor: EffectFloor = EffectFloor()  # noqa: RUF009 - a named tuple does not change

    @property
    def relations(self) -> Relations | None:
        """The four relations of the run."""
        return self.correlation.relations[0] if self.correlation else None

    @property
    def failed_gates(self) -> list[str]:
        """Gates that were checked and not met, as they are written."""
        gates = self.summary.get("gates") or ()
        return [str(gate["text"]) for gate in gates if gate.get("passed") is False]

    def measure(self, id_: str) -> Words:
        """Return what a measure is called."""
        measures = self.correlation.measures if self.correlation else ()
        return next((m.name for m in measures if m.id == id_), Words(id_, id_))


def indicator_of(gate: str) -> str:
    """Return the id of the indicator that a gate is about."""
    return gate.partition(":")[0].strip()
