"""The scorers of a run as its bundle and its plan choose them."""

from __future__ import annotations

from typing import Any

from steelyard import bundle as disk
from steelyard.bundle import Bundle
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
    scoring.overrule({one["row"]: one["passed"] for one in disk.read_overrides(bundle.path)})
    if scoring.asks:
        run_async(judge_run(bundle, plan, scoring, progress))
    return scoring


def is_documented(plan: Plan) -> bool:
    """Whether a plan wants the formulas of the documents."""
    return plan.params.get("mode") == DOCUMENTED or plan.scorers == DOCUMENTED


def scoring_notes(bundle: Bundle, scoring: Scoring) -> list[str]:
    """Return what a reader should know about how the run was scored."""
    highest = bundle.manifest.values["dataset"].get("highest_grade")
    return [*scoring.notes(), *relevance_notes(scoring.describe(), highest)]


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
