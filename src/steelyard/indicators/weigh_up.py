"""From what was measured to what is said: interval, score, status, provenance, signature, notes."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import NamedTuple

from steelyard.i18n import pick, t
from steelyard.indicators.dual import Dual
from steelyard.indicators.intervals import Chosen, Estimate, choose_interval
from steelyard.indicators.moments import Counts
from steelyard.indicators.resolve import Resolved
from steelyard.indicators.scores import score_of
from steelyard.indicators.table import Table
from steelyard.indicators.tree import Atom, Call, Node, Quantile, Sum, atoms_of
from steelyard.model import FIELDS, IndicatorStatus, IndicatorValue, Interval, Provenance

_FEW_CASES = 10
_FEW_CLUSTERS = 20


class Measured(NamedTuple):
    """What the queries found for one indicator in one group.

    `bounds` is the interval of a plain quantile; `flags` tells which of the record's remarks hold.
    """

    value: Dual
    counts: Counts
    variance: float | None = None
    bounds: tuple[float, float] | None = None
    atoms: Mapping[Atom, Dual] = {}
    flags: tuple[bool, ...] = ()


class Context(NamedTuple):
    """What holds for all indicators of one computation."""

    table: Table
    provenance: Mapping[str, Provenance]
    confidence: float
    notes: tuple[str, ...] = ()


def weigh_up(resolved: Resolved, measured: Measured, context: Context) -> IndicatorValue:
    """Return the indicator's value with everything needed to believe or doubt it."""
    value = measured.value.value
    if not isinstance(value, (int, float)) or not math.isfinite(value):
        return _undefined(resolved, measured, context)
    value = float(value)
    chosen = _interval(resolved, measured, value, context.confidence)
    declared = _declared(resolved, context)
    status, notes = _status(resolved, measured, value, declared=declared)
    if chosen.reason:
        notes.append(t(f"indicators.{chosen.reason}"))
    record = resolved.record
    return IndicatorValue(
        id=record.id,
        value=value,
        score=score_of(value, record.score, resolved.params),
        n=measured.counts.cases,
        n_missing=measured.counts.missing,
        interval=chosen.interval,
        status=status,
        provenance="declared" if declared else "measured",
        signature=signature(resolved, measured.counts.cases, chosen.interval),
        notes=(*notes, *context.notes),
    )


def signature(resolved: Resolved, n: int, interval: Interval | None) -> str:
    """Return what is needed to compute the number again: `base.f1@1 mode=answer n=150 ...`."""
    record = resolved.record
    params = [f"{name}={value}" for name, value in resolved.params.items() if value is not None]
    method = "none" if interval is None else interval.method
    return " ".join([f"{record.id}@{record.version}", *params, f"n={n}", f"ci={method}", "seed=0"])


def _undefined(resolved: Resolved, measured: Measured, context: Context) -> IndicatorValue:
    filled = context.table.filled or {}
    empty = [name for name in resolved.required if not filled.get(name)]
    if empty:
        reason = t("indicators.column_empty", names=", ".join(empty))
    else:
        reason = t("indicators.undefined", reason=pick(resolved.record.undefined))
    declared = _declared(resolved, context)
    return IndicatorValue(
        id=resolved.record.id,
        value=None,
        n=measured.counts.cases,
        n_missing=measured.counts.missing,
        status="na",
        provenance="declared" if declared else "measured",
        signature=signature(resolved, measured.counts.cases, None),
        notes=(reason, *context.notes),
    )


def _interval(resolved: Resolved, measured: Measured, value: float, confidence: float) -> Chosen:
    kind, tree, counts = resolved.formula.interval, resolved.tree, measured.counts
    if kind == "none":
        return Chosen(None, "interval_not_given")
    if isinstance(tree, Quantile):
        if measured.bounds is None:
            return Chosen(None, "too_few_for_quantile")
        low, high = measured.bounds
        return Chosen(Interval(low, high, "quantile", confidence))
    if resolved.nested is None and any(isinstance(atom, Quantile) for atom in atoms_of(tree)):
        return Chosen(None, "quantile_inside")
    trials, smallest = _trials(tree, measured)
    estimate = Estimate(value, measured.variance, counts.clusters, counts.rows, trials, smallest)
    return choose_interval(estimate, kind, resolved.record.range, confidence)


def _trials(tree: Node, measured: Measured) -> tuple[float | None, float]:
    """Return the denominator if the tree is a plain share, and the smallest count in the tree."""
    sizes = {
        atom: float(measured.atoms[atom].value or 0)
        for atom in atoms_of(tree)
        if isinstance(atom, Sum) and atom.value is None
    }
    smallest = min(sizes.values(), default=float(measured.counts.clusters))
    if isinstance(tree, Call) and tree.function == "/":
        above, below = tree.args
        if isinstance(above, Sum) and isinstance(below, Sum) and below in sizes:
            same_rows = (above.population, above.where) == (below.population, below.where)
            if same_rows and above.is_share:
                return sizes[below], smallest
    return None, smallest


def _declared(resolved: Resolved, context: Context) -> bool:
    filled = context.table.filled or {}
    return any(
        context.provenance.get(name) == "declared" and filled.get(name)
        for name in (*resolved.required, *resolved.optional)
        if name in FIELDS and FIELDS[name].role == "outcome"
    )


def _status(
    resolved: Resolved, measured: Measured, value: float, *, declared: bool
) -> tuple[IndicatorStatus, list[str]]:
    """Return the gravest status that applies; the notes name every one."""
    counts = measured.counts
    status: IndicatorStatus = "ok"
    notes: list[str] = []
    low, high = resolved.record.range
    if value in (low, high) and (low, high) == (0.0, 1.0):
        status = "boundary"
        notes.append(t("indicators.boundary", value=f"{value:g}"))
    if counts.cases < _FEW_CASES:
        status = "low_n"
        notes.append(t("indicators.low_n", n=counts.cases))
    if counts.clusters != counts.cases and counts.clusters < _FEW_CLUSTERS:
        notes.append(t("indicators.few_clusters", n=counts.clusters))
    for holds, (_, flag) in zip(measured.flags, resolved.flags, strict=False):
        if holds:
            notes.append(pick(flag.note))
            status = flag.status or status
    if declared:
        status = "declared"
        notes.append(t("indicators.declared"))
    return status, notes
