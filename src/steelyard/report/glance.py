"""What a run says at first glance: all of its report that needs no analysis, in a moment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from steelyard.analysis.generalisation import Generalisation, Rate
from steelyard.report.collect import read_summary
from steelyard.report.content import RunReport
from steelyard.report.latency import latency
from steelyard.report.results import Results, plain_results

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_UNKNOWN = Rate(None, None, None, 0)


class Glance(NamedTuple):
    """The headline of a run.

    Attributes:
        report: without what is found by analysis: findings, conditions, generalisation, failures.
        asked: rows asked under a condition; None when no condition was set.
    """

    report: RunReport
    asked: int | None


def glance(
    manifest: Mapping[str, Any], summary: Mapping[str, Any], con: DuckDBPyConnection
) -> Glance:
    """Read the headline; arguments as of `collect`."""
    whole = Results(con)
    condition, parent = whole.col("condition"), whole.col("parent_case_id")
    [(under, asked)] = whole.rows(
        f"SELECT count({condition}), count_if({condition} IS NOT NULL AND {parent} IS NOT NULL)"
        " FROM results"
    )
    with plain_results(con) as results:
        report = RunReport(
            **read_summary(manifest, summary, results),
            conditions=None,
            generalisation=Generalisation(_UNKNOWN, _UNKNOWN, (), {}, ()),
            breakdowns={},
            latency=latency(results, slowest=0, text_limit=0),
            failures=(),
        )
    return Glance(report, int(asked or 0) if under else None)
