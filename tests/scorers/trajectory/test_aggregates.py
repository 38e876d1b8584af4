"""Recovery, cost and calibration, against implementations of another make."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from steelyard.errors import InputError
from steelyard.model import compute

ROWS = st.lists(
    st.tuples(
        st.one_of(st.floats(0, 1), st.integers(0, 100).map(lambda n: n / 100)), st.booleans()
    ),
    min_size=1,
    max_size=40,
)


@settings(deadline=None)
@given(ROWS, st.integers(1, 100))
def test_ece_agrees_with_bins_written_out(rows, bins):
    """Every bin by comparing each confidence with both of its edges, in numpy."""
    confidence, correct = map(np.array, zip(*rows, strict=True))
    total = 0.0
    for b in range(bins):
        low, high = b / bins, (b + 1) / bins
        inside = (confidence >= low) & ((confidence < high) | (b == bins - 1))
        if inside.any():
            gap = abs(correct[inside].mean() - confidence[inside].mean())
            total += inside.sum() / len(rows) * gap
    inputs = {"confidence": confidence.tolist(), "correct": correct.tolist()}
    found = compute("agent.ece", inputs, {"bins": bins})
    assert found["value"] == pytest.approx(total, abs=1e-12)
    assert found["score"] == pytest.approx(1 - total, abs=1e-12)


@settings(deadline=None)
@given(ROWS)
def test_brier_agrees_with_scikit_learn(rows):
    from sklearn.metrics import brier_score_loss

    confidence, correct = map(list, zip(*rows, strict=True))
    found = compute("agent.brier", {"confidence": confidence, "correct": correct})["value"]
    expected = brier_score_loss([*correct, True, False], [*confidence, 1.0, 0.0])
    assert found == pytest.approx(expected * (len(rows) + 2) / len(rows), abs=1e-12)


def test_the_edges_of_bins_belong_to_the_upper_one():
    inputs = {"confidence": [0.29, 0.2899999], "correct": [1, 0]}
    # Apart, each is its own bin: |1 − 0.29| and |0 − 0.2899999|.
    expected = (0.71 + 0.2899999) / 2
    assert compute("agent.ece", inputs, {"bins": 100})["value"] == pytest.approx(expected)


def test_missing_values_do_not_count():
    inputs = {"confidence": [0.9, None, 0.4], "correct": [1, 1, None]}
    assert compute("agent.brier", inputs)["value"] == pytest.approx(0.01)
    assert compute("agent.ece", {"confidence": [], "correct": []}) == {"value": None, "score": None}
    costs = {"costs": [1, None, 2], "passed": [True, True, None]}
    assert compute("agent.cost_per_success", costs)["value"] == 1.0


@pytest.mark.parametrize(
    ("id_", "inputs", "said"),
    [
        ("agent.ece", {"confidence": [90], "correct": [1]}, "divide percentages"),
        ("agent.ece", {"confidence": [0.9, 1], "correct": [1]}, "2 values"),
        ("agent.brier", {"confidence": ["high"], "correct": [1]}, "value 1 of 'confidence'"),
        ("agent.brier", {"confidence": [0.5], "correct": [0.7]}, "value 1 of 'correct'"),
        ("agent.recovery", {"tool_errors": [1], "passed": ["yes"]}, "value 1 of 'passed'"),
    ],
)
def test_wrong_values_are_named_with_their_place(id_, inputs, said):
    with pytest.raises(InputError, match=said):
        compute(id_, inputs)
