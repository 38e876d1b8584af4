"""Where an outcome field of a reply comes from: an answer to judge, or a claim about the outcome.

A reply has two kinds of outcome fields. *Answers* are what the case asked for: scorers compare them
with the truth, so a wrong one costs the agent. *Claims* say how well things went; nothing checks
them, so they are stored and shown but not used, unless the plan accepts a field by name.
"""

from __future__ import annotations

from steelyard.model.fields import FIELDS

OUTCOMES = frozenset(name for name, field in FIELDS.items() if field.role == "outcome")

ANSWERS = frozenset(
    (
        # The reply itself, with the usage that the provider of the model bills.
        "output",
        "trajectory",
        "messages",
        "input_tokens",
        "output_tokens",
        "cost",
        # Judged against the label, the truth of the case or the verdict.
        "pred_label",
        "abstained",
        "confidence",
        "retrieved",
        # Stages of a mission, judged against what was true and what was required.
        "events_reported",
        "situation_assessed",
        "decision_chosen",
        "actions_performed",
    )
)

NEVER_ACCEPTED: dict[str, str] = {
    **dict.fromkeys(("passed", "score", "foreign_scores"), "verdict"),
    **dict.fromkeys(("latency_s", "first_token_s", "timed_out", "error_kind"), "runner"),
    **dict.fromkeys(
        (
            "abnormal_input",
            "high_concurrency",
            "environment_unstable",
            "phase",
            "fault",
            "perturbation",
            "severity",
            "parent_case_id",
        ),
        "condition",
    ),
    **dict.fromkeys(
        (
            "deployment_attempt",
            "deployment_success",
            "deployment_env",
            "attempt_no",
            "compat_issues",
            "adaptation_cost",
            "configs_covered",
            "configs_required",
            "original_score",
            "transferred_score",
        ),
        "portability",
    ),
}
"""Claims that no plan can accept, each with the reason why not."""

ACCEPTABLE = OUTCOMES - ANSWERS - NEVER_ACCEPTED.keys()
"""Claims that a plan may accept by name."""

DECIDES_SUCCESS = frozenset(
    (
        "completed",
        "objectives",
        "constraints",
        "t_observe",
        "t_decide",
        "t_act",
        "resource_used",
        "state_start",
        "state_end",
    )
)
"""Claims that say whether a case succeeded; under load, faults or elsewhere that is measured."""

NOT_WITNESSED = frozenset(
    name for name, reason in NEVER_ACCEPTED.items() if reason in ("verdict", "runner", "condition")
)
"""Fields that not even a witness measures: scorers and the runner do."""
