"""Generalisation on given inputs: worked values, plain counts, and what is undefined."""

from __future__ import annotations

import math
import random
from statistics import fmean

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.errors import InputError
from steelyard.i18n import using_language
from steelyard.model import compute
from steelyard.scorers.collaboration import parallelism


def test_retention_may_exceed_1_but_its_score_does_not():
    found = compute("port.retention", {"original_score": 0.9, "transferred_score": 0.85})
    assert found["value"] == found["score"] == pytest.approx(0.9444, abs=5e-5)
    found = compute("port.retention", {"original_score": 0.8, "transferred_score": 0.9})
    assert (found["value"], found["score"]) == pytest.approx((1.125, 1.0))


@pytest.mark.parametrize(
    "inputs", [{"original_score": 0, "transferred_score": 1}, {"original_score": 1}]
)
def test_retention_of_nothing_is_undefined(inputs):
    found = compute("port.retention", inputs)
    assert (found["value"], found["score"]) == (None, None)
    assert found["notes"]


@given(
    st.lists(st.sampled_from("abcdef"), max_size=8), st.lists(st.sampled_from("abcdef"), max_size=8)
)
def test_a_checklist_counts_each_item_once(covered, required):
    found = compute("port.checklist_coverage", {"covered": covered, "required": required})
    if not required:
        assert found["value"] is None
        return
    met = [item for item in set(required) if item in covered]
    assert found["value"] == len(met) / len(set(required))
    assert set(found["lacking"]) == set(required) - set(met)


def test_contribution_divides_by_the_weights():
    subtasks = [{"share": 1, "weight": 5}, {"share": 0.5, "weight": 3}, {"share": 0, "weight": 2}]
    found = compute("collab.contribution", {"subtasks": subtasks})
    assert found["value"] == pytest.approx(0.65)
    alone = compute("collab.contribution", {"subtasks": [{"share": 1}]})
    assert (alone["value"], alone["balance"]) == (1.0, 0.0)
    half = compute("collab.contribution", {"subtasks": [{"share": 0.5}, {"share": None}]})
    assert (half["value"], half["balance"], half["n"]) == (0.5, 1.0, 1)
    nothing = compute("collab.contribution", {"subtasks": [{"share": 1, "weight": 0}]})
    assert (nothing["value"], nothing["balance"]) == (None, None)


def test_efficiency_is_continuous_at_no_time_unless_documented():
    def value(seconds, **params):
        inputs = {"task_quality": 0.9, "communication_rounds": 3, "task_time": seconds}
        return compute("collab.efficiency", inputs, params)

    assert value(10)["value"] == pytest.approx(0.0290, abs=5e-5)
    assert value(10)["score"] is None
    assert value(1e-9)["value"] == pytest.approx(value(0)["value"])
    assert value(0, mode="documented")["value"] == 0
    assert value(20, ref_rounds=3, ref_time=10)["score"] == pytest.approx(0.4574, abs=5e-5)
    assert value(5, ref_rounds=3, ref_time=10)["score"] == pytest.approx(0.9)
    assert compute("collab.efficiency", {"task_quality": 0.9})["value"] is None


VERDICT = st.sampled_from([True, False, None])
PAIRS = st.lists(
    st.fixed_dictionaries({"clean": VERDICT, "variants": st.lists(VERDICT, max_size=4)}), max_size=8
)


@given(PAIRS)
def test_perturbation_counted_case_by_case(pairs):
    found = compute("robust.perturb", {"pairs": pairs})
    kept = [
        (pair["clean"], [v for v in pair["variants"] if v is not None])
        for pair in pairs
        if pair["clean"] is not None and any(v is not None for v in pair["variants"])
    ]
    assert (found["n"], found["n_missing"]) == (len(kept), len(pairs) - len(kept))
    names = ("retention", "pdr", "flip_rate", "consistency", "worst_case")
    if not kept:
        assert [found[name] for name in names] == [None] * 5
        return
    clean = fmean(c for c, _ in kept)
    worst = fmean(c and all(v) for c, v in kept)
    assert found["worst_case"] == pytest.approx(worst)
    assert found["consistency"] == pytest.approx(fmean(fmean(x == c for x in v) for c, v in kept))
    if clean == 0:
        assert [found[name] for name in names[:3]] == [None] * 3
        return
    ratio = fmean(fmean(v) for _, v in kept) / clean
    assert found["retention"] == pytest.approx(min(1, ratio))
    assert found["pdr"] == pytest.approx(1 - ratio)
    flips = fmean(fmean(not x for x in v) for c, v in kept if c)
    assert found["flip_rate"] == pytest.approx(flips)


def rows(phase, passes, latencies):
    return [
        {"case_id": f"{phase}{at}", "phase": phase, "passed": at < passes, "latency_s": latency}
        for at, latency in enumerate(latencies)
    ]


def test_load_in_three_phases():
    calm = [1, 1, 1, 1, 1, 1, 1, 1, 1.7, 1.981818181818182]
    busy = [2, 2, 2, 2, 2, 2, 2, 3, 4.0, 5.290909090909091]
    cases = rows("baseline", 9, calm) + rows("peak", 7, busy) + rows("recovery", 9, calm)
    assert float(np.quantile(calm, 0.95)) == pytest.approx(1.855)
    assert float(np.quantile(busy, 0.95)) == pytest.approx(4.71)
    found = compute("robust.load", {"cases": cases})
    keys = ("stability", "recovery", "p95_inflation", "p95_score")
    assert [found[key] for key in keys] == pytest.approx([0.7778, 1, 2.539, 0.3938], abs=5e-4)


def test_load_averages_epochs_and_leaves_out_what_the_road_lost():
    cases = [
        *({"case_id": "a", "phase": "baseline", "passed": p} for p in (True, True, True, False)),
        {"case_id": "b", "phase": "baseline", "passed": False, "completed": True},
        {"case_id": "a", "phase": "peak", "passed": True},
        {"case_id": "b", "phase": "peak", "passed": True, "error_kind": "agent"},
        {"case_id": "c", "phase": "peak", "passed": False, "error_kind": "infra"},
        {"case_id": "d", "passed": False},
    ]
    found = compute("robust.load", {"cases": cases})
    assert found["stability"] == pytest.approx(0.5 / 0.875)
    assert found["recovery"] is None
    assert found["p95_score"] is None
    assert "recovery" in found["notes"][0]
    assert compute("robust.load", {"cases": []})["stability"] is None


@given(st.lists(st.floats(0, 100), min_size=1, max_size=30), st.floats(0.5, 3))
def test_the_percentile_is_numpys(latencies, factor):
    cases = rows("baseline", 1, latencies) + rows("peak", 1, [s * factor for s in latencies])
    found = compute("robust.load", {"cases": cases})["p95_inflation"]
    base = float(np.quantile(latencies, 0.95))
    if base == 0:
        assert found is None
    elif base > 1e-300:
        assert found == pytest.approx(factor)


TALK = [
    {"id": "1", "sender": "a", "receiver": "b", "text": "q1", "correct": True},
    {"id": "2", "sender": "b", "receiver": "a", "text": "r1", "correct": True, "in_reply_to": "1"},
    {"id": "3", "sender": "a", "receiver": "c", "text": "q2", "correct": True},
    {"id": "4", "sender": "a", "receiver": "c", "text": " Ｑ2", "correct": True},
    {"id": "5", "sender": "c", "receiver": "a", "text": "r2", "correct": False, "in_reply_to": "4"},
]


def test_a_trace_of_five_messages():
    found = compute("collab.trace", {"messages": TALK})
    expected = {
        "messages": 5,
        "rounds": 3,
        "response_rate": 2 / 3,
        "info_accuracy": 0.8,
        "redundancy": 0.2,
        "balance": 0.8650,
    }
    assert {name: found[name] for name in expected} == pytest.approx(expected, abs=5e-5)
    assert found["parallelism"] is None


def test_messages_to_oneself_and_other_traces_do_not_mix():
    alone = {"id": "9", "sender": "a", "receiver": "a", "text": "q1", "correct": False}
    assert compute("collab.trace", {"messages": [*TALK, alone]}) == compute(
        "collab.trace", {"messages": TALK}
    )
    twice = [{**m, "trace_id": t} for t in ("t1", "t2") for m in TALK]
    found = compute("collab.trace", {"messages": twice})
    assert (found["messages"], found["redundancy"]) == (10, 0.2)
    assert found["response_rate"] == pytest.approx(2 / 3)


def test_what_a_trace_does_not_say_is_undefined():
    found = compute("collab.trace", {"messages": []})
    assert (found["messages"], found["rounds"]) == (0, 0)
    assert found["response_rate"] is found["redundancy"] is found["balance"] is None
    told = compute("collab.trace", {"messages": [{"sender": "a", "expects_reply": False}]})
    assert told["response_rate"] is told["balance"] is told["info_accuracy"] is None


@given(st.permutations(TALK))
def test_the_order_of_messages_does_not_matter(messages):
    first = compute("collab.trace", {"messages": TALK})
    second = compute("collab.trace", {"messages": messages})
    assert first.pop("notes") == second.pop("notes")
    assert second == pytest.approx(first)


def test_parallelism_by_looking_at_every_moment():
    assert parallelism([("a", 0, 60), ("b", 10, 60), ("c", 35, 75)]) == pytest.approx(2.0)
    for seed in range(200):
        chance = random.Random(seed)
        spans = []
        for _ in range(chance.randint(1, 12)):
            start = chance.randint(0, 30)
            spans.append((chance.choice("abc"), start, start + chance.randint(0, 10)))
        moments = range(min(s for _, s, _ in spans), max(e for _, _, e in spans))
        busy = sum(len({a for a, s, e in spans if s <= at < e}) for at in moments)
        expected = busy / len(moments) if len(moments) else None
        assert parallelism(spans) == pytest.approx(expected)
    assert parallelism([]) is None
    assert math.isclose(parallelism([("a", 1, 2), ("a", 1, 2)]), 1)


@pytest.mark.parametrize(
    ("id_", "inputs", "part"),
    [
        ("port.retention", {"original_score": -1, "transferred_score": 1}, "'original_score'"),
        ("port.checklist_coverage", {"covered": [1], "required": []}, "item 1 of 'covered'"),
        ("collab.contribution", {"subtasks": [{"share": "x"}]}, "'share' in row 1"),
        ("collab.contribution", {"subtasks": [{"share": 1, "weight": -1}]}, "≥ 0"),
        ("collab.efficiency", {"task_quality": 90}, "'task_quality'"),
        ("collab.efficiency", {"task_time": -1}, "'task_time'"),
        ("robust.perturb", {"pairs": [{"clean": 1, "variants": []}]}, "true or false"),
        ("robust.perturb", {"pairs": [{"clean": True, "variants": True}]}, "list"),
        ("robust.load", {"cases": [{"phase": "calm"}]}, "baseline, peak, recovery"),
        ("robust.load", {"cases": [{"phase": "peak", "latency_s": -1}]}, "'latency_s' in row 1"),
        ("collab.trace", {"messages": [{"receiver": "b"}]}, "no sender"),
        (
            "collab.trace",
            {"messages": [], "spans": [{"agent": "a", "start": 2, "end": 1}]},
            "before it starts",
        ),
    ],
)
def test_what_is_wrong_is_named(id_, inputs, part):
    with using_language("en"), pytest.raises(InputError, match=id_) as raised:
        compute(id_, inputs)
    assert part in str(raised.value)
