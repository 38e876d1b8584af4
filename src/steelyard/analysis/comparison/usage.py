"""What the answers cost: latency, money, tokens on the same cases; errors and timeouts beside."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

from steelyard.analysis.comparison.cases import case_means
from steelyard.analysis.comparison.content import Trouble, Usage
from steelyard.analysis.comparison.hodges_lehmann import hodges_lehmann
from steelyard.analysis.comparison.indicators import measure, notes_on
from steelyard.analysis.comparison.tables import fetch
from steelyard.analysis.comparison.verdicts import verdict_of
from steelyard.i18n import t

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

    from steelyard.analysis.comparison.tables import Tables

UNITS = {
    "latency_s": "s",
    "first_token_s": "s",
    "cost": "cost",
    "input_tokens": "tokens",
    "output_tokens": "tokens",
    "attempts": "attempts",
}
_MOST = 100_000  # units the typical ratio is read from; of more, a fixed sample


def usage_changes(
    tables: Tables, *, confidence: float = 0.95, alpha: float = 0.05
) -> tuple[Usage, ...]:
    """Return the change of everything both runs report of what they spent."""
    found = (_usage(tables, name, confidence, alpha) for name in UNITS)
    return tuple(one for one in found if one is not None)


def trouble(con: DuckDBPyConnection) -> Trouble:
    """Return how often asking went wrong in the rows of `results`."""
    [row] = con.execute(
        "SELECT count(*), count(*) FILTER (WHERE status = 'error'),"
        " count(*) FILTER (WHERE status = 'timeout' OR timed_out),"
        " coalesce(sum(greatest(attempts - 1, 0)), 0) FROM results"
    ).fetchall()
    return Trouble(*map(int, row))


def _usage(tables: Tables, name: str, confidence: float, alpha: float) -> Usage | None:
    means = case_means(tables, name).get(None)
    if means is None:
        return None
    found = measure(means.base, means.new, means.pulls, share=False, confidence=confidence)
    totals = (None, None) if UNITS[name] == "s" else _totals(tables, name)
    apart = found.apart
    less = means.new.value - means.base.value
    plain = Usage(
        id=name,
        unit=UNITS[name],
        n=means.n,
        base=means.base.value,
        new=means.new.value,
        base_total=totals[0],
        new_total=totals[1],
        value=less,
        verdict="same" if found.same else "untested",
        notes=notes_on(found),
    )
    if apart is not None:
        verdict = verdict_of(less, apart.p, "down", alpha)
        plain = replace(plain, ci_low=apart.low, ci_high=apart.high, p=apart.p, verdict=verdict)
    return _with_ratio(tables, plain, confidence) if tables.pairing.paired else plain


def _totals(tables: Tables, name: str) -> tuple[float | None, float | None]:
    if tables.pairing.paired:
        query = (
            f"SELECT sum(base_total_{name}), sum(new_total_{name}) FROM pairs"
            f" WHERE base_{name} IS NOT NULL AND new_{name} IS NOT NULL"
        )
    else:
        query = (
            f"SELECT (SELECT sum(total_{name}) FROM base_cases),"
            f" (SELECT sum(total_{name}) FROM new_cases)"
        )
    [(base, new)] = tables.con.execute(query).fetchall()
    return base, new


def _with_ratio(tables: Tables, plain: Usage, confidence: float) -> Usage:
    """Return the change with the typical ratio, when no value is 0."""
    base, new = f"base_{plain.id}", f"new_{plain.id}"
    known = f"{base} IS NOT NULL AND {new} IS NOT NULL"
    [(zeros, clusters)] = tables.con.execute(
        f"SELECT count(*) FILTER (WHERE {base} <= 0 OR {new} <= 0), count(DISTINCT cluster)"
        f" FROM pairs WHERE {known}"
    ).fetchall()
    if zeros:
        return plain
    every = -(-int(clusters) // _MOST)
    logs = fetch(
        tables.con,
        f"SELECT avg(ln({new}) - ln({base})) AS x FROM pairs"
        f" WHERE {known} AND cluster % {every} = 0 GROUP BY cluster",
    )["x"]
    middle = hodges_lehmann(logs, confidence)
    if middle is None:
        return plain
    value, low, high = map(math.exp, middle)
    notes = (
        plain.notes if every == 1 else (*plain.notes, t("comparison.ratio_sampled", n=len(logs)))
    )
    verdict = plain.verdict
    if verdict == "untested" and (low > 1 or high < 1):  # every case changed alike
        verdict = "better" if high < 1 else "worse"
    return replace(plain, ratio=value, ratio_low=low, ratio_high=high, verdict=verdict, notes=notes)
