"""Tables of what was done to the agent, against counts made by hand and by plain Python."""

from __future__ import annotations

import json
from statistics import fmean, quantiles

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.analysis.conditions import Issue, Knee, Step, condition_tables, knee
from tests.report import runs

# The highest load that is carried.


def steps(*numbers):
    return [Step(level, completion, p95) for level, completion, p95 in numbers]


@pytest.mark.parametrize(
    ("ramp", "limits", "expected"),
    [
        ([(1, 1.0, 1), (2, 0.96, 1), (4, 0.94, 1)], {}, (2, 4, "completion")),
        ([(1, 0.8, 1), (2, 0.76, 1), (4, 0.75, 1)], {}, (2, 4, "completion")),  # 0.76 = 0.95 · 0.8
        ([(1, 0.8, 1), (2, 0.8, 1)], {}, (2, None, None)),
        ([(4, 0.1, 1), (1, 1.0, 1), (2, 1.0, 1)], {}, (2, 4, "completion")),  # in any order
        ([(1, 1.0, 1), (2, 0.5, 1), (4, 1.0, 1)], {}, (1, 2, "completion")),  # not beyond a gap
        ([(1, 1.0, 1), (2, 1.0, 3)], {"p95": 2}, (1, 2, "p95")),
        ([(1, 1.0, 3), (2, 1.0, 3)], {"p95": 2}, (None, 1, "p95")),
        ([(1, 1.0, 1), (2, None, 1)], {}, (1, 2, "completion")),
        ([(1, 1.0, 1), (2, 1.0, None)], {"p95": 2}, (1, 2, "p95")),
        ([(1, 1.0, 1), (2, 0.7, 1)], {"completion": 0.7}, (2, None, None)),
    ],
)
def test_the_knee(ramp, limits, expected):
    found = knee(steps(*ramp), **limits)
    assert (found.level, found.next_level, found.limit) == expected


@pytest.mark.parametrize("ramp", [[], [(1, 0.0, 1), (2, 1.0, 1)], [(1, None, 1)]])
def test_without_a_lowest_load_there_is_no_knee(ramp):
    assert knee(steps(*ramp)) is None


LEVELS = st.lists(st.integers(1, 60), min_size=1, max_size=8, unique=True)


@given(LEVELS, st.data())
def test_the_knee_is_the_last_of_the_carried_steps(levels, data):
    rates = [data.draw(st.integers(0, 20)) / 20 for _ in levels]
    times = [data.draw(st.integers(1, 9)) for _ in levels]
    found = knee(steps(*zip(levels, rates, times, strict=True)), completion=0.75, p95=6)
    rising = sorted(zip(levels, rates, times, strict=True))
    if not rising[0][1]:
        assert found is None
        return
    good = [rate * 4 >= 3 * rising[0][1] - 1e-9 and time <= 6 for _, rate, time in rising]
    until = good.index(False) if False in good else len(good)
    carried = [level for level, _, _ in rising[:until]]
    assert found.level == (carried[-1] if carried else None)
    assert found.next_level == (rising[until][0] if until < len(rising) else None)


# Tables.


def under(number, parent, condition, **values):
    """One row asked under a condition."""
    base = {"parent_case_id": f"c{parent}", "condition": condition, "clean_success": 1.0}
    return runs.row(number, **base | values)


def perturbed():
    plain = [runs.row(n) for n in range(10)]
    typos = [
        under(10 + n, n, "perturb", perturbation="en.swap", severity=0.05, passed=n < 6)
        | {"condition_landed": True}
        for n in range(10)
    ]
    cut = [
        under(20 + n, n, "perturb", perturbation="text.truncate_tail", severity=0.3, passed=n < 2)
        | {"condition_landed": True, "expected_behavior": "clarify"}
        for n in range(10)
    ]
    return [*plain, *typos, *cut]


def tables(rows, plan=None, **more):
    con = runs.open_results(":memory:", rows)
    try:
        return condition_tables(con, plan, **more)
    finally:
        con.close()


def test_a_run_without_conditions_has_no_tables():
    assert tables([runs.row(n) for n in range(3)]) is None
    assert tables([]) is None


def test_a_table_of_an_earlier_version_has_no_tables():
    import duckdb

    con = duckdb.connect()
    con.execute("CREATE VIEW results AS SELECT 1 AS row, 'a' AS case_id, true AS passed")
    assert condition_tables(con) is None


def test_perturbations_by_kind():
    made = {"claims": {"abnormal_input": 3}, "unsuited": {"en.swap": 2}}
    plan = {"conditions": [{"perturb": {"kinds": ["en.swap"], "rate": 0.05, "variants": 1}}]}
    found = tables(perturbed(), plan, made=made)
    assert (found.plain, found.asked, found.claims) == (10, 20, {"abnormal_input": 3})
    [applied] = found.applied
    assert (applied.condition, applied.cases, applied.asked, applied.landed) == (
        "perturb",
        10,
        20,
        20,
    )
    # Half a question wants another reaction, so it is not compared with the plain one.
    assert (applied.success.value, applied.success.n, applied.plain) == (0.6, 10, 1.0)
    assert applied.settings["rate"] == 0.05
    swap, cut = found.kinds
    assert (swap.kind, swap.wants, swap.success.value, swap.plain) == ("en.swap", "answer", 0.6, 1)
    assert swap.kept.value == pytest.approx(0.6)
    assert swap.kept.ci_low < 0.6 < swap.kept.ci_high
    assert (swap.unsuited, cut.unsuited) == (2, 0)
    assert (cut.wants, cut.success.value, cut.plain, cut.kept) == ("clarify", 0.2, None, None)
    assert found.phases == found.faults == found.environments == ()
    assert found.knee is None


def load_rows():
    rows = [runs.row(n) for n in range(20)]
    number = 20
    for phase, level, right, pace in (
        *(("baseline", 1.0, 20, 1), ("peak", 9.0, 8, 5), ("recovery", 1.0, 20, 1)),
        *(("ramp", 8.0, 11, 4), ("ramp", 2.0, 20, 1), ("ramp", 4.0, 19, 2)),
    ):
        for n in range(20):
            values = {"phase": phase, "load_level": level, "passed": n < right}
            times = {
                "latency_s": pace * (n + 1) / 100,
                "start_delay_s": n / 1e4,
                "in_flight": level,
            }
            rows.append(under(number, n, "load", **values, **times))
            number += 1
    return rows


@pytest.mark.slow
def test_load_by_phase_and_its_knee():
    plan = {"conditions": [{"load": {"arrivals": "poisson", "acceptable": {"completion": 0.95}}}]}
    found = tables(load_rows(), plan)
    assert [(line.phase, line.level) for line in found.phases] == [
        *(("baseline", 1), ("peak", 9), ("recovery", 1), ("ramp", 2), ("ramp", 4), ("ramp", 8)),
    ]
    peak = found.phases[1]
    times = [5 * (n + 1) / 100 for n in range(20)]
    cuts = quantiles(times, n=20, method="inclusive")
    assert (peak.success.value, peak.asked, peak.in_flight) == (0.4, 20, 9)
    assert (peak.p50, peak.p95) == (pytest.approx(cuts[9]), pytest.approx(cuts[18]))
    assert peak.delay_p95 == pytest.approx(0.95 * 19 / 1e4)
    assert found.knee == Knee(4.0, 8.0, "completion", 0.95, None)
    assert found.arrivals == "poisson"
    assert found.applied[0].success.value == 0.4  # the peak, not a mean over calm and crowd
    slow = {"conditions": [{"load": {"acceptable": {"completion": 0.95, "p95": 0.3}}}]}
    assert tables(load_rows(), slow).knee == Knee(2.0, 4.0, "p95", 0.95, 0.3)


def test_a_fault_that_did_not_land_does_not_count():
    rows = [runs.row(n) for n in range(10)]
    for n in range(10):
        values = {"fault": "reset", "condition_landed": n < 4, "passed": n != 0, "attempts": 2}
        rows.append(under(10 + n, n, "fault", timed_out=n in (0, 9), **values))
    [line] = tables(rows).faults
    assert (line.asked, line.landed, line.timed_out, line.attempts) == (10, 4, 1, 2)
    assert (line.success.value, line.plain) == (0.75, 1)
    assert line.kept.value == pytest.approx(0.75)
    [applied] = tables(rows).applied
    assert (applied.landed, applied.success.value) == (4, 0.75)


def attempt(number, name, at, **values):
    proof = {"number": at, "seconds": 2.0, "issues": [], "error": None} | values.pop("proof", {})
    return runs.row(
        number, case_id=f"~deploy.{name}#{at}", passed=None, condition="environment"
    ) | {
        "deployment_env": name,
        "deployment_attempt": True,
        "attempt_no": at,
        "condition_proof": json.dumps(proof),
        **values,
    }


def environment_rows():
    rows = [runs.row(n, passed=n < 8) for n in range(10)]
    for place, (name, right) in enumerate((("mended", 4), ("broken", 0), ("there", 8))):
        for n in range(10):
            clean, passed = float(n < 8), n < right
            scores = {"clean_success": clean, "original_score": clean}
            scores |= {"transferred_score": float(passed), "passed": passed}
            number = 10 + place * 10 + n
            rows.append(under(number, n, "environment", deployment_env=name, **scores))
    lacking = {"issues": [{"kind": "import", "subject": "numpy"}], "error": "it ended"}
    failed = {"key": "gpu.driver", "status": "fail"}
    checks = {"configs_required": ["a", "b"], "configs_covered": ["a"], "compat_issues": 2}
    checked = {"checklist": {"checks": [failed, {"key": "os.arch", "status": "pass"}]}}
    return [
        *rows,
        attempt(40, "mended", 1, proof=lacking | checked, deployment_success=False, **checks),
        attempt(41, "mended", 2, deployment_success=True, compat_issues=0, adaptation_cost=2.0),
        attempt(42, "broken", 1, proof=lacking, deployment_success=False, compat_issues=1),
    ]


def test_environments_in_the_order_of_the_plan():
    names = ["there", "mended", "broken"]
    secret = {"name": "there", "env": {"KEY": "hunter2"}}
    plan = {"environments": [secret, {"name": "mended"}, {"name": "broken"}]}
    found = tables(environment_rows(), plan)
    assert [line.name for line in found.environments] == names
    assert "hunter2" not in repr(found)
    there, mended, broken = found.environments
    assert (there.deployed, there.attempts, there.first_worked) == (None, 0, None)
    assert (there.kept.value, there.covered, there.compat_issues) == (1.0, None, 0)
    assert (mended.deployed, mended.attempts, mended.first_worked) == (True, 2, False)
    assert (mended.compat_issues, mended.checklist_failed, mended.covered) == (2, 1, 0.5)
    assert mended.issues == (Issue("import", "numpy"), Issue("checklist", "gpu.driver"))
    assert (mended.seconds, mended.adaptation_cost, mended.error) == (4.0, 2.0, None)
    assert (mended.success.value, mended.plain, mended.kept.value) == (0.4, 0.8, 0.5)
    assert (broken.deployed, broken.error, broken.success.value) == (False, "it ended", 0)
    assert found.asked == 30


def team_rows(**values):
    rows = []
    for n in range(6):
        alone = under(n, n + 6, "single", case_id=f"a{n}", passed=n < 3)
        rows.append({**alone, "clean_success": None})
    together = {"collaboration": True, "collab_time": 4.0, "communication_rounds": 2}
    for n in range(6, 12):
        seconds = {"single_time": float(n % 3), "messages_total": 4, "messages_correct": 3}
        rows.append(runs.row(n, **together, **seconds, **values))
    return [*rows, runs.row(12, collaboration=False)]


def test_the_team_beside_one_alone():
    found = tables(team_rows(), {"single": {"http": {"url": "http://secret"}}})
    team = found.team
    assert (team.cases, team.paired, team.rounds, team.accuracy) == (6, 6, 2, 0.75)
    assert (team.together_s, team.alone_s) == (4, fmean(n % 3 for n in range(6, 12)))
    assert (team.success, team.alone_success) == (1, 0.5)
    assert (team.messages, team.redundancy) == (None, None)  # no scorer looked at the messages
    assert (found.applied[0].plain, found.applied[0].settings) == (1, {"adapter": "http"})
    assert "secret" not in repr(found)


def test_what_the_dataset_says_of_a_team_stays_declared():
    assert tables(team_rows()).team.provenance == "measured"
    declared = tables(team_rows(), provenance={"collaboration": "declared", "passed": "declared"})
    assert declared.team.provenance == "declared"
    assert declared.applied[0].success.provenance == "declared"
