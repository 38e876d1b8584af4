"""The same gates as tests: pytest runs the plans and fails when a gate is not met."""

from collections.abc import Callable

import pytest
from agent import answer

from steelyard import Compared, Run


@pytest.mark.steelyard(plan="plan.yaml", gates=["base.accuracy: value >= 0.8"])
def test_today(steelyard_run: Run) -> None:
    """The plan's gates and this one hold, and every case was asked."""
    assert steelyard_run.indicators["base.accuracy"].n == 93


@pytest.mark.steelyard(plan="plan-next.yaml", baseline="runs/main", fail_on=["flips: broken <= 20"])
def test_next(steelyard_comparison: Compared) -> None:
    """The proposal works out discounts."""
    assert steelyard_comparison.flips.fixed == 11


def test_one_question(steelyard_evaluate: Callable[..., Run]) -> None:
    """An agent and cases written down right here."""
    cases = [{"input": "What do 2 apples cost at 3 each?", "expected_output": "6"}]
    steelyard_evaluate(answer, cases, gates=["base.accuracy: value == 1"])
