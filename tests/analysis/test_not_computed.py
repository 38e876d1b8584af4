"""What is said to be lacking is what is lacking: supplied, the indicator becomes defined."""

from __future__ import annotations

from typing import Any

import pytest

from steelyard.analysis.generalisation import not_computed
from steelyard.indicators import compute_indicators, load_catalog, rows_table
from steelyard.model import FIELDS
from steelyard.scorecards import load_scorecard, summarise
from steelyard.scorers import SCORERS

SPECIAL: dict[str, tuple[Any, Any]] = {
    "scene_type": ("train", "unknown"),
    "subtasks": ([{"share": 1, "weight": 1}],) * 2,
    "high_concurrency": (None, True),  # the first passes: something to compare with
    "eval_type": ("safety", "safety"),
    "kind": ("harmful", "benign"),
}
PLAIN: dict[str, tuple[Any, Any]] = {
    "bool": (True, None),
    "int": (1, 1),
    "float": (0.5, 0.5),
    "text": ("a", "b"),
    "list": (["a"], ["a"]),
}


def summary_of(rows, **params):
    con = rows_table(rows)
    try:
        return summarise(con, params=params, by=[], gates=[], provenance={})
    finally:
        con.close()


def lacks_of(rows, **params):
    columns = {name: sum(row.get(name) is not None for row in rows) for row in rows for name in row}
    return not_computed(summary_of(rows, **params), columns, params)


def by_id(lacks):
    return {indicator.id: lack for lack in lacks for indicator in lack.indicators}


ROWS = [{"passed": True, "output": "x"}, {"passed": False, "output": "y"}]
MEMBERS = [id_ for id_ in load_scorecard().indicators() if id_.partition(".")[0] != "base"]


def test_everything_undefined_is_listed_once_and_nothing_else():
    summary = summary_of(ROWS)
    listed = [
        i.id
        for lack in not_computed(summary, {"passed": 2, "output": 2}, {})
        for i in lack.indicators
    ]
    assert len(listed) == len(set(listed))
    undefined = {record["id"] for record in summary["undefined"]}
    assert set(listed) == undefined
    assert set(listed) <= set(load_catalog())


def test_fields_and_parameters_are_named():
    found = by_id(lacks_of(ROWS))
    assert set(found["port.deploy_success"].fields) == {
        ("deployment_attempt",),
        ("deployment_success",),
    }
    cost = found["port.cost_coefficient"]
    assert (cost.fields, cost.params) == ((("adaptation_cost",),), ("baseline_adaptation_cost",))
    assert found["adapt.unknown_completion"].fields == (("scene_type", "is_unknown_scene"),)
    assert cost.weighed
    assert (cost.part, cost.name.zh) == ("portability", "可移植性")


def test_a_value_without_a_score_asks_for_its_reference():
    rows = [{"scene_type": "unknown", "passed": True, "adaptation_time": 30.0}]
    lack = by_id(lacks_of(rows))["adapt.adaptation_time"]
    assert (lack.what, lack.params, lack.fields) == ("score", ("baseline_adaptation_time",), ())
    assert "adapt.adaptation_time" not in by_id(lacks_of(rows, baseline_adaptation_time=45))


def test_a_column_that_a_scorer_writes_asks_for_the_scorer():
    found = by_id(lacks_of(ROWS))
    assert "text.bleu" in found["text.bleu_corpus"].scorers
    assert not found["text.bleu_corpus"].weighed
    # One line for the family, however many indicators it has.
    assert found["text.bleu_corpus"] is found["text.rouge_l"]


def test_a_population_without_cases_is_explained_in_words():
    rows = [{"passed": True, "abnormal_input": False}]
    lack = by_id(lacks_of(rows))["robust.abnormal_error_rate"]
    assert (lack.fields, lack.params, lack.scorers) == ((), (), ())
    assert lack.why == load_catalog()["robust.abnormal_error_rate"].undefined


def test_an_indicator_of_the_user_s_own_says_what_the_run_said():
    own = {"id": "own.x", "name": {"en": "Mine", "zh": "我的"}, "notes": ["Undefined: nothing."]}
    [lack] = not_computed({"undefined": [own]}, {}, {})
    assert (lack.part, lack.weighed, lack.why.en) == ("own", False, "Undefined: nothing.")
    assert lack.indicators[0].name.zh == "我的"


def test_a_summary_without_a_scorecard_lacks_nothing():
    assert not_computed({}, {}, {}) == ()


def test_parameters_that_are_gone_do_no_harm():
    summary = summary_of(ROWS)
    assert by_id(not_computed(summary, {"passed": 2}, {"long_gone": 1}))["port.retention"].fields


@pytest.mark.slow
@pytest.mark.parametrize("id_", MEMBERS)
def test_what_is_lacking_makes_it_computable(id_):
    lack = by_id(lacks_of(ROWS))[id_]
    assert lack.what == "value"
    rows = [dict(row) for row in ROWS]
    for group in lack.fields:
        first, second = SPECIAL.get(group[0], PLAIN.get(FIELDS[group[0]].type, (None, None)))
        rows[0][group[0]], rows[1][group[0]] = first, second
    for scorer in lack.scorers:
        for name, kind in SCORERS.get(scorer).writes.items():
            rows[0][name], rows[1][name] = PLAIN[kind]
    if "timed_out" not in rows[0] and id_ == "robust.env_tolerance":
        rows[0]["timed_out"] = rows[1]["timed_out"] = False
    con = rows_table(rows)
    params = dict.fromkeys(lack.params, 10.0)
    assert compute_indicators(con, [id_], params=params)[id_].value is not None
