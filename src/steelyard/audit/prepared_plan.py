"""A plan with its cases read, ready to be scored without its agent."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from steelyard.bundle import RowMaker
from steelyard.cases import read_cases
from steelyard.errors import RunRefusedError
from steelyard.i18n import t
from steelyard.judging import CaseCensus, freeze, is_documented
from steelyard.model import FIELDS
from steelyard.pipeline import check_plan, with_dataset_head
from steelyard.plan import Plan
from steelyard.scorecards import Weighing
from steelyard.scorers import Scoring
from steelyard.scorers.plain_json import plain
from steelyard.scorers.retrieval import data_defaults

# Outcome columns that say what is asked, not what an agent did.
_ASKED = frozenset(
    (
        *("abnormal_input", "high_concurrency", "environment_unstable", "phase", "fault"),
        *("perturbation", "severity", "parent_case_id", "deployment_env", "collaboration"),
        *("objectives", "constraints", "configs_required"),
    )
)
_DONE = ("achieved", "violated")
_OUTCOMES = tuple(name for name, field in FIELDS.items() if field.role == "outcome")


@dataclass(frozen=True)
class PreparedPlan:
    """What the audit needs of a plan.

    Attributes:
        plan: checked, with indicators by class if answers are classes.
        weighing: its scorecard and indicators.
        cases: without what a recorded agent did.
        fields: known fields the cases fill.
        labels: labels of the data, when they are classes.
        judged_by: what decides, with the number of cases it decides on.
        highest_grade: of the documents in `relevance`; None where there are none.
    """

    plan: Plan
    weighing: Weighing
    cases: list[dict[str, Any]]
    fields: frozenset[str]
    labels: tuple[str, ...]
    judged_by: Mapping[str, int]
    highest_grade: float | None = None

    def scoring(self) -> Scoring:
        """Return the scorers of the plan, with nothing counted."""
        defaults = data_defaults(self.highest_grade, documented=is_documented(self.plan))
        choice, verdict = self.plan.scoring_choice(), self.plan.verdict
        return Scoring(choice, self.fields, verdict, defaults, labels=self.labels)

    def row_maker(self, *, trusted: bool) -> RowMaker:
        """Return what joins cases and replies, as a run would.

        Args:
            trusted: whether what the replies report was witnessed; otherwise only the claims count
                that the plan accepts. A do-nothing agent has no witness.
        """
        if trusted:
            return RowMaker(trusted=dict.fromkeys(_OUTCOMES, "measured"))
        return RowMaker(trusted=dict.fromkeys(self.plan.accept, "claimed"))


def prepare_plan(plan: Plan, base: Path, limit: int | None = None) -> PreparedPlan:
    """Check a plan and read its cases; nothing is sent.

    Raises:
        UserError: the plan or the data is wrong.
    """
    plan, weighing = check_plan(with_dataset_head(plan, base), base)
    census = CaseCensus()
    stream = read_cases(plan.dataset, base=base, seed=plan.run.seed)
    cases = list(islice(census.watch(stream), limit))
    if not cases:
        raise RunRefusedError(t("pipeline.no_cases", path=plan.dataset.path))
    preview = census.preview(plan)
    plan, _ = freeze(plan, preview)
    if "replay" in plan.agent:
        cases = [_without_outcomes(case) for case in cases]
    return PreparedPlan(
        plan=plan,
        weighing=weighing,
        cases=cases,
        fields=frozenset(name for case in cases for name in case),
        labels=preview.labels,
        judged_by=preview.table,
        highest_grade=stream.highest_grade,
    )


def _without_outcomes(case: Mapping[str, Any]) -> dict[str, Any]:
    """Return a recorded case without what the recorded agent did."""
    kept = {
        name: value
        for name, value in case.items()
        if name not in FIELDS or FIELDS[name].role != "outcome" or name in _ASKED
    }
    for name in ("objectives", "constraints"):
        found = plain(kept.get(name))
        if isinstance(found, list):
            kept[name] = [
                {key: value for key, value in one.items() if key not in _DONE} for one in found
            ]
    return kept
