"""`corr.spearman`: do two measures rise together, whatever the shape?"""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING

from steelyard.analysis.correlation.pairs import PORTS, RankCorrelation, correlate
from steelyard.analysis.statistics.register import CONFIDENCE, statistic
from steelyard.model import Example, Words

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from steelyard.analysis.correlation.columns import Numbers


def spearman(x: Numbers, y: Numbers) -> float | None:
    """Return Spearman's ρ, ties at their mean rank; None when one side does not vary."""
    if len(x) < 2:
        return None
    a, b = centred_ranks(x), centred_ranks(y)
    size = math.sqrt(float(a @ a)) * math.sqrt(float(b @ b))
    if size == 0:
        return None
    value = float(a @ b) / size
    return math.copysign(1.0, value) if abs(value) > 1 - 1e-12 else value


def centred_ranks(values: Numbers) -> npt.NDArray[np.float64]:
    """Return ranks less their mean; ties have their mean rank."""
    import numpy as np

    _, place, counts = np.unique(np.asarray(values), return_inverse=True, return_counts=True)
    last = counts.cumsum()
    mean_rank = last - (counts - 1) / 2
    found: npt.NDArray[np.float64] = mean_rank[place] - (len(values) + 1) / 2
    return found


def spearman_error(value: float, n: int) -> float:
    """Return the standard error on Fisher's scale."""
    return math.sqrt((1 + value**2 / 2) / (n - 3))


statistic(
    "corr.spearman",
    (
        Words("Spearman correlation", "Spearman 秩相关"),
        Words(
            "Whether two measures of the same cases rise together; only their order counts.",
            "同一批用例的两种度量是否同升同降；只看大小次序。",
        ),
    ),
    "Pearson's r of mean ranks; interval tanh(atanh ρ ± z √((1 + ρ²/2) / (n − 3)))",
    PORTS,
    partial(correlate, "corr.spearman", RankCorrelation(spearman, spearman_error)),
    params=(CONFIDENCE,),
    examples=(
        Example(
            {
                "x": [1.2, 2, 2.9, 3.1, 4.8, 5.2, 6.6, 7.1, 8.4, 9.9],
                "y": [0.9, 0.95, 0.85, 0.8, 0.88, 0.7, 0.72, 0.65, 0.66, 0.5],
            },
            {"value": -0.9273, "lo": -0.9872, "hi": -0.6368, "status": "ok"},
        ),
        Example({"x": [1, 2, 3], "y": [5, 5, 5]}, {"value": None, "status": "na"}),
    ),
    references=(
        "D. G. Bonett, T. A. Wright, Sample size requirements for estimating Pearson, "
        "Kendall and Spearman correlations, Psychometrika 65, 2000",
    ),
)
