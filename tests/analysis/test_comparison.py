"""Runs compared: pairing, differences, flips, slices, what it cost."""

from __future__ import annotations

import json
import random
from itertools import count

import numpy as np
import pytest
from scipy import stats

from steelyard.analysis.comparison import How, compare_runs, pass_curve
from steelyard.analysis.comparison.cases import make_cases
from steelyard.analysis.comparison.gates import fail_on
from steelyard.analysis.comparison.side_by_side import side_by_side
from steelyard.analysis.comparison.tables import open_tables
from steelyard.bundle import connect
from steelyard.errors import InputError
from tests.analysis.comparison_runs import verdicts, write_run

ERRORS = "robust.abnormal_error_rate"


@pytest.fixture
def pair(tmp_path):
    made = count()

    def make(base, new, **values):
        runs = [write_run(tmp_path / f"r{next(made)}", rows, **values) for rows in (base, new)]
        return compare_runs(*runs)

    return make


def one(comparison):
    return comparison.runs[0]


def found(comparison, id_):
    return next(d for d in one(comparison).differences() if d.id == id_)


def drawn(seed, n, chance, *, like=None):
    """Verdicts; `like` is another list that they mostly follow."""
    rng = random.Random(seed)
    fresh = [rng.random() < chance for _ in range(n)]
    if like is None:
        return fresh
    return [b if rng.random() < 0.6 else a for a, b in zip(fresh, like, strict=True)]


@pytest.mark.slow
@pytest.mark.parametrize("paired", [True, False])
def test_cases_made_part_by_part_are_those_made_at_once(tmp_path, paired):
    base = [row for n in range(150) for row in _repeated(n, 0.7)]
    new = [row for n in range(40, 190) for row in _repeated(n, 0.8)]
    runs = [
        write_run(tmp_path / name, rows, epochs=2)
        for name, rows in zip("ab", (base, new), strict=True)
    ]
    made = []
    for at_once in (10_000, 7):
        with open_tables(*(run.results_path for run in runs), paired=paired) as tables:
            make_cases(tables, ["scene"], at_once)
            names = ["pairs"] if paired else ["base_cases", "new_cases"]
            made.append(
                [tables.con.execute(f"FROM {one} ORDER BY key").fetchall() for one in names]
            )
    assert made[0] == made[1]
    assert [len(table) for table in made[0]] == ([110] if paired else [150, 150])


def _repeated(n, chance):
    """One case, asked twice, and once under a condition, which makes no case."""
    rng = random.Random(f"{n} {chance}")
    row = {"case_id": f"c{n}", "scene": f"s{n % 3}", "passed": rng.random() < chance}
    spent = [{"latency_s": rng.random(), "cost": rng.random(), "epoch": epoch} for epoch in (0, 1)]
    return [*({**row, **one} for one in spent), {**row, "condition": "load", "phase": "peak"}]


@pytest.mark.slow
def test_accuracy_is_newcombes_and_flips_are_mcnemars(pair):
    from statsmodels.stats.contingency_tables import mcnemar

    from tests.analysis.test_comparison_apart import newcombe_10

    base = drawn(1, 120, 0.7)
    new = drawn(2, 120, 0.8, like=base)
    comparison = pair(verdicts(base), verdicts(new))
    cells = [
        sum(b == x and a == y for a, b in zip(base, new, strict=True))
        for x, y in ((True, True), (True, False), (False, True), (False, False))
    ]
    accuracy = found(comparison, "base.accuracy")
    assert (accuracy.ci_low, accuracy.ci_high) == pytest.approx(newcombe_10(*cells), abs=1e-9)
    assert accuracy.value == pytest.approx(np.mean(new) - np.mean(base))
    flips = one(comparison).flips
    assert [flips.both_passed, flips.fixed, flips.broken, flips.both_failed] == cells
    table = [[cells[0], cells[1]], [cells[2], cells[3]]]
    assert flips.p == pytest.approx(mcnemar(table, exact=True).pvalue)
    assert flips.odds_ratio == pytest.approx(cells[1] / cells[2])


@pytest.mark.slow
def test_clusters_widen_the_interval_and_change_the_test(pair):
    rng = random.Random(5)
    groups = [f"g{at // 10}" for at in range(200)]
    lift = {f"g{at}": rng.random() < 0.5 for at in range(20)}
    base = drawn(6, 200, 0.5)
    new = [lift[g] if rng.random() < 0.7 else b for g, b in zip(groups, base, strict=True)]
    plain = pair(verdicts(base), verdicts(new))
    wide = found(plain, "base.accuracy")
    assert one(plain).flips.test == "mcnemar_exact"
    clustered = pair(verdicts(base, cluster_id=groups), verdicts(new, cluster_id=groups))
    accuracy = found(clustered, "base.accuracy")
    assert accuracy.clusters == 20
    assert accuracy.ci_high - accuracy.ci_low > 1.3 * (wide.ci_high - wide.ci_low)
    assert one(clustered).pairing.clustered
    assert one(clustered).flips.test == "mcnemar_clustered"
    nets = [
        sum(b - a for a, b, g in zip(base, new, groups, strict=True) if g == name) for name in lift
    ]
    statistic = sum(nets) ** 2 / sum(net * net for net in nets)
    assert one(clustered).flips.p == pytest.approx(stats.chi2.sf(statistic, 1))


@pytest.mark.slow
def test_clusters_are_the_bases_when_the_new_run_has_others(tmp_path):
    base, new = drawn(1, 60, 0.6), drawn(2, 60, 0.6)
    groups = [f"g{at // 6}" for at in range(60)]
    first = write_run(tmp_path / "a", verdicts(base, cluster_id=groups))
    same = write_run(tmp_path / "b", verdicts(new, cluster_id=groups))
    other = write_run(tmp_path / "c", verdicts(new))
    told = [found(compare_runs(first, run), "base.accuracy") for run in (same, other)]
    assert told[0].clusters == told[1].clusters == 10
    assert told[0].ci_low == pytest.approx(told[1].ci_low)


@pytest.mark.slow
def test_means_are_paired_t(pair):
    rng = np.random.default_rng(3)
    base, new = rng.gamma(2, 1, 50), rng.gamma(2, 1.2, 50)
    comparison = pair(
        [{"latency_s": float(x), "passed": True} for x in base],
        [{"latency_s": float(x), "passed": True} for x in new],
    )
    latency = found(comparison, "base.latency_mean")
    tested = stats.ttest_rel(new, base)
    ends = tested.confidence_interval()
    assert (latency.p, latency.ci_low, latency.ci_high) == pytest.approx(
        (tested.pvalue, ends.low, ends.high)
    )
    assert latency.effect == pytest.approx(np.mean(new - base) / np.std(new - base, ddof=1))
    usage = one(comparison).usage[0]
    assert (usage.value, usage.p) == pytest.approx((latency.value, latency.p))
    logs = np.log(new / base)
    means = [(logs[i] + logs[j]) / 2 for i in range(50) for j in range(i, 50)]
    assert np.log(usage.ratio) == pytest.approx(np.median(means))
    assert usage.ratio_low < usage.ratio < usage.ratio_high


@pytest.mark.slow
def test_percentiles_of_the_same_cases_are_told_apart_sooner(tmp_path):
    rng = np.random.default_rng(8)
    base = rng.gamma(2, 1, 400)
    new = base * rng.uniform(0.88, 0.92, 400)
    runs = [
        write_run(tmp_path / name, [{"latency_s": float(x), "passed": True} for x in values])
        for name, values in (("a", base), ("b", new))
    ]
    paired = found(compare_runs(*runs), "base.latency_p95")
    apart = found(compare_runs(*runs, how=How(unpaired=True)), "base.latency_p95")
    assert paired.value == pytest.approx(np.quantile(new, 0.95) - np.quantile(base, 0.95))
    assert (paired.ci_method, apart.ci_method) == ("paired_quantile", "independent_quantile")
    assert paired.ci_high - paired.ci_low < 0.5 * (apart.ci_high - apart.ci_low)


def test_only_what_both_were_asked_counts(tmp_path):
    rows = verdicts([True] * 40)
    fewer = [dict(row) for row in verdicts([True] * 30 + [False] * 10)]
    fewer[0]["input"] = "another question"
    fewer[1]["expected_output"] = "another answer"
    for at, row in enumerate(fewer[35:]):
        row["case_id"] = f"new{at}"
    base = write_run(tmp_path / "a", rows)
    new = write_run(tmp_path / "b", fewer)
    comparison = compare_runs(base, new)
    pairing = one(comparison).pairing
    assert (pairing.matched, pairing.changed, pairing.regraded) == (34, 1, 1)
    assert (pairing.only_base, pairing.only_new) == (5, 5)
    assert pairing.changed_ids == ("c0000",)
    accuracy = found(comparison, "base.accuracy")
    assert (accuracy.base, accuracy.n) == (1.0, 34)
    assert accuracy.new == pytest.approx(29 / 34)
    assert len(one(comparison).notes) == 3


@pytest.mark.slow
def test_runs_that_share_too_little_are_refused(tmp_path):
    base = write_run(tmp_path / "a", verdicts([True] * 20))
    other = [row | {"case_id": f"x{at}"} for at, row in enumerate(verdicts([False] * 20))]
    none = write_run(tmp_path / "b", other)
    few = write_run(tmp_path / "c", verdicts([True] * 9) + other[9:])
    with pytest.raises(InputError, match=r"share no case.*c0000.*x0"):
        compare_runs(base, none)
    with pytest.raises(InputError, match="Only 9 cases match"):
        compare_runs(base, few)
    apart = compare_runs(base, none, how=How(unpaired=True))
    accuracy = found(apart, "base.accuracy")
    assert (accuracy.ci_method, accuracy.value, accuracy.verdict) == ("newcombe", -1.0, "worse")
    assert not one(apart).pairing.paired
    assert one(apart).flips is None
    assert "Not paired" in one(apart).notes[0]


def test_a_small_run_inside_a_large_one_is_compared(tmp_path):
    large = write_run(tmp_path / "a", verdicts([True] * 200))
    small = write_run(tmp_path / "b", verdicts([True] * 20))
    assert one(compare_runs(large, small)).pairing.matched == 20


@pytest.mark.slow
def test_rows_under_a_condition_are_matched_by_it(tmp_path):
    def rows(passed):
        plain = verdicts([True] * 20)
        noisy = [
            {
                "case_id": f"c{at:04}~perturb.typos",
                "parent_case_id": f"c{at:04}",
                "condition": "perturb",
                "perturbation": "typos",
                "severity": 0.3,
                "input": f"qestion {at}",
                "passed": passed,
                "clean_success": 1.0,
            }
            for at in range(20)
        ]
        return plain + noisy

    runs = [write_run(tmp_path / name, rows(ok)) for name, ok in (("a", True), ("b", False))]
    comparison = compare_runs(*runs)
    assert one(comparison).pairing.matched == 20  # cases; their variants are no more of them
    assert found(comparison, "base.accuracy").verdict == "same"
    assert one(comparison).flips.broken == 0
    assert any(
        d.id.startswith("robust.") and d.value is not None and d.value < 0
        for d in one(comparison).indicators
    )


def test_another_condition_of_the_plan_does_not_break_the_comparison(tmp_path):
    """Condition rows are not cases: two runs of the same 20 cases share all of them."""

    def run(name, condition, times):
        plain = [{"case_id": f"c{n}", "input": f"q{n}", "passed": n % 4 > 0} for n in range(20)]
        more = [
            {**row, "parent_case_id": row["case_id"], "case_id": f"{row['case_id']}~{at}",
             "condition": condition, "severity": at / 10}
            for row in plain
            for at in range(times)
        ]  # fmt: skip
        return write_run(tmp_path / name, plain + more)

    found = one(compare_runs(run("a", "perturb", 5), run("b", "fault", 8)))
    assert (found.pairing.matched, found.pairing.only_base, found.pairing.only_new) == (20, 0, 0)
    assert found.run.cases == 20
    assert not any("question" in note for note in found.notes)
    accuracy = next(line for line in found.indicators if line.id == "base.accuracy")
    assert accuracy.value == 0


@pytest.mark.slow
def test_same_runs_are_the_same(pair):
    base = drawn(1, 50, 0.7)
    comparison = pair(verdicts(base), verdicts(base))
    accuracy = found(comparison, "base.accuracy")
    assert (accuracy.value, accuracy.p, accuracy.verdict) == (0, 1, "same")
    assert accuracy.ci_low < 0 < accuracy.ci_high
    assert one(comparison).overall.verdict == "same"


def test_all_right_against_all_right_is_not_certain(pair):
    comparison = pair(verdicts([True] * 30), verdicts([True] * 30))
    accuracy = found(comparison, "base.accuracy")
    assert accuracy.ci_low < -0.05
    assert one(comparison).overall.value == 0


@pytest.mark.slow
def test_overall_of_one_indicator_has_its_interval(pair):
    base = drawn(1, 80, 0.6)
    comparison = pair(verdicts(base), verdicts(drawn(2, 80, 0.8)))
    overall, f1 = one(comparison).overall, found(comparison, "base.f1")
    assert (overall.value, overall.ci_low, overall.p) == pytest.approx((f1.value, f1.ci_low, f1.p))
    assert overall.ci_method == "paired_score"


@pytest.mark.slow
def test_overall_is_drawn_jointly(tmp_path):
    """What both runs have in common cancels: far narrower than if drawn apart."""
    base = drawn(1, 300, 0.6)
    new = [b if at % 20 else not b for at, b in enumerate(base)]
    safe = [at % 3 == 0 for at in range(300)]
    kinds = ["safety" if one_ else "functional" for one_ in safe]
    runs = [
        write_run(
            tmp_path / name,
            verdicts(passed, eval_type=kinds, scene=[f"s{at % 9}" for at in range(300)]),
        )
        for name, passed in (("a", base), ("b", new))
    ]
    paired = one(compare_runs(*runs)).overall
    apart = one(compare_runs(*runs, how=How(unpaired=True))).overall
    assert paired.ci_method == "cluster_bootstrap"
    assert apart.ci_method == "independent_bootstrap"
    assert paired.value == pytest.approx(apart.value)
    assert paired.ci_high - paired.ci_low < 0.7 * (apart.ci_high - apart.ci_low)


def test_what_one_run_lacks_is_left_out_of_the_overall_score_and_said(pair):
    base = drawn(1, 60, 0.7)
    with_scenes = verdicts(base, scene=[f"s{at % 3}" for at in range(60)])
    comparison = pair(with_scenes, verdicts(base))
    assert one(comparison).overall.verdict == "same"
    assert any("adapt.scene_coverage" in note for note in one(comparison).notes)
    missing = found(comparison, "adapt.scene_coverage")
    assert missing.new is None
    assert missing.value is None
    assert missing.verdict == "untested"


@pytest.mark.slow
def test_slices_put_the_worst_first_and_are_corrected(pair):
    scenes = [f"s{at % 4}" for at in range(200)]
    base = [True] * 200
    new = [scene != "s2" or at % 3 == 0 for at, scene in enumerate(scenes)]
    comparison = pair(verdicts(base, scene=scenes), verdicts(new, scene=scenes))
    slices = one(comparison).slices["scene"]
    assert slices[0].group == "s2"
    assert slices[0].difference.verdict == "worse"
    assert {s.difference.verdict for s in slices[1:]} == {"same"}
    assert slices[0].difference.p_adjusted == pytest.approx(4 * slices[0].difference.p, rel=1e-6)
    assert sum(s.difference.n for s in slices) == 200


def test_without_verdicts_slices_are_of_scores(pair):
    scenes = [f"s{at % 2}" for at in range(60)]
    rng = random.Random(1)
    base = [{"score": rng.random(), "scene": s} for s in scenes]
    new = [
        {"score": min(1.0, row["score"] + 0.1 * rng.random()), "scene": row["scene"]}
        for row in base
    ]
    comparison = pair(base, new)
    assert one(comparison).slice_of == "score"
    assert one(comparison).flips is None
    assert {s.difference.ci_method for s in one(comparison).slices["scene"]} == {"paired_t"}


@pytest.mark.slow
def test_epochs_are_averaged_within_a_case(pair):
    rng = random.Random(4)

    def rows(chance):
        return [
            {"case_id": f"c{case}", "epoch": epoch, "passed": rng.random() < chance}
            for case in range(40)
            for epoch in range(4)
        ]

    base, new = rows(0.5), rows(0.8)
    comparison = pair(base, new, epochs=4)
    means = [
        np.array(
            [np.mean([r["passed"] for r in side if r["case_id"] == f"c{c}"]) for c in range(40)]
        )
        for side in (base, new)
    ]
    accuracy = found(comparison, "base.accuracy")
    assert accuracy.value == pytest.approx((means[1] - means[0]).mean())
    assert accuracy.clusters == 40
    reach = stats.ttest_rel(*means[::-1]).confidence_interval()
    assert accuracy.ci_high - accuracy.ci_low == pytest.approx(reach.high - reach.low, rel=0.1)
    assert [d.id for d in one(comparison).passes] == [
        *(f"pass@{k}" for k in range(1, 5)),
        *(f"pass^{k}" for k in range(1, 5)),
    ]
    assert found(comparison, "pass@1").value == pytest.approx(accuracy.value)
    assert found(comparison, "pass^4").new == pytest.approx((means[1] == 1).mean())
    assert found(comparison, "pass@4").new == pytest.approx((means[1] > 0).mean())
    flips = one(comparison).flips
    assert flips.majority
    assert flips.fixed == int(((means[0] < 0.5) & (means[1] > 0.5)).sum())
    assert flips.undecided == int(((means[0] == 0.5) | (means[1] == 0.5)).sum())


def test_one_run_has_its_curve_of_repeats(tmp_path):
    rows = [
        {"case_id": f"c{case}", "epoch": epoch, "passed": epoch < case % 4}
        for case in range(12)
        for epoch in range(3)
    ]
    run = write_run(tmp_path / "a", rows, epochs=3)
    con = connect(run.results_path)
    curve = pass_curve(con, 3)
    assert list(curve) == ["pass@1", "pass@2", "pass@3", "pass^1", "pass^2", "pass^3"]
    assert curve["pass@1"].value == pytest.approx(np.mean([0, 1 / 3, 2 / 3, 1]))
    assert curve["pass@3"].value == pytest.approx(0.75)
    assert curve["pass^3"].value == pytest.approx(0.25)
    assert all(value.interval is not None for value in curve.values())
    assert pass_curve(con, 1) == {}
    con.close()


def test_flips_are_shown_with_both_answers(pair):
    base = verdicts([True, True, False, True])
    new = verdicts([True, False, True, True])
    base[1] |= {"output": "北京是首都", "scene": "city"}
    new[1] |= {"output": "上海是首都"}
    new[2] |= {"output": "now right"}
    base[2] |= {"output": None, "error_reason": "timeout", "status": "timeout"}
    flips = one(pair(base, new)).flips
    broken, fixed = flips.cases
    assert (broken.case_id, broken.change, broken.scene) == ("c0001", "broken", "city")
    assert broken.input == "question c0001"
    assert [(p.where, p.text) for p in broken.diff] == [
        ("base", "北京"),
        ("new", "上海"),
        ("both", "是首都"),
    ]
    assert (fixed.change, fixed.base_output, fixed.base_error) == ("fixed", None, "timeout")
    assert (flips.broken, flips.fixed) == (1, 1)


@pytest.mark.slow
def test_flips_are_capped_and_both_kinds_are_seen(tmp_path):
    base = verdicts([True] * 30 + [False] * 3)
    new = verdicts([False] * 30 + [True] * 3)
    runs = [write_run(tmp_path / name, rows) for name, rows in (("a", base), ("b", new))]
    flips = one(compare_runs(*runs, how=How(flips=8))).flips
    assert (flips.broken, flips.fixed) == (30, 3)
    assert [flip.change for flip in flips.cases] == ["broken"] * 5 + ["fixed"] * 3
    assert one(compare_runs(*runs, how=How(flips=0))).flips.cases == ()


@pytest.mark.parametrize(
    ("base", "new"),
    [
        ("the cat sat", "the dog sat down"),
        ("", "x"),
        ("甲乙丙", "甲丁丙"),
        ("a\nb", "a b"),
        ("", ""),
    ],
)
def test_texts_beside_each_other_are_whole(base, new):
    pieces = side_by_side(base, new)
    assert "".join(p.text for p in pieces if p.where != "new") == base
    assert "".join(p.text for p in pieces if p.where != "base") == new


@pytest.mark.slow
def test_many_runs_are_one_family(tmp_path):
    base = drawn(1, 100, 0.6)
    runs = [write_run(tmp_path / "base", verdicts(base))]
    runs += [
        write_run(
            tmp_path / f"r{at}", verdicts(drawn(at + 2, 100, 0.6 + 0.1 * at)), name="same name"
        )
        for at in range(2)
    ]
    from statsmodels.stats.multitest import multipletests

    for adjust, method in (("holm", "holm"), ("bh", "fdr_bh")):
        comparison = compare_runs(*runs, how=How(adjust=adjust))
        members = [d for run in comparison.runs for d in run.indicators if d.in_scorecard]
        tested = [d for d in members if d.p is not None]
        corrected = multipletests([d.p for d in tested], method=method)[1]
        assert [d.p_adjusted for d in tested] == pytest.approx(list(corrected))
        assert comparison.family == len(tested) > 2
        assert len({run.run.label for run in comparison.runs}) == 2


def test_direction_is_known(pair):
    comparison = pair(
        [{"passed": True, "latency_s": 1.0 + at / 100} for at in range(30)],
        [{"passed": True, "latency_s": 2.0 + at / 50} for at in range(30)],
    )
    latency = found(comparison, "base.latency_mean")
    assert latency.value > 0
    assert latency.verdict == "worse"


def test_a_value_of_nothing_is_no_zero(pair):
    comparison = pair(verdicts([False] * 20), verdicts([False] * 20))
    accuracy = found(comparison, "base.accuracy")
    assert (accuracy.base, accuracy.new, accuracy.verdict) == (0.0, 0.0, "same")
    assert all(d.id != "base.completion_rate" for d in one(comparison).indicators)


def test_what_else_differs_is_said(tmp_path):
    base = write_run(tmp_path / "a", verdicts([True] * 20), scorers=[{"id": "x"}])
    new = write_run(
        tmp_path / "b",
        verdicts([True] * 20),
        scorecard="extended",
        scorers=[{"id": "y"}],
        plan={"params": {"ground_truth_total": 5}},
        epochs=2,
    )
    found = one(compare_runs(base, new))
    notes = " ".join(found.notes)
    for part in ("different scorecards", "different parameters", "2 times"):
        assert part in notes
    assert "judged by `x`" in found.not_comparable


@pytest.mark.parametrize(
    ("how", "said"),
    [
        (How(adjust="bonferroni"), "holm or bh"),
        (How(by=("scen",)), "scene"),
        (How(confidence=1.5), "1.5"),
    ],
)
def test_wrong_choices_are_refused(tmp_path, how, said):
    runs = [write_run(tmp_path / name, verdicts([True] * 5)) for name in "ab"]
    with pytest.raises(InputError, match=said):
        compare_runs(*runs, how=how)
    with pytest.raises(InputError, match="only one run"):
        compare_runs(runs[0])


@pytest.mark.slow
def test_trouble_is_counted(pair):
    base = verdicts([True] * 10)
    new = verdicts([True] * 10)
    new[0] |= {"status": "error", "attempts": 3}
    new[1] |= {"status": "timeout", "timed_out": True}
    told = one(pair(base, new))
    assert (told.base_trouble.errors, told.new_trouble.errors) == (0, 1)
    assert (told.new_trouble.timeouts, told.new_trouble.retries) == (1, 2)


def test_totals_of_cost_and_tokens(pair):
    base = [{"passed": True, "cost": 0.01 * at, "output_tokens": at} for at in range(1, 21)]
    new = [{"passed": True, "cost": 0.02 * at, "output_tokens": at} for at in range(1, 21)]
    usage = {u.id: u for u in one(pair(base, new)).usage}
    assert (usage["cost"].base_total, usage["cost"].new_total) == pytest.approx((2.1, 4.2))
    assert usage["cost"].ratio == pytest.approx(2.0)
    assert usage["cost"].verdict == "worse"
    assert usage["output_tokens"].verdict == "same"


@pytest.mark.slow
def test_indicators_of_ones_own_are_compared(tmp_path):
    """They are computed in a process apart; only scores in resamples come back from it."""
    words = {"en": "mine", "zh": "自定义"}
    record = {"id": "my.accuracy", "version": 1, "sql": "rate(passed)"}
    record |= dict.fromkeys(("name", "meaning", "undefined"), words)
    base = drawn(1, 90, 0.6)
    new = drawn(2, 90, 0.8, like=base)
    extra = [{"case_id": f"only{at}", "passed": True} for at in range(10)]
    runs = [
        write_run(tmp_path / "a", verdicts(base) + extra, own=[record]),
        write_run(tmp_path / "b", verdicts(new), own=[record]),
    ]
    comparison = compare_runs(*runs)
    mine, accuracy = (found(comparison, id_) for id_ in ("my.accuracy", "base.accuracy"))
    assert (mine.base, mine.new, mine.value) == pytest.approx(
        (accuracy.base, accuracy.new, accuracy.value)
    )
    assert mine.ci_method == "cluster_bootstrap"
    assert (mine.ci_low, mine.ci_high) == pytest.approx(
        (accuracy.ci_low, accuracy.ci_high), abs=0.02
    )
    assert mine.name.en == "mine"


@pytest.mark.slow
def test_attempts_are_compared_and_shown_when_something_was_asked_again(pair):
    base = verdicts([True] * 20)
    again = [row | {"attempts": 3 if at < 5 else 1} for at, row in enumerate(base)]
    told = one(pair(base, again))
    attempts = next(usage for usage in told.usage if usage.id == "attempts")
    assert (attempts.base, attempts.new) == (1, 1.5)
    assert (attempts.base_total, attempts.new_total) == (20, 30)
    assert attempts.ci_low < 0.5 < attempts.ci_high
    assert "attempts" in {usage.id for usage in told.spent}
    plain = one(pair(base, base))
    assert "attempts" in {usage.id for usage in plain.usage}
    assert "attempts" not in {usage.id for usage in plain.spent}


@pytest.mark.slow
def test_gates_on_what_a_case_took(pair):
    rows = [{"passed": True, "cost": 0.01 * at, "output_tokens": 0} for at in range(1, 21)]
    again = [row | {"attempts": 3} if at < 5 else row for at, row in enumerate(rows)]
    gates = ["attempts: value <= 0", "attempts: new <= 2", "cost: ci_high <= 0", "cost: p > 0.5"]
    gates += ["cost: typical_high <= 1", "output_tokens: ci_low >= 0", "attempts: ci_low > 5"]
    results = fail_on(pair(rows, again), gates)
    assert [result["passed"] for result in results] == [False, True, True, True, True, True, False]
    [undefined] = fail_on(pair(rows, rows), ["output_tokens: typical <= 1"])  # 0 over 0
    assert (undefined["passed"], undefined["observed"]) == (False, None)


def test_one_group_alone_can_be_gated_though_it_has_no_table(pair):
    base, new = ([{"passed": at >= n, "scene": "shop"} for at in range(40)] for n in (0, 10))
    comparison = pair(base, new)
    [shop] = one(comparison).slices["scene"]
    assert (shop.group, shop.difference.value) == ("shop", -0.25)
    assert one(comparison).groups == {}
    assert [g["passed"] for g in fail_on(comparison, ["scene.shop: value > -0.1"])] == [False]
    assert [g["passed"] for g in fail_on(comparison, ["scene.*: value > -0.3"])] == [True]
    assert "domain" not in one(comparison).slices  # no case names one


def test_the_effect_of_a_score_that_is_a_complement_has_its_sign(tmp_path):
    card = tmp_path / "card.yaml"
    name = {"en": "Errors", "zh": "错误"}
    root = {"id": "overall", "name": name, "children": [{"indicator": ERRORS}]}
    card.write_text(json.dumps({"id": "errors", "version": 1, "name": name, "root": root}))
    base, new = (
        verdicts([at >= n for at in range(40)], abnormal_input=[True] * 40) for n in (12, 2)
    )
    runs = [
        write_run(tmp_path / name, rows, scorecard=str(card))
        for name, rows in (("base", base), ("new", new))
    ]
    comparison = compare_runs(*runs)
    errors, overall = found(comparison, ERRORS), one(comparison).overall
    assert (errors.value, overall.value) == pytest.approx((-0.25, 0.25))
    assert (overall.ci_low, overall.ci_high) == (-errors.ci_high, -errors.ci_low)
    assert overall.effect == -errors.effect > 0
    assert (errors.verdict, overall.verdict) == ("better", "better")


@pytest.mark.slow
def test_one_case_establishes_nothing_about_the_score(pair):
    scenes = {"scene": ["shop"]}
    comparison = pair(verdicts([True], **scenes), verdicts([False], **scenes))
    overall = found(comparison, "overall")
    assert overall.value == -1
    assert (overall.ci_low, overall.p, overall.verdict) == (None, None, "untested")
    assert overall.notes == ("Only 1 independent cases: too few for an interval.",)


@pytest.mark.slow
@pytest.mark.parametrize("n", [1, 40])
def test_runs_that_pass_everything_alike_are_the_same_overall(pair, n):
    rows = verdicts([True] * n, scene=["shop"] * n)
    assert found(pair(rows, rows), "overall").verdict == "same"


@pytest.mark.slow
def test_an_equal_score_of_other_cases_is_not_the_same(pair):
    base, new = [True, False] * 20, [False, True] * 20
    scenes = {"scene": ["shop"] * 40}
    comparison = pair(verdicts(base, **scenes), verdicts(new, **scenes))
    overall = found(comparison, "overall")
    assert overall.value == 0
    assert overall.verdict == "not_established"
