"""From what was measured to what is said: interval, score, status, provenance, signature, notes."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import NamedTuple

from steelyard.i18n import pick, t
from steelyard.indicators.interval_of import interval_of
from steelyard.indicators.measured import Measured
from steelyard.indicators.resolve import Resolved, unset_params
from steelyard.indicators.scores import score_of
from steelyard.indicators.table import Table
from steelyard.model import FIELDS, IndicatorStatus, IndicatorValue, Interval, Provenance

_FEW_CASES = 10
_FEW_CLUSTERS = 20


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
    chosen = interval_of(resolved, measured, value, context.confidence)
    declared = _declared(resolved, context)
    status, notes = _status(resolved, measured, value, declared=declared)
    if chosen.reason:
        notes.append(t(f"indicators.{chosen.reason}"))
    record = resolved.record
    return IndicatorValue(
        id=record.id,
        value=value,
        score=_score(resolved, measured, value),
        n=measured.counts.cases,
        n_missing=measured.counts.missing,
        interval=chosen.interval,
        status=status,
        provenance="declared" if declared else "measured",
        signature=signature(resolved, measured.counts.cases, chosen.interval),
        notes=(*notes, *context.notes),
    )


def _score(resolved: Resolved, measured: Measured, value: float) -> float | None:
    if resolved.score is None:
        return score_of(value, resolved.formula.score, resolved.params)
    found = None if measured.score is None else measured.score.value
    return min(1.0, max(0.0, found)) if isinstance(found, float) else None


def signature(resolved: Resolved, n: int, interval: Interval | None) -> str:
    """Return what is needed to compute the number again: `base.f1@1 mode=answer n=150 ...`."""
    record = resolved.record
    params = [f"{name}={value}" for name, value in resolved.params.items() if value is not None]
    method = "none" if interval is None else interval.method
    return " ".join([f"{record.id}@{record.version}", *params, f"n={n}", f"ci={method}", "seed=0"])


def _undefined(resolved: Resolved, measured: Measured, context: Context) -> IndicatorValue:
    filled = context.table.filled or {}
    nothing = [group for group in resolved.any_of if not any(map(filled.get, group))]
    empty = [name for name in resolved.required if not filled.get(name)]
    empty = [name for name in empty if not any(name in group for group in nothing)]
    unset = unset_params(resolved)
    if empty or nothing:
        either = t("indicators.or")
        names = ", ".join([*empty, *(either.join(group) for group in nothing)])
        reason = t("indicators.column_empty", names=names)
    elif unset:
        reason = t("indicators.param_unset", names=", ".join(unset))
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
    low, high = resolved.formula.range
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
