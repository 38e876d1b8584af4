"""Datasets with a planted pass rate: the plan of four lines must find it, and silence gets none."""

from __future__ import annotations

import json
import random
from math import sqrt

import pytest
import yaml

from steelyard.bundle import Bundle
from steelyard.errors import NoReplyError
from steelyard.evaluation import load_run
from steelyard.pipeline import rescore, run
from steelyard.plan import load_plan, make_plan

N, RATE = 200, 0.7
CITIES = {"France": "Paris", "Peru": "Lima", "Japan": "Tokyo", "Kenya": "Nairobi", "Cuba": "Havana"}
ZH_CITIES = {"法国": "巴黎", "秘鲁": "利马", "日本": "东京", "肯尼亚": "内罗毕", "古巴": "哈瓦那"}
SUMS = [
    "The answer is {x}.",
    "Let me see: {a} + {b} = {x}",
    "答案是{x}。",
    "一共有{x}个。",
    "So the total is **{x}** boxes.",
]
RIGHT = [
    "It is {x}.",
    "{x}",
    "The capital of {c} is {x}, not {y}.",
    "答案是{x}。",
    "不是{y}，而是{x}。",
]
WRONG = [
    "It is {y}.",
    "It is not {x} but {y}.",
    "不是{x}，而是{y}。",
    "I do not know.",
    "答案是{y}。",
]


def sums(rng, right):
    a, b = rng.randint(2, 900), rng.randint(2, 900)
    x = a + b if right else a + b + rng.randint(1, 9)
    case = {"input": f"{a} boxes and {b} more. How many?", "expected_output": str(a + b)}
    return case, rng.choice(SUMS).format(x=x, a=a, b=b)


def capitals(rng, right):
    cities = rng.choice([CITIES, ZH_CITIES])
    (country, x), (_, y) = rng.sample(list(cities.items()), 2)
    question = (
        f"What is the capital of {country}?" if cities is CITIES else f"{country}的首都是哪里？"
    )
    said = rng.choice(RIGHT if right else WRONG).format(x=x, y=y, c=country)
    return {"input": question, "expected_output": x}, said


def choices(rng, right):
    options = rng.sample(["red", "green", "blue", "black"], 4)
    lines = " ".join(f"{letter}. {text}" for letter, text in zip("ABCD", options, strict=True))
    letter = rng.choice("ABCD")
    given = letter if right else rng.choice([other for other in "ABCD" if other != letter])
    said = rng.choice(["The answer is ({x}).", "{x}", "{x}. because", "故选{x}。", "答案：{x}"])
    return {"input": f"Which one? {lines}", "expected_output": letter}, said.format(x=given)


def labels(rng, right):
    known = ["正面", "负面", "中性"]
    label = rng.choice(known)
    given = label if right else rng.choice([other for other in known if other != label])
    said = rng.choice(["{x}", "这条评价属于{x}。", '{{"label": "{x}"}}', "类别：{x}"])
    return {"input": f"评价 {rng.random():.6f}", "label": label}, said.format(x=given)


MAKERS = {"number": sums, "contains": capitals, "choice": choices, "label": labels}


def planted(rule, seed=7):
    rng = random.Random(seed)
    rows, truth = [], []
    for at in range(N):
        right = rng.random() < RATE
        case, output = MAKERS[rule](rng, right)
        truth.append(right)
        rows.append({"id": f"c{at:03}", **case, "output": output})
    return rows, truth


def weigh(folder, rows, **more):
    """Run the plan of four lines."""
    with (folder / "cases.jsonl").open("w", encoding="utf-8") as file:
        file.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    plan = {"name": "planted", "agent": {"replay": {}}, "dataset": "cases.jsonl", **more}
    (folder / "plan.yaml").write_text(yaml.safe_dump(plan), encoding="utf-8")
    return load_run(run(load_plan(folder / "plan.yaml"), folder, folder / "run").path)


@pytest.mark.slow
@pytest.mark.parametrize("rule", MAKERS)
def test_the_planted_rate_is_found_row_by_row(tmp_path, rule):
    rows, truth = planted(rule)
    found = weigh(tmp_path, rows)
    assert found.cases["passed"] == truth
    assert set(found.cases["verdict_by"]) == {rule}
    accuracy = found.indicators["base.accuracy"]
    assert accuracy.n == N
    assert abs(accuracy.value - RATE) < 4 * sqrt(RATE * (1 - RATE) / N)
    assert found.manifest["verdict_rules"]["rules"] == {rule: N}
    assert found.summary["judging"]["warning"] is None


@pytest.mark.slow
@pytest.mark.parametrize("rule", MAKERS)
def test_silence_passes_nothing(tmp_path, rule):
    rows, _ = planted(rule)
    with pytest.raises(NoReplyError):
        weigh(tmp_path, [row | {"output": " "} for row in rows])
    found = load_run(tmp_path / "run")
    assert found.cases["passed"] == [False] * N
    assert set(found.cases["verdict_by"]) == {"failed"}
    assert found.indicators["base.accuracy"].value == 0
    assert found.summary["judging"]["warning"]["reason"] == "no_answer"


@pytest.mark.slow
def test_classes_switch_the_indicators_and_a_list_switches_them_back(tmp_path):
    rows, truth = planted("label")
    found = weigh(tmp_path, rows)
    by_class = {"mode": "classification", "average": "macro"}
    assert found.manifest["plan"]["params"]["base.f1"] == by_class
    assert found.manifest["verdict_rules"]["labels"] == ["中性", "正面", "负面"]
    wanted = [
        label if right else given
        for label, given, right in zip(
            found.cases["label"], found.cases["pred_label"], truth, strict=True
        )
    ]
    assert found.cases["pred_label"] == wanted
    assert found.indicators["base.f1"].value == pytest.approx(_macro_f1(found), abs=1e-9)

    plan = found.manifest["plan"]
    rescore(Bundle(found.path), make_plan(plan | {"scorers": ["text.exact_match"]}, source="t"))
    other = load_run(found.path)
    assert "base.f1" not in other.manifest["plan"]["params"]
    assert other.cases["pred_label"] == [None] * N
    rescore(Bundle(found.path), make_plan(other.manifest["plan"] | {"scorers": "auto"}, source="t"))
    again = load_run(found.path)
    assert again.manifest["plan"]["params"] == found.manifest["plan"]["params"]
    assert again.cases["pred_label"] == wanted


def test_the_plan_may_say_how_labels_are_averaged(tmp_path):
    rows, _ = planted("label")
    found = weigh(tmp_path, rows, params={"mode": "documented"})
    assert found.manifest["plan"]["params"] == {"mode": "documented"}


def test_documented_is_the_overlap_of_keywords_on_every_row(tmp_path):
    rows, _ = planted("contains")
    found = weigh(tmp_path, rows, scorers="documented")
    assert found.cases["passed"] == [x >= 0.3 for x in found.cases["text_keyword_jaccard"]]
    assert sum(found.cases["passed"]) > 0
    assert set(found.cases["verdict_by"]) == {"text.keyword_match"}
    assert found.manifest["verdict_rules"]["by"] == "documented"
    assert any("keyword overlap alone" in note for note in found.manifest["notes"])


def test_a_scorer_that_does_not_fit_is_said_first(tmp_path):
    rows, truth = planted("number")
    rows = [row | {"output": f"Well, {row['output']}"} for row in rows]
    found = weigh(tmp_path, rows, scorers=["text.exact_match"])
    judging = found.summary["judging"]
    assert judging["warning"]["reason"] == "few_pass"
    assert judging["warning"]["other"]["scorers"] == "auto"
    assert judging["warning"]["other"]["pass_rate"] == pytest.approx(sum(truth) / N)
    assert len(judging["warning"]["pairs"]) == 3
    found.report("md")
    first = (found.path / "report.md").read_text("utf-8").splitlines()[0]
    assert first == "> **Nearly all cases fail: 0 of 200 passed.**"


@pytest.mark.slow
def test_nearly_all_passed_is_said_first(tmp_path):
    rows = [
        {"id": f"c{at}", "input": f"{at}?", "expected_output": str(at), "output": f"Not {at}."}
        for at in range(N)
    ]
    params = {"guards": False}
    found = weigh(tmp_path, rows, scorers=[{"text.contains": params}])
    warning = found.summary["judging"]["warning"]
    assert (warning["reason"], warning["pass_rate"]) == ("all_pass", 1.0)
    assert warning["other"] == {"scorers": "auto", "pass_rate": 0.0}
    assert len(warning["pairs"]) == 3
    found.report("md")
    first = (found.path / "report.md").read_text("utf-8").splitlines()[0]
    assert first == f"> **Nearly all cases pass: {N} of {N} passed.**"


def test_a_few_cases_that_all_pass_are_no_news(tmp_path):
    rows, truth = planted("number")
    right = [row for row, passed in zip(rows, truth, strict=True) if passed]
    found = weigh(tmp_path, right[:19])
    assert found.indicators["base.accuracy"].value == 1
    assert found.summary["judging"]["warning"] is None


def _macro_f1(found):
    pairs = list(zip(found.cases["label"], found.cases["pred_label"], strict=True))
    scores = []
    for name in sorted({label for label, _ in pairs}):
        hits = sum(1 for label, given in pairs if label == given == name)
        scores.append(
            2 * hits / (sum(a == name for a, _ in pairs) + sum(b == name for _, b in pairs))
        )
    return sum(scores) / len(scores)
