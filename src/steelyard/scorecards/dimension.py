"""`agg.dimension`: one score from the scores of a dimension's indicators."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.i18n.numbers import share_text
from steelyard.model import ALGORITHMS, Algorithm, Example, Param, Port, Words
from steelyard.scorecards.checks import check_scores, check_weights
from steelyard.scorecards.means import weighted_mean

_ID = "agg.dimension"
LOW_COVERAGE = 0.5


def _compute(inputs: Mapping[str, Any], params: Mapping[str, Any]) -> dict[str, Any]:
    if not isinstance(inputs["scores"], Mapping):
        raise InputError(t("scorecards.not_object", id=_ID, name="scores"))
    scores = check_scores(_ID, inputs["scores"])
    if not scores:
        return {"score": None, "coverage": 0.0, "lo": 0.0, "hi": 1.0, "notes": []}
    weights = check_weights(_ID, params["weights"], scores)
    mean = weighted_mean(scores, weights, missing=params["missing"], kind=params["aggregation"])
    notes = []
    if mean.coverage < LOW_COVERAGE:
        notes.append(t("scorecards.low_coverage", share=share_text(mean.coverage)))
    score, coverage, low, high = mean
    return {"score": score, "coverage": coverage, "lo": low, "hi": high, "notes": notes}


ALGORITHMS.add(
    _ID,
    Algorithm(
        id=_ID,
        version=1,
        kind="aggregation",
        title=Words("Dimension score", "维度得分"),
        meaning=Words(
            "Weighted mean of the scores that are there, with the share of weight they carry and "
            "the range the missing ones leave open.",
            "对已有得分加权平均，并给出其权重占比及缺失项可能造成的得分范围。",
        ),
        formula="Σ w·s / Σ w over present scores",
        inputs=(Port("scores", "json", Words("score or null by name", "各项得分，可为空")),),
        outputs=(
            Port("score", "float", Words("the mean", "得分")),
            Port("coverage", "float", Words("share of weight present", "权重覆盖率")),
            Port("lo", "float", Words("if all missing were 0", "缺失项全为 0 时的得分")),
            Port("hi", "float", Words("if all missing were 1", "缺失项全为 1 时的得分")),
        ),
        compute=_compute,
        params=(
            Param(
                "weights",
                "json",
                None,
                Words("weight by name; equal if not set", "各项权重，默认相等"),
            ),
            Param(
                "missing",
                "text",
                "renormalise",
                Words("what an undefined score does", "缺失得分的处理方式"),
                choices=("renormalise", "zero", "na"),
            ),
            Param(
                "aggregation",
                "text",
                "arithmetic",
                Words("kind of mean", "平均方式"),
                choices=("arithmetic", "geometric"),
            ),
        ),
        examples=(
            Example(
                {"scores": {"a": 0.7143, "b": 0.5, "c": 0.75, "d": 0.6667}},
                {"score": 0.65775, "coverage": 1.0},
            ),
            Example(
                {"scores": {"a": 0.8, "b": None}},
                {"score": 0.8, "coverage": 0.5, "lo": 0.4, "hi": 0.9},
            ),
        ),
    ),
)
