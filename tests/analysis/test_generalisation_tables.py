"""Scenes, domains and kinds of scene against plain arithmetic and other libraries."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from statsmodels.stats.proportion import confint_proportions_2indep, proportion_confint

from steelyard.analysis.generalisation import generalisation_tables
from steelyard.indicators import compute_indicators, rows_table

# The worked data of the generalisation indicators: known 9 of 10, other 6 of 8, unknown 3 of 6.
WORKED = [
    *[{"scene_type": "train", "scene": "仓库", "passed": n > 0} for n in range(10)],
    *[{"scene_type": "non_train", "scene": "港口", "passed": n > 1} for n in range(8)],
    *[{"scene_type": "unknown", "scene": "山地", "passed": n > 2} for n in range(6)],
]


def tables(rows, **options):
    con = rows_table(rows)
    try:
        return generalisation_tables(con, {}, **options)
    finally:
        con.close()


def limits(rate):
    return rate.ci_low, rate.ci_high


def test_the_worked_data_of_the_indicators():
    found = tables(WORKED)
    kinds = {kind.kind: kind for kind in found.kinds}
    assert list(kinds) == ["train", "non_train", "unknown", "other"]
    assert [kind.completion.value for kind in found.kinds] == pytest.approx(
        [0.9, 0.75, 0.5, 9 / 14]
    )
    assert [kind.completion.n for kind in found.kinds] == [10, 8, 6, 14]
    assert [kind.scenes for kind in found.kinds] == [1, 1, 1, 2]
    assert kinds["train"].gap is None
    assert kinds["train"].retention is None
    assert kinds["other"].gap.value == pytest.approx(-0.2571, abs=5e-5)
    assert kinds["other"].retention.value == pytest.approx(0.7143, abs=5e-5)
    assert found.completion.value == pytest.approx(18 / 24)


@pytest.mark.parametrize(("kind", "k", "n"), [("non_train", 6, 8), ("unknown", 3, 6)])
def test_intervals_agree_with_statsmodels_and_the_plain_formula(kind, k, n):
    line = next(one for one in tables(WORKED).kinds if one.kind == kind)
    assert limits(line.completion) == pytest.approx(proportion_confint(k, n, method="wilson"))
    newcombe = confint_proportions_2indep(k, n, 9, 10, method="newcomb", compare="diff")
    assert limits(line.gap) == pytest.approx(newcombe, abs=1e-9)
    p, q = k / n, 0.9
    (l1, u1), (l2, u2) = (proportion_confint(*c, method="wilson") for c in ((k, n), (9, 10)))
    a, b = u2 * (2 * q - u2), l2 * (2 * q - l2)
    low = (p * q - math.sqrt((p * q) ** 2 - l1 * (2 * p - l1) * a)) / a
    high = (p * q + math.sqrt((p * q) ** 2 - u1 * (2 * p - u1) * b)) / b
    assert limits(line.retention) == pytest.approx((low, high))


def test_the_gap_is_that_of_the_scorecard():
    con = rows_table(WORKED)
    gap = compute_indicators(con, ["adapt.scene_gap"])["adapt.scene_gap"]
    line = generalisation_tables(con, {}).kinds[-1]
    assert (line.gap.value, *limits(line.gap)) == pytest.approx(
        (gap.value, gap.interval.low, gap.interval.high)
    )
    assert line.retention.value == pytest.approx(gap.score)


def test_unknown_wins_over_the_type_of_scene():
    rows = [
        {"scene_type": "train", "is_unknown_scene": True, "passed": False},
        {"scene_type": "train", "passed": True},
        {"is_unknown_scene": True, "passed": True},
    ]
    assert [(k.kind, k.completion.n, k.completion.value) for k in tables(rows).kinds] == [
        ("train", 1, 1.0),
        ("unknown", 2, 0.5),
    ]


def test_completion_counts_every_case_and_accuracy_the_functional_ones():
    rows = [
        {"scene": "a", "passed": False, "completed": True},
        {"scene": "a", "passed": True, "eval_type": "functional"},
        {"scene": "a", "passed": False, "eval_type": "safety"},
        {"scene": "a", "passed": None},
    ]
    [place] = tables(rows).places["scene"]
    assert (place.accuracy.value, place.accuracy.n) == (0.5, 2)
    assert (place.completion.value, place.completion.n) == (pytest.approx(2 / 3), 3)


def test_repeats_are_averaged_inside_the_case():
    rows = [{"case_id": "A", "scene": "s", "epoch": e, "passed": e < 3} for e in range(4)]
    rows.append({"case_id": "B", "scene": "s", "epoch": 0, "passed": False})
    [place] = tables(rows).places["scene"]
    assert place.completion.value == pytest.approx(0.375)  # not 3 of 5
    assert place.completion.n == 2


def test_the_weakest_come_first_and_the_nameless_last():
    rows = [{"domain": "good", "passed": True}] * 10 + [{"domain": "bad", "passed": False}] * 9
    rows += [{"domain": None, "passed": False}]
    found = tables(rows)
    assert [(p.name, p.few) for p in found.places["domain"]] == [
        ("bad", True),
        ("good", False),
        (None, True),
    ]
    assert "scene" not in found.places
    assert found.kinds == ()


def test_nothing_kept_of_nothing():
    rows = [{"scene_type": "train", "passed": False}, {"scene_type": "unknown", "passed": True}]
    line = tables(rows).kinds[1]
    assert line.gap.value == 1.0
    assert (line.retention.value, *limits(line.retention)) == (None, None, None)


def test_other_scenes_without_known_ones_have_nothing_to_be_compared_with():
    [line] = tables([{"scene_type": "unknown", "passed": True}]).kinds
    assert line.completion.value == 1.0
    assert line.gap.value is None
    assert line.retention.value is None


@pytest.mark.parametrize("rows", [[], [{"input": "?"}], [{"scene": "s", "input": "?"}]])
def test_without_outcomes_there_are_no_numbers_and_no_zeros(rows):
    found = tables(rows)
    assert found.completion.value is None
    assert found.accuracy.value is None
    assert all(p.completion.value is None for p in found.places.get("scene", ()))


@pytest.mark.parametrize("column", ["passed", "completed"])
def test_what_the_dataset_says_is_declared(column):
    rows = [{"scene": "s", column: True}]
    assert tables(rows).completion.provenance == "measured"
    assert tables(rows, provenance={column: "declared"}).completion.provenance == "declared"


def test_the_table_is_left_as_it_was():
    con = rows_table(WORKED)
    before = con.execute("DESCRIBE results").fetchall(), con.execute("FROM results").fetchall()
    generalisation_tables(con, {})
    assert (
        con.execute("DESCRIBE results").fetchall(),
        con.execute("FROM results").fetchall(),
    ) == before


CELL = st.fixed_dictionaries(
    {
        "scene": st.sampled_from(["a", "b'; --", "场景", None]),
        "scene_type": st.sampled_from(["train", "non_train", "unknown", None]),
        "is_unknown_scene": st.sampled_from([True, False, None]),
        "passed": st.sampled_from([True, False, None]),
        "completed": st.sampled_from([True, False, None]),
        "eval_type": st.sampled_from(["functional", "safety", None]),
    }
)


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(st.lists(CELL, max_size=25))
def test_any_table_agrees_with_plain_counting(rows):
    found = tables(rows)

    def success(row):
        return row["passed"] if row["completed"] is None else row["completed"]

    def kind(row):
        return "unknown" if row["is_unknown_scene"] else row["scene_type"]

    def check(rate, outcomes):
        known = [bool(x) for x in outcomes if x is not None]
        assert rate.n == len(known)
        assert rate.value == (pytest.approx(sum(known) / len(known)) if known else None)

    for line in found.kinds:
        wanted = {"non_train", "unknown"} if line.kind == "other" else {line.kind}
        inside = [row for row in rows if kind(row) in wanted]
        check(line.completion, [success(row) for row in inside])
        check(line.accuracy, [r["passed"] for r in inside if r["eval_type"] != "safety"])
    for place in found.places.get("scene", ()):
        check(place.completion, [success(r) for r in rows if r["scene"] == place.name])
    check(found.completion, [success(row) for row in rows])
    assert {line.kind for line in found.kinds} - {"other"} == {kind(r) for r in rows} - {None}
