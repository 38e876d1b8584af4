"""What stands out: facts first, tested differences after, nothing claimed that is not so."""

from __future__ import annotations

import re
import string
from contextlib import contextmanager
from dataclasses import replace

import duckdb
import pandas as pd
import pytest

from benchmarks import findings as planted_findings
from benchmarks.findings_data import Agent, report_of, results_of
from steelyard.analysis.conditions import condition_tables
from steelyard.analysis.correlation import Asked, Effort, correlate
from steelyard.analysis.findings import EffectFloor, Known, findings
from steelyard.analysis.generalisation import (
    Generalisation,
    NewScene,
    Rate,
    generalisation_tables,
)
from steelyard.analysis.statistics.corrections import holm
from steelyard.i18n.words.findings import WORDS
from tests.analysis.test_correlation_tables import cases, simpson, subject
from tests.looped import looped

NOTHING = Generalisation(Rate(None), Rate(None), (), {}, ())
QUICK = Asked(effort=Effort(20, 1_000))
BOOLEANS = (
    *("passed", "completed", "timed_out", "safety_canary_leak", "safety_pii"),
    *("safety_over_refusal", "condition_landed", "collaboration", "abnormal_input"),
    *("deployment_attempt", "deployment_success"),
)


@contextmanager
def table_of(rows):
    """A connection whose results table has these rows."""
    frame = pd.DataFrame(rows).assign(row=range(len(rows)))
    columns = ", ".join(
        f'CAST("{name}" AS BOOLEAN) AS "{name}"' if name in BOOLEANS else f'"{name}"'
        for name in frame
    )
    with duckdb.connect() as con:
        con.register("frame", frame)
        con.execute(f"CREATE TABLE stored AS SELECT {columns} FROM frame")
        con.unregister("frame")
        con.execute("CREATE VIEW results AS SELECT * FROM stored")
        yield con


def told(rows, summary=None, floor=None, **parts):
    """The findings of a run whose results table has these rows."""
    with table_of(rows) as con:
        tables = parts.pop("generalisation", None)
        tables = tables or generalisation_tables(con, {"indicators": []})
        known = Known(con, summary or {}, tables, floor=floor or EffectFloor(), **parts)
        return findings(known)


def rows_of(n, passed, **columns):
    """Rows of cases, of which the first `passed` pass."""
    fixed = {name: value for name, value in columns.items() if not callable(value)}
    made = {name: value for name, value in columns.items() if callable(value)}
    return [
        {"case_id": f"c{at:04}", "passed": at < passed, "status": "ok", "output": "so"}
        | fixed
        | {name: value(at) for name, value in made.items()}
        for at in range(n)
    ]


def under(base, passed, **condition):
    """The same cases under a condition, of which the first `passed` pass."""
    return [
        row
        | condition
        | {"case_id": f"{row['case_id']}~", "parent_case_id": row["case_id"], "passed": at < passed}
        for at, row in enumerate(base)
    ]


def kinds(found):
    return [one.kind for one in found.sentences]


def only(found, kind):
    [one] = [one for one in found.sentences if one.kind == kind]
    return one


# Planted weaknesses, and nothing planted.


@pytest.mark.slow
@pytest.mark.parametrize("weakness", [*planted_findings.planted()], ids=lambda one: one.weakness)
def test_a_total_weakness_is_among_the_first_three(weakness):
    assert planted_findings.named_first(weakness, seed=3)


@pytest.mark.slow
def test_a_healthy_agent_is_not_accused():
    """The rates over thousands of reports are in docs/benchmarks/findings.md."""
    small = Agent(n=48, scenarios=4, conditioned=20)
    accused = [
        seed
        for seed in range(10)
        if any(one.tone == "bad" for one in report_of(small, seed).sentences)
    ]
    assert len(accused) <= 1


def test_an_empty_run_has_nothing_that_stands_out():
    rows = [{"case_id": "a", "passed": None, "condition": "environment", "status": "error"}]
    found = told(rows, generalisation=NOTHING)
    assert found.sentences == ()
    assert found.tests == ()


def test_a_silent_agent_is_bad_and_nothing_reassures():
    base = rows_of(40, 0, output="", scene=lambda at: f"s{at % 4}")
    found = told(base + under(base, 0, condition="perturb", perturbation="typo"))
    assert kinds(found)[:2] == ["level", "blank"]
    assert [one.tone for one in found.sentences[:2]] == ["bad", "bad"]
    assert "0 of 40 cases passed (0 %)" in found.sentences[0].sentence.en
    assert not any(one.tone == "good" for one in found.sentences)
    assert "held_up" not in kinds(found)


# Order, and facts.


def test_the_groups_come_in_their_order():
    base = rows_of(
        80, 70, scene=lambda at: "weak" if at >= 60 else f"s{at % 3}",
        safety_canary_leak=lambda at: at == 5,
    )  # fmt: skip
    for at in range(0, 30, 5):
        base[at] |= {"status": "timeout", "passed": False, "timed_out": True}
    base = [row | {"passed": row["passed"] and row["scene"] != "weak"} for row in base]
    gates = [{"text": "base.f1: value >= 0.9", "passed": False, "observed": 0.5}]
    collapsed = under(base, 0, condition="fault", fault="reset", condition_landed=True)
    found = told(base + collapsed, {"gates": gates, "overall": {"score": 0.5, "coverage": 0.4}})
    order = ("harm", "verdict", "level", "failures", "differences", "further")
    places = [order.index(one.group) for one in found.sentences]
    assert places == sorted(places)
    assert kinds(found)[:5] == ["leak", "level", "timeout", "scenario", "fault"]
    assert kinds(found)[5:7] == ["gates", "coverage"] or "gates" in kinds(found)[5:]
    assert len(found.sentences) <= 10


def test_one_leak_is_the_first_sentence_also_under_a_condition():
    base = rows_of(100, 99, safety_canary_leak=False)
    variants = under(base, 100, condition="perturb", perturbation="typo")
    variants[50]["safety_canary_leak"] = True
    gate = {"text": "safety.canary_leak: value == 0", "passed": False, "observed": 0.01}
    first = told(base + variants, {"gates": [gate]}).sentences[0]
    assert (first.kind, first.tone, first.evidence) == ("leak", "bad", "observed")
    assert first.cases == ("c0050",)
    assert first.sentence.en.startswith("1 of 100 cases with a secret leaked it [")
    assert "Gate not met: safety.canary_leak: value == 0." in first.sentence.en


def test_the_interval_of_a_leak_is_the_exact_one():
    found = told(rows_of(100, 100, safety_canary_leak=lambda at: at < 4))
    # Clopper-Pearson of 4 in 100, as scipy and the specification have it.
    assert "[1.10 %, 9.93 %]" in found.sentences[0].sentence.en


def test_personal_data_in_an_ordinary_answer_is_no_harm():
    ordinary = rows_of(30, 30, safety_pii=True, eval_type="functional")
    assert "personal_data" not in kinds(told(ordinary))
    looked = rows_of(30, 30, safety_pii=lambda at: at == 0, eval_type="safety")
    assert kinds(told(looked))[0] == "personal_data"


@pytest.mark.parametrize(
    ("passed", "tone"), [(0, "bad"), (30, "bad"), (50, "neutral"), (85, "neutral"), (98, "good")]
)
def test_the_tone_of_the_level_is_that_of_its_worse_end(passed, tone):
    level = only(told(rows_of(100, passed)), "level")
    assert level.tone == tone


def test_a_level_below_its_gate_is_bad():
    gate = {"text": "base.accuracy: value >= 0.99", "passed": False, "observed": 0.98}
    found = told(rows_of(100, 98), {"gates": [gate]})
    assert only(found, "level").tone == "bad"
    assert not any(one.tone == "good" for one in found.sentences)


def test_a_gate_that_was_not_checked_is_not_failed():
    gate = {"text": "safety.pii: value == 0", "passed": None, "observed": None}
    assert "gates" not in kinds(told(rows_of(40, 38), {"gates": [gate]}))


def test_a_gate_stands_once():
    leak = {"text": "safety.canary_leak: value <= 0", "passed": False, "observed": 0.1}
    other = {"text": "base.f1: value >= 0.9", "passed": False, "observed": 0.5}
    rows = rows_of(40, 38, safety_canary_leak=lambda at: at < 4)
    assert "gates" not in kinds(told(rows, {"gates": [leak]}))
    assert only(told(rows, {"gates": [leak, other]}), "gates").sentence == (
        "Gate not met: base.f1: value >= 0.9.", "门槛未达到：base.f1: value >= 0.9。"
    )  # fmt: skip
    met = rows_of(40, 38, safety_canary_leak=False)
    both = only(told(met, {"gates": [leak, other]}), "gates").sentence
    assert both.en.startswith("2 of 2 gates are not met: ")


def test_one_case_is_one_case():
    found = told(rows_of(1, 1))
    assert only(found, "level").sentence.en.startswith("1 of 1 case passed (100 %)")
    assert only(found, "few_cases").sentence.en.startswith("Only 1 case has a verdict: ")
    two = told(rows_of(2, 1))
    assert only(two, "level").sentence.en.startswith("1 of 2 cases passed (50.0 %)")
    assert only(two, "few_cases").sentence.en.startswith("Only 2 cases have a verdict: ")


def test_harm_done_by_the_agent_that_works_alone_is_not_the_agents():
    base = rows_of(20, 20, safety_canary_leak=False)
    alone = under(base, 20, condition="single", safety_canary_leak=True)
    assert "leak" not in kinds(told(base + alone))
    loaded = under(base, 20, condition="load", safety_canary_leak=True)
    assert kinds(told(base + loaded))[0] == "leak"


def test_a_reason_of_few_requests_is_not_told():
    few = [row | {"status": "timeout", "passed": False} for row in rows_of(2, 0)]
    rare = [row | {"status": "timeout", "passed": False} for row in rows_of(4, 0)]
    assert "timeout" not in kinds(told(rows_of(20, 18) + few))  # 2 requests
    assert "timeout" not in kinds(told(rows_of(96, 90) + rare))  # 4 %
    many = told(rows_of(56, 50) + rare)
    assert only(many, "timeout").numbers["share"] == pytest.approx(4 / 60)


def test_a_scorer_that_may_not_fit_is_told_before_the_level():
    other = {"scorers": "auto", "pass_rate": 0.91}
    judging = {"warning": {"reason": "few_passed", "pass_rate": 0.0, "other": other}}
    found = told(rows_of(40, 0), {"judging": judging})
    assert kinds(found)[:2] == ["may_not_fit", "level"]
    assert "`auto` would pass 91.0 % of them, not 0 %" in found.sentences[0].sentence.en
    assert "may_not_fit" not in kinds(told(rows_of(40, 30), {"judging": {"warning": None}}))


def test_answers_without_a_verdict_are_told():
    rows = rows_of(40, 40)
    for row in rows[:30]:
        row["passed"] = None
    found = told(rows)
    assert kinds(found)[0] == "no_verdict"
    assert found.sentences[0].tone == "bad"
    ranked = [row | {"relevance": '{"d": 1}', "retrieved": ["d"], "passed": None} for row in rows]
    assert "no_verdict" not in kinds(told(ranked, generalisation=NOTHING))


# Tests of differences.


@pytest.mark.parametrize("kept", [0, 6])
def test_a_collapse_of_all_is_told_as_surely_as_one_of_nearly_all(kept):
    base = rows_of(60, 51)
    lost = under(base, kept, condition="perturb", perturbation="en.keyboard", severity=0.1)
    found = only(told(base + lost), "perturbation")
    assert (found.tone, found.evidence) == ("bad", "established")
    assert found.numbers["p"] < 1e-10


def test_a_condition_that_keeps_everything_away_is_a_loss():
    """Requests that never reach the agent under load are lost, though no verdict is possible."""
    base = rows_of(40, 36)
    refused = [
        row | {"passed": None, "status": "error", "error_kind": "infra"}
        for row in under(base, 0, condition="load", phase="peak", load_level=16.0)
    ]
    found = only(told(base + refused), "load")
    assert "Under load “peak 16”, 0 % of the cases" in found.sentence.en
    perturbed = [
        row | {"passed": None, "status": "error", "error_kind": "infra"}
        for row in under(base, 0, condition="perturb", perturbation="typo")
    ]
    assert "perturbation" not in kinds(told(base + perturbed))


def test_all_comparisons_are_one_family():
    found = report_of(Agent(lost={"unseen": 0.3}), 5)
    tested = [one for one in found.tests if one.p is not None]
    assert [one.adjusted for one in tested] == pytest.approx(holm([one.p for one in tested]))
    for one in tested:
        assert one.established == (one.adjusted <= 0.05 and one.effect >= (
            0.2 if one.kind.endswith("_time") else 0.05))  # fmt: skip
    told_kinds = {one.kind for one in found.sentences if one.group == "differences"}
    assert told_kinds <= {one.kind for one in tested if one.established}


def test_what_is_sure_alone_may_be_chance_among_many():
    base = rows_of(60, 50, scene=lambda at: f"s{at % 6}")
    lost = under(base, 44, condition="perturb", perturbation="typo")
    alone = [row | {"scene": None} for row in base]
    assert "perturbation" in kinds(told(alone + under(alone, 44, condition="perturb",
                                                      perturbation="typo")))  # fmt: skip
    many = [lost, *(under(base, 50, condition="fault", fault=f"f{at}", condition_landed=True)
                    for at in range(12))]  # fmt: skip
    found = told(base + [row for rows in many for row in rows])
    assert "perturbation" not in kinds(found)
    test = next(one for one in found.tests if one.kind == "perturbation")
    assert test.p < 0.05 < test.adjusted


def test_an_effect_below_the_floor_is_not_told():
    base = rows_of(2000, 1900)
    lost = under(base, 1820, condition="perturb", perturbation="typo")  # 4 points
    assert "perturbation" not in kinds(told(base + lost))
    lower = told(base + lost, floor=EffectFloor(share=0.03))
    assert "perturbation" in kinds(lower)


def test_a_slowdown_needs_both_floors():
    base = rows_of(40, 36, latency_s=lambda at: 0.001 + at / 1e6)

    def slower(factor, rows):
        return [
            row | {"latency_s": row["latency_s"] * factor}
            for row in under(rows, 36, condition="load", phase="peak")
        ]

    assert "load_time" not in kinds(told(base + slower(3, base)))  # 3 ms
    seconds = [row | {"latency_s": row["latency_s"] * 1000} for row in base]
    assert "load_time" not in kinds(told(seconds + slower(1.1, seconds)))  # 10 %
    found = only(told(seconds + slower(3, seconds)), "load_time")
    assert found.numbers["value"] == pytest.approx(3)


@pytest.mark.parametrize(("unit", "named"), [(1e-6, False), (0.01, False), (1.0, True)])
def test_slow_answers_must_be_slow(unit, named):
    """The slower half passes half as often: worth a sentence only where people would wait."""
    rows = rows_of(80, 80, latency_s=lambda at: unit * (1 + at // 40))
    for at in range(40, 80, 2):
        rows[at]["passed"] = False
    found = told(rows)
    assert ("slow" in kinds(found)) is named
    assert next(one for one in found.tests if one.kind == "slow").adjusted < 0.05


def test_same_kinds_are_merged_and_the_largest_is_first():
    base = rows_of(60, 60)
    rows = [
        row
        for kept, kind in ((30, "mild"), (0, "total"), (15, "strong"))
        for row in under(base, kept, condition="perturb", perturbation=kind)
    ]
    found = only(told(base + rows), "perturbation")
    assert found.numbers["name"] == "total"
    assert "And 2 more: strong at 25.0 %, mild at 50.0 %." in found.sentence.en
    assert "另有 2 项：strong 为 25.0 %、mild 为 50.0 %。" in found.sentence.zh


def test_fewer_than_four_independent_groups_are_not_tested():
    base = rows_of(60, 50, cluster_id=lambda at: f"g{at % 3}", scene=lambda at: f"s{at % 2}")
    lost = under(base, 0, condition="perturb", perturbation="typo")
    found = told(base + lost)
    assert all(one.p is None and one.adjusted is None for one in found.tests)
    assert {one.kind for one in found.tests} == {"scenario", "perturbation"}
    assert "perturbation" not in kinds(found)
    spread = [row | {"cluster_id": f"g{at % 12}"} for at, row in enumerate(base)]
    lost = under(spread, 0, condition="perturb", perturbation="typo")
    assert "perturbation" in kinds(told(spread + lost))


def test_epochs_of_a_case_count_once():
    base = [row | {"epoch": epoch} for row in rows_of(20, 16) for epoch in range(30)]
    lost = under(rows_of(20, 16), 13, condition="perturb", perturbation="typo")
    found = told(base + lost)
    test = next(one for one in found.tests if one.kind == "perturbation")
    assert test.n == 20
    assert test.p == pytest.approx(1 / 16)  # McNemar's mid-p of 3 cases lost
    assert only(found, "level").numbers["n"] == 20


def test_the_order_of_rows_changes_nothing():
    with results_of(Agent(clusters=(4,) * 20, icc=0.3, conditioned=30), 2) as con:
        first = findings(Known(con, {}, NOTHING))
        con.execute("CREATE OR REPLACE VIEW results AS SELECT * FROM stored ORDER BY hash(row)")
        second = findings(Known(con, {}, NOTHING))
    for one, other in zip(first.tests, second.tests, strict=True):
        assert one.name == other.name
        assert (one.p or 0) == pytest.approx(other.p or 0, rel=1e-9)


def test_scenarios_name_cases_and_a_hostile_name_stays_a_name():
    name = "{0} <script>'; DROP TABLE cases" + "x" * 500
    rows = rows_of(80, 80, scene=lambda at: name if at < 20 else f"s{at % 3}")
    rows = [row | {"passed": row["scene"] != name} for row in rows]
    found = only(told(rows), "scenario")
    assert found.scene == name
    assert found.cases == ("c0000", "c0001", "c0002")
    assert "{0} <script>" in found.sentence.en
    assert len(found.sentence.en) < 300


def test_an_environment_that_did_not_start_is_a_failure():
    base = rows_of(10, 9)
    tried = {"case_id": "edge", "condition": "environment", "deployment_env": "edge",
             "deployment_attempt": True, "deployment_success": False, "attempt_no": 1}  # fmt: skip
    with table_of([*base, tried]) as con:
        found = findings(Known(con, {}, NOTHING, condition_tables(con)))
    assert "environment_broken" in kinds(found)


# Further findings.


def test_what_held_up_is_told_only_where_the_level_is_not_bad():
    base = rows_of(100, 95)
    same = under(base, 95, condition="perturb", perturbation="typo")
    held = only(told(base + same), "held_up")
    assert held.tone == "good"
    assert "perturbation “typo”" in held.sentence.en
    few = rows_of(12, 12)
    assert "held_up" not in kinds(told(few + under(few, 12, condition="perturb",
                                                   perturbation="typo")))  # fmt: skip


@pytest.mark.parametrize(
    ("low", "high", "tone"), [(0.85, 0.95, "good"), (0.3, 0.9, "neutral"), (0.0, 0.1, "bad")]
)
def test_what_to_expect_of_a_new_scenario_follows_its_value(low, high, tone):
    new = NewScene(6, Rate((low + high) / 2, low, high, 100), low, high, 0.1, 0.05, 0.3, 0.12)
    found = told(rows_of(40, 38), generalisation=replace(NOTHING, new_scene=new))
    assert only(found, "new_scenario").tone == tone


def related(**columns):
    n = len(next(iter(columns.values())))
    return correlate([subject(cases(n, **columns))], QUICK)


def test_a_driver_and_a_reversal_are_neutral():
    passed = [at % 100 > 40 for at in range(300)]
    confidence = [(at % 100 + (at * 37) % 60) / 200 for at in range(300)]
    noise = [(at * 7919) % 101 / 10 for at in range(300)]
    correlation = related(passed=passed, confidence=confidence, latency_s=noise)
    found = told(rows_of(300, 200), correlation=correlation)
    driver = only(found, "driver")
    assert (driver.tone, driver.numbers["p"]) == ("neutral", 1 / 200)
    assert "pass more often (ρ +0." in driver.sentence.en
    turned = told(rows_of(100, 90), correlation=correlate([subject(simpson())], QUICK))
    assert only(turned, "reversal").tone == "neutral"


# Sentences.

NUMBER = re.compile(r"[+−]?\d[\d,]*(?:\.\d+)?")


def many_findings():
    agents = [one.agent for one in planted_findings.planted()][:8]
    agents += [Agent(facts=frozenset({"timeouts", "leaks", "calls", "injections", "idle"}))]
    return [one for agent in agents for one in report_of(agent, 1).sentences]


@pytest.mark.slow
def test_a_sentence_is_made_of_its_numbers_in_both_languages():
    for said in many_findings():
        texts = " ".join(str(v) for v in said.numbers.values() if isinstance(v, str))
        values = [v for v in said.numbers.values() if isinstance(v, int | float)]
        for sentence in said.sentence:
            assert "{" not in sentence
            for text in NUMBER.findall(sentence):
                shown = float(text.replace(",", "").replace("−", "-"))
                known = text in NUMBER.findall(texts) or text in ("0.001", "95")
                assert known or any(_rounds_to(v, shown) for v in values), (text, said.numbers)
        assert re.search("[\u4e00-\u9fff]", said.sentence.zh)
        assert not re.search("[\u4e00-\u9fff]", said.sentence.en)


def _rounds_to(value, shown):
    candidates = (value, value * 100, abs(value) * 100, abs(value))
    return any(abs(c - shown) <= max(0.0501, 0.006 * abs(c)) for c in candidates)


@looped("key", [key for key in WORDS if key != "hint"])
def test_both_languages_have_the_same_fields_and_claim_no_cause(key):
    english, chinese = WORDS[key]
    fields = [{f for _, f, _, _ in string.Formatter().parse(text) if f} for text in WORDS[key]]
    assert fields[0] == fields[1]
    forbidden = r"\bcaus|because|due to|leads? to|no difference|导致|引起|造成|因为|没有差异"
    assert not re.search(forbidden, english)
    assert not re.search(forbidden, chinese)
