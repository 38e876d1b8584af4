"""The demo agent over real HTTP: the same every time, and gone without a trace."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import threading
import urllib.error
import urllib.request

import pytest
import yaml

from steelyard.agents import make_agent
from steelyard.demo import DEMO_DIR, demo_agent, plan_path
from steelyard.demo.chance import FASTEST_S, SLOWEST_S, delay
from steelyard.errors import AgentSetupError
from steelyard.i18n import using_language
from steelyard.model import Case
from tests.demo.asking import ask_all, load_cases, timeless

QUESTIONS = [case["input"] for case in load_cases()]
ANSWER_ALL = """
import json, sys
from steelyard.demo.answer import answer
from steelyard.demo.chance import delay, fault
for question in json.load(sys.stdin):
    print(json.dumps([answer(question), delay(question, 1), fault(question, 1)]))
"""


def post(url, body):
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    request = urllib.request.Request(url, data, {"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request) as response:
            return response.status, response.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read().decode()


@pytest.mark.slow
def test_two_agents_give_the_same_replies_whatever_the_order():
    backwards = ask_all(QUESTIONS[::-1], concurrency=3)
    assert [*map(timeless, ask_all(QUESTIONS))] == [*map(timeless, backwards[::-1])]


def test_two_processes_with_different_hash_seeds_agree():
    runs = [
        subprocess.run(
            [sys.executable, "-c", ANSWER_ALL],
            input=json.dumps(QUESTIONS),
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(DEMO_DIR.parents[1])},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert runs[0] == runs[1]
    assert len(runs[0].splitlines()) == len(QUESTIONS)


def test_the_users_language_does_not_change_the_answers():
    question = QUESTIONS[0]
    with using_language("zh"):
        chinese = ask_all([question])
    with using_language("en"):
        assert [*map(timeless, ask_all([question]))] == [*map(timeless, chinese)]


def test_delays_are_small_with_a_long_tail():
    delays = sorted(delay(question, 1) for question in QUESTIONS)
    assert delays[0] >= FASTEST_S
    assert delays[-1] <= SLOWEST_S
    assert delays[len(delays) // 2] < 0.020
    assert delays[-1] > 0.045


def test_it_stops_without_leaving_a_thread_or_a_port():
    before = set(threading.enumerate())
    with demo_agent() as url:
        assert url.startswith("http://127.0.0.1:")
        post(f"{url}/ask", {"input": "37乘以24等于多少？"})
        port = int(url.rsplit(":", 1)[1])
    assert set(threading.enumerate()) == before
    with socket.socket() as probe:
        assert probe.connect_ex(("127.0.0.1", port)) != 0


def test_it_stops_when_the_block_fails():
    before = set(threading.enumerate())
    with pytest.raises(ZeroDivisionError), demo_agent():
        raise ZeroDivisionError
    assert set(threading.enumerate()) == before


def test_a_taken_port_is_said_with_what_to_do():
    with (
        demo_agent() as url,
        pytest.raises(AgentSetupError, match=r"127\.0\.0\.1:") as caught,
        demo_agent(port=int(url.rsplit(":", 1)[1])),
    ):
        pass
    assert caught.value.hint
    assert not [t for t in threading.enumerate() if t.name == "steelyard-demo-agent"]


@pytest.mark.parametrize(
    "body", [b"{", b"[]", b'{"input": 3}', b'{"messages": [{"role": "system", "content": "x"}]}']
)
@pytest.mark.parametrize("path", ["/ask", "/v1/chat/completions"])
def test_a_bad_request_is_told_so(path, body):
    with demo_agent() as url:
        status, text = post(url + path, body)
    assert status == 400
    assert json.loads(text)["error"]["message"]


@pytest.mark.parametrize("path", ["", "/ask"])
def test_a_reply_shows_the_steps_and_the_usage(path):
    with demo_agent() as url:
        status, text = post(url + path, {"input": "37乘以24等于多少？"})
    reply = json.loads(text)
    assert status == 200
    assert reply["output"] == "888"
    step = {"expression": "37*24"}
    assert reply["trajectory"] == [
        {"type": "tool_call", "name": "calculator", "arguments": step, "result": "888"}
    ]
    assert reply["usage"] == {"input_tokens": 9, "output_tokens": 1}


async def test_the_bundled_plan_reads_every_field_of_a_reply():
    plan = yaml.safe_load(plan_path().read_text(encoding="utf-8"))
    assert (plan_path().parent / plan["dataset"]).is_file()
    with demo_agent() as url:
        plan["agent"]["http"]["url"] = f"{url}/ask"
        agent = make_agent(plan["agent"], base=DEMO_DIR)
        await agent.open()
        try:
            reply = await agent.ask(Case(0, "x", "What is the default port of HTTP?"))
        finally:
            await agent.close()
    assert reply.output == "Port 80"
    assert reply.trajectory
    assert reply.trajectory[0]["name"] == "search_notes"
    assert (reply.input_tokens, reply.output_tokens) == (11, 3)
    assert reply.fields == {"abstained": False, "confidence": 1.0}


@pytest.mark.parametrize("stream", [False, True])
async def test_openai_clients_get_the_same_answer(stream):
    with demo_agent() as url:
        options = {"base_url": f"{url}/v1", "model": "steelyard-demo", "stream": stream}
        agent = make_agent({"openai": options}, base=DEMO_DIR)
        await agent.open()
        try:
            reply = await agent.ask(Case(0, "x", "成人心肺复苏胸外按压的频率是多少？"))
        finally:
            await agent.close()
    assert reply.output == "每分钟100至120次"
    assert reply.trajectory
    assert reply.trajectory[0]["name"] == "search_notes"
    assert reply.output_tokens is not None
    assert reply.fields["abstained"] is False
