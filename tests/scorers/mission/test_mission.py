"""Mission leaves on values worked by hand, and the whole case."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.errors import InputError
from steelyard.model import compute
from steelyard.scorers import run_scorers
from steelyard.scorers.mission.act import common_length
from tests.tries import tries


def value(id_, params=None, **inputs):
    return compute(id_, inputs, params)["value"]


@tries(100, 500)
@given(
    st.lists(st.sampled_from("abcd"), max_size=12), st.lists(st.sampled_from("abcd"), max_size=12)
)
def test_the_common_subsequence_agrees_with_the_table(left, right):
    """The textbook dynamic programme."""
    table = [[0] * (len(right) + 1) for _ in range(len(left) + 1)]
    for i, a in enumerate(left):
        for j, b in enumerate(right):
            table[i + 1][j + 1] = (
                table[i][j] + 1 if a == b else max(table[i][j + 1], table[i + 1][j])
            )
    assert common_length(left, right) == table[-1][-1]


@pytest.mark.parametrize(
    ("t", "expected"), [(0, 1), (30, 1), (31, 29 / 30), (59.9, 0.1 / 30), (60, 0), (99, 0)]
)
def test_timeliness(t, expected):
    assert value("ops.timeliness", t=t, target=30, deadline=60) == pytest.approx(expected)


def test_a_target_at_the_deadline_is_a_step():
    assert value("ops.timeliness", t=60, target=60, deadline=60) == 1
    assert value("ops.timeliness", t=61, target=60, deadline=60) == 0


def test_never_acting_is_zero_but_an_unknown_start_is_unknown():
    batch = {
        "t_observe": [0.0, 5.0, None, 0.0],
        "t_act": [45.0, None, 45.0, 45.0],
        "t_target": [30.0, 30.0, 30.0, None],
        "t_deadline": [60.0, 60.0, 60.0, 60.0],
    }
    columns = run_scorers(batch, [("ops.timeliness", {})]).columns
    assert columns["ops_timeliness"] == [0.5, 0.0, None, None]


@pytest.mark.parametrize(
    ("objectives", "expected"),
    [
        ([{"achieved": 1}, {"achieved": 0}], 0.5),
        ([{"weight": 2, "achieved": 7}, {"weight": 2, "achieved": -1}], 0.5),
        ([{"weight": 1, "achieved": True}], 1.0),
        ([{"weight": 1}, {"weight": 1, "achieved": 0.4}], 0.2),
        ([{"weight": 0, "achieved": 1}], None),
        ([], None),
    ],
)
def test_objectives(objectives, expected):
    assert value("ops.objectives", objectives=objectives) == expected


@pytest.mark.parametrize(
    ("truth", "reported", "expected"),
    [(["a"], [], 0.0), (["a"], ["a", "a"], 1.0), (["a", "b"], ["b", "a"], 1.0), ([], [], None)],
)
def test_observe(truth, reported, expected):
    assert value("ops.observe", truth=truth, reported=reported) == expected


def test_orient_tells_true_from_one():
    truth = {"open": True, "level": 1, "name": "a"}
    assert value("ops.orient", truth=truth, assessed={"open": 1, "level": 1.0, "name": "A"}) == (
        pytest.approx(1 / 3)
    )
    assert value("ops.orient", truth={}, assessed={}) is None


def test_decide_without_a_choice_is_undefined():
    assert value("ops.decide", utilities={"a": 1}, chosen=None) is None
    assert value("ops.decide", utilities={}, chosen="a") is None


@pytest.mark.parametrize(
    ("constraints", "expected", "veto"),
    [
        ([{"violated": True}, {"violated": False}], 0.5, False),
        ([{"severity": 3, "violated": True, "hard": True}, {"violated": False}], 0.25, True),
        ([{"violated": None, "hard": True}], None, False),
        ([], None, False),
    ],
)
def test_compliance(constraints, expected, veto):
    found = compute("ops.compliance", {"constraints": constraints})
    assert found == {"value": expected, "veto": veto}


def test_resource():
    assert value("ops.resource", used=0, budget=0) == 1
    assert value("ops.resource", used=5, budget=0) == 0


def test_weights_are_renormalised_over_what_there_is():
    stages = {"observe": 0.4, "act": 0.9}
    weights = {"stage_weights": {"observe": 1, "act": 3}, "aggregation": "arithmetic"}
    assert value("ops.ooda", weights, stages=stages) == pytest.approx((0.4 + 3 * 0.9) / 4)
    geometric = {"stage_weights": {"observe": 1, "act": 3}}
    assert value("ops.ooda", geometric, stages=stages) == pytest.approx((0.4 * 0.9**3) ** 0.25)
    assert value("ops.ooda", stages={"observe": None}) is None


@given(
    st.dictionaries(
        st.sampled_from(["mission", "ooda", "timeliness", "compliance", "resource"]),
        st.none() | st.floats(0, 1),
    ),
    st.booleans(),
)
def test_effectiveness_lies_between_its_leaves(scores, veto):
    found = value("ops.case_effectiveness", scores=scores, veto=veto)
    present = [score for score in scores.values() if score is not None]
    if veto:
        assert found == 0
    elif not present:
        assert found is None
    else:
        assert min(present) - 1e-12 <= found <= max(present) + 1e-12


def test_adc_is_the_matrix_product():
    import numpy as np

    a, c = [0.9, 0.08, 0.02], [0.85, 0.5, 0]
    d = [[0.92, 0.06, 0.02], [0.10, 0.75, 0.15], [0, 0.2, 0.8]]
    found = compute("ops.adc", {"A": a, "D": d, "C": c})
    assert found["value"] == pytest.approx(float(np.array(a) @ np.array(d) @ np.array(c)))
    assert found["end"] == pytest.approx([0.836, 0.118, 0.046])


@tries(40, 200)
@given(
    st.lists(st.tuples(st.sampled_from("nd"), st.sampled_from("ndf"), st.floats(0, 1)), min_size=1)
)
def test_adc_from_the_same_cases_is_their_mean(rows):
    starts, ends = sorted({r[0] for r in rows}), sorted({r[1] for r in rows})
    a = [sum(r[0] == s for r in rows) / len(rows) for s in starts]
    # What is worth depends on the end state alone here, so C is exact for every start.
    worth = {e: next(r[2] for r in rows if r[1] == e) for e in ends}
    d = [
        [sum(r[0] == s and r[1] == e for r in rows) / sum(r[0] == s for r in rows) for e in ends]
        for s in starts
    ]
    found = compute("ops.adc", {"A": a, "D": d, "C": [worth[e] for e in ends]})
    assert found["value"] == pytest.approx(sum(worth[r[1]] for r in rows) / len(rows))


@pytest.mark.parametrize(
    ("id_", "inputs", "params", "said"),
    [
        ("ops.adc", {"A": [0.9, 0.3], "D": [[1], [1]], "C": [1]}, {}, "at most 1"),
        ("ops.adc", {"A": [1], "D": [[1], [1]], "C": [1]}, {}, "2 rows"),
        ("ops.adc", {"A": [1], "D": [[1, 0]], "C": [1]}, {}, "2 values"),
        ("ops.adc", {"A": [1], "D": ["x"], "C": [1]}, {}, "list of numbers"),
        ("ops.sea", {"cases": []}, {"requirements": {"q": ["=>", 1]}}, "'q' is"),
        ("ops.sea", {"cases": []}, {"requirements": {}}, "at least one field"),
        ("ops.ooda", {"stages": {"obey": 1}}, {}, "no 'obey'"),
        ("ops.ooda", {"stages": {"act": 2}}, {}, "between 0 and 1"),
        ("ops.ooda", {"stages": {}}, {"stage_weights": {"act": -1}}, "at least 0"),
        ("ops.ooda", {"stages": {}}, {"stage_weights": {"obey": 1}}, "no part 'obey'"),
        (
            "ops.case_effectiveness",
            {"scores": {}},
            {
                "weights": dict.fromkeys(
                    ["mission", "ooda", "timeliness", "compliance", "resource"], 0
                )
            },
            "all weights are 0",
        ),
    ],
)
def test_wrong_input_is_named(id_, inputs, params, said):
    with pytest.raises(InputError, match=said):
        compute(id_, inputs, params)


def test_a_hard_violation_vetoes_the_case():
    batch = {
        "objectives": [[{"achieved": 1}], [{"achieved": 1}], None],
        "constraints": [[{"violated": True, "hard": True}], '[{"violated": false}]', None],
    }
    columns = run_scorers(batch, [("ops.mission", {})]).columns
    assert columns["ops_effectiveness"] == [0.0, 1.0, None]
    assert columns["ops_veto"] == [True, False, None]
    assert columns["ops_mission"] == [False, True, None]
    assert columns["ops_objectives"] == [1.0, 1.0, None]


def test_what_the_case_asks_for_and_the_reply_lacks_counts_zero():
    """Objectives and actions were asked for; the reply has only a time and no cost."""
    asked = {
        "objectives": [{"weight": 1}, {"weight": 2}],
        "events_truth": ["fire"],
        "situation_truth": {"wind": "N"},
        "option_utilities": {"A": 1, "B": 0},
        "actions_required": ["A", "B"],
        "t_target": 30,
        "t_deadline": 60,
        "resource_budget": 5,
    }
    replied = {"t_observe": 0, "t_act": 1, "resource_used": 0}
    batch = {name: [cell, cell] for name, cell in (asked | replied).items()}
    columns = run_scorers(batch | {"error_kind": [None, "infra"]}, [("ops.mission", {})]).columns
    lacking = ("objectives", "observe", "orient", "decide", "act", "ooda", "effectiveness")
    for name in lacking:
        assert columns[f"ops_{name}"] == [0.0, None], name
    assert columns["ops_mission"] == [False, None]
    assert columns["ops_timeliness"] == [1.0, None]


def test_what_the_case_does_not_ask_for_is_missing():
    columns = run_scorers({"t_act": [1], "resource_used": [0]}, [("ops.mission", {})]).columns
    assert {columns[name][0] for name in columns} == {None}


def test_sea_counts_only_whole_rows():
    cases = [{"q": 1, "t": 1}, {"q": 1}, {"q": 1, "t": None}, {"q": 0, "t": 1}]
    params = {"requirements": {"q": [">=", 0.8], "t": ["<=", 60]}}
    found = compute("ops.sea", {"cases": cases}, params)
    assert found == {"value": 0.5, "n": 2, "shares": {"q": 0.5, "t": 1.0}}
    assert compute("ops.sea", {"cases": []}, params)["value"] is None
