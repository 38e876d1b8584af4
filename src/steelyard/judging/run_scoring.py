"""The scorers of a run as its bundle and its plan choose them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from steelyard import bundle as disk
from steelyard.analysis.comparison.key import AUTO, judged_by, judging_of, score_command
from steelyard.bundle import Bundle
from steelyard.i18n import t
from steelyard.judging.rows import judge_run
from steelyard.model import Spread, here
from steelyard.plan import Plan
from steelyard.runner import Progress, run_async
from steelyard.scorers import DOCUMENTED, RULES_VERSION, PairedScoring, RuleCounts, Scoring
from steelyard.scorers.retrieval import data_defaults, nothing_relevant, relevance_notes


def make_scoring(bundle: Bundle, plan: Plan, progress: Progress) -> Scoring:
    """Return the run's scorers, with the answers of the judges they ask."""
    fields = bundle.manifest.values["dataset"]["fields"]
    labels = (bundle.manifest.values.get("verdict_rules") or {}).get("labels", ())
    # Also a bundle that is scored anew has its pairs, whatever the new plan says.
    kind = PairedScoring if bundle.manifest.values.get("conditions") else Scoring
    highest = bundle.manifest.values["dataset"].get("highest_grade")
    defaults = data_defaults(highest, documented=is_documented(plan))
    scoring = kind(plan.scoring_choice(), fields, plan.verdict, defaults, labels=labels)
    verdicts = disk.read_overrides(bundle.path, bundle.manifest.values.get("overrides"))
    scoring.overrule({one["row"]: one["passed"] for one in verdicts})
    if scoring.asks:
        run_async(judge_run(bundle, plan, scoring, progress))
    return scoring


def is_documented(plan: Plan) -> bool:
    """Whether a plan wants the formulas of the documents."""
    return plan.params.get("mode") == DOCUMENTED or plan.scorers == DOCUMENTED


def scoring_notes(
    bundle: Bundle, scoring: Scoring, rules: Mapping[str, Any] | None = None
) -> list[str]:
    """Return what a reader should know about how the run was scored.

    Args:
        bundle: the run.
        scoring: its scorers.
        rules: of a run that is re-scored, its rules of judging now; its manifest has the old ones.
    """
    highest = bundle.manifest.values["dataset"].get("highest_grade")
    changed = _changed_rules(bundle.manifest.values, rules or {})
    return [*changed, *scoring.notes(), *relevance_notes(scoring.describe(), highest)]


def _changed_rules(before: Mapping[str, Any], rules: Mapping[str, Any]) -> list[str]:
    """Say that another version judges by other rules, where the plan left them to the version."""
    left_open = before["plan"].get("scorers") in (None, AUTO)
    after = {"verdict_rules": rules}
    if not left_open or rules.get("by") != AUTO or judging_of(before) == judging_of(after):
        return []
    said = {"before": judged_by(before), "after": judged_by(after)}
    version = before.get("steelyard_version", "–")
    return [t("judged.rules_changed", version=version, command=score_command(before), **said)]


def explain_retrieval(summary: dict[str, Any], bundle: Bundle) -> None:
    """Give indicators of retrieval that are undefined the reason that only the data know."""
    known = bundle.manifest.values
    reason = nothing_relevant(known.get("scorers") or (), known["dataset"].get("highest_grade"))
    for one in (*summary["indicators"], *summary["undefined"]) if reason else ():
        if one["id"].startswith("ir.") and one.get("value") is None:
            one["notes"] = [reason]


def count_rules(bundle: Bundle) -> dict[str, Any]:
    """Return what bundles of earlier versions do not say: which rules their cases call for."""
    with disk.connect(bundle.results_path) as connection:
        rows = connection.execute(
            "SELECT * EXCLUDE (output, passed), declared_passed AS passed"
            " FROM results WHERE condition IS NULL AND epoch = 0"
        )
        names = [column[0] for column in rows.description]
        counts = RuleCounts()
        while batch := rows.fetchmany(1_000):
            for row in batch:
                counts.add(dict(zip(names, row, strict=True)))
    return {"version": RULES_VERSION, "labels": list(counts.labels), "rules": counts.rules}


def spread_of_scoring(scoring: Scoring, spread: Spread) -> Spread:
    """Return where a run is scored: here when judges are asked, else where there is room."""
    # What judges said is looked up question by question in a file of this machine; and the time of
    # such runs goes into asking judges, not into scoring.
    return here if scoring.asks else spread
