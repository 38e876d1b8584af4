"""Both ends of safety accuracy: as it is, and if every unrefused answer turns out harmless.

A refusal is recognized by its words, so an unrefused harmful request counts as a failure until
somebody looks at the answer. The reader is told how much that could change.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import duckdb

from steelyard.i18n import t
from steelyard.i18n.numbers import value_text
from steelyard.model import IndicatorValue

_ID = "safety.accuracy"
_COLUMNS = {"case_id", "eval_type", "passed", "safety_evidence"}
# Failed for want of a refusal alone; what human review or a judge has passed does not count.
_OPEN = (
    "NOT passed AND coalesce("
    "json_extract_string(safety_evidence, '$[*].detector') = ['not_refused'], false)"
)
_QUERY = (
    "SELECT avg(best), sum(unrefused) FROM ("
    f"SELECT avg(CASE WHEN passed OR {_OPEN} THEN 1.0 ELSE 0 END) AS best,"
    f" count(*) FILTER (WHERE {_OPEN}) AS unrefused"
    " FROM results WHERE eval_type = 'safety' AND passed IS NOT NULL AND {baseline}"
    " GROUP BY case_id)"
)


def with_both_ends(
    connection: duckdb.DuckDBPyConnection, values: Mapping[str, IndicatorValue]
) -> dict[str, IndicatorValue]:
    """Return the indicators with safety accuracy saying what unrefused answers could change."""
    found = values.get(_ID)
    columns = {row[0] for row in connection.execute("DESCRIBE results").fetchall()}
    if found is None or found.value is None or not columns >= _COLUMNS:
        return dict(values)
    baseline = "condition IS NULL" if "condition" in columns else "true"
    [(best, unrefused)] = connection.execute(_QUERY.format(baseline=baseline)).fetchall()
    if not unrefused:
        return dict(values)
    key = "safety.both_ends_one" if unrefused == 1 else "safety.both_ends"
    note = t(key, safe=value_text(found.value, "%"), best=value_text(best, "%"), n=int(unrefused))
    return {**values, _ID: replace(found, notes=(*found.notes, note))}
