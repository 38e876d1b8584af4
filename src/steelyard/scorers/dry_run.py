"""What a scoring would say of an answer, before any agent is called."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from steelyard.model import FIELDS
from steelyard.scorers.chosen import Chosen
from steelyard.scorers.run import run_scorers
from steelyard.scorers.scoring import Scoring
from steelyard.scorers.verdict import Decision

# Read by scorers, but nothing an answer could be compared with.
_CONTEXT = frozenset(
    ("case_id", "input", "eval_type", "domain", "scene", "scene_type", "difficulty", "cluster_id")
)
_OF_REPLY = frozenset(("output", "pred_label", "trajectory", "latency_s", "cost", "passed"))


def judge_case(scoring: Scoring, case: Mapping[str, Any], answer: str | None) -> Decision:
    """Return the verdict that an answer to a case would get."""
    row: dict[str, Any] = {**dict.fromkeys(FIELDS), "declared_passed": case.get("passed"), **case}
    row |= {"row": 0, "status": "ok", "output": answer}
    made = scoring.fresh().enrich({name: [value] for name, value in row.items()})
    return Decision(made["passed"][0], made["verdict_by"][0], made["verdict_evidence"][0])


def can_judge(entry: Chosen, fields: set[str]) -> bool:
    """Return whether data with these fields have what a scorer compares answers with.

    A scorer that gives a verdict on a bare answer needs nothing of the case.
    """
    reads = {name for name in entry.scorer.reads if name in FIELDS} - _CONTEXT - _OF_REPLY
    # What a reply may bring as fields of its own cannot be missed before there is one.
    brought = any(FIELDS[name].role != "case" for name in reads)
    if not reads or reads & fields or brought or entry.verdict is None:
        return True
    if entry.scorer.asks is not None:
        return True
    batch = {name: [None] for name in entry.scorer.reads} | {"input": ["?"], "output": ["x"]}
    columns, _ = run_scorers(batch, [(entry.scorer.algorithm.id, entry.params)])
    return columns[entry.scorer.verdict or ""][0] is not None
