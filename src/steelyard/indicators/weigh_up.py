"""From what was measured to what is said: interval, score, status, provenance, signature, notes."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import NamedTuple

from steelyard.i18n import pick, t
from steelyard.i18n.numbers import share_text
from steelyard.indicators.interval_of import estimate_of, interval_of
from steelyard.indicators.intervals import SKEWED, Chosen
from steelyard.indicators.measured import Measured
from steelyard.indicators.quiet import IDLE_NOTE, for_nothing
from steelyard.indicators.resolve import Resolved, unset_params
from steelyard.indicators.scores import score_of
from steelyard.indicators.shapes import effective
from steelyard.indicators.table import Table
from steelyard.model import (
    FIELDS,
    IndicatorStatus,
    IndicatorValue,
    Interval,
    Provenance,
    weakest,
)

_FEW_CASES = 10
_FEW_CLUSTERS = 20
_FEW_EFFECTIVE = 10
_FEW_OF_CLASS = 5
# Portability, load and faults: what an agent claims about them does not count.
_WITHOUT_CLAIMS = (
    "port.",
    "robust.peak_completion",
    "robust.normal_completion",
    "robust.concurrency_stability",
    "robust.env_tolerance",
    "robust.load_",
    "robust.fault_tolerance",
)


class Context(NamedTuple):
    """What holds for all indicators of one computation."""

    table: Table
    provenance: Mapping[str, Provenance]
    confidence: float
    notes: tuple[str, ...] = ()


def weigh_up(
    resolved: Resolved, measured: Measured, context: Context, *, idle: bool = False
) -> IndicatorValue:
    """Return the indicator's value with everything needed to believe or doubt it.

    Args:
        resolved: the indicator.
        measured: what the queries found.
        context: what holds for all indicators.
        idle: whether hardly any task succeeded.
    """
    value = measured.value.value
    claimed = _claimed(resolved, context)
    if not isinstance(value, (int, float)) or not math.isfinite(value):
        return _undefined(resolved, measured, context)
    if claimed and resolved.record.id.startswith(_WITHOUT_CLAIMS):
        reason = t("indicators.claims_not_used", names=", ".join(claimed))
        return _undefined(resolved, measured, context, reason)
    value = float(value)
    chosen = interval_of(resolved, measured, value, context.confidence)
    source = _source(resolved, context)
    status, notes = _status(resolved, measured, value, chosen)
    if source != "measured":
        status = source
        notes.append(t(f"indicators.{source}", names=", ".join(claimed)))
    if chosen.reason:
        notes.append(t(f"indicators.{chosen.reason}", share=share_text(measured.sizes.largest)))
    notes += _doubts(resolved, measured, value, chosen)
    score = _score(resolved, measured, value)
    if score and idle and for_nothing(resolved.formula):  # a score of 0 flatters nobody
        score = None
        notes.append(pick(IDLE_NOTE))
    record = resolved.record
    return IndicatorValue(
        id=record.id,
        value=value,
        score=score,
        n=measured.counts.cases,
        n_missing=measured.counts.missing,
        interval=chosen.interval,
        status=status,
        provenance=source,
        signature=signature(resolved, measured.counts.cases, chosen.interval),
        notes=(*notes, *context.notes),
    )


def _doubts(resolved: Resolved, measured: Measured, value: float, chosen: Chosen) -> list[str]:
    """Return what makes an interval less good than it says."""
    notes = []
    if chosen.interval is not None and chosen.interval.method == "hall":
        shape = effective(resolved.tree, measured.atoms)
        if abs(estimate_of(resolved, shape, measured, value).skew) >= SKEWED:
            notes.append(t("indicators.skewed"))
    rare = [(rows, name) for name, rows in measured.support.items() if rows < _FEW_OF_CLASS]
    if rare:
        rows, name = min(rare)
        notes.append(t("indicators.rare_class", n=f"{rows:g}", name=name))
    return notes


def _score(resolved: Resolved, measured: Measured, value: float) -> float | None:
    flags = zip(measured.flags, resolved.flags, strict=False)
    if any(holds and flag.no_score for holds, (_, flag) in flags):
        return None
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


def _undefined(
    resolved: Resolved, measured: Measured, context: Context, reason: str = ""
) -> IndicatorValue:
    return IndicatorValue(
        id=resolved.record.id,
        value=None,
        n=measured.counts.cases,
        n_missing=measured.counts.missing,
        status="na",
        provenance=_source(resolved, context),
        signature=signature(resolved, measured.counts.cases, None),
        notes=(reason or _reason(resolved, context), *context.notes),
    )


def _reason(resolved: Resolved, context: Context) -> str:
    filled = context.table.filled or {}
    nothing = [group for group in resolved.any_of if not any(map(filled.get, group))]
    empty = [name for name in resolved.required if not filled.get(name)]
    empty = [name for name in empty if not any(name in group for group in nothing)]
    unset = unset_params(resolved)
    if empty or nothing:
        either = t("indicators.or")
        names = ", ".join([*empty, *(either.join(group) for group in nothing)])
        return t("indicators.column_empty", names=names)
    if unset:
        return t("indicators.param_unset", names=", ".join(unset))
    return t("indicators.undefined", reason=pick(resolved.record.undefined))


def _source(resolved: Resolved, context: Context) -> Provenance:
    """Return the weakest source of the columns it uses."""
    # The reply is what is judged, whoever wrote it down: it says nothing about its own worth.
    used = [name for name in _used(resolved, context) if name != "output"]
    return weakest(context.provenance.get(name) for name in used)


def _claimed(resolved: Resolved, context: Context) -> list[str]:
    """Return the columns it uses that rest on claims."""
    used = _used(resolved, context)
    return [name for name in used if context.provenance.get(name) == "claimed"]


def _used(resolved: Resolved, context: Context) -> list[str]:
    """Return the filled columns that have a source: outcomes, and what scorers made of them."""
    filled = context.table.filled or {}
    return [
        name
        for name in (*resolved.required, *resolved.optional)
        if filled.get(name) and (name not in FIELDS or FIELDS[name].role == "outcome")
    ]


def _status(
    resolved: Resolved, measured: Measured, value: float, chosen: Chosen
) -> tuple[IndicatorStatus, list[str]]:
    """Return the gravest status that applies; the notes name every one."""
    counts = measured.counts
    status: IndicatorStatus = "ok"
    notes: list[str] = []
    low, high = resolved.formula.range
    if value in (low, high) and (low, high) == (0.0, 1.0):
        status = "boundary"
        key = "boundary_alone" if chosen.interval is None else "boundary"
        notes.append(t(f"indicators.{key}", value=f"{value:g}"))
    if counts.cases < _FEW_CASES:
        status = "low_n"
        notes.append(t("indicators.low_n", n=counts.cases))
    if counts.clusters != counts.cases and measured.sizes.effective < _FEW_EFFECTIVE:
        status = "low_n"
        sizes = measured.sizes
        facts = {"n": f"{sizes.effective:.1f}", "groups": sizes.clusters}
        notes.append(t("indicators.few_effective", share=share_text(sizes.largest), **facts))
    elif counts.clusters != counts.cases and counts.clusters < _FEW_CLUSTERS:
        notes.append(t("indicators.few_clusters", n=counts.clusters))
    for holds, (_, flag) in zip(measured.flags, resolved.flags, strict=False):
        if holds:
            notes.append(pick(flag.note))
            status = flag.status or status
    return status, notes
