"""`corr.kendall`: of how many pairs of cases do two measures give the same order?"""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING

from steelyard.analysis.correlation.inversions import inversions
from steelyard.analysis.correlation.pairs import PORTS, RankCorrelation, correlate
from steelyard.analysis.statistics.register import CONFIDENCE, statistic
from steelyard.model import Example, Words

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from steelyard.analysis.correlation.columns import Numbers


def kendall(x: Numbers, y: Numbers) -> float | None:
    """Return Kendall's τ-b; None when one side does not vary."""
    import numpy as np

    if len(x) < 2:
        return None
    _, a, a_ties = np.unique(np.asarray(x), return_inverse=True, return_counts=True)
    _, b, b_ties = np.unique(np.asarray(y), return_inverse=True, return_counts=True)
    order = np.lexsort((b, a))
    both = np.unique(a * len(b_ties) + b, return_counts=True)[1]
    pairs = len(x) * (len(x) - 1) // 2
    tied_a, tied_b, tied = (_pairs_of(counts) for counts in (a_ties, b_ties, both))
    scale = math.sqrt(pairs - tied_a) * math.sqrt(pairs - tied_b)
    if scale == 0:
        return None
    difference = pairs - tied_a - tied_b + tied - 2 * inversions(b[order])
    value = difference / scale
    return math.copysign(1.0, value) if abs(value) > 1 - 1e-12 else value


def _pairs_of(counts: npt.NDArray[np.int64]) -> int:
    return int((counts * (counts - 1) // 2).sum())


def kendall_error(value: float, n: int) -> float:
    """Return the standard error on Fisher's scale."""
    return math.sqrt(0.437 / (n - 4))


statistic(
    "corr.kendall",
    (
        Words("Kendall correlation", "Kendall 秩相关"),
        Words(
            "How many more pairs of cases two measures put in the same order than in the opposite.",
            "两种度量对用例两两排序时，一致多于相反的程度。",
        ),
    ),
    "τ-b = (C − D) / √((n₀ − n₁)(n₀ − n₂)); interval tanh(atanh τ ± z √(0.437 / (n − 4)))",
    PORTS,
    partial(correlate, "corr.kendall", RankCorrelation(kendall, kendall_error)),
    params=(CONFIDENCE,),
    examples=(
        Example(
            {
                "x": [1.2, 2, 2.9, 3.1, 4.8, 5.2, 6.6, 7.1, 8.4, 9.9],
                "y": [0.9, 0.95, 0.85, 0.8, 0.88, 0.7, 0.72, 0.65, 0.66, 0.5],
            },
            {"value": -0.7778, "lo": -0.9168, "hi": -0.4705},
        ),
    ),
    references=("M. G. Kendall, The treatment of ties in ranking problems, Biometrika 33, 1945",),
)
