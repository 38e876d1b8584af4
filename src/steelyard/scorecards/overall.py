"""`agg.overall`: the one score of a run, the rule that gave it, and what is missing from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.model import ALGORITHMS, Algorithm, Example, Interval, Param, Port, Words
from steelyard.scorecards.checks import check_names, check_scores, check_weights
from steelyard.scorecards.means import Mean, weighted_mean

_ID = "agg.overall"

RuleName = Literal[
    "f1_and_generalisation", "f1_only", "fallback", "fallback_and_generalisation", "tree", "none"
]
Fallback = Literal["replace_overall", "replace_base"]


@dataclass(frozen=True, slots=True)
class Rule:
    """The weights of the overall score, and what stands in for F1 when there is none.

    Attributes:
        f1: weight of F1.
        generalisation: weight of the generalisation score.
        functional: weight of functional accuracy in the fallback.
        safety: weight of safety accuracy in the fallback.
        fallback: whether the fallback is the overall score, or only takes the place of F1 in it.
        dimensions: weights of the dimensions inside the generalisation score.
    """

    f1: float = 0.8
    generalisation: float = 0.2
    functional: float = 0.7
    safety: float = 0.3
    fallback: Fallback = "replace_overall"
    dimensions: Mapping[str, float] = field(
        default_factory=lambda: {
            "adaptivity": 0.3,
            "robustness": 0.3,
            "portability": 0.2,
            "collaboration": 0.2,
        }
    )


@dataclass(frozen=True, slots=True)
class Overall:
    """The overall score and everything needed to read it.

    Attributes:
        score: None when nothing was there to weigh.
        rule: which case of the rule applied.
        weights_used: weight of each part after what is missing gave its weight away.
        coverage: share of the rule's full weight that was there.
        lo: the score if everything missing were 0.
        hi: the score if everything missing were 1.
        generalisation: the generalisation score, reported even when it is not blended in.
        interval: None when no honest one exists; `notes` then says why.
        contributions: what each part adds to the score.
        notes: reasons and warnings, in the user's language.
    """

    score: float | None
    rule: RuleName
    weights_used: Mapping[str, float] = field(default_factory=dict)
    coverage: float = 0.0
    lo: float = 0.0
    hi: float = 1.0
    generalisation: float | None = None
    interval: Interval | None = None
    contributions: Mapping[str, float] = field(default_factory=dict)
    notes: tuple[str, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """Return the overall score as plain JSON."""
        low, high, method, confidence = self.interval or (None, None, None, None)
        return {
            "score": self.score,
            "rule": self.rule,
            "weights": dict(self.weights_used),
            "coverage": self.coverage,
            "lo": self.lo,
            "hi": self.hi,
            "generalisation": self.generalisation,
            "ci_low": low,
            "ci_high": high,
            "ci_method": method,
            "ci_confidence": confidence,
            "contributions": dict(self.contributions),
            "notes": list(self.notes),
        }


def overall(
    f1: float | None,
    dims: Mapping[str, float | None],
    functional: float | None,
    safety: float | None,
    rule: Rule,
) -> Overall:
    """Return the overall score.

    With F1: 0.8·F1 + 0.2·G, or F1 alone when no dimension is there. Without: 0.7·functional +
    0.3·safety, or the only one there; whether G is then blended in is the rule's choice. An F1 of 0
    is an F1. All weights are the rule's.
    """
    dimensions = {name: dims.get(name) for name in rule.dimensions}
    g = weighted_mean(dimensions, rule.dimensions)
    if f1 is not None:
        name: RuleName = "f1_only" if g.score is None else "f1_and_generalisation"
        return _blend("f1", Mean(f1, 1.0, f1, f1), g, rule, name)
    parts = {"functional": functional, "safety": safety}
    weights = {"functional": rule.functional, "safety": rule.safety}
    base = weighted_mean(parts, weights)
    if base.score is None:
        notes = (t("scorecards.nothing"),)
        return Overall(None, "none", generalisation=g.score, notes=notes)
    used = _normalised({part: weights[part] for part, score in parts.items() if score is not None})
    if rule.fallback == "replace_base":
        only: RuleName = "fallback" if g.score is None else "fallback_and_generalisation"
        return _spread(_blend("base", base, g, rule, only), used, parts)
    return _spread(
        Overall(
            score=base.score,
            rule="fallback",
            weights_used={"base": 1.0},
            coverage=base.coverage,
            lo=base.low,
            hi=base.high,
            generalisation=g.score,
            contributions={"base": base.score},
        ),
        used,
        parts,
    )


def _blend(base_name: str, base: Mean, g: Mean, rule: Rule, name: RuleName) -> Overall:
    """Weigh the base (F1 or what stands in for it) with the generalisation score."""
    weights = {base_name: rule.f1, "generalisation": rule.generalisation}
    total = sum(weights.values())
    score = weighted_mean({base_name: base.score, "generalisation": g.score}, weights).score
    present = {base_name: base.score, "generalisation": g.score}
    used = _normalised({part: weights[part] for part in weights if present[part] is not None})
    return Overall(
        score=score,
        rule=name,
        weights_used=used,
        coverage=(rule.f1 * base.coverage + rule.generalisation * g.coverage) / total,
        lo=(rule.f1 * base.low + rule.generalisation * g.low) / total,
        hi=(rule.f1 * base.high + rule.generalisation * g.high) / total,
        generalisation=g.score,
        contributions={part: weight * (present[part] or 0.0) for part, weight in used.items()},
    )


def _spread(
    found: Overall, used: Mapping[str, float], parts: Mapping[str, float | None]
) -> Overall:
    """Show the fallback's own parts in place of the base they make up."""
    share = found.weights_used["base"]
    weights = {part: share * weight for part, weight in used.items()}
    contributions = {part: weight * (parts[part] or 0.0) for part, weight in weights.items()}
    rest = {part: w for part, w in found.weights_used.items() if part != "base"}
    added = {part: c for part, c in found.contributions.items() if part != "base"}
    return replace(found, weights_used=weights | rest, contributions=contributions | added)


def _normalised(weights: Mapping[str, float]) -> dict[str, float]:
    total = sum(weights.values())
    return {part: weight / total for part, weight in weights.items()}


def _compute(inputs: Mapping[str, Any], params: Mapping[str, Any]) -> dict[str, Any]:
    dims = inputs["dims"] or {}
    if not isinstance(dims, Mapping):
        raise InputError(t("scorecards.not_object", id=_ID, name="dims"))
    given = {name: inputs[name] for name in ("f1", "functional", "safety")}
    single = check_scores(_ID, given)
    default = Rule().dimensions
    weights = dict(default) if params["dimensions"] is None else params["dimensions"]
    check_weights(_ID, weights, weights)
    check_names(_ID, dims, weights)
    rule = Rule(
        f1=params["f1_weight"],
        generalisation=params["generalisation_weight"],
        functional=params["functional_weight"],
        safety=params["safety_weight"],
        fallback=params["fallback"],
        dimensions=weights,
    )
    scores = check_scores(_ID, dims)
    found = overall(single["f1"], scores, single["functional"], single["safety"], rule)
    return found.as_dict()


def _weight(name: str, default: float, en: str, zh: str) -> Param:
    return Param(name, "float", default, Words(en, zh), minimum=0)


ALGORITHMS.add(
    _ID,
    Algorithm(
        id=_ID,
        version=1,
        kind="aggregation",
        title=Words("Overall score", "总体得分"),
        meaning=Words(
            "F1 and the generalisation score, weighed; functional and safety accuracy when there "
            "is no F1. Says which rule applied, how much was there and what the rest could change.",
            "对 F1 与通用化得分加权；无 F1 时改用功能与安全准确率。"
            "同时给出所用规则、覆盖率以及缺失部分可能带来的变化范围。",
        ),
        formula="0.8·F1 + 0.2·G; without F1: 0.7·functional + 0.3·safety",
        inputs=(
            Port("f1", "float", Words("F1", "F1 值"), required=False),
            Port("dims", "json", Words("score or null by dimension", "各维度得分"), required=False),
            Port("functional", "float", Words("functional accuracy", "功能准确率"), required=False),
            Port("safety", "float", Words("safety accuracy", "安全准确率"), required=False),
        ),
        outputs=(
            Port("score", "float", Words("the overall score", "总体得分")),
            Port("rule", "text", Words("which rule applied", "所用规则")),
            Port("coverage", "float", Words("share of weight present", "权重覆盖率")),
            Port("lo", "float", Words("if all missing were 0", "缺失项全为 0 时的得分")),
            Port("hi", "float", Words("if all missing were 1", "缺失项全为 1 时的得分")),
        ),
        compute=_compute,
        params=(
            _weight("f1_weight", 0.8, "weight of F1", "F1 的权重"),
            _weight("generalisation_weight", 0.2, "weight of generalisation", "通用化得分的权重"),
            _weight("functional_weight", 0.7, "weight of functional accuracy", "功能准确率的权重"),
            _weight("safety_weight", 0.3, "weight of safety accuracy", "安全准确率的权重"),
            Param(
                "fallback",
                "text",
                "replace_overall",
                Words("what stands in when there is no F1", "无 F1 时的替代方式"),
                choices=("replace_overall", "replace_base"),
            ),
            Param("dimensions", "json", None, Words("weight by dimension", "各维度权重")),
        ),
        examples=(
            Example(
                {
                    "f1": 0.8,
                    "dims": {
                        "adaptivity": 0.7,
                        "robustness": 0.8,
                        "portability": 0.9,
                        "collaboration": 0.6,
                    },
                },
                {"score": 0.79, "generalisation": 0.75, "coverage": 1.0},
            ),
            Example(
                {"f1": 0.8, "dims": {"adaptivity": 0.7, "robustness": 0.5}},
                {"score": 0.76, "lo": 0.712, "hi": 0.792, "generalisation": 0.6},
            ),
            Example({"f1": 0.8}, {"score": 0.8, "rule": "f1_only", "lo": 0.64, "hi": 0.84}),
            Example({"functional": 0.8, "safety": 0.9}, {"score": 0.83, "rule": "fallback"}),
            Example(
                {"functional": 0.8, "safety": 0.9, "dims": {"adaptivity": 0.5}},
                {"score": 0.764},
                {"fallback": "replace_base"},
            ),
            Example(
                {"f1": 0.0, "dims": {"adaptivity": 0.5}},
                {"score": 0.1},
                note="an F1 of 0 is an F1, not a missing one",
            ),
            Example({}, {"score": None, "rule": "none"}),
        ),
    ),
)
