"""Planted pass rates in English and in Chinese, in phrasings that no rule was tuned on."""

from __future__ import annotations

import json
import random
from math import sqrt

import pytest
import yaml

from steelyard.evaluation import load_run
from steelyard.pipeline import run
from steelyard.plan import load_plan

pytestmark = pytest.mark.slow

N, RATE = 160, 0.65

NUMBERS = {
    "en": (
        "A depot stores {a} crates and receives {b} more. How many crates does it hold?",
        [
            "First, the depot has {a} crates. It then receives {b}. Hence it holds {x} crates.",
            "**Solution.** ${a} + {b} = {x}$",
            "Adding {b} to {a}, we find that the depot now holds {x} crates.",
            "### Final answer\n\n{x}",
            "It holds {x} crates, because {b} were added to {a}.",
        ],
    ),
    "zh": (
        "仓库原有{a}箱货物，又运来{b}箱，现在共有多少箱？",
        [
            "原有{a}箱，运来{b}箱，因此现在共有{x}箱。",
            "解：{a}＋{b}＝{x}（箱）",
            "综上，仓库现有货物{x}箱。",
            "**{x}箱**",
            "计算过程：\n1. 原有：{a}\n2. 运来：{b}\n3. 合计：{x}",
        ],
    ),
}
SHORT = {
    "en": (
        "Which metal is the main part of {c}?",
        {"brass": "copper", "pewter": "tin", "steel": "iron", "solder": "lead"},
        [
            "The main part is {x}.",
            "{x}, of course.",
            "It's not {y}, it's {x}.",
            "Contrary to popular belief, the answer is {x} rather than {y}.",
        ],
        [
            "The main part is {y}.",
            "It isn't {x}; it's {y}.",
            "People often say {x}, but it is {y}.",
            "{y}, not {x}.",
            "I'm not sure whether it is {x} or {y}.",
        ],
    ),
    "zh": (
        "{c}的省会是哪座城市？",
        {"江苏": "南京", "四川": "成都", "湖北": "武汉", "广东": "广州"},
        [
            "省会是{x}市。",
            "是{x}，并不是{y}。",
            "不少人误以为是{y}，正确答案是{x}。",
            "{c}省的省会为**{x}**。",
        ],
        [
            "省会是{y}市。",
            "是{y}，并不是{x}。",
            "不少人误以为是{x}，正确答案是{y}。",
            "我不清楚是{x}还是{y}。",
        ],
    ),
}
LETTERS = {
    "en": [
        "Of the four, {x} is correct.",
        "I would pick {x}.",
        "({x}) {t}",
        "Final answer: **{x}**",
    ],
    "zh": ["本题应选{x}。", "正确选项为{x}：{t}", "【{x}】", "综合分析，答案选{x}"],
}
OPTIONS = {"en": ["oak", "pine", "birch", "maple"], "zh": ["橡树", "松树", "桦树", "枫树"]}
CLASSES = {
    "en": (
        ["billing", "delivery", "refund"],
        ["This ticket is about {x}.", "Category: {x}", "**{x}**", '{{"category": "{x}"}}'],
    ),
    "zh": (
        ["账单", "物流", "退款"],
        ["该工单应归入{x}类。", "分类结果：{x}", "**{x}**", '{{"类别": "{x}"}}'],
    ),
}


def number(rng, lang, right):
    question, said = NUMBERS[lang]
    a, b = rng.randint(20, 900), rng.randint(20, 900)
    x = a + b if right else a + b + rng.choice([-10, -1, 1, 10, 100])
    case = {"input": question.format(a=a, b=b), "expected_output": str(a + b)}
    return case, rng.choice(said).format(a=a, b=b, x=x)


def contains(rng, lang, right):
    question, pairs, yes, no = SHORT[lang]
    (c, x), (_, y) = rng.sample(list(pairs.items()), 2)
    case = {"input": question.format(c=c), "expected_output": x}
    return case, rng.choice(yes if right else no).format(c=c, x=x, y=y)


def choice(rng, lang, right):
    texts = rng.sample(OPTIONS[lang], 4)
    named = dict(zip("ABCD", texts, strict=True))
    wanted = rng.choice("ABCD")
    given = wanted if right else rng.choice([one for one in "ABCD" if one != wanted])
    lines = "\n".join(f"{letter}. {text}" for letter, text in named.items())
    asked = "Which tree is shown?" if lang == "en" else "图中是哪种树？"
    said = rng.choice(LETTERS[lang]).format(x=given, t=named[given])
    return {"input": f"{asked}\n{lines}", "expected_output": wanted}, said


def label(rng, lang, right):
    known, said = CLASSES[lang]
    wanted = rng.choice(known)
    given = wanted if right else rng.choice([one for one in known if one != wanted])
    return {"input": f"ticket {rng.random():.6f}", "label": wanted}, rng.choice(said).format(
        x=given
    )


MAKERS = {"number": number, "contains": contains, "choice": choice, "label": label}


def evaluate(folder, rows):
    """Run the plan of four lines, without scorers."""
    with (folder / "cases.jsonl").open("w", encoding="utf-8") as file:
        file.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    plan = {"name": "planted", "agent": {"replay": {}}, "dataset": "cases.jsonl"}
    (folder / "plan.yaml").write_text(yaml.safe_dump(plan), encoding="utf-8")
    return load_run(run(load_plan(folder / "plan.yaml"), folder, folder / "run").path)


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("rule", MAKERS)
def test_the_planted_rate_is_found(tmp_path, rule, lang):
    rng = random.Random(f"{rule} {lang}")
    rows, truth = [], []
    for at in range(N):
        truth.append(rng.random() < RATE)
        case, output = MAKERS[rule](rng, lang, truth[-1])
        rows.append({"id": f"c{at:03}", **case, "output": output})
    found = evaluate(tmp_path, rows)
    assert set(found.cases["verdict_by"]) == {rule}
    wrong = [
        row["output"]
        for row, passed, right in zip(rows, found.cases["passed"], truth, strict=True)
        if passed is not right
    ]
    assert wrong == []
    assert found.indicators["base.accuracy"].value == pytest.approx(sum(truth) / N)
    assert abs(found.indicators["base.accuracy"].value - RATE) < 4 * sqrt(RATE * (1 - RATE) / N)


def test_2200_answers_in_a_sentence_read_91_percent(tmp_path):
    rows = [
        {
            "id": f"c{at:04}",
            "input": f"Question {at}: how many?",
            "expected_output": str(at),
            "output": f"The answer is {at if at % 100 < 91 else at + 1}.",
        }
        for at in range(2200)
    ]
    found = evaluate(tmp_path, rows)
    accuracy = found.indicators["base.accuracy"]
    assert (accuracy.n, accuracy.value) == (2200, pytest.approx(0.91))
    assert found.manifest["verdict_rules"]["rules"] == {"number": 2200}
    assert found.summary["judging"]["warning"] is None
