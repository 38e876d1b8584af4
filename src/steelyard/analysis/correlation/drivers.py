"""What goes together with passing, taken apart: never a claim about causes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import NormalDist
from typing import TYPE_CHECKING, NamedTuple

from steelyard.analysis.correlation.columns import standardised
from steelyard.analysis.correlation.content import Driver, Drivers
from steelyard.analysis.correlation.largest import largest_correlation
from steelyard.analysis.correlation.lmg import MOST, lmg, permutation_shares
from steelyard.analysis.correlation.logit import Fit, linear, logit
from steelyard.analysis.correlation.observations import NOWHERE, Observations
from steelyard.analysis.correlation.spoken import both
from steelyard.analysis.generalisation.rate import Rate

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from steelyard.model import Words

    Numbers = npt.NDArray[np.float64]

_TARGETS = ("passed", "score", "completed")
_TWINS = 0.999
_LEVELS = 12  # of a group that still enters
_SQUARABLE = 1e100
_PER_TERM = 5  # observations of the rarer verdict; with fewer, weights mean little
# What enters first when there are too few cases for all.
_FIRST = (
    *("difficulty", "latency_s", "output_chars", "input_chars", "scene", "confidence", "domain"),
    *("output_tokens", "input_tokens", "cost", "attempts"),
)


class Effort(NamedTuple):
    """How much work the intervals of the shares may take."""

    resamples: int = 200
    cases: int = 20_000
    seed: int = 7


@dataclass(frozen=True, slots=True)
class _Block:
    """A predictor: one column, or the levels of a group that enter together."""

    id: str
    name: Words
    columns: Numbers
    levels: int | None = None


def drivers(
    found: Observations, effort: Effort, confidence: float, predictors: Sequence[str] = ()
) -> Drivers | None:
    """Return what is associated with passing; None when there is no verdict or score.

    Args:
        found: the cases.
        effort: of the bootstrap.
        confidence: of the intervals.
        predictors: measures to use; by default the circumstances, with scene and domain.
    """
    target = next((id_ for id_ in _TARGETS if found.place(id_) is not None), None)
    if target is None or found.unit != "case":
        return None
    at = found.place(target)
    assert at is not None
    measure = found.measures[at]
    wanted = [id_ for id_ in predictors if id_ != target]
    blocks = _blocks(found, wanted, target)
    rows = _whole(found, at, blocks)
    blocks, left_out = _kept([_rows_of(block, rows) for block in blocks])
    y = found.values[rows, at]
    blocks, dropped = _affordable(y, blocks, wanted, kind=measure.kind)
    frame = Drivers(
        target=target,
        model="logit" if measure.kind == "verdict" else "linear",
        method="lmg" if len(blocks) <= MOST else "permutation",
        n=len(y),
        r2=None,
        drivers=(),
        left_out=left_out + dropped,
        seed=effort.seed,
        largest=largest_correlation(found, target, effort.seed),
    )
    if not blocks:
        return replace(frame, reason=_too_little(y, dropped, measure.kind))
    clusters = None if found.clusters is None else found.clusters[rows]
    if clusters is not None and len(set(clusters.tolist())) == len(clusters) and _plain(y):
        clusters = None
    return _explained(frame, y, blocks, clusters, effort, confidence)


def _explained(
    frame: Drivers,
    y: Numbers,
    blocks: list[_Block],
    clusters: npt.NDArray[np.int64] | None,
    effort: Effort,
    confidence: float,
) -> Drivers:
    r2, shares = _shares(frame, y, blocks, clusters, effort, confidence)
    weights = _coefficients(frame.model, y, blocks, clusters, confidence)
    made = [
        Driver(block.id, block.name, None if block.levels else weight, share, block.levels)
        for block, share, weight in zip(blocks, shares, weights, strict=True)
    ]
    made.sort(key=lambda driver: -(driver.share.value or 0.0))
    draws = effort.resamples if frame.method == "lmg" else 0
    reason = both("separated") if None in weights else None
    return replace(frame, r2=r2, drivers=tuple(made), bootstrap=draws, reason=reason)


def _blocks(found: Observations, wanted: Sequence[str], target: str) -> list[_Block]:
    import numpy as np

    blocks = []
    for at, measure in enumerate(found.measures):
        asked = measure.id in wanted if wanted else measure.role == "circumstance"
        if asked and measure.id != target:
            blocks.append(_Block(measure.id, measure.name, _squarable(found.values[:, [at]])))
    for name, codes in found.groups.items():
        levels, counts = np.unique(codes[codes != NOWHERE], return_counts=True)
        if 2 <= len(levels) <= _LEVELS and (not wanted or name in wanted):
            # The largest is what the others are told from; NaN where no group is said.
            others = [level for level in levels if level != levels[counts.argmax()]]
            flags = np.column_stack([(codes == level).astype(np.float64) for level in others])
            flags[codes == NOWHERE] = np.nan
            blocks.append(_Block(name, both(f"column_{name}"), flags, len(levels)))
    # What few cases have would leave few cases to look at.
    return [block for block in blocks if np.isnan(block.columns[:, 0]).mean() < 0.2]


def _squarable(column: Numbers) -> Numbers:
    """Return a column in a smaller unit if its squares would be infinite; shares have no unit."""
    import numpy as np

    most = np.nanmax(np.abs(column), initial=0.0)
    return column / most if most > _SQUARABLE else column


def _whole(found: Observations, at: int, blocks: Sequence[_Block]) -> npt.NDArray[np.bool_]:
    import numpy as np

    whole = ~np.isnan(found.values[:, at])
    for block in blocks:
        whole &= ~np.isnan(block.columns).any(axis=1)
    return whole


def _rows_of(block: _Block, rows: npt.NDArray[np.bool_]) -> _Block:
    return _Block(block.id, block.name, block.columns[rows], block.levels)


def _kept(blocks: list[_Block]) -> tuple[list[_Block], tuple[str, ...]]:
    """Leave out what does not vary, and of two that are one, the second."""
    kept: list[_Block] = []
    left_out: list[str] = []
    seen: list[Numbers] = []
    for block in blocks:
        scaled = standardised(block.columns) if len(block.columns) else block.columns
        column = scaled[:, 0] if len(scaled) else scaled.ravel()
        varies = bool(len(scaled)) and bool(scaled.any(axis=0).all())
        twin = block.levels is None and any(abs(float(column @ other)) > _TWINS for other in seen)
        if varies and not twin:
            kept.append(block)
            if block.levels is None:
                seen.append(column)
        else:
            left_out.append(block.id)
    return kept, tuple(left_out)


def _affordable(
    y: Numbers, blocks: list[_Block], wanted: Sequence[str], *, kind: str
) -> tuple[list[_Block], tuple[str, ...]]:
    """Keep as many terms as the cases can bear, in an order fixed beforehand."""
    order = [*wanted, *(() if wanted else _FIRST)]
    terms = _rarer(y, kind) / _PER_TERM
    kept: list[_Block] = []
    dropped: list[str] = []
    ranked = sorted(blocks, key=lambda b: order.index(b.id) if b.id in order else len(order))
    for block in ranked:
        terms -= block.columns.shape[1]
        if terms < 0:
            terms += block.columns.shape[1]
            dropped.append(block.id)
        else:
            kept.append(block)
    return kept, tuple(dropped)


def _rarer(y: Numbers, kind: str) -> float:
    """Return the cases of the rarer outcome; of a number, all; none when all came out the same."""
    if not len(y) or float(y.min()) == float(y.max()):
        return 0.0
    return min(float(y.sum()), len(y) - float(y.sum())) if kind == "verdict" else float(len(y))


def _too_little(y: Numbers, dropped: Sequence[str], kind: str) -> Words:
    if len(y) and float(y.min()) == float(y.max()):
        return both("constant_target")
    if not dropped:
        return both("no_predictors")
    return both("few_for_drivers", n=round(_rarer(y, kind)), needed=_PER_TERM)


def _plain(y: Numbers) -> bool:
    """Whether every case is simply passed or failed, as without epochs."""
    return bool(((y == 0) | (y == 1)).all())


def _shares(
    frame: Drivers,
    y: Numbers,
    blocks: Sequence[_Block],
    clusters: npt.NDArray[np.int64] | None,
    effort: Effort,
    confidence: float,
) -> tuple[float, list[Rate]]:
    import numpy as np

    places, at = [], 0
    for block in blocks:
        places.append(list(range(at, at + block.columns.shape[1])))
        at += block.columns.shape[1]
    table = np.column_stack([*(block.columns for block in blocks), y])
    scaled = standardised(table)
    if frame.method == "permutation":
        r2, lost = permutation_shares(scaled[:, :-1], scaled[:, -1], places, effort.seed)
        return r2, [Rate(value, n=len(y)) for value in lost]
    together = (scaled.T @ scaled)[None]
    whole = lmg(together[:, :-1, :-1], together[:, :-1, -1], places)
    drawn = _resampled(table, clusters, effort)
    shares = lmg(drawn[:, :-1, :-1], drawn[:, :-1, -1], places).shares
    tail = 50 * (1 - confidence)
    low, high = np.percentile(shares, [tail, 100 - tail], axis=0)
    # A resample explains more than the truth by chance; the interval holds the value all the same.
    return float(whole.r2[0]), [
        Rate(value, min(below, value), max(above, value), len(y))
        for value, below, above in zip(
            whole.shares[0].tolist(), low.tolist(), high.tolist(), strict=True
        )
    ]


def _resampled(table: Numbers, clusters: npt.NDArray[np.int64] | None, effort: Effort) -> Numbers:
    """Return the correlations of the columns in resamples of whole clusters."""
    import numpy as np

    chance = np.random.default_rng(effort.seed)
    if len(table) > effort.cases:
        some = np.sort(chance.permutation(len(table))[: effort.cases])
        table, clusters = table[some], None if clusters is None else clusters[some]
    table = table - table.mean(axis=0)
    labels = np.arange(len(table))
    if clusters is not None:
        labels = np.unique(clusters, return_inverse=True)[1].ravel()
    count = int(labels.max()) + 1
    made = np.empty((effort.resamples, table.shape[1], table.shape[1]))
    for draw in range(effort.resamples):
        weights = np.bincount(chance.integers(count, size=count), minlength=count)[labels]
        mean = weights @ table / weights.sum()
        spread = (table * weights[:, None]).T @ table / weights.sum() - np.outer(mean, mean)
        scale = np.sqrt(np.maximum(np.diag(spread), 0.0))
        scale = np.where(scale > 1e-12, scale, np.inf)  # a level that was not drawn explains 0
        made[draw] = spread / np.outer(scale, scale)
        np.fill_diagonal(made[draw], 1.0)
    return made


def _coefficients(
    model: str,
    y: Numbers,
    blocks: Sequence[_Block],
    clusters: npt.NDArray[np.int64] | None,
    confidence: float,
) -> list[Rate | None]:
    """Return what goes with one standard deviation more of each number."""
    import numpy as np

    scaled = [standardised(block.columns) * math.sqrt(len(y)) for block in blocks]
    design = np.column_stack([np.ones(len(y)), *scaled])
    fit: Fit | None
    if model == "logit":
        fit = logit(design, y, clusters)
    else:
        fit = linear(design, (y - y.mean()) / y.std(), clusters)
    z = NormalDist().inv_cdf(0.5 + confidence / 2)
    made: list[Rate | None] = []
    at = 1
    for block in blocks:
        width = block.columns.shape[1]
        if fit is None:
            made.append(None)
        else:
            value, error = float(fit.weights[at]), math.sqrt(max(0.0, fit.covariance[at, at]))
            made.append(Rate(value, value - z * error, value + z * error, len(y)))
        at += width
    return made
