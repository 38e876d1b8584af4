"""What a run's manifest keeps about how its answers are judged, and what follows for its plan."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from steelyard.judging.preview import JudgingPreview, judged_by
from steelyard.plan import Plan
from steelyard.scorers import ANSWER_RULES, AUTO, RULES_VERSION

_BY_CLASS = ("base.precision", "base.recall", "base.f1")


def freeze(plan: Plan, preview: JudgingPreview) -> tuple[Plan, dict[str, Any]]:
    """Return the plan, with indicators by class if answers are classes, and what is kept.

    Labels and rules are those of the cases as they were read, so that resuming, re-scoring and
    the workers of a cluster judge alike.
    """
    kept = {"version": RULES_VERSION, "labels": list(preview.labels), "rules": dict(preview.rules)}
    if preview.guess is not None:
        kept["guess"] = preview.guess._asdict()
    return judge_by(plan, kept)


def judge_by(plan: Plan, kept: Mapping[str, Any]) -> tuple[Plan, dict[str, Any]]:
    """Return plan and manifest entry for a run whose cases are known, judged as the plan says."""
    known = {name: kept[name] for name in ("version", "labels", "rules", "guess") if name in kept}
    by = judged_by(plan)
    # What an earlier judging by class had set is not the plan's own wish.
    before = kept.get("params") or {}
    given = {id_: value for id_, value in plan.params.items() if before.get(id_) != value}
    own = _class_params(given, known) if by == AUTO else {}
    found = {"by": by, **known, **({"params": own} if own else {})}
    return plan.model_copy(update={"params": given | own}), found


def _class_params(given: Mapping[str, Any], known: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parameters of indicators by class, when every answer is a class."""
    if set(ANSWER_RULES).intersection(known["rules"]) != {"label"} or "mode" in given:
        return {}
    average = given.get("average", "macro")
    by_class = {"mode": "classification", "average": average}
    return {id_: dict(by_class) for id_ in _BY_CLASS if id_ not in given}
