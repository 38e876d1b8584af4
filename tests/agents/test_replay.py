from __future__ import annotations

import hashlib

import pytest

from steelyard.agents import make_agent
from steelyard.errors import AgentSetupError, AskError
from steelyard.model import Case


def case(case_id="a", epoch=0, **fields):
    return Case(row=0, case_id=case_id, input="q", epoch=epoch, fields=fields)


async def test_the_datasets_own_output_is_replayed_without_a_time():
    agent = make_agent({"replay": {}})
    await agent.open()
    reply = await agent.ask(case(output="北京", latency_s=2.0))
    assert (reply.output, reply.latency_s, reply.fields) == ("北京", None, {})
    with pytest.raises(AskError) as caught:
        await agent.ask(case())
    assert (caught.value.kind, caught.value.reason) == ("infra", "no_recording")
    assert not caught.value.retryable
    await agent.close()


async def test_a_recording_answers_by_case_and_epoch(tmp_path):
    text = (
        '{"case_id": "a", "epoch": 0, "output": "first", "latency_s": 1.5, "asked": "2024-01-01"}\n'
        "\n"
        '{"case_id": "a", "epoch": 1, "output": "second", "usage": {"input_tokens": 5}}\r\n'
        '{"case_id": 7, "output": "每次", "completed": true, "input": "q"}'
    )
    path = tmp_path / "answers.jsonl"
    path.write_bytes(text.encode())
    agent = make_agent({"replay": {"recording": "answers.jsonl"}}, base=tmp_path)
    assert "sha256" not in agent.description
    await agent.open()
    first, second = await agent.ask(case(epoch=0)), await agent.ask(case(epoch=1))
    assert (first.output, first.latency_s) == ("first", 1.5)
    assert (second.output, second.input_tokens, second.latency_s) == ("second", 5, None)
    for epoch in range(3):
        reply = await agent.ask(case("7", epoch))
        assert (reply.output, reply.fields) == ("每次", {"completed": True})
    with pytest.raises(AskError, match=r"answers\.jsonl.*'a'.*2"):
        await agent.ask(case(epoch=2))
    assert agent.description["sha256"] == hashlib.sha256(path.read_bytes()).hexdigest()
    await agent.close()


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ('{"case_id": "b", "output": ', "answers.jsonl:2"),
        ('{"output": "x"}', "case_id"),
        ('["a"]', "case_id"),
        ('{"case_id": "b", "epoch": "first"}', "'first'"),
        ('{"case_id": "a", "output": "again"}', "two answers for case 'a'"),
    ],
)
async def test_a_bad_recording_is_refused_with_its_place(tmp_path, line, says):
    path = tmp_path / "answers.jsonl"
    path.write_text('{"case_id": "a", "output": "x"}\n' + line + "\n")
    agent = make_agent({"replay": {"recording": str(path)}})
    with pytest.raises(AgentSetupError) as caught:
        await agent.open()
    assert f"{path}:2" in str(caught.value)
    assert says.strip("'") in str(caught.value)


async def test_a_recording_that_is_not_there_is_named(tmp_path):
    agent = make_agent({"replay": {"recording": "absent.jsonl"}}, base=tmp_path)
    with pytest.raises(AgentSetupError, match=r"absent\.jsonl"):
        await agent.open()
