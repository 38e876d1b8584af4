"""Differences of indicators between two runs over the same cases, or over different ones."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from steelyard.analysis.comparison.apart import (
    Apart,
    Estimate,
    cohen_h,
    independent_means,
    independent_shares,
    paired_means,
    paired_shares,
    percentiles,
)
from steelyard.analysis.comparison.content import Difference
from steelyard.i18n import t
from steelyard.indicators import get_indicator
from steelyard.indicators.intervals import Part
from steelyard.indicators.params import params_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from steelyard.analysis.comparison.tables import Tables
    from steelyard.indicators.influence import Influence
    from steelyard.model import IndicatorValue, Provenance

BUCKETS = 16_384  # clusters told apart; more are thrown together at random
_FEW = 10  # with fewer units a variance estimated from them promises nothing
_SHARES = frozenset({"wilson", "clopper_pearson", "wilson_effective"})
Values = Mapping[str, "IndicatorValue"]


class Both(NamedTuple):
    """The indicators of both runs, as computed."""

    base: Values
    new: Values


def indicator_differences(
    tables: Tables,
    values: Both,
    ids: Iterable[str],
    *,
    params: Mapping[str, Any],
    confidence: float = 0.95,
    kind: Literal["indicator", "passes"] = "indicator",
) -> list[Difference]:
    """Return the difference of every indicator that has a value in one of the runs at least.

    Args:
        tables: both results tables.
        values: the indicators as computed over them.
        ids: which ones.
        params: their parameters.
        confidence: of the intervals.
        kind: what the differences are called.
    """
    known = {id_: [_value(side, id_) is not None for side in values] for id_ in ids}
    wanted = [id_ for id_, there in known.items() if any(there)]
    defined = [id_ for id_ in wanted if all(known[id_])]
    found = _paired_or_not(tables, values, defined, params, confidence)
    return [_difference(id_, values, found.get(id_), params, confidence, kind) for id_ in wanted]


def plain_differences(
    values: Both, ids: Iterable[str], *, params: Mapping[str, Any], confidence: float = 0.95
) -> list[Difference]:
    """Return the differences of indicators of which nothing but the values is known."""
    return [_difference(id_, values, None, params, confidence, "indicator") for id_ in ids]


class Measured(NamedTuple):
    """What the pulls say of one difference."""

    apart: Apart | None
    clusters: int
    same: bool
    effect: float | None
    effect_kind: str | None


def measure(
    base: Estimate,
    new: Estimate,
    pulls: tuple[Any, Any] | None,
    *,
    share: bool,
    confidence: float = 0.95,
) -> Measured:
    """Return the difference of two estimates.

    Args:
        base: the first.
        new: the second.
        pulls: of the same clusters on both, as arrays; None when the runs share no cases.
        share: whether both are shares, from 0 to 1.
        confidence: of the interval.
    """
    if pulls is None:
        apart = (independent_shares if share else independent_means)(base, new, confidence)
        spread = math.sqrt((base.variance * base.clusters + new.variance * new.clusters) / 2)
        clusters, same = min(base.clusters, new.clusters), False
    else:
        clusters = max(base.clusters, new.clusters)
        scale = clusters / (clusters - 1) if clusters > 1 else 1.0
        less = pulls[1] - pulls[0]
        variance = scale * float(less @ less)
        same = new.value == base.value and not bool((abs(less) > 1e-12).any())
        if share:
            covariance = scale * float(pulls[0] @ pulls[1])
            apart = paired_shares(base, new, covariance, confidence)
        else:
            apart = paired_means(base, new, variance, max(base.df, new.df), confidence)
        spread = math.sqrt(variance * clusters)
    if share:
        return Measured(apart, clusters, same, cohen_h(base.value, new.value), "cohen_h")
    if not same and clusters < _FEW:
        apart = None
    effect = (new.value - base.value) / spread if spread > 0 else None
    kind = None if effect is None else "cohen_d" if pulls is None else "cohen_dz"
    return Measured(apart, clusters, same, effect, kind)


def notes_on(measured: Measured | None) -> tuple[str, ...]:
    """Return why a difference has no interval, or that nothing changed."""
    if measured is None:
        return (t("comparison.no_interval"),)
    if measured.same:
        return (t("comparison.no_case_differs"),)
    if measured.apart is None:
        few = measured.clusters < _FEW
        return (t("comparison.too_few" if few else "comparison.no_spread", n=measured.clusters),)
    return ()


def _paired_or_not(
    tables: Tables, values: Both, ids: Sequence[str], params: Mapping[str, Any], confidence: float
) -> dict[str, Measured]:
    from steelyard.indicators.influence import influence

    sides = [influence(con, ids, params=params, most=BUCKETS) for con in (tables.base, tables.new)]
    found = {}
    for id_ in ids:
        if all(id_ in side.ids for side in sides):
            (base, new), pulls = _estimates(id_, sides, single=tables.single)
            share = _is_share(id_, values, params)
            lined = _lined_up(sides, pulls) if tables.pairing.paired else None
            found[id_] = measure(base, new, lined, share=share, confidence=confidence)
    rest = [id_ for id_ in ids if id_ not in found]
    return found | _of_percentiles(tables, values, rest, params, confidence)


def _estimates(
    id_: str, sides: Sequence[Influence], *, single: bool
) -> tuple[list[Estimate], list[NDArray[np.float64]]]:
    estimates, pulls = [], []
    for side in sides:
        at = side.ids.index(id_)
        own, size = side.matrix[:, at], side.sizes[at]
        variance = size / (size - 1) * float(own @ own) if size > 1 else 0.0
        sizes = side.spreads[at]
        estimates.append(Estimate(side.values[at], variance, size, single, sizes))
        pulls.append(own)
    return estimates, pulls


def _lined_up(sides: Sequence[Influence], pulls: Sequence[NDArray[np.float64]]) -> tuple[Any, Any]:
    """Return the pulls of the same clusters in the same order; one that is absent pulls not."""
    import numpy as np

    base, new = sides
    if base.clusters == new.clusters:
        return pulls[0], pulls[1]
    place = {key: at for at, key in enumerate(dict.fromkeys([*base.clusters, *new.clusters]))}
    lined = [np.zeros(len(place)), np.zeros(len(place))]
    for side, own, target in zip(sides, pulls, lined, strict=True):
        target[[place[key] for key in side.clusters]] = own
    return lined[0], lined[1]


def _is_share(id_: str, values: Both, params: Mapping[str, Any]) -> bool:
    """Return whether a score interval fits: what has one by itself, and lies between 0 and 1."""
    record = get_indicator(id_)
    if record.formula_for(params_of(record, params)).range != (0.0, 1.0):
        return False
    intervals = [side[id_].interval for side in values]
    return any(interval is not None and interval.method in _SHARES for interval in intervals)


def _of_percentiles(
    tables: Tables, values: Both, ids: Sequence[str], params: Mapping[str, Any], confidence: float
) -> dict[str, Measured]:
    """Return the differences of those that are plain percentiles with an interval in both runs."""
    from steelyard.indicators.below import below

    wanted = [id_ for id_ in ids if all(_quantile_part(side[id_]) for side in values)]
    if not wanted:
        return {}
    cursors = (tables.base, tables.new)
    sides = [
        below(con, {id_: _value(side, id_) or 0.0 for id_ in wanted}, params=params, most=BUCKETS)
        for con, side in zip(cursors, values, strict=True)
    ]
    paired, found = tables.pairing.paired, {}
    for id_ in wanted:
        before, after = (_quantile_part(side[id_]) for side in values)
        if not before or not after or not all(id_ in side.ids for side in sides):
            continue
        _, pulls = _estimates(id_, sides, single=tables.single)
        correlation = 0.0
        if paired:
            first, second = _lined_up(sides, pulls)
            spread = math.sqrt(float(first @ first) * float(second @ second))
            # As for shares of the same rows: all but certain agreement must leave some room.
            correlation = min(0.99, float(first @ second) / spread) if spread > 0 else 0.0
        method = "paired_quantile" if paired else "independent_quantile"
        apart = percentiles(before, after, correlation, confidence, method)
        clusters = min(side.sizes[side.ids.index(id_)] for side in sides)
        found[id_] = Measured(apart, clusters, False, None, None)
    return found


def _quantile_part(value: IndicatorValue) -> Part | None:
    if value.value is None or value.interval is None or value.interval.method != "quantile":
        return None
    return Part(1.0, value.value, value.interval.low, value.interval.high)


def _difference(
    id_: str,
    values: Both,
    measured: Measured | None,
    params: Mapping[str, Any],
    confidence: float,
    kind: Literal["indicator", "passes"],
) -> Difference:
    record = get_indicator(id_)
    formula = record.formula_for(params_of(record, params))
    base, new = (side.get(id_) for side in values)
    before, after = (None if side is None else side.value for side in (base, new))
    apart = None if measured is None else measured.apart
    less = None if before is None or after is None else after - before
    low, high = (None, None) if apart is None else _inside(apart, formula.range)
    return Difference(
        id=id_,
        name=record.name,
        kind=kind,
        unit=record.unit,
        direction=formula.direction,
        base=before,
        new=after,
        value=less,
        ci_low=low,
        ci_high=high,
        ci_method=None if apart is None else apart.method,
        confidence=confidence,
        p=None if apart is None else apart.p,
        effect=None if measured is None else measured.effect,
        effect_kind=None if measured is None else measured.effect_kind,
        n=min((side.n for side in (base, new) if side is not None), default=0),
        clusters=0 if measured is None else measured.clusters,
        verdict="same" if measured is not None and measured.same else "untested",
        notes=_notes(id_, values, measured, less),
        base_provenance=_source(base),
        new_provenance=_source(new),
    )


def _source(value: IndicatorValue | None) -> Provenance | None:
    return None if value is None or value.value is None else value.provenance


def _inside(apart: Apart, range_: tuple[float | None, float | None]) -> tuple[float, float]:
    """Return the interval, no wider than a difference can be."""
    least, most = range_
    if least is None or most is None:
        return apart.low, apart.high
    return max(apart.low, least - most), min(apart.high, most - least)


def _notes(
    id_: str, values: Both, measured: Measured | None, less: float | None
) -> tuple[str, ...]:
    if less is None:
        side = "base" if _value(values.base, id_) is None else "new"
        value = values.base.get(id_) if side == "base" else values.new.get(id_)
        why = " ".join(value.notes[:1]) if value is not None else ""
        return (t(f"comparison.only_{side}_lacks", why=why).strip(),)
    return notes_on(measured)


def _value(values: Values, id_: str) -> float | None:
    found = values.get(id_)
    return None if found is None else found.value
