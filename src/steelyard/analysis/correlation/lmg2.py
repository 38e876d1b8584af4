"""`corr.lmg2`: how two measures share what they explain of a third."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from steelyard.analysis.correlation.triples import check_triple
from steelyard.analysis.statistics.register import statistic
from steelyard.i18n import t
from steelyard.model import Example, Port, Words

_ID = "corr.lmg2"


class Shares(NamedTuple):
    """Explained variance and its two shares; all None when the two cannot be told apart."""

    r2: float | None
    share1: float | None
    share2: float | None


def lmg2(r_y1: float, r_y2: float, r12: float) -> Shares:
    """Return R² of two predictors and each one's mean increment over both orders."""
    left = 1 - r12**2
    if left <= 1e-15:
        return Shares(None, None, None)
    r2 = min(1.0, (r_y1**2 + r_y2**2 - 2 * r_y1 * r_y2 * r12) / left)
    return Shares(r2, (r_y1**2 + r2 - r_y2**2) / 2, (r_y2**2 + r2 - r_y1**2) / 2)


def _compute(inputs: Mapping[str, Any], params: Mapping[str, Any]) -> dict[str, Any]:
    found = lmg2(*check_triple(_ID, inputs, ("r_y1", "r_y2", "r12")))
    return {**found._asdict(), "notes": [t("analysis.determined")] if found.r2 is None else []}


statistic(
    _ID,
    (
        Words("Shares of explained variance", "解释方差的分解（LMG）"),
        Words(
            "How much of the variance of a measure two others are associated with, and each one's "
            "share of it.",
            "某度量的方差中与另外两者相关联的部分，以及两者各占多少。",
        ),
    ),
    "R² = (r₁² + r₂² − 2 r₁ r₂ r₁₂) / (1 − r₁₂²); share₁ = (r₁² + R² − r₂²) / 2",
    (
        (
            Port("r_y1", "float", Words("correlation with the first", "与第一个的相关系数")),
            Port("r_y2", "float", Words("correlation with the second", "与第二个的相关系数")),
            Port("r12", "float", Words("between the two", "两者之间的相关系数")),
        ),
        (
            Port("r2", "float", Words("explained variance", "解释方差 R²")),
            Port("share1", "float", Words("share of the first", "第一个的份额")),
            Port("share2", "float", Words("share of the second", "第二个的份额")),
        ),
    ),
    _compute,
    examples=(
        Example(
            {"r_y1": 0.7, "r_y2": 0.5, "r12": 0.4},
            {"r2": 0.5476, "share1": 0.3938, "share2": 0.1538},
        ),
    ),
    references=(
        "R. H. Lindeman, P. F. Merenda, R. Z. Gold, Introduction to Bivariate and "
        "Multivariate Analysis, 1980",
    ),
)
