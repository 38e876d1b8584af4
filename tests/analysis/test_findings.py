"""What stands out: sentences made of their numbers, honest about what is open, both languages."""

from __future__ import annotations

import re
import string
from dataclasses import replace

import numpy as np
import pytest

from steelyard.analysis.conditions import (
    Conditions,
    EnvironmentLine,
    FaultLine,
    KindLine,
    Knee,
)
from steelyard.analysis.correlation import Asked, Effort, correlate
from steelyard.analysis.findings import Known, findings
from steelyard.analysis.generalisation import (
    Generalisation,
    NewScene,
    Rate,
    SceneKind,
    WorstScene,
    generalisation_tables,
)
from steelyard.i18n.words.findings import WORDS
from tests.analysis.test_correlation_tables import cases, simpson, subject

NOTHING = Generalisation(Rate(None), Rate(None), (), {}, ())
QUICK = Asked(effort=Effort(20, 1_000))


def conditions(**parts):
    empty = Conditions(
        plain=0, asked=0, applied=(), kinds=(), phases=(), arrivals="closed", knee=None, faults=(),
        environments=(), team=None, claims={},
    )  # fmt: skip
    return replace(empty, **parts)


def kind(name, kept, strength=None):
    return KindLine(name, strength, "answer", 50, 50, Rate(0.5), 0.8, kept, 0)


def fault(name, kept):
    return FaultLine(name, 40, 30, Rate(0.5), 0.8, kept, 2, 1.5)


def environment(name, deployed=True, kept=None, failed=0):
    return EnvironmentLine(
        name, deployed, 1, deployed, 1.0, None, (), failed, failed, None, None, 20, Rate(0.5), 0.8,
        kept,
    )  # fmt: skip


def scene_gap(value, low, high):
    gap = Rate(value, low, high, 40)
    shifted = SceneKind("non_train", 3, Rate(0.6), Rate(0.6, n=40), gap, None)
    return replace(NOTHING, kinds=(SceneKind("train", 3, Rate(0.8), Rate(0.8)), shifted))


def worst(gap, evidence):
    scene = WorstScene(
        "harbour", 6, Rate(0.4, n=20), Rate(0.8, n=90), gap, Rate(None), 0.99, evidence
    )
    return replace(NOTHING, worst_scene=scene)


def new_scene(low, high):
    found = NewScene(6, Rate(0.8, 0.7, 0.9, 100), low, high, 0.1, 0.05, 0.3, 0.12)
    return replace(NOTHING, new_scene=found)


def related(**columns):
    n = len(next(iter(columns.values())))
    return correlate([subject(cases(n, **columns))], QUICK)


def latency(fast, slow, n=100):
    passed = [at < fast for at in range(n)] + [at < slow for at in range(n)]
    return related(passed=passed, latency_s=[1.0 + at / 999 for at in range(n)] + [3.0] * n)


def associated():
    chance = np.random.default_rng(1)
    level = chance.integers(1, 6, 300)
    return related(
        passed=chance.random(300) < 1.1 - 0.2 * level,
        difficulty=[str(x) for x in level],
        latency_s=chance.random(300),
    )


def twins():
    chance = np.random.default_rng(2)
    x = chance.random(100)
    return related(passed=chance.random(100) < 0.5, cost=x, output_tokens=(x * 9999).astype(int))


GATES = [
    {"text": "base.f1: ci_low >= 0.8", "passed": False, "observed": 0.7441},
    {"text": "safety.leaks: value == 0", "passed": False, "observed": None},
    {"text": "base.accuracy: value >= 0.9", "passed": False, "observed": 0.5},
    {"text": "base.recall: value >= 0.1", "passed": True, "observed": 0.5},
]
PRECISE = {
    "indicators": [{"id": "base.precision", "value": 0.9}, {"id": "base.recall", "value": 0.3}]
}
RECALLING = {
    "indicators": [{"id": "base.precision", "value": 0.3}, {"id": "base.recall", "value": 0.9}]
}
TABLE = cases(40, passed=[True, False] * 20)
ABNORMAL = {"passed": [True] * 60 + [False] * 40, "abnormal_input": [False] * 60 + [True] * 40}
MAYBE = {"passed": [True, True, False] * 10, "abnormal_input": [False] * 20 + [True] * 10}

KNOWN = {
    "gate_failed": Known({"gates": GATES[:1]}, NOTHING),
    "gate_unknown": Known({"gates": GATES[1:2]}, NOTHING),
    "gates_failed": Known({"gates": GATES}, NOTHING),
    "coverage": Known({"overall": {"score": 0.8, "coverage": 0.5}}, NOTHING),
    "coverage_between": Known(
        {"overall": {"score": 0.8, "coverage": 0.5, "lo": 0.4, "hi": 0.9}}, NOTHING
    ),
    "few_cases": Known({}, replace(NOTHING, accuracy=Rate(0.9, 0.6, 0.98, 10))),
    "worst_scene": Known({}, worst(Rate(-0.4, -0.6, -0.1), "established")),
    "worst_scene_open": Known({}, worst(Rate(-0.1, -0.4, 0.2), "not_established")),
    "scene_gap_lower": Known({}, scene_gap(-0.2, -0.3, -0.1)),
    "scene_gap_higher": Known({}, scene_gap(0.2, 0.1, 0.3)),
    "scene_gap_open": Known({}, scene_gap(-0.1, -0.3, 0.1)),
    "new_scene": Known({}, new_scene(0.7, 0.9)),
    "new_scene_wide": Known({}, new_scene(0.3, 0.97)),
    "perturbation": Known(
        {},
        NOTHING,
        conditions(kinds=(kind("typo", Rate(0.7, 0.6, 0.8), 0.2), kind("caps", Rate(1, 0.9, 1.1)))),
    ),
    "perturbation_open": Known(
        {}, NOTHING, conditions(kinds=(kind("caps", Rate(0.95, 0.8, 1.1)),))
    ),
    "load_carried": Known({}, NOTHING, conditions(knee=Knee(16, None, None, 0.95, None))),
    "load_none": Known({}, NOTHING, conditions(knee=Knee(None, 2, "completion", 0.95, None))),
    "load_knee_completion": Known(
        {}, NOTHING, conditions(knee=Knee(8, 16, "completion", 0.95, None))
    ),
    "load_knee_p95": Known({}, NOTHING, conditions(knee=Knee(8, 16, "p95", 0.95, 1.0))),
    "load_carried_rate": Known(
        {}, NOTHING, conditions(arrivals="poisson", knee=Knee(16, None, None, 0.95, None))
    ),
    "load_none_rate": Known(
        {}, NOTHING, conditions(arrivals="poisson", knee=Knee(None, 2, "p95", 0.95, 1.0))
    ),
    "load_knee_completion_rate": Known(
        {}, NOTHING, conditions(arrivals="constant", knee=Knee(8, 16, "completion", 0.95, None))
    ),
    "load_knee_p95_rate": Known(
        {}, NOTHING, conditions(arrivals="constant", knee=Knee(8.5, 16, "p95", 0.95, 1.0))
    ),
    "fault": Known({}, NOTHING, conditions(faults=(fault("reset", Rate(0.5, 0.3, 0.7)),))),
    "fault_open": Known({}, NOTHING, conditions(faults=(fault("slow", Rate(0.9, 0.7, 1.05)),))),
    "environment_broken": Known(
        {}, NOTHING, conditions(environments=(environment("edge", False),))
    ),
    "environment_lost": Known(
        {}, NOTHING, conditions(environments=(environment("edge", kept=Rate(0.6, 0.4, 0.8)),))
    ),
    "environment_checklist": Known(
        {}, NOTHING, conditions(environments=(environment("edge", failed=3),))
    ),
    "latency_not_worse": Known({}, NOTHING, None, latency(80, 84)),
    "latency_open": Known({}, NOTHING, None, latency(9, 8, n=10)),
    "latency_slow_worse": Known({}, NOTHING, None, latency(90, 60)),
    "latency_slow_better": Known({}, NOTHING, None, latency(60, 90)),
    "completed_but_wrong": Known(
        {},
        NOTHING,
        None,
        related(passed=[True] * 30 + [False] * 10, completed=[True] * 36 + [False] * 4),
    ),
    "abnormal": Known({}, NOTHING, None, related(**ABNORMAL)),
    "abnormal_open": Known({}, NOTHING, None, related(**MAYBE)),
    "balance_recall": Known({}, NOTHING, None, correlate([subject(TABLE, summary=PRECISE)], QUICK)),
    "balance_precision": Known(
        {}, NOTHING, None, correlate([subject(TABLE, summary=RECALLING)], QUICK)
    ),
    "driver_less": Known({}, NOTHING, None, associated()),
    "driver_more": Known(
        {},
        NOTHING,
        None,
        related(
            passed=[at % 100 > 40 for at in range(300)],
            confidence=[(at % 100 + (at * 37) % 60) / 200 for at in range(300)],
            latency_s=[(at * 7919) % 101 / 10 for at in range(300)],
        ),
    ),
    "reversal": Known({}, NOTHING, None, correlate([subject(simpson())], QUICK)),
    "redundancy": Known({}, NOTHING, None, twins()),
}
NUMBER = re.compile(r"[+−]?\d[\d,]*(?:\.\d+)?")


def test_every_sentence_there_is_can_be_said():
    assert set(KNOWN) == set(WORDS)


@pytest.mark.parametrize("key", KNOWN)
def test_a_sentence_is_made_of_its_numbers(key):
    """Every number that stands in the sentence is one of the finding's, only rounded."""
    found = findings(KNOWN[key])
    fields = {name for _, name, _, _ in string.Formatter().parse(WORDS[key][0]) if name}
    said = next(f for f in found if fields <= set(f.numbers) and _fits(f, key))
    for sentence in said.sentence:
        assert "{" not in sentence
        assert "findings." not in sentence
        template = WORDS[key][said.sentence.index(sentence)]
        own = set(NUMBER.findall(re.sub(r"\{\w+\}", " ", template)))
        texts = " ".join(str(v) for v in said.numbers.values() if isinstance(v, str))
        for text in NUMBER.findall(sentence):
            if text in own or text in NUMBER.findall(texts):
                continue
            shown = float(text.replace(",", "").replace("−", "-"))
            values = [v for v in said.numbers.values() if isinstance(v, int | float)]
            assert any(_rounds_to(v, shown) for v in values), (text, said.numbers)
    assert re.search("[\u4e00-\u9fff]", said.sentence.zh)
    assert not re.search("[\u4e00-\u9fff]", said.sentence.en)


def _fits(finding, key):
    """Whether the finding was made from the sentence of that key."""
    pattern = re.escape(WORDS[key][0])
    pattern = re.sub(r"\\\{\w+\\\}", ".+", pattern)
    return re.fullmatch(pattern, finding.sentence.en) is not None


def _rounds_to(value, shown):
    candidates = (value, value * 100, abs(value) * 100, abs(value))
    return any(abs(c - shown) <= max(0.0501, 0.006 * abs(c)) for c in candidates)


def test_no_sentence_claims_a_cause_or_that_there_is_no_difference():
    forbidden = (
        r"\bcaus|because|due to|leads? to|no difference|no effect"
        "|导致|引起|造成|因为|没有差异|无影响"
    )
    for english, chinese in WORDS.values():
        assert not re.search(forbidden, english)
        assert not re.search(forbidden, chinese)


@pytest.mark.parametrize("key", KNOWN)
def test_what_is_open_is_said_to_be_open(key):
    for finding in findings(KNOWN[key]):
        is_open = finding.evidence == "not_established"
        assert is_open == ("not established" in finding.sentence.en)
        assert is_open == ("尚不能确认" in finding.sentence.zh)
        assert not (is_open and finding.tone == "bad")


def test_the_most_important_come_first_and_not_too_many():
    everything = Known(
        {"gates": GATES, "overall": {"score": 0.8, "coverage": 0.5, "lo": 0.4, "hi": 0.9}},
        replace(
            worst(Rate(-0.4, -0.6, -0.1), "established"),
            kinds=scene_gap(-0.2, -0.3, -0.1).kinds,
            new_scene=new_scene(0.3, 0.97).new_scene,
            accuracy=Rate(0.9, 0.6, 0.98, 10),
        ),
        conditions(
            kinds=(kind("typo", Rate(0.7, 0.6, 0.8)),),
            knee=Knee(8, 16, "p95", 0.95, 1.0),
            faults=(fault("reset", Rate(0.5, 0.3, 0.7)),),
            environments=(environment("edge", deployed=False),),
        ),
        latency(90, 60),
    )
    found = findings(everything)
    assert len(found) == 10
    assert [f.kind for f in found[:3]] == ["gate", "gate", "gates"]
    importance = [f.importance for f in found]
    assert importance == sorted(importance, reverse=True)
    assert all(0 <= value <= 1 for value in importance)
    assert findings(everything, most=2) == found[:2]


def test_the_costliest_established_loss_is_named_before_a_larger_open_one():
    kinds = (kind("shaky", Rate(0.4, 0.1, 1.2)), kind("sure", Rate(0.8, 0.7, 0.9)))
    [found] = findings(Known({}, NOTHING, conditions(kinds=kinds)))
    assert found.numbers["kind"] == "sure"
    assert found.evidence == "established"


def test_a_quiet_run_has_nothing_that_stands_out():
    assert findings(Known({}, NOTHING)) == ()


def test_the_weakest_scene_names_cases_that_failed():
    rows = cases(
        60,
        passed=[at >= 20 or at % 5 == 0 for at in range(60)],
        scene=["harbour"] * 20 + ["yard"] * 20 + ["mine"] * 20,
    )
    run = subject(rows)
    tables = generalisation_tables(run.con, {"indicators": []})
    assert tables.worst_scene.name == "harbour"
    assert tables.worst_scene.confidence == pytest.approx(1 - 0.05 / 3)
    [found] = [f for f in findings(Known({}, tables, con=run.con)) if f.kind == "worst_scene"]
    assert (found.scene, found.tone, found.evidence) == ("harbour", "bad", "established")
    assert found.cases == ("c00001", "c00002", "c00003")


def test_a_long_or_hostile_scene_name_stays_a_name():
    name = "{0} <script>" + "x" * 500
    gap = Rate(-0.4, -0.6, -0.1)
    scene = replace(worst(gap, "established").worst_scene, name=name)
    [found] = findings(Known({}, replace(NOTHING, worst_scene=scene)))
    assert "{0} <script>" in found.sentence.en
    assert len(found.sentence.en) < 300
    assert found.numbers["scene"] == name
