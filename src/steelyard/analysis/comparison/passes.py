"""pass@k and pass^k for every k up to the number of epochs: of one run, and of two compared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from steelyard.analysis.comparison.content import Difference
from steelyard.analysis.comparison.indicators import Both, indicator_differences
from steelyard.indicators import compute_indicators
from steelyard.model import Words

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

    from steelyard.analysis.comparison.tables import Tables
    from steelyard.model import IndicatorValue, Provenance

MOST = 10
_NAMES = {"base.pass_at_k": "pass@{0}", "base.pass_hat_k": "pass^{0}"}
IDS = tuple(_NAMES)


def pass_curve(
    con: DuckDBPyConnection,
    epochs: int,
    *,
    params: Mapping[str, Any] | None = None,
    provenance: Mapping[str, Provenance] | None = None,
    confidence: float = 0.95,
) -> dict[str, IndicatorValue]:
    """Return `pass@1` ... and `pass^1` ... of a run, as far as its epochs go, `MOST` at most.

    Args:
        con: where the table `results` is.
        epochs: repeats of each case; with one there is nothing to show.
        params: as for `compute_indicators`.
        provenance: as for `compute_indicators`.
        confidence: of the intervals, which take the cases (or their clusters) as units.
    """
    found: dict[str, IndicatorValue] = {}
    for k in _range(epochs):
        values = compute_indicators(
            con, IDS, params=_with_k(params, k), provenance=provenance, confidence=confidence
        )
        found |= {_NAMES[id_].format(k): value for id_, value in values.items()}
    return dict(sorted(found.items(), key=lambda item: ("^" in item[0], 0)))


def pass_differences(
    tables: Tables,
    epochs: int,
    *,
    params: Mapping[str, Any],
    provenance: Sequence[Mapping[str, Provenance]],
    confidence: float = 0.95,
) -> list[Difference]:
    """Return the differences of pass@k and pass^k between two runs of as many epochs at least."""
    found = []
    for k in _range(epochs):
        given = _with_k(params, k)
        both = Both(
            *(
                compute_indicators(
                    con, IDS, params=given, provenance=sources, confidence=confidence
                )
                for con, sources in zip((tables.base, tables.new), provenance, strict=True)
            )
        )
        differences = indicator_differences(
            tables, both, IDS, params=given, confidence=confidence, kind="passes"
        )
        for one in differences:
            name = _NAMES[one.id].format(k)
            found.append(replace(one, id=name, name=Words(name, name)))
    return sorted(found, key=lambda one: "^" in one.id)


def _range(epochs: int) -> range:
    return range(1, min(epochs, MOST) + 1) if epochs > 1 else range(0)


def _with_k(params: Mapping[str, Any] | None, k: int) -> dict[str, Any]:
    given = dict(params or {})
    return given | {id_: {**(given.get(id_) or {}), "k": k} for id_ in IDS}
