"""Planted verdicts in the voice of chat models: reasoning, tables, checks, second thoughts.

Every reply is made from a right (`x`) and a wrong answer (`y`), or the other way round, so that
its verdict is known; the wrong answer is there to be ruled out, corrected or compared with.
"""

# ruff: noqa: E501  one reply per line

from __future__ import annotations

import random

import pytest

from steelyard.scorers import judge_answer

N, SEED = 300, 20
TOTALS_EN = [
    "Sure! Each crate holds {a} bottles and there are {b} crates, so the truck carries {x} bottles. 🚚",
    "<think>\n{a} times {b}: maybe {y}? Let me recompute: {x}.\n</think>\n\nThe truck carries **{x}** bottles.",
    "| item | value |\n|---|---|\n| bottles per crate | {a} |\n| crates | {b} |\n| total | {x} |",
    "Multiply:\n\n$${a} \\times {b} = {x}$$\n\nSo it carries {x} bottles.\n\nNote: all crates are assumed full.",
    "It's {x}, not {y}.",
    "I first thought it was {y}, but the correct total is {x}.",
    "{x:,} bottles",
    "The total comes to {x} bottles (that's {b} crates of {a}).",
    "The truck carries {x} bottles in {b} crates.",
    "Total: {x}.\n\nCheck: {x} / {b} = {a}",
]
TOTALS_ZH = [
    "好的！每箱{a}瓶，共{b}箱，所以一共有{x}瓶。",
    "<think>{a}×{b}，也许是{y}？不，是{x}。</think>一共{x}瓶。",
    "解：{a}×{b}={x}（瓶）\n答：这辆车一共装了{x}瓶。",
    "不是{y}瓶，而是{x}瓶。",
    "我一开始算成了{y}，更正一下，应该是{x}瓶。",
    "{x}瓶，因为每箱{a}瓶，共{b}箱。",
    "由 {a}×{b} 可得总数为{x}瓶。\n\n验算：{x}÷{b}={a}，正确。",
]
LEADS_EN = [
    "The team is led by {x}.",
    "Contrary to what the old wiki says, it isn't {y}. The lead is {x}.",
    "It used to be {y}, but since March {x} leads the team.",
    "<think>{y}? No, that's another team.</think>\n{x} leads it.",
    "You might think of {y}, but the right answer is {x}.",
    "It's {x}.\n\nDisclaimer: org charts change; please verify with HR.",
    "{x}, rather than {y}, leads it.",
    "{y} used to lead it, but now it's {x}.",
    "{x} took over from {y}.",
    "{x} is more senior than {y} and leads it.",
    "It's {y}. Wait, no, it's {x}.",
    "{y} doesn't lead it any more; {x} does.",
]
LEADS_ZH = [
    "负责人不是{y}，是{x}。",
    "是{x}，并非{y}。",
    "很多人以为是{y}，其实是{x}。",
    "您好！经查询，该部门由{x}负责。如需帮助请随时联系我。",
    "{y}没有负责这个部门，负责人是{x}。",
    "原来是{y}，现在是{x}。",
    "是{y}。不对，应该是{x}。",
    "未经{y}同意，{x}接管了该部门。",
    "{x}接替{y}负责该部门。",
    "{x}比{y}更合适，负责人是{x}。",
]
CHOICES_EN = [
    "Let's see: {y} ({ty}) can't be right. {x} is correct.",
    "<think>Perhaps {y}.</think>\n\n{x}",
    '{{"answer": "{x}"}}',
    "It must be the {tx}.",
    "Option {y} is wrong. The answer is option {x}.",
    "Initially I leaned towards {y}, but the answer is {x}.",
    "The {tx} ({x}), not the {ty} ({y}).",
]
CHOICES_ZH = [
    "【答案】{x}\n【解析】{y}项不符合题意。",
    "【解析】{y}项错误。\n【答案】{x}",
    "应选{x}，而不是{y}。",
    "是{tx}，不是{ty}。",
    "一开始我想选{y}，但仔细想想应该选{x}。",
    "{y}选项错误，{x}选项正确。",
]
LABELS_EN = [
    "This is a {x} ticket, not a {y} one.",
    '```json\n{{"category": "{x}"}}\n```',
    "<think>{y}? no</think>{x}",
    "It isn't {y}; it's {x}.",
    "Label: {x}\nReason: the customer says so.",
]
LABELS_ZH = [
    "不是{y}，而是{x}。",
    "分类结果为「{x}」，与{y}无关。",
    "应判断为{x}而非{y}。",
    "【类别】{x}",
]

PEOPLE = (["Marta Nowak", "Kofi Mensah", "Dr. Ana Silva", "Tom O'Brien", "J. P. Morel"], ["王芳", "李建国", "欧阳修文", "赵敏"])  # fmt: skip
ANIMALS = (["otter", "heron", "lynx", "badger"], ["水獭", "苍鹭", "猞猁", "白鹳"])
TICKETS = (["refund", "refund dispute", "delivery", "login"], ["退款", "退款纠纷", "物流", "登录"])


def totals(rng, chinese, right):
    a, b = rng.randint(6, 29), rng.randint(7, 33)
    question = f"货车运来{b}箱饮料，每箱{a}瓶，一共有多少瓶？" if chinese else (
        f"A truck carries {b} crates with {a} bottles each. How many bottles does it carry?"
    )  # fmt: skip
    pair = (a * b, a * b + rng.choice([-10, -1, 1, 2, 10]))
    x, y = pair if right else pair[::-1]
    reply = rng.choice(TOTALS_ZH if chinese else TOTALS_EN).format(a=a, b=b, x=x, y=y)
    return {"input": question, "expected_output": str(a * b)}, reply, ()


def leads(rng, chinese, right):
    expected, other = rng.sample(PEOPLE[chinese], 2)
    x, y = (expected, other) if right else (other, expected)
    reply = rng.choice(LEADS_ZH if chinese else LEADS_EN).format(x=x, y=y)
    question = "这个部门的负责人是谁？" if chinese else "Who leads the team?"
    return {"input": question, "expected_output": expected}, reply, ()


def choices(rng, chinese, right):
    texts = dict(zip("ABCD", rng.sample(ANIMALS[chinese], 4), strict=True))
    expected, other = rng.sample("ABCD", 2)
    x, y = (expected, other) if right else (other, expected)
    said = rng.choice(CHOICES_ZH if chinese else CHOICES_EN)
    question = "照片里是什么动物？" if chinese else "Which animal is shown?"
    lines = "\n".join(f"{letter}. {text}" for letter, text in texts.items())
    reply = said.format(x=x, y=y, tx=texts[x], ty=texts[y])
    return {"input": f"{question}\n{lines}", "expected_output": expected}, reply, ()


def labels(rng, chinese, right):
    known = TICKETS[chinese]
    expected, other = rng.sample(known, 2)
    x, y = (expected, other) if right else (other, expected)
    reply = rng.choice(LABELS_ZH if chinese else LABELS_EN).format(x=x, y=y)
    return {"input": "?", "label": expected}, reply, tuple(known)


@pytest.mark.parametrize("chinese", [False, True], ids=["en", "zh"])
@pytest.mark.parametrize("make", [totals, leads, choices, labels])
def test_every_planted_verdict_is_found(make, chinese):
    rng = random.Random(SEED)
    wrong = []
    for _ in range(N):
        right = rng.random() < 0.6
        case, reply, known = make(rng, chinese, right)
        if judge_answer(case, reply, known).passed is not right:
            wrong.append((case, reply, right))
    assert wrong == []
