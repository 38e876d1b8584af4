"""`stat.ppi_mean`: a mean over many judged items, corrected by the few that people labelled."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from statistics import NormalDist, fmean, variance
from typing import Any, NamedTuple

from steelyard.analysis.statistics.proportions import BOUNDS
from steelyard.analysis.statistics.register import (
    CONFIDENCE,
    check_confidence,
    check_numbers,
    statistic,
)
from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.model import Example, Port, Words

_ID = "stat.ppi_mean"
ENOUGH_LABELS = 50


class Corrected(NamedTuple):
    """A corrected mean with its standard error; None with fewer than two of either."""

    value: float
    se: float | None


def ppi_mean(
    judge_unlabelled: Sequence[float], human: Sequence[float], judge_labelled: Sequence[float]
) -> Corrected:
    """Return the judge's mean plus what people found it to be off by."""
    off = [person - judge for person, judge in zip(human, judge_labelled, strict=True)]
    value = fmean(judge_unlabelled) + fmean(off)
    if min(len(off), len(judge_unlabelled)) < 2:
        return Corrected(value, None)
    spread = variance(judge_unlabelled) / len(judge_unlabelled) + variance(off) / len(off)
    return Corrected(value, math.sqrt(spread))


def _compute(inputs: Mapping[str, Any], params: Mapping[str, Any]) -> dict[str, Any]:
    names = ("judge_unlabelled", "human", "judge_labelled")
    unlabelled, human, labelled = (check_numbers(_ID, name, inputs[name]) for name in names)
    if len(human) != len(labelled):
        raise InputError(t("agreement.labelled", id=_ID, human=len(human), judge=len(labelled)))
    confidence = check_confidence(_ID, params)
    notes = []
    if len(human) < ENOUGH_LABELS:
        notes.append(t("agreement.few_labels", n=len(human), enough=ENOUGH_LABELS))
    if not unlabelled or not human:
        return {"value": None, "lo": None, "hi": None, "se": None, "notes": notes}
    value, se = ppi_mean(unlabelled, human, labelled)
    reach = None if se is None else NormalDist().inv_cdf((1 + confidence) / 2) * se
    low = None if reach is None else value - reach
    high = None if reach is None else value + reach
    return {"value": value, "lo": low, "hi": high, "se": se, "notes": notes}


statistic(
    _ID,
    (
        Words("Prediction-powered mean", "预测增强均值"),
        Words(
            "The mean of a judge's scores, corrected by its error on the items people labelled; "
            "honest also when the judge is biased.",
            "以人工标注部分测得的偏差修正评审打分的均值；评审有偏时依然可信。",
        ),
    ),
    "mean(judge on unlabelled) + mean(human − judge on labelled); "
    "se = √(var_judge/N + var_difference/n)",
    (
        (
            Port(
                "judge_unlabelled",
                "list",
                Words("the judge's scores where people gave none", "未经人工标注部分的评审得分"),
            ),
            Port("human", "list", Words("people's scores", "人工得分")),
            Port(
                "judge_labelled",
                "list",
                Words("the judge's scores of the same items", "同一批对象的评审得分"),
            ),
        ),
        (
            Port("value", "float", Words("corrected mean", "修正后的均值")),
            *BOUNDS,
            Port("se", "float", Words("standard error", "标准误")),
        ),
    ),
    _compute,
    params=(CONFIDENCE,),
    examples=(
        Example(
            {
                "judge_unlabelled": [1] * 84 + [0] * 16,
                "human": [1] * 14 + [0] * 6,
                "judge_labelled": [1] * 17 + [0] * 3,
            },
            {"value": 0.69, "lo": 0.5140, "hi": 0.8660},
            note=".84 + (.70 − .85)",
        ),
    ),
    references=("Angelopoulos et al., Prediction-powered inference, Science 2023",),
)
