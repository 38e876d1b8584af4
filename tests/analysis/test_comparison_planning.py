"""How many cases: from two runs, one, or none."""

from __future__ import annotations

import numpy as np
import pytest

from steelyard.analysis.comparison.planning import Question, plan_comparison
from steelyard.analysis.statistics.power import Noise, power_n
from steelyard.errors import InputError, UnknownNameError
from tests.analysis.comparison_runs import verdicts, write_run


def repeated(rng, cases, epochs, chances):
    return [
        {"case_id": f"c{case}", "epoch": epoch, "passed": bool(rng.random() < chances[case])}
        for case in range(cases)
        for epoch in range(epochs)
    ]


def test_from_nothing_it_is_the_bound_at_one_half():
    plan = plan_comparison(Question(see=0.02, alike=0.0))
    assert plan.needed == power_n(0.02, Noise(0.5)) == 9812
    half = plan_comparison(Question(see=0.02))
    assert (half.needed, half.worst) == (4906, 9812)
    assert plan_comparison(Question(cases=4906)).smallest == pytest.approx(0.02, abs=1e-5)


def test_a_pair_says_it_all(tmp_path):
    base = [at % 4 > 0 for at in range(80)]
    new = [at % 5 > 0 for at in range(80)]
    runs = [write_run(tmp_path / name, verdicts(v)) for name, v in (("a", base), ("b", new))]
    plan = plan_comparison(Question(see=0.05), *runs)
    less = np.array(new, float) - np.array(base, float)
    assert plan.spread.omega2 == pytest.approx(np.var(less, ddof=1))
    assert plan.needed == power_n(0.05, Noise(float(np.var(less, ddof=1))))
    assert not plan.spread.separated
    assert [row.epochs for row in plan.rows] == [1]
    assert plan.worst is None


def test_repeats_tell_the_two_kinds_of_spread_apart(tmp_path):
    """Chances are known: their difference varies by ω², one answer by p(1−p)."""
    rng = np.random.default_rng(4)
    cases, epochs = 600, 5
    first = rng.uniform(0.2, 0.9, cases)
    second = np.clip(first + rng.normal(0.05, 0.08, cases), 0, 1)
    runs = [
        write_run(tmp_path / name, repeated(rng, cases, epochs, chances), epochs=epochs)
        for name, chances in (("a", first), ("b", second))
    ]
    plan = plan_comparison(Question(see=0.02, epochs=5), *runs)
    spread = plan.spread
    assert spread.separated
    assert spread.epochs == 5
    assert spread.sigma2_a == pytest.approx(np.mean(first * (1 - first)), abs=0.01)
    assert spread.sigma2_b == pytest.approx(np.mean(second * (1 - second)), abs=0.01)
    assert spread.omega2 == pytest.approx(np.var(second - first), abs=0.015)
    needed = {row.epochs: row.cases for row in plan.rows}
    assert needed[1] > needed[2] > needed[5] == plan.needed


def test_one_run_is_taken_as_alike(tmp_path):
    run = write_run(tmp_path / "a", verdicts([at % 5 > 0 for at in range(100)]))
    plan = plan_comparison(Question(see=0.05, alike=0.5), run)
    variance = np.var([at % 5 > 0 for at in range(100)], ddof=1)
    assert plan.spread.omega2 == pytest.approx(variance)
    assert plan.worst == power_n(0.05, Noise(float(2 * variance)))
    assert any("One run was given (100 cases)" in note for note in plan.notes)


def test_clusters_need_more_cases(tmp_path):
    groups = [f"g{at // 10}" for at in range(200)]
    new = [(at // 10) % 2 == 0 for at in range(200)]
    base = [True] * 200
    runs = [
        write_run(tmp_path / name, verdicts(v, cluster_id=groups))
        for name, v in (("a", base), ("b", new))
    ]
    plan = plan_comparison(Question(see=0.05), *runs)
    assert plan.spread.design_effect == pytest.approx(10, rel=0.1)
    plain = [write_run(tmp_path / name, verdicts(v)) for name, v in (("c", base), ("d", new))]
    assert plan.needed > 9 * plan_comparison(Question(see=0.05), *plain).needed


def test_other_indicators_go_by_their_pulls(tmp_path):
    base, new = ([at % k > 0 for at in range(90)] for k in (3, 4))
    runs = [write_run(tmp_path / name, verdicts(v)) for name, v in (("a", base), ("b", new))]
    accuracy, f1 = (
        plan_comparison(Question(see=0.03, indicator=f"base.{name}"), *runs)
        for name in ("accuracy", "f1")
    )
    assert f1.needed == pytest.approx(accuracy.needed, rel=0.01)  # F1 is the accuracy here


@pytest.mark.parametrize(
    ("question", "said"),
    [
        (Question(), "either"),
        (Question(see=0.02, cases=5), "either"),
        (Question(see=-0.1), "above 0"),
        (Question(see=2), "--see 0.02"),
        (Question(cases=0), "1 or more"),
        (Question(see=0.1, epochs=0), "1 or more"),
        (Question(see=0.1, power=0.01), "power"),
        (Question(see=0.1, alpha=1.0), "alpha"),
        (Question(see=0.1, alike=1.0), "below 1"),
        (Question(see=0.1, indicator="base.latency_mean"), "has no upper bound"),
    ],
)
def test_questions_that_make_no_sense_are_refused(question, said):
    with pytest.raises(InputError, match=said):
        plan_comparison(question)


def test_runs_that_do_not_say_it_are_refused(tmp_path):
    run = write_run(tmp_path / "a", verdicts([True] * 20))
    other = [row | {"case_id": f"x{at}"} for at, row in enumerate(verdicts([True] * 20))]
    with pytest.raises(InputError, match="share fewer than two cases"):
        plan_comparison(Question(see=0.1), run, write_run(tmp_path / "b", other))
    with pytest.raises(InputError, match="fewer than two cases with a value"):
        plan_comparison(Question(see=0.1, indicator="base.completion_rate"), run)
    with pytest.raises(InputError, match="cannot be planned for"):
        plan_comparison(Question(see=0.1, indicator="base.latency_p95"), run)
    with pytest.raises(UnknownNameError):
        plan_comparison(Question(see=0.1, indicator="base.acuracy"), run)


@pytest.mark.parametrize(("asked", "pilots"), [({"see": 0.02}, 1), ({"cases": 100}, 2)])
def test_a_pilot_without_any_spread_is_not_planned_from(asked, pilots, tmp_path):
    rows = verdicts([True] * 40)
    runs = [write_run(tmp_path / f"r{at}", rows) for at in range(pilots)]
    with pytest.raises(InputError, match="no spread to plan from") as caught:
        plan_comparison(Question(**asked), *runs)
    assert "upper bound" in caught.value.hint


def test_pilots_that_only_vary_from_repeat_to_repeat_are_planned_from(tmp_path):
    rng = np.random.default_rng(3)
    run = write_run(tmp_path / "r", repeated(rng, 60, 4, [0.5] * 60), epochs=4)
    plan = plan_comparison(Question(see=0.1), run)
    assert plan.needed > 100
