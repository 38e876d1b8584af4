"""What a scoring would say of an answer, before any agent is called."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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


def can_judge(entry: Chosen, cases: Sequence[Mapping[str, Any]]) -> bool:
    """Return whether a scorer gives a verdict on any of these cases.

    Each is tried with its own expected answer. What a reply may bring as a field of its own, or a
    judge has to be asked for, cannot be missed before there is one.
    """
    reads = {name for name in entry.scorer.reads if name in FIELDS} - _CONTEXT - _OF_REPLY
    brought = any(FIELDS[name].role != "case" for name in reads)
    if not cases or brought or entry.verdict is None or entry.scorer.asks is not None:
        return True
    rows = [{**case, "status": "ok", "output": _answer(case)} for case in cases]
    batch = {name: [row.get(name) for row in rows] for name in entry.scorer.reads}
    columns, _ = run_scorers(batch, [(entry.scorer.algorithm.id, entry.params)])
    return any(passed is not None for passed in columns[entry.scorer.verdict or ""])


def _answer(case: Mapping[str, Any]) -> str:
    """Return an answer to try: the expected one, or any text."""
    expected = case.get("expected_output") or case.get("label") or case.get("references") or "x"
    return str(expected[0] if isinstance(expected, list) else expected)
