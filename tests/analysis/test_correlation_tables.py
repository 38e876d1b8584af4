"""How the measures of runs go together, on tables whose answers are known."""

from __future__ import annotations

import json
from itertools import combinations

import duckdb
import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from statsmodels.stats.multitest import multipletests

from steelyard import evaluate
from steelyard.analysis.correlation import Asked, Effort, Subject, correlate, correlate_runs
from steelyard.analysis.correlation.relations import part_ratio
from steelyard.analysis.generalisation import Rate
from steelyard.bundle import Bundle
from steelyard.errors import InputError

SUMMARY = {"indicators": []}
QUICK = Effort(resamples=40, cases=2_000)


def subject(rows, name="run", summary=None, **known):
    """A run whose results table has these rows; a column that is absent is not in the table."""
    frame = pd.DataFrame(rows)
    con = duckdb.connect()
    con.register("frame", frame)
    kinds = {"passed": "BOOLEAN", "completed": "BOOLEAN", "difficulty": "VARCHAR"}
    columns = ", ".join(
        f"CAST({column} AS {kinds[column]}) AS {column}" if column in kinds else column
        for column in frame
    )
    con.execute(f"CREATE TABLE stored AS SELECT {columns} FROM frame")
    con.execute("CREATE VIEW results AS SELECT * FROM stored")
    con.unregister("frame")
    return Subject(name, con, summary or SUMMARY, **known)


def cases(n, **columns):
    return {"case_id": [f"c{at:05}" for at in range(n)], **columns}


def pair(found, a, b):
    return next(p for p in found.pairs if {p.a, p.b} == {a, b})


def noise(n=200, seed=1):
    """Passing gets rarer with difficulty; everything else is chance."""
    chance = np.random.default_rng(seed)
    difficulty = chance.integers(1, 4, n)
    return cases(
        n,
        passed=chance.random(n) < 1.1 - 0.3 * difficulty,
        latency_s=chance.exponential(1.0, n),
        output_tokens=chance.integers(1, 300, n),
        confidence=chance.random(n),
        difficulty=[("easy", "medium", "困难")[level - 1] for level in difficulty],
        scene=[f"s{at % 4}" for at in range(n)],
    )


# The four relations.


def test_accuracy_and_completion_case_by_case():
    passed = [True] * 50 + [False] * 50
    completed = [True] * 40 + [False] * 10 + [True] * 5 + [False] * 45
    found = correlate([subject(cases(100, passed=passed, completed=completed))])
    relation = found.relations[0].accuracy_completion
    assert (relation.both, relation.only_right) == (40, 10)
    assert (relation.only_completed, relation.neither) == (5, 45)
    assert relation.phi.value == pytest.approx(0.7035, abs=5e-5)
    assert relation.gap == pytest.approx(0.05)
    r = stats.pearsonr(passed, completed)
    interval = r.confidence_interval()
    assert (relation.phi.ci_low, relation.phi.ci_high) == pytest.approx(
        (interval.low, interval.high)
    )


def test_latency_and_accuracy_as_in_the_specification():
    """18 of 20 fast and 13 of 20 slow ones: +0.25 [−0.013, 0.479], not established."""
    rows = cases(
        40,
        passed=[True] * 18 + [False] * 2 + [True] * 13 + [False] * 7,
        latency_s=[1.0] * 20 + [2.0] * 20,
    )
    relation = correlate([subject(rows)]).relations[0].latency_accuracy
    assert (relation.fast.value, relation.slow.value) == (0.9, 0.65)
    difference = relation.difference
    assert difference.value == pytest.approx(0.25)
    assert (difference.ci_low, difference.ci_high) == pytest.approx((-0.013, 0.479), abs=5e-4)
    assert relation.evidence == "not_established"
    assert relation.scored == "passed"
    assert relation.spearman.value == pytest.approx(
        stats.spearmanr(rows["latency_s"], rows["passed"]).statistic
    )
    assert [band.accuracy.n for band in relation.bands] == [20, 20]


def test_equal_latencies_leave_no_slow_half():
    relation = correlate([subject(cases(12, passed=[True, False] * 6, latency_s=[1.0] * 12))])
    found = relation.relations[0].latency_accuracy
    assert found.slow.value is None
    assert found.difference.value is None
    assert found.reason.en == "all cases took equally long"


def test_f1_balance_comes_from_the_indicators():
    summary = {
        "indicators": [
            {"id": "base.precision", "value": 0.8},
            {"id": "base.recall", "value": 0.6},
            {"id": "base.f1", "value": 0.6857},
        ]
    }
    found = correlate([subject(cases(3, passed=[True, False, True]), summary=summary)])
    assert found.relations[0].f1_balance.balance == pytest.approx(0.8571, abs=5e-5)


def test_generalisation_beside_the_base():
    kinds = ["train"] * 50 + ["non_train"] * 30 + ["unknown"] * 20
    passed = [True] * 45 + [False] * 5 + [True] * 18 + [False] * 12 + [True] * 9 + [False] * 11
    abnormal = [False] * 80 + [True] * 20
    rows = cases(100, passed=passed, scene_type=kinds, abnormal_input=abnormal)
    found = correlate([subject(rows)]).relations[0].generalisation_base
    assert found.overall.value == pytest.approx(0.72)
    assert found.train_ratio.value == pytest.approx(0.9 / 0.72)
    assert found.non_train_ratio.value == pytest.approx(0.54 / 0.72)
    assert found.non_train_ratio.ci_low < 0.75 < found.non_train_ratio.ci_high < 1
    assert found.drop.value == pytest.approx(9 / 20 - 63 / 80)
    assert found.drop.ci_low < found.drop.value < found.drop.ci_high
    plain = correlate([subject(cases(100, passed=passed))]).relations[0].generalisation_base
    assert plain.train_ratio.value is None
    assert "scene_type" in plain.reason.en
    assert "abnormal_input" in plain.drop_reason.zh


def test_ratio_of_a_part_to_its_whole_holds_the_truth_as_often_as_said():
    """The part is among the whole: taken as independent, the interval would be too wide."""
    chance = np.random.default_rng(2)
    held = wide = 0
    from steelyard.indicators.intervals import mover_ratio, wilson

    for _ in range(600):
        inside, outside = chance.binomial(60, 0.8), chance.binomial(40, 0.6)
        whole = inside + outside
        part = Rate(inside / 60, *wilson(inside, 60), 60)
        found = part_ratio(part, Rate(whole / 100, *wilson(whole, 100), 100))
        held += found.ci_low <= 0.8 / 0.72 <= found.ci_high
        _, low, high = mover_ratio((inside, 60), (whole, 100))
        wide += (high - low) > (found.ci_high - found.ci_low)
    assert 0.93 < held / 600 <= 0.99
    assert wide == 600


# What counts as one observation.


def test_epochs_of_a_case_are_averaged_first():
    rows = {
        "case_id": ["a"] * 4 + ["b", "c", "d"],
        "epoch": [0, 1, 2, 3, 0, 0, 0],
        "passed": [True, True, True, False, False, True, False],
        "latency_s": [1.0, 1.0, 1.0, 5.0, 3.0, 1.5, 4.0],
    }
    found = correlate([subject(rows)])
    assert (found.n, found.epochs) == (4, True)
    assert any("Epochs" in note.en for note in found.notes)
    expected = stats.spearmanr([0.75, 0, 1, 0], [2.0, 3.0, 1.5, 4.0]).statistic
    assert pair(found, "passed", "latency_s").spearman.value == pytest.approx(expected)
    means = {measure.id: measure.mean for measure in found.measures}
    assert means["passed"] == pytest.approx(1.75 / 4)


def test_conditions_and_broken_roads_do_not_count():
    rows = cases(8, passed=[True, False, True, True, False, True, True, None])
    rows |= {
        "latency_s": [1.0, 2, 3, 4, 5, 6, 7, 8],
        "condition": [None] * 6 + ["perturb", None],
        "error_kind": [None] * 7 + ["infra"],
    }
    found = correlate([subject(rows)])
    assert found.n == 6


def test_clusters_count_instead_of_their_cases():
    rows = noise(120)
    alone = correlate([subject(rows)], Asked(effort=QUICK))
    together = correlate(
        [subject(rows | {"cluster_id": [f"k{at // 6}" for at in range(120)]})], Asked(effort=QUICK)
    )
    assert (alone.independent, together.independent) == (120, 20)
    a, b = (pair(found, "passed", "difficulty").spearman for found in (alone, together))
    assert a.value == b.value
    assert b.ci_high - b.ci_low > 2 * (a.ci_high - a.ci_low)
    assert any("20 clusters" in note.en for note in together.notes)


def test_the_same_cases_in_two_runs_are_no_more_cases():
    rows = noise(80)
    runs = [subject(rows, "one"), subject(rows, "two")]
    found = correlate(runs, Asked(unit="case", effort=QUICK))
    assert (found.n, found.independent) == (160, 80)
    alone = pair(correlate([runs[0]], Asked(effort=QUICK)), "passed", "difficulty").spearman
    both = pair(found, "passed", "difficulty").spearman
    assert both.value == pytest.approx(alone.value)
    assert both.ci_low == pytest.approx(alone.ci_low)


# The matrix.


def test_the_matrix_is_that_of_scipy_and_corrected_as_statsmodels_does():
    rows = noise(150)
    wanted = ("passed", "latency_s", "output_tokens", "confidence")
    found = correlate([subject(rows)], Asked(columns=wanted, effort=QUICK))
    assert [measure.id for measure in found.measures] == list(wanted)
    p = []
    for one, (a, b) in zip(found.pairs, combinations(wanted, 2), strict=True):
        assert (one.a, one.b) == (a, b)
        rho = stats.spearmanr(rows[a], rows[b])
        assert one.spearman.value == pytest.approx(rho.statistic, abs=1e-12)
        assert one.spearman.p == pytest.approx(rho.pvalue, abs=1e-12)
        tau = stats.kendalltau(rows[a], rows[b]).statistic
        assert one.kendall.value == pytest.approx(tau, abs=1e-12)
        if a == "passed":
            r = stats.pointbiserialr(rows[a], rows[b]).statistic
            assert one.point_biserial.value == pytest.approx(r, abs=1e-12)
        else:
            assert one.point_biserial is None
        p.append(rho.pvalue)
    q = multipletests(p, method="fdr_bh")[1]
    assert [one.q for one in found.pairs] == pytest.approx(q.tolist(), abs=1e-12)


def test_a_measure_asked_for_that_does_not_vary_is_named():
    table = cases(30, passed=[True, False] * 15, latency_s=np.arange(30.0), cost=[0.5] * 30)
    asked = Asked(columns=("passed", "cost", "latency_s"), effort=QUICK)
    found = correlate([subject(table)], asked)
    assert [measure.id for measure in found.measures] == ["passed", "latency_s"]
    assert [note.en.rpartition(": ")[2] for note in found.notes] == ["cost"]
    assert correlate([subject(table)], Asked(effort=QUICK)).notes == ()


def test_words_for_difficulty_are_ordered():
    found = correlate([subject(noise(300))], Asked(effort=QUICK))
    one = pair(found, "passed", "difficulty")
    assert one.spearman.value < -0.3
    assert one.evidence == "established"


def test_missing_values_are_left_out_pair_by_pair():
    rows = noise(60)
    rows["confidence"] = [None if at % 3 else value for at, value in enumerate(rows["confidence"])]
    found = correlate([subject(rows)], Asked(effort=QUICK))
    assert pair(found, "passed", "latency_s").spearman.n == 60
    kept = [at for at in range(60) if at % 3 == 0]
    one = pair(found, "latency_s", "confidence").spearman
    expected = stats.spearmanr(
        [rows["latency_s"][at] for at in kept], [rows["confidence"][at] for at in kept]
    )
    assert (one.n, one.value) == (20, pytest.approx(expected.statistic))


def simpson(n=60):
    """Inside every scene y falls with x; over all scenes it rises."""
    chance = np.random.default_rng(4)
    scene = np.repeat([0, 1, 2], n)
    x = scene * 10 + chance.random(3 * n) * 3
    y = 0.2 + 0.3 * scene - 0.05 * (x - scene * 10) + chance.random(3 * n) * 0.02
    return cases(
        3 * n,
        latency_s=x,
        score=np.clip(y, 0, 1),
        scene=[f"s{at}" for at in scene],
    )


def test_a_relation_that_turns_round_inside_scenes_is_flagged():
    found = correlate([subject(simpson())], Asked(effort=QUICK))
    one = pair(found, "latency_s", "score")
    assert one.spearman.value > 0.5
    assert one.within.value < -0.8
    assert one.reverses
    plain = pair(correlate([subject(noise())], Asked(effort=QUICK)), "passed", "difficulty")
    assert not plain.reverses


def test_holding_something_fixed():
    rows = noise(150)
    found = correlate([subject(rows)], Asked(control="latency_s", effort=QUICK))
    rank = {name: stats.rankdata(rows[name]) for name in ("passed", "output_tokens", "latency_s")}

    def rest(name):
        line = np.polyfit(rank["latency_s"], rank[name], 1)
        return rank[name] - np.polyval(line, rank["latency_s"])

    expected = stats.pearsonr(rest("passed"), rest("output_tokens")).statistic
    assert pair(found, "passed", "output_tokens").partial.value == pytest.approx(expected)
    assert pair(found, "passed", "latency_s").partial.value is None
    grouped = correlate([subject(rows)], Asked(control="scene", effort=QUICK))
    one = pair(grouped, "passed", "output_tokens")
    assert one.partial == one.within


def test_one_thing_by_construction_is_named_and_not_tested():
    chance = np.random.default_rng(6)
    right = chance.random(80) < 0.5
    rows = cases(
        80,
        passed=np.where(np.arange(80) < 3, False, right),
        text_exact_match=right,
        score=right.astype(float),
        confidence=1.0 - right,
        latency_s=chance.random(80),
    )
    scorers = [{"id": "text.exact_match", "verdict": True}]
    found = correlate([subject(rows, scorers=scorers)], Asked(effort=QUICK))
    verdict = pair(found, "passed", "text_exact_match")
    assert "text_exact_match" in verdict.structural.en
    assert (verdict.spearman.p, verdict.q, verdict.evidence) == (None, None, "not_established")
    assert pair(found, "text_exact_match", "score").structural.en.startswith("the same")
    assert pair(found, "score", "confidence").structural.en.startswith("one is 1 minus")
    assert pair(found, "passed", "latency_s").structural is None
    assert ("passed", "text_exact_match") in found.redundancy.structural


def test_what_says_nearly_the_same():
    chance = np.random.default_rng(7)
    x = chance.random(200)
    rows = cases(
        200,
        passed=chance.random(200) < 0.5,
        output_tokens=(x * 1000).astype(int),
        input_tokens=(x * 1000 + chance.random(200)).astype(int),
        latency_s=chance.random(200),
    )
    found = correlate([subject(rows)], Asked(effort=QUICK)).redundancy
    [cluster] = found.clusters
    assert set(cluster.members) == {"output_tokens", "input_tokens"}
    assert cluster.weakest > 0.99
    above = {vif.id for vif in found.vifs if vif.value is None or vif.value > found.vif_limit}
    assert above == {"output_tokens", "input_tokens"}


# Drivers.


def test_drivers_find_what_was_planted():
    found = correlate([subject(noise(600))], Asked(effort=QUICK)).drivers
    assert (found.target, found.model, found.method) == ("passed", "logit", "lmg")
    first = found.drivers[0]
    assert first.id == "difficulty"
    assert first.coefficient.ci_high < 0
    assert first.share.ci_low > 0.05
    assert sum(driver.share.value for driver in found.drivers) == pytest.approx(found.r2)
    others = {driver.id: driver for driver in found.drivers[1:]}
    assert max(driver.share.value for driver in others.values()) < 0.02
    assert others["scene"].levels == 4
    assert others["scene"].coefficient is None


def test_drivers_say_why_there_are_none():
    rows = noise(60)
    same = correlate([subject(rows | {"passed": [True] * 60})], Asked(effort=QUICK))
    assert same.drivers is None
    few = dict(rows)
    few["passed"] = [at != 3 for at in range(60)]
    found = correlate([subject(few)], Asked(effort=QUICK)).drivers
    assert found.drivers == ()
    assert "1 cases of the rarer outcome" in found.reason.en


def test_too_few_cases_for_all_terms_keep_those_that_come_first():
    rows = noise(200)
    rows["passed"] = [at % 14 != 0 for at in range(200)]
    found = correlate([subject(rows)], Asked(effort=QUICK)).drivers
    assert {driver.id for driver in found.drivers} == {"difficulty", "latency_s"} | (
        {"confidence"} & {driver.id for driver in found.drivers}
    )
    assert len(found.drivers) <= 3
    assert found.left_out


# Other units, several runs.


def summary(values, **more):
    records = [{"id": id_, "value": value} for id_, value in values.items()]
    return {"indicators": records} | more


def test_runs_as_the_unit():
    accuracy = [0.5, 0.6, 0.7, 0.8, 0.75, 0.9]
    latency = [3.0, 2.5, 2.6, 1.0, 1.2, 0.5]
    runs = [
        subject(
            cases(4, passed=[True, True, True, at > 2], latency_s=[latency[at]] * 4),
            f"run {at}",
            summary({"base.accuracy": accuracy[at], "base.latency_p50": latency[at]}),
        )
        for at in range(6)
    ]
    found = correlate(runs)
    assert (found.unit, found.n, found.drivers) == ("run", 6, None)
    one = pair(found, "base.accuracy", "base.latency_p50")
    assert one.spearman.value == pytest.approx(stats.spearmanr(accuracy, latency).statistic)
    assert found.measures[0].name.zh == "准确率"
    assert [point.run for point in found.pareto if point.front] == ["run 5"]
    assert "run 5" in found.pareto[0].dominated_by
    assert any("Only 6 runs" in note.en for note in found.notes)


def test_scenes_as_the_unit():
    rows = noise(200)
    known = summary({"base.accuracy": 0.5, "base.latency_p50": 1.0, "adapt.worst_scene": 0.1})
    found = correlate([subject(rows, summary=known)], Asked(unit="scene"))
    assert (found.unit, found.n) == ("scene", 4)
    frame = pd.DataFrame(rows).groupby("scene")
    expected = stats.spearmanr(frame["passed"].mean(), frame["latency_s"].median()).statistic
    one = pair(found, "base.accuracy", "base.latency_p50")
    assert one.spearman.value == pytest.approx(expected)
    assert one.spearman.ci_low is None
    assert "5 independent" in one.spearman.reason.en


def test_a_large_run_is_sampled_and_says_so():
    rows = noise(3000)
    asked = Asked(most=600, effort=QUICK)
    found = correlate([subject(rows)], asked)
    assert found.sample.of == 3000
    assert 480 < found.sample.used == found.n < 720
    assert any("of 3,000 cases" in note.en for note in found.notes)
    assert found.relations[0].generalisation_base.overall.n == 3000
    again = correlate([subject(rows)], asked)
    assert again.pairs == found.pairs
    assert again.drivers == found.drivers
    whole = pair(correlate([subject(rows)], Asked(effort=QUICK)), "passed", "difficulty")
    some = pair(found, "passed", "difficulty").spearman
    assert some.ci_low < whole.spearman.value < some.ci_high


# What a caller may get wrong.


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (Asked(columns=("nonsense",)), "nonsense"),
        (Asked(columns=("scene_text",)), "scene_text"),
        (Asked(unit="run"), "one run only"),
        (Asked(unit="scene", columns=("base.nonsense",)), "base.nonsense"),
        (Asked(control="nonsense"), "nonsense"),
        (Asked(control="attempts"), "attempts"),
        (Asked(control="domain"), "domain"),
        (Asked(unit="scene", control="scene"), "scene"),
        (Asked(confidence=1.5), "1.5"),
    ],
)
def test_what_cannot_be_is_refused_with_the_name(asked, said):
    rows = noise(40) | {"scene_text": ["x"] * 40, "attempts": [1] * 40}
    known = summary({"base.accuracy": 0.5, "base.latency_p50": 1.0})
    with pytest.raises(InputError, match=said):
        correlate([subject(rows, summary=known)], asked)


def test_no_run_is_refused():
    with pytest.raises(InputError, match="no run"):
        correlate([])


def test_values_of_the_metadata_can_be_measures():
    rows = noise(50)
    rows["metadata"] = [json.dumps({"a.b": at, 'q"': str(at % 7)}) for at in range(50)]
    asked = Asked(columns=("passed", "metadata.a.b", 'metadata.q"'), effort=QUICK)
    found = correlate([subject(rows)], asked)
    expected = stats.spearmanr(rows["passed"], range(50)).statistic
    assert pair(found, "passed", "metadata.a.b").spearman.value == pytest.approx(expected)
    assert 'metadata.q"' in [measure.id for measure in found.measures]


CELL = st.one_of(st.none(), st.booleans())
NUMBER = st.one_of(st.none(), st.floats(0, 10), st.sampled_from([0.0, 1.0, float("inf")]))


@pytest.mark.slow
@settings(max_examples=15, deadline=None)
@given(
    st.lists(
        st.tuples(CELL, CELL, NUMBER, NUMBER, st.sampled_from([None, "a", "b"])),
        min_size=1,
        max_size=25,
    )
)
def test_whatever_the_table_holds_the_numbers_keep_their_range(table):
    rows = cases(len(table))
    for at, name in enumerate(("passed", "completed", "latency_s", "score", "scene")):
        column = [row[at] for row in table]
        kind = {"latency_s": "float", "score": "float"}.get(name, "object")
        rows[name] = pd.Series(column, dtype=kind)
    found = correlate([subject(rows)], Asked(effort=Effort(10, 100)))
    for one in found.pairs:
        for value in (one.spearman, one.kendall, one.point_biserial, one.within):
            if value is None or value.value is None:
                continue
            assert -1 <= value.value <= 1
            if value.ci_low is not None:
                assert -1 <= value.ci_low <= value.value <= value.ci_high <= 1
        assert one.spearman.value is not None or one.spearman.reason is not None
        assert one.q is None or 0 <= one.spearman.p <= one.q <= 1
    for relation in found.relations:
        if relation.latency_accuracy is not None:
            assert relation.latency_accuracy.fast.n > 0


@pytest.mark.slow
def test_a_run_on_disk(tmp_path):
    asked = [{"input": f"{'x' * (at % 7)}{at}", "answer": str(at), "scene": f"s{at % 3}"}
             for at in range(30)]  # fmt: skip
    run = evaluate(lambda text: text.lstrip("x") if len(text) % 3 else "no", asked,
                   out=tmp_path / "run")  # fmt: skip
    found = correlate_runs([Bundle(run.path)], Asked(effort=QUICK))
    assert (found.unit, found.n) == ("case", 30)
    assert {"passed", "input_chars", "output_chars"} <= {m.id for m in found.measures}
    assert found.relations[0].f1_balance.balance is not None
    twice = correlate_runs([Bundle(run.path), Bundle(run.path)])
    assert twice.runs == (str(run.path), str(run.path))


def test_numbers_too_large_to_be_squared_explain_as_much_as_small_ones():
    rows = noise()
    small = correlate([subject(rows)], Asked(effort=QUICK)).drivers
    rows["latency_s"] = rows["latency_s"] / rows["latency_s"].max() * 1e308
    large = correlate([subject(rows)], Asked(effort=QUICK)).drivers
    assert large.r2 == pytest.approx(small.r2)
    assert large.reason is None


@pytest.mark.slow
def test_the_largest_correlation_is_tested_with_all_others():
    """A planted driver is sure; of noise, about one in twenty is called so (here 1 of 30)."""
    alarms = 0
    for seed in range(30):
        chance = np.random.default_rng(seed)
        rows = cases(
            120,
            passed=chance.random(120) < 0.7,
            latency_s=chance.random(120),
            output_tokens=chance.integers(1, 300, 120),
            confidence=chance.random(120),
            cost=chance.random(120),
        )
        largest = correlate([subject(rows)], Asked(effort=QUICK)).drivers.largest
        assert largest.of == 4
        alarms += largest.p <= 0.05
    assert alarms <= 4
    found = correlate([subject(noise(200))], Asked(effort=QUICK)).drivers.largest
    assert (found.id, found.p) == ("difficulty", 1 / 200)
    expected = stats.spearmanr(
        [("easy", "medium", "困难").index(x) for x in noise(200)["difficulty"]],
        noise(200)["passed"],
    ).statistic
    assert found.rho == pytest.approx(expected)


def test_the_largest_correlation_of_clusters_is_not_called_sure():
    """Ten clusters of twenty that pass and take as long alike are ten observations, not 200."""
    chance = np.random.default_rng(3)
    passed = np.repeat(np.arange(10) % 3 > 0, 20)
    latency = np.repeat(np.arange(10) % 3 + chance.random(10), 20) + chance.random(200) / 100
    rows = cases(200, passed=passed, latency_s=latency)
    alone = correlate([subject(rows)], Asked(effort=QUICK)).drivers.largest
    rows |= {"cluster_id": [f"k{at // 20}" for at in range(200)]}
    together = correlate([subject(rows)], Asked(effort=QUICK)).drivers.largest
    assert together.rho == pytest.approx(alone.rho)
    assert alone.p == 1 / 200
    assert together.p > alone.p


def test_only_measures_that_are_not_computed_from_one_another_are_redundant():
    chance = np.random.default_rng(8)
    x = chance.random(60)
    columns = {
        "passed": chance.random(60) < 0.5,
        "confidence": x,
        "latency_s": x * 2,
        "output_tokens": (x * 1000).astype(int),
        "cost": x / 7,
    }

    def redundant(n):
        rows = cases(n, **{name: values[:n] for name, values in columns.items()})
        pairs = correlate([subject(rows)], Asked(effort=QUICK)).redundancy.pairs
        return {frozenset(pair[:2]) for pair in pairs}

    assert frozenset({"confidence", "latency_s"}) in redundant(60)  # no interval at 1, and sure
    assert frozenset({"cost", "output_tokens"}) not in redundant(60)
    assert redundant(29) == set()
