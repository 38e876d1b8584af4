"""The two agents inside the demo agent, over real HTTP."""

from __future__ import annotations

import asyncio

import aiohttp

from steelyard.demo import demo_agent
from steelyard.demo.memory import Notes
from steelyard.model import compute

QUESTION = "中国大陆的火警电话是多少？"


def ask(path, question, **agent):
    async def asked(url):
        async with aiohttp.ClientSession() as session:
            while True:
                async with session.post(url + path, json={"input": question}) as response:
                    if response.status == 200:
                        return await response.json()

    with demo_agent(**agent) as url:
        return asyncio.run(asked(url))


def measured(body, **facts):
    return compute("collab.messages", {"messages": body["messages"], "shared_facts": facts})


def test_a_planner_asks_and_a_specialist_says_it_twice():
    body = ask("/ask", QUESTION)
    assert body["output"] == "火警电话119"
    said = [item for item in body["messages"] if "text" in item]
    assert [item["sender"] for item in said] == ["planner", "specialist", "specialist"]
    assert said[1]["text"] == said[2]["text"]
    found = measured(body, 火警电话=119)
    assert (found["value"], found["rounds"], found["response_rate"]) == (3, 1, 1)
    assert found["redundancy"] == 1 / 3
    assert (found["judged"], found["correct"]) == (2, 2)
    assert 0 < found["parallelism"] <= 2
    assert found["time"] > 0
    assert body["subtasks"] == [{"share": 1.0, "weight": 2.0}, {"share": 1.0, "weight": 1.0}]


def test_what_the_specialist_learnt_badly_it_passes_on():
    body = ask("/ask", "液压系统的工作压力主要由什么决定？")
    found = measured(body, 工作压力="负载")
    assert (found["judged"], found["correct"]) == (2, 0)


def test_alone_the_specialist_says_the_same_without_talk():
    body = ask("/specialist", QUESTION)
    assert body["output"] == "火警电话119"
    assert "messages" not in body


def test_other_questions_need_no_team():
    assert "messages" not in ask("/ask", "37乘以24等于多少？")


def test_without_notes_it_knows_nothing_and_still_calculates():
    nothing = {"notes": Notes(None)}
    found = ask("/ask", QUESTION, **nothing)
    assert found["output"] == "不知道。"
    assert found["subtasks"][0]["share"] == 0
    assert ask("/ask", "37乘以24等于多少？", **nothing)["output"] == "888"
