"""`difference_tests`: every test of a report that could accuse the agent, corrected as one."""

from __future__ import annotations

from steelyard.analysis.findings.baseline_tests import baseline_tests
from steelyard.analysis.findings.case_outcomes import CaseOutcomes
from steelyard.analysis.findings.condition_tests import condition_tests
from steelyard.analysis.findings.difference_test import DifferenceTest, EffectFloor, corrected
from steelyard.analysis.findings.team_tests import team_tests


def difference_tests(found: CaseOutcomes, floor: EffectFloor) -> tuple[DifferenceTest, ...]:
    """Return all comparisons of a run, whether or not they will be told.

    Leaving one out after a look at its outcome would make the others look surer than they are, so
    what is compared depends on the cases and the plan only.

    Args:
        found: the run.
        floor: the smallest effects that are worth a sentence.
    """
    made = [
        *baseline_tests(found, floor),
        *condition_tests(found, floor),
        *team_tests(found),
    ]
    return corrected(made, floor)
