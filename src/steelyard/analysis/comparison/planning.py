"""How many cases a comparison needs, from what earlier runs say about the spread.

The variance of a difference on one case is ω² + σ_A²/K + σ_B²/K: how much the true difference
varies between cases, and how much the answers of each agent vary on one case, which K epochs
average out. Two pilot runs say all of it; one run says half of it and an assumption about how alike
the two agents will be says the rest; without any run there is an upper bound.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from steelyard.analysis.comparison.content import plain
from steelyard.analysis.comparison.tables import KEY, Tables, fetch, open_tables
from steelyard.analysis.statistics.power import Noise, mde, power_n
from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.indicators import get_indicator

if TYPE_CHECKING:
    from steelyard.bundle import Bundle

SCHEMA = 1
ALIKE = 0.5
"""How alike two agents are taken to be, case by case, when only one has been run."""
EPOCHS = (1, 2, 3, 5, 10)
_NOTHING = 1e-24  # a variance that is only what rounding left of none
SIZES = (50, 100, 200, 500, 1000, 2000, 5000)
Source = Literal["pair", "run", "nothing"]
# Plain means over cases; their repeats tell the spread within a case from that between cases.
COLUMNS = {
    "base.accuracy": "passed",
    "base.completion_rate": "completed",
    "base.latency_mean": "latency_s",
}


@dataclass(frozen=True, slots=True)
class Spread:
    """Where the variance of a difference comes from.

    Attributes:
        source: two runs, one, or none.
        mean: of the base; None without a run.
        omega2: variance of the true difference between cases; with `separated` off, all of it.
        sigma2_a: variance of the first agent's answers to one case.
        sigma2_b: the same of the second.
        separated: whether repeats told the two kinds apart; without, epochs cannot be planned.
        cases: of the pilot.
        epochs: of the pilot.
        design_effect: how much clusters inflate the variance; in `omega2` already.
        alike: correlation assumed between the agents; None when it was measured.
    """

    source: Source
    mean: float | None
    omega2: float
    sigma2_a: float = 0.0
    sigma2_b: float = 0.0
    separated: bool = False
    cases: int = 0
    epochs: int = 1
    design_effect: float = 1.0
    alike: float | None = None

    def noise(self, epochs: int) -> Noise:
        """Return the spread with so many epochs in both runs."""
        return Noise(self.omega2, self.sigma2_a, epochs, self.sigma2_b, epochs)


@dataclass(frozen=True, slots=True)
class Row:
    """With so many epochs: cases needed to see the difference, and what each size can show."""

    epochs: int
    cases: int | None
    seen: dict[int, float]


@dataclass(frozen=True, slots=True)
class PowerPlan:
    """The answer to "how many cases", or "what can so many show".

    Attributes:
        indicator: what is compared.
        see: the difference to be seen; None when `cases` was asked about.
        cases: how many there are; None when `see` was asked about.
        epochs: repeats of each case.
        power: chance to see the difference when it is there.
        alpha: chance to see one that is not.
        spread: what it rests on.
        needed: cases needed.
        smallest: smallest difference that `cases` can show.
        worst: `needed` or `smallest` if the agents were not alike at all; None when measured.
        rows: the same over other numbers of epochs and cases.
        notes: what a reader must know.
    """

    indicator: str
    see: float | None
    cases: int | None
    epochs: int
    power: float
    alpha: float
    spread: Spread
    needed: int | None
    smallest: float | None
    worst: float | None
    rows: tuple[Row, ...]
    notes: tuple[str, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """Return the plan as plain JSON."""
        return {"schema": SCHEMA, "kind": "power", **plain(self)}


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked: a difference to see, or a number of cases; one of the two.

    Attributes:
        see: the difference to be seen.
        cases: how many cases there are.
        indicator: what is compared.
        epochs: repeats of each case.
        power: chance to see the difference when it is there.
        alpha: chance to see one that is not.
        alike: correlation between the agents, for one run alone.
    """

    see: float | None = None
    cases: int | None = None
    indicator: str = "base.accuracy"
    epochs: int = 1
    power: float = 0.8
    alpha: float = 0.05
    alike: float = ALIKE


def plan_comparison(question: Question, *runs: Bundle) -> PowerPlan:
    """Return how many cases are needed, or what so many can show.

    Args:
        question: what is asked.
        *runs: none, one or two runs to learn the spread from.

    Raises:
        InputError: the question makes no sense, or the runs do not say what is needed.
    """
    _check(question, runs)
    spread = _spread(question, runs)
    if spread.omega2 + spread.sigma2_a + spread.sigma2_b <= _NOTHING:
        key = "power.no_spread_pair" if spread.source == "pair" else "power.no_spread"
        message = t(key, indicator=question.indicator)
        raise InputError(message, hint=t("power.no_spread_hint"))
    chances = {"alpha": question.alpha, "power": question.power}

    def needed(noise: Noise) -> int | None:
        return None if question.see is None else power_n(question.see, noise, **chances)

    noise = spread.noise(question.epochs)
    worst = None
    if spread.alike is not None:
        far = _unlike(spread).noise(question.epochs)
        worst = mde(question.cases, far, **chances) if question.cases is not None else needed(far)
    tried = sorted({*EPOCHS, question.epochs}) if spread.separated else [question.epochs]
    sizes = sorted({*SIZES, *([question.cases] if question.cases else [])})
    return PowerPlan(
        indicator=question.indicator,
        see=question.see,
        cases=question.cases,
        epochs=question.epochs,
        power=question.power,
        alpha=question.alpha,
        spread=spread,
        needed=needed(noise),
        smallest=None if question.cases is None else mde(question.cases, noise, **chances),
        worst=worst,
        rows=tuple(
            Row(k, needed(spread.noise(k)), {n: mde(n, spread.noise(k), **chances) for n in sizes})
            for k in tried
        ),
        notes=tuple(_notes(question, spread)),
    )


def _check(question: Question, runs: Sequence[Bundle]) -> None:
    if (question.see is None) == (question.cases is None):
        raise InputError(t("power.one_of"))
    if question.see is not None and not (0 < question.see < math.inf):
        raise InputError(t("power.see", found=question.see))
    for name in ("cases", "epochs"):
        value = getattr(question, name)
        if value is not None and value < 1:
            raise InputError(t("power.least", name=name, found=value))
    if not (0 < question.alpha < 1 and question.alpha / 2 < question.power < 1):
        raise InputError(t("power.chances", alpha=question.alpha, power=question.power))
    if not 0 <= question.alike < 1:
        raise InputError(t("power.alike", found=question.alike))
    record = get_indicator(question.indicator)
    if question.see is not None and question.see >= 1 and record.range == (0.0, 1.0):
        given = {"found": f"{question.see:g}", "points": f"{question.see / 100:g}"}
        raise InputError(t("power.see_share", indicator=question.indicator, **given))
    if len(runs) > 2:
        raise InputError(t("power.runs", found=len(runs)))
    if not runs and record.range != (0.0, 1.0):
        raise InputError(t("power.needs_run", indicator=question.indicator))


def _spread(question: Question, runs: Sequence[Bundle]) -> Spread:
    if not runs:
        # A share has its largest variance at one half.
        return _assumed("nothing", 0.5, 0.25, 0.0, question.alike)
    with ExitStack() as stack:
        both = stack.enter_context(open_tables(runs[0].results_path, runs[-1].results_path))
        if len(runs) == 2 and both.pairing.matched < 2:
            raise InputError(t("power.no_pairs", base=runs[0].path, new=runs[1].path))
        if question.indicator not in COLUMNS:
            params = runs[0].manifest.values["plan"].get("params") or {}
            return _of_pulls(both, question, params, pair=len(runs) == 2)
        column = COLUMNS[question.indicator]
        return _of_pair(both, column) if len(runs) == 2 else _of_one(both, column, question)


def _of_pulls(
    tables: Tables, question: Question, params: Mapping[str, Any], *, pair: bool
) -> Spread:
    """Return the spread of an indicator that is no plain mean over cases, from its pulls."""
    from steelyard.indicators.influence import influence

    sides = [
        influence(con, [question.indicator], params=params) for con in (tables.base, tables.new)
    ]
    if not all(side.ids and side.sizes[0] > 1 for side in sides):
        raise InputError(t("power.no_pulls", indicator=question.indicator))
    pulls = [side.matrix[:, 0] for side in sides]
    size, mean = sides[0].sizes[0], sides[0].values[0]
    own = pulls[1] - pulls[0] if pair else pulls[0]
    # A cluster stands for all its cases: per case the variance is that of the value times n.
    cases = max(size, tables.pairing.matched)
    total = size / (size - 1) * float(own @ own) * cases
    if pair:
        return Spread("pair", mean, total, cases=cases)
    made = _assumed("run", mean, total, 0.0, question.alike)
    return replace(made, cases=cases)


def _assumed(source: Source, mean: float, between: float, within: float, alike: float) -> Spread:
    """Return the spread of a difference when the second agent is like the first, and as alike."""
    omega2 = 2 * between * (1 - alike)
    return Spread(source, mean, omega2, within, within, separated=within > 0, alike=alike)


def _unlike(spread: Spread) -> Spread:
    """Return the same with agents that are not alike at all."""
    assert spread.alike is not None
    return replace(spread, omega2=spread.omega2 / (1 - spread.alike), alike=0.0)


def _of_one(tables: Tables, column: str, question: Question) -> Spread:
    import numpy as np

    found = _by_case(tables, column, "base")
    means = found["mean"]
    if len(means) < 2:
        raise InputError(t("power.no_values", indicator=question.indicator))
    within, repeats = _within(found), float(found["k"].mean())
    effect = _design_effect(means, found["cluster"])
    total = float(np.var(means, ddof=1)) * effect
    between = total if within is None else max(0.0, total - within / repeats)
    made = _assumed("run", float(means.mean()), between, within or 0.0, question.alike)
    return replace(
        made,
        cases=len(means),
        epochs=round(repeats),
        design_effect=effect,
        separated=within is not None,
    )


def _of_pair(tables: Tables, column: str) -> Spread:
    import numpy as np

    sides = [_by_case(tables, column, side) for side in ("base", "new")]
    common, first, second = np.intersect1d(
        sides[0]["key"], sides[1]["key"], assume_unique=True, return_indices=True
    )
    if len(common) < 2:
        raise InputError(t("power.no_common"))
    less = sides[1]["mean"][second] - sides[0]["mean"][first]
    effect = _design_effect(less, sides[0]["cluster"][first])
    total = float(np.var(less, ddof=1)) * effect
    inner = [_within(side) for side in sides]
    repeats = [float(side["k"].mean()) for side in sides]
    known = all(one is not None for one in inner)
    spent = sum((one or 0.0) / k for one, k in zip(inner, repeats, strict=True)) if known else 0.0
    return Spread(
        "pair",
        float(sides[0]["mean"][first].mean()),
        max(0.0, total - spent),
        (inner[0] or 0.0) if known else 0.0,
        (inner[1] or 0.0) if known else 0.0,
        separated=known,
        cases=len(common),
        epochs=round(min(repeats)),
        design_effect=effect,
    )


def _by_case(tables: Tables, column: str, side: str) -> dict[str, Any]:
    """Return mean, variance within and repeats of every baseline case, and its cluster."""
    return fetch(
        tables.con,
        f"SELECT hash({KEY}) AS key, avg(CAST({column} AS DOUBLE)) AS mean,"
        f" var_samp(CAST({column} AS DOUBLE)) AS inner_variance, count({column}) AS k,"
        f" hash(any_value({tables.cluster})) AS cluster FROM {side}_rows"
        f" WHERE condition IS NULL AND {column} IS NOT NULL"
        " AND coalesce(eval_type, 'functional') = 'functional' GROUP BY key ORDER BY key",
    )


def _within(found: dict[str, Any]) -> float | None:
    """Return the mean variance of repeats of a case; None when no case was repeated."""
    import numpy as np

    inner = found["inner_variance"]
    known = np.isfinite(np.asarray(inner, float))
    return float(np.asarray(inner, float)[known].mean()) if known.any() else None


def _design_effect(values: Any, clusters: Any) -> float:
    """Return how much larger the variance of the mean is for the clusters; never below 1."""
    import numpy as np

    centred = values - values.mean()
    plain_square = float(centred @ centred)
    _, place = np.unique(clusters, return_inverse=True)
    sums = np.bincount(place, weights=centred)
    if plain_square <= 0 or len(sums) == len(values) or len(sums) < 2:
        return 1.0
    n, groups = len(values), len(sums)
    inflated = groups / (groups - 1) * float(sums @ sums)
    return max(1.0, inflated / (n / (n - 1) * plain_square))


def _notes(question: Question, spread: Spread) -> list[str]:
    notes = []
    if spread.source == "nothing":
        notes.append(t("power.note_nothing", alike=spread.alike))
    elif spread.source == "run":
        notes.append(t("power.note_run", alike=spread.alike, n=spread.cases))
    elif spread.cases < 30:
        notes.append(t("power.note_small", n=spread.cases))
    if not spread.separated:
        plain_mean = question.indicator in COLUMNS
        notes.append(t("power.note_epochs" if plain_mean else "power.note_no_mean"))
    if spread.design_effect > 1.05:
        notes.append(t("power.note_clusters", effect=f"{spread.design_effect:.2f}"))
    return notes
