"""Every two measures: how closely they go together, and how surely."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from steelyard.analysis.correlation.content import Coefficient, Pair
from steelyard.analysis.correlation.kendall import kendall, kendall_error
from steelyard.analysis.correlation.observations import NOWHERE, Observations
from steelyard.analysis.correlation.pairs import interval_of
from steelyard.analysis.correlation.partial import partial_correlation
from steelyard.analysis.correlation.point_biserial import fisher_error, point_biserial
from steelyard.analysis.correlation.spearman import centred_ranks, spearman_error
from steelyard.analysis.correlation.spoken import both
from steelyard.analysis.correlation.structural import structural
from steelyard.analysis.statistics.corrections import benjamini_hochberg

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Numbers = npt.NDArray[np.float64]
    Mask = npt.NDArray[np.bool_]

KENDALL_MOST = 20_000  # cases from which τ is taken; with more it tells nothing more


class Settings(NamedTuple):
    """How the matrix is made.

    Attributes:
        confidence: of intervals, and of the corrected tests.
        control: values to hold fixed; None: nothing.
        control_group: groups inside which to look instead.
        verdict: the column that decides `passed`.
        families: sets of measures that are computed from one another.
        seed: of the cases that τ is taken from.
    """

    confidence: float = 0.95
    control: Numbers | None = None
    control_group: str | None = None
    verdict: str | None = None
    families: tuple[frozenset[str], ...] = ()
    seed: int = 7


def matrix(found: Observations, settings: Settings) -> tuple[Pair, ...]:
    """Return every pair of measures, tested together."""
    if len(found.measures) < 2:
        return ()
    table = _Ranked(found, settings)
    pairs = [table.pair(a, b) for a, b in combinations(range(len(found.measures)), 2)]
    tested = [at for at, pair in enumerate(pairs) if pair.spearman.p is not None]
    adjusted = benjamini_hochberg([pairs[at].spearman.p or 0.0 for at in tested])
    for at, q in zip(tested, adjusted, strict=True):
        sure = q < 1 - settings.confidence
        pairs[at] = replace(pairs[at], q=q, evidence="established" if sure else "not_established")
    return tuple(pairs)


class _Ranked:
    """Ranks of the measures, kept as long as the same cases have both of a pair."""

    def __init__(self, found: Observations, settings: Settings) -> None:
        import numpy as np

        self.found, self.settings = found, settings
        self.known: Mask = ~np.isnan(found.values)
        seen: dict[bytes, int] = {}
        columns = (self.known[:, at].tobytes() for at in range(len(found.measures)))
        self.pattern = [seen.setdefault(column, len(seen)) for column in columns]
        self.ranks: dict[tuple[str, int, int, int], Numbers] = {}
        self.share = found.independent / max(1, len(found.values))
        few = np.random.default_rng(settings.seed).permutation(len(found.values))[:KENDALL_MOST]
        self.few = np.sort(few)

    def pair(self, a: int, b: int) -> Pair:
        """Return how two measures go together."""
        ids = self.found.measures[a].id, self.found.measures[b].id
        mask = self.known[:, a] & self.known[:, b]
        x, y = self.found.values[mask, a], self.found.values[mask, b]
        same = structural(ids, x, y, self.settings.verdict, self.settings.families)
        rho = self.coefficient(self._rho(a, b, mask), len(x), spearman_error)
        if same is None and rho.value is not None:
            rho = replace(rho, p=p_of(rho.value, self._n(len(x))))
        within = self._within("scene", a, b, mask)
        return Pair(
            a=ids[0],
            b=ids[1],
            spearman=rho,
            kendall=self._kendall(a, b),
            point_biserial=self._point_biserial(a, b, x, y),
            partial=self._partial(a, b, mask),
            within=within,
            reverses=_reverses(rho, within),
            structural=same,
        )

    def coefficient(
        self, value: float | None, n: int, error: Callable[[float, int], float], *, used: int = 0
    ) -> Coefficient:
        """Return a correlation with its interval; `used` degrees of freedom are gone."""
        if value is None:
            key = "too_few" if n < 3 else "constant"
            return Coefficient(None, n=n, reason=both(key))
        limits = interval_of(value, self._n(n) - used, error, self.settings.confidence)
        if limits is None:
            return Coefficient(value, n=n, reason=both("no_interval"))
        return Coefficient(value, *limits, n=n)

    def _n(self, n: int) -> int:
        """Return how many of n units count as independent."""
        return n if self.share == 1 else max(1, round(n * self.share))

    def _rank(self, at: int, other: int, mask: Mask, group: str = "") -> Numbers:
        first, second = sorted((self.pattern[at], self.pattern[other]))
        key = (group, at, first, second)
        if key not in self.ranks:
            values = self.found.values[mask, at]
            codes = self.found.groups[group][mask] if group else None
            ranks = centred_ranks(values) if codes is None else ranks_within(values, codes)
            self.ranks[key] = _unit(ranks)
        return self.ranks[key]

    def _rho(self, a: int, b: int, mask: Mask) -> float | None:
        if int(mask.sum()) < 3:
            return None
        return product(self._rank(a, b, mask), self._rank(b, a, mask))

    def _kendall(self, a: int, b: int) -> Coefficient:
        values = self.found.values[self.few]
        mask = self.known[self.few, a] & self.known[self.few, b]
        x, y = values[mask, a], values[mask, b]
        value = kendall(x, y) if len(x) > 2 else None
        return self.coefficient(value, len(x), kendall_error)

    def _point_biserial(self, a: int, b: int, x: Numbers, y: Numbers) -> Coefficient | None:
        kinds = [self.found.measures[at].kind for at in (a, b)]
        if kinds[0] == kinds[1]:
            return None
        flags, values = (x, y) if kinds[0] == "verdict" else (y, x)
        value = point_biserial(flags, values) if len(x) > 2 else None
        return self.coefficient(value, len(x), fisher_error)

    def _partial(self, a: int, b: int, mask: Mask) -> Coefficient | None:
        import numpy as np

        control, group = self.settings.control, self.settings.control_group
        if group is not None:
            return self._within(group, a, b, mask)
        if control is None:
            return None
        mask = mask & ~np.isnan(control)
        columns = (self.found.values[mask, a], self.found.values[mask, b], control[mask])
        if int(mask.sum()) < 4:
            return self.coefficient(None, int(mask.sum()), spearman_error)
        x, y, z = (_unit(centred_ranks(column)) for column in columns)
        among = product(x, y), product(x, z), product(y, z)
        if among[0] is None or among[1] is None or among[2] is None:
            return self.coefficient(None, len(z), spearman_error)
        value = partial_correlation(among[0], among[1], among[2])
        if value is None:
            return Coefficient(None, n=len(z), reason=both("determined"))
        return self.coefficient(value, len(z), spearman_error, used=1)

    def _within(self, group: str, a: int, b: int, mask: Mask) -> Coefficient | None:
        """Return the correlation of ranks taken inside groups, pooled over them."""
        import numpy as np

        codes = self.found.groups.get(group)
        if codes is None:
            return None
        mask = mask & (codes != NOWHERE)
        inside = codes[mask]
        sizes = np.bincount(inside, minlength=1) if len(inside) else np.zeros(1, dtype=np.int64)
        used = int((sizes > 1).sum())
        if used < 2:
            return None
        value = product(self._rank(a, b, mask, group), self._rank(b, a, mask, group))
        return self.coefficient(value, len(inside), spearman_error, used=used - 1)


def p_of(value: float, n: int) -> float | None:
    """Return the two-sided p value of a rank correlation that is 0 in truth; None for n below 3.

    By Student's t; for a perfect order, from the number of orders there are.
    """
    from scipy.special import stdtr

    if n < 3:
        return None
    if abs(value) == 1:
        return min(1.0, 2 / math.factorial(min(n, 100)))
    t = value * math.sqrt((n - 2) / (1 - value**2))
    return float(2 * stdtr(n - 2, -abs(t)))


def product(a: Numbers, b: Numbers) -> float | None:
    """Return the correlation of two unit vectors; None when one is 0."""
    if not a.any() or not b.any():
        return None
    value = float(a @ b)
    return math.copysign(1.0, value) if abs(value) > 1 - 1e-12 else value


def ranks_within(values: Numbers, groups: npt.NDArray[np.int64]) -> Numbers:
    """Return ranks inside groups, centred and scaled so that large groups do not outrank small."""
    import numpy as np

    order = np.lexsort((values, groups))
    found = np.empty(len(values))
    starts = np.flatnonzero(np.r_[True, np.diff(groups[order]) != 0])
    for places in np.split(order, starts[1:]):
        found[places] = centred_ranks(values[places]) / (len(places) + 1)
    return found


def _unit(ranks: Numbers) -> Numbers:
    length = math.sqrt(float(ranks @ ranks))
    return ranks / length if length > 0 else ranks


def _reverses(pooled: Coefficient, within: Coefficient | None) -> bool:
    """Whether both are established and of opposite sign, as in Simpson's paradox."""
    if within is None:
        return False
    signs = [_sign(pooled), _sign(within)]
    return sorted(signs) == [-1, 1]


def _sign(found: Coefficient) -> int:
    if found.ci_low is None or found.ci_high is None:
        return 0
    return 1 if found.ci_low > 0 else -1 if found.ci_high < 0 else 0
