"""`mcdm.sensitivity`: does the ranking of agents survive other weights, methods and indicators?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.i18n.numbers import share_text, value_text
from steelyard.model import ALGORITHMS, Algorithm, Example, Param, Port, Words
from steelyard.scorecards.aggregation import METHODS
from steelyard.scorecards.draws import Chance, Draws, draw_ranks
from steelyard.scorecards.matrix import MATRIX, WEIGHTS, check_matrix, check_weight_list
from steelyard.scorecards.ranks import rank_agreement, ranks

if TYPE_CHECKING:
    from steelyard.scorecards.aggregation.record import Array, Kernel

STABLE = 0.95
_ID = "mcdm.sensitivity"


class Change(NamedTuple):
    """The ranking after one change to the weight of one indicator (from 1).

    `change` is relative: 0.2 is a fifth more, −1 leaves the indicator out.
    """

    indicator: int
    change: float
    ranks: list[int]
    changed: bool
    leader_changed: bool


class Sensitivity(NamedTuple):
    """How far a ranking depends on its weights, its method and single indicators.

    Attributes:
        ranks: with the weights as given; 1 is the best.
        draws: how often each agent comes first, and its ranks, when the weights are drawn.
        one_at_a_time: the ranking after each weight is lowered and raised.
        leave_one_out: the ranking without each indicator.
        by_method: the ranking by every method.
        agreement: Kendall's τ of the rankings of each two methods; None when one has only ties.
        stable: whether the first agent stays first in at least 95 % of draws of weights and scores;
            None when the errors of the scores are not known, so that it cannot be said.
        notes: the same in words.
    """

    ranks: list[int]
    draws: Draws
    one_at_a_time: list[Change]
    leave_one_out: list[Change]
    by_method: dict[str, list[int]]
    agreement: dict[str, dict[str, float | None]]
    stable: bool | None
    notes: list[str]


def sensitivity(
    matrix: Sequence[Sequence[float]],
    weights: Sequence[float] | None = None,
    *,
    errors: Sequence[Sequence[float]] | None = None,
    method: str = "wam",
    step: float = 0.2,
    chance: Chance | None = None,
) -> Sensitivity:
    """Return how the ranking of agents behaves when its assumptions change.

    Args:
        matrix: scores from 0 to 1, a row per agent.
        weights: one per column; equal if not given.
        errors: standard errors of the scores, of the same shape.
        method: one of `aggregation.METHODS`.
        step: how far each weight is lowered and raised, as a share of itself.
        chance: how the weights are drawn.
    """
    import numpy as np

    if method not in METHODS:
        raise InputError(t("aggregation.method", id=_ID, found=method, allowed=", ".join(METHODS)))
    rows = check_matrix(_ID, matrix, low=0.0, high=1.0)
    x = np.array(rows, dtype=float)
    w = np.array(check_weight_list(_ID, weights, x.shape[1]), dtype=float)
    kernel = METHODS[method]
    drawn = draw_ranks(x, w, kernel, chance or Chance(), _errors(errors, x.shape))
    base = _ranks(kernel, x, w)
    by_method = {name: _ranks(other, x, w) for name, other in METHODS.items()}
    stable = _stable(drawn, errors_known=errors is not None)
    return Sensitivity(
        ranks=base,
        draws=drawn,
        one_at_a_time=_changes(kernel, x, w, base, (-step, step)),
        leave_one_out=_changes(kernel, x, w, base, (-1.0,)),
        by_method=by_method,
        agreement={
            one: {other: rank_agreement(by_method[one], by_method[other]) for other in METHODS}
            for one in METHODS
        },
        stable=stable,
        notes=_notes(drawn, stable=stable),
    )


def _errors(errors: Any, shape: tuple[int, ...]) -> Array | None:
    import numpy as np

    if errors is None:
        return None
    found = np.array(check_matrix(f"{_ID} (errors)", errors, low=0.0), dtype=float)
    if found.shape != shape:
        size, wanted = (" x ".join(map(str, s)) for s in (found.shape, shape))
        raise InputError(t("aggregation.errors_shape", id=_ID, found=size, wanted=wanted))
    return found


def _ranks(kernel: Kernel, x: Array, w: Array) -> list[int]:
    import numpy as np

    return [int(rank) for rank in ranks(np.nan_to_num(kernel.scores(x, w)))]


def _changes(
    kernel: Kernel, x: Array, w: Array, base: list[int], steps: tuple[float, ...]
) -> list[Change]:
    found = []
    for column in range(len(w)):
        for step in steps:
            changed = w.copy()
            changed[column] *= 1 + step
            if changed.sum() <= 0:  # the only indicator that carries weight cannot be left out
                continue
            now = _ranks(kernel, x, changed / changed.sum())
            leader = [rank == 1 for rank in now] != [rank == 1 for rank in base]
            found.append(Change(column + 1, step, now, now != base, leader))
    return found


def _stable(drawn: Draws, *, errors_known: bool) -> bool | None:
    if max(drawn.p_first) < STABLE:
        return False
    return True if errors_known else None


def _notes(drawn: Draws, *, stable: bool | None) -> list[str]:
    share = max(drawn.p_first)
    facts = {
        "agent": drawn.p_first.index(share) + 1,
        "share": value_text(share, "%"),
        "limit": share_text(STABLE),
    }
    if stable is None:
        return [t("aggregation.stable_weights", **facts)]
    return [t("aggregation.stable" if stable else "aggregation.not_stable", **facts)]


def _compute(inputs: Mapping[str, Any], params: Mapping[str, Any]) -> dict[str, Any]:
    found = sensitivity(
        inputs["matrix"],
        inputs["weights"],
        errors=inputs["errors"],
        method=params["method"],
        step=params["step"],
        chance=Chance(params["draws"], params["concentration"], params["seed"]),
    )
    changes = {
        name: [change._asdict() for change in getattr(found, name)]
        for name in ("one_at_a_time", "leave_one_out")
    }
    drawn = found.draws._asdict()
    rest = {name: getattr(found, name) for name in ("ranks", "by_method", "agreement", "stable")}
    return {**rest, **drawn, **changes, "notes": found.notes}


ALGORITHMS.add(
    _ID,
    Algorithm(
        id=_ID,
        version=1,
        kind="aggregation",
        title=Words("Sensitivity of a ranking", "排名敏感性分析"),
        meaning=Words(
            "Whether the ranking of agents holds when weights and scores vary, another method is "
            "used or an indicator is left out.",
            "在权重与得分变动、更换方法或去除某项指标时，排名是否依然成立。",
        ),
        formula="each w ± step; w ~ Dirichlet(c · w), x ~ N(x, error) in [0, 1]: P(rank = 1); "
        "Kendall τ between methods; each indicator left out; stable if P(rank = 1) ≥ 0.95",
        inputs=(
            MATRIX,
            WEIGHTS,
            Port(
                "errors",
                "list",
                Words("standard errors of the scores", "得分的标准误"),
                required=False,
            ),
        ),
        outputs=(
            Port("ranks", "list", Words("ranks as given", "给定条件下的名次")),
            Port("p_first", "list", Words("share of draws in which it is first", "居首的概率")),
            Port("rank_low", "list", Words("best rank of 95 % of draws", "名次区间的上端")),
            Port("rank_high", "list", Words("worst rank of 95 % of draws", "名次区间的下端")),
            Port("one_at_a_time", "list", Words("each weight changed", "逐一变动权重的结果")),
            Port("leave_one_out", "list", Words("each indicator left out", "逐一去除指标的结果")),
            Port("by_method", "json", Words("ranks by method", "各方法的名次")),
            Port("agreement", "json", Words("Kendall τ between methods", "方法间的 Kendall τ")),
            Port("stable", "bool", Words("whether the first rank is earned", "首位是否稳定")),
        ),
        compute=_compute,
        params=(
            Param("method", "text", "wam", Words("method", "方法"), choices=tuple(METHODS)),
            Param(
                "step",
                "float",
                0.2,
                Words("relative change of each weight", "权重的相对变动"),
                minimum=0.0,
                maximum=1.0,
            ),
            Param(
                "draws",
                "int",
                10_000,
                Words("number of draws", "抽样次数"),
                minimum=1,
                maximum=1_000_000,
            ),
            Param(
                "concentration",
                "float",
                100.0,
                Words("how tightly weights are drawn", "权重抽样的集中程度"),
                minimum=0.01,
                maximum=1e9,
            ),
            Param("seed", "int", 7, Words("seed of the draws", "随机种子"), minimum=0),
        ),
        examples=(
            Example(
                {
                    "matrix": [[0.9, 0.8], [0.5, 0.6], [0.2, 0.1]],
                    "weights": [0.6, 0.4],
                    "errors": [[0.01, 0.01], [0.01, 0.01], [0.01, 0.01]],
                },
                {"ranks": [1, 2, 3], "p_first": [1.0, 0.0, 0.0], "stable": True},
            ),
            Example(
                {"matrix": [[0.9, 0.1], [0.1, 0.9]], "weights": [0.5, 0.5]},
                {"ranks": [1, 1], "rank_low": [1, 1], "rank_high": [2, 2], "stable": False},
            ),
        ),
        references=(
            "M. Saisana, A. Saltelli, S. Tarantola, Uncertainty and sensitivity analysis for "
            "composite indicators, JRSS A 168, 2005",
        ),
    ),
)
