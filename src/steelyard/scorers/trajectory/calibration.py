"""`agent.ece` and `agent.brier`: whether stated confidence can be believed."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from typing import Any

from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.model import ALGORITHMS, Algorithm, Example, Param, Port, Words
from steelyard.scorers.trajectory.paired import pairs


def expected_calibration_error(rows: list[tuple[float, int]], bins: int) -> float | None:
    """Return Σ n_b/N · |accuracy_b − confidence_b| over equal bins [lo, hi), 1.0 in the last."""
    if not rows:
        return None
    # Edges are compared, not confidence · bins, which rounds 0.29 · 100 down to 28.
    edges = [edge / bins for edge in range(1, bins)]
    gaps = [0.0] * bins
    for confidence, correct in rows:
        gaps[bisect_right(edges, confidence)] += correct - confidence
    return sum(map(abs, gaps)) / len(rows)


def brier_score(rows: list[tuple[float, int]]) -> float | None:
    """Return the mean of (confidence − correct)²."""
    if not rows:
        return None
    return sum((confidence - correct) ** 2 for confidence, correct in rows) / len(rows)


def _rows(id_: str, inputs: Mapping[str, Any]) -> list[tuple[float, int]]:
    rows = pairs(id_, inputs, "confidence", "correct")
    for confidence, _ in rows:
        if not 0 <= confidence <= 1:
            raise InputError(t("trajectory.confidence", id=id_, found=confidence))
    return rows


def _result(value: float | None) -> dict[str, Any]:
    return {"value": value, "score": None if value is None else 1 - value}


def _ece(inputs: Mapping[str, Any], params: Mapping[str, Any]) -> dict[str, Any]:
    return _result(expected_calibration_error(_rows("agent.ece", inputs), params["bins"]))


def _brier(inputs: Mapping[str, Any], params: Mapping[str, Any]) -> dict[str, Any]:
    return _result(brier_score(_rows("agent.brier", inputs)))


_INPUTS = (
    Port("confidence", "list", Words("stated confidence of each case", "各用例的置信度")),
    Port("correct", "list", Words("whether each case was right", "各用例是否正确")),
)
_OUTPUTS = (
    Port("value", "float", Words("error, lower is better", "误差，越低越好")),
    Port("score", "float", Words("1 − error", "1 − 误差")),
)
_DATA = {"confidence": [0.95, 0.95, 0.95, 0.55], "correct": [1, 1, 0, 1]}

ALGORITHMS.add(
    "agent.ece",
    Algorithm(
        id="agent.ece",
        version=1,
        kind="aggregation",
        title=Words("Expected calibration error", "期望校准误差"),
        meaning=Words(
            "How far stated confidence is from the share that was right, bin by bin.",
            "逐区间比较置信度与实际正确率的平均差距。",
        ),
        formula="Σ_b n_b/N · |acc_b − conf_b|, equal bins [lo, hi), 1.0 in the last",
        inputs=_INPUTS,
        outputs=_OUTPUTS,
        compute=_ece,
        params=(
            Param(
                "bins",
                "int",
                10,
                Words("number of equal bins", "等宽区间数"),
                minimum=1,
                maximum=1000,
            ),
        ),
        examples=(Example(_DATA, {"value": 0.325, "score": 0.675}),),
    ),
)

ALGORITHMS.add(
    "agent.brier",
    Algorithm(
        id="agent.brier",
        version=1,
        kind="aggregation",
        title=Words("Brier score", "Brier 分数"),
        meaning=Words(
            "Mean squared distance between stated confidence and what happened.",
            "置信度与实际结果之差的平方的均值。",
        ),
        formula="mean (confidence − correct)²",
        inputs=_INPUTS,
        outputs=_OUTPUTS,
        compute=_brier,
        examples=(Example(_DATA, {"value": 0.2775, "score": 0.7225}),),
    ),
)
