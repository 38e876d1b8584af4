"""The `a2a` adapter against real A2A servers, in both versions of the protocol."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import urllib.request
from contextlib import contextmanager
from pathlib import Path

import pytest

from steelyard.agents import make_agent
from steelyard.agents.a2a_card import card_places, read_card
from steelyard.agents.a2a_outcome import BY_CODE, unwrap
from steelyard.agents.a2a_task import Exchange, text_of
from steelyard.errors import AskError
from steelyard.model import Case

SERVER = Path(__file__).with_name("a2a_server.py")
VERSIONS = ("1.0", "0.3")
WAYS = {"blocking": {}, "streamed": {"stream": True}, "polled": {"wait": "poll", "poll_s": 0.1}}


@contextmanager
def serving(*arguments):
    process = subprocess.Popen(
        [sys.executable, str(SERVER), *arguments], stdout=subprocess.PIPE, text=True
    )
    try:
        port = int(process.stdout.readline())
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(60)
        process.stdout.close()


@pytest.fixture(scope="module")
def home():
    with serving() as url:
        yield url


def seen(url):
    with urllib.request.urlopen(f"{url}/seen") as answer:
        return json.load(answer)


async def ask(url, text, *, times=1, **options):
    agent = make_agent({"a2a": {"url": url, **options}})
    await agent.open()
    try:
        cases = [Case(row=row, case_id=f"c{row}", input=text) for row in range(times)]
        return await asyncio.gather(*(agent.ask(case) for case in cases))
    finally:
        await agent.close()


async def fails(url, text, **options):
    with pytest.raises(AskError) as caught:
        await ask(url, text, **options)
    return caught.value


@pytest.mark.slow
@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    ("text", "output"),
    [
        ("say Paris", "Paris"),
        ("say 北京是中国的首都。🙂", "北京是中国的首都。🙂"),
        ("status in the status", "in the status"),
        ("message no task at all", "no task at all"),
        ("pieces 一个字一个字地来", "一个字一个字地来"),
        ("parts first", 'first\n{"港口":3.0}\nsecond'),
        ("long worth waiting", "worth waiting"),
    ],
)
async def test_answers_in_every_way_of_waiting(home, version, way, text, output):
    [reply] = await ask(home, text, protocol=version, **WAYS[way])
    assert reply.output.replace('":3}', '":3.0}') == output
    assert reply.status == "ok"
    assert reply.latency_s > (0.6 if text.startswith("long") else 0)
    assert (reply.first_token_s is not None) == (way == "streamed")
    assert "abstained" not in reply.fields


@pytest.mark.parametrize("way", WAYS)
async def test_the_message_table(home, way):
    [reply] = await ask(home, "say Paris", **WAYS[way])
    ways = [(m["sender"], m["receiver"], m["text"]) for m in reply.messages]
    assert ways[0] == ("user", "Obedient", "say Paris")
    assert ("Obedient", "user", "working on it") in ways
    assert ways[-1] == ("Obedient", "user", "Paris")
    asked, *answers = reply.messages
    assert "in_reply_to" not in asked
    assert {answer["in_reply_to"] for answer in answers} == {asked["id"]}
    assert len({message["trace_id"] for message in reply.messages}) == 1


async def test_every_ask_has_a_context_of_its_own(home):
    replies = await ask(home, "say hello", times=20)
    assert len({reply.messages[0]["trace_id"] for reply in replies}) == 20
    assert {reply.output for reply in replies} == {"hello"}


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("word", ["ask", "reject"])
async def test_asking_back_and_declining_is_no_answer(home, version, word):
    [reply] = await ask(home, f"{word} Which port do you mean?", protocol=version)
    assert reply.output == "Which port do you mean?"
    assert reply.fields == {"abstained": True}
    assert reply.status == "ok"


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("way", WAYS)
async def test_a_failed_task_is_the_agents_failure(home, version, way):
    error = await fails(home, "fail 桥断了", protocol=version, **WAYS[way])
    found = (error.kind, error.reason, error.retryable)
    assert found == ("agent", "task_failed", True)
    assert "桥断了" in error.message


async def test_an_agent_that_breaks_down_is_to_blame(home):
    error = await fails(home, "crash in the middle")
    assert error.kind == "agent"
    assert error.retryable


async def test_missing_credentials_are_not(home):
    error = await fails(home, "auth log in first")
    assert (error.kind, error.reason, error.fatal) == ("infra", "task_auth_required", True)


async def test_what_a_team_says_of_itself(home):
    [reply] = await ask(home, "team look around")
    assert reply.output == "done"
    assert reply.fields == {"completed": True}
    assert reply.messages == [
        {"id": "m1", "sender": "planner", "receiver": "scout", "text": "look around"}
    ]


@pytest.mark.slow
@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("way", ["streamed", "polled"])
async def test_a_task_nobody_waits_for_is_cancelled(home, version, way):
    before = len(seen(home)["cancelled"])
    agent = make_agent({"a2a": {"url": home, "protocol": version, **WAYS[way]}})
    await agent.open()
    try:
        known = len(seen(home)["begun"])
        asking = asyncio.create_task(agent.ask(Case(row=0, case_id="c", input="never ending")))
        while len((await asyncio.to_thread(seen, home))["begun"]) == known:
            await asyncio.sleep(0.05)
        await asyncio.sleep(0.7)  # until the agent has heard of the task, too
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
    finally:
        await agent.close()
    after = await asyncio.to_thread(seen, home)
    assert len(after["cancelled"]) == before + 1


@pytest.mark.parametrize("version", VERSIONS)
async def test_the_words_on_the_wire(home, version):
    await ask(home, "long poll me", protocol=version, wait="poll", poll_s=0.1)
    asked = [request for request in seen(home)["seen"] if request["path"] == "/rpc"]
    send, get = ("SendMessage", "GetTask") if version == "1.0" else ("message/send", "tasks/get")
    last_send = max(at for at, request in enumerate(asked) if request["method"] == send)
    polls = asked[last_send + 1 :]
    assert polls
    assert {request["method"] for request in polls} == {get}
    assert {request["a2a-version"] for request in polls} == {"1.0" if version == "1.0" else None}


async def test_a_token_from_the_environment(home, monkeypatch):
    monkeypatch.setenv("A2A_TOKEN", "token-0123456789")
    [reply] = await ask(home, "say my token is token-0123456789", api_key_env="A2A_TOKEN")
    assert reply.output == "my token is ***"
    assert seen(home)["seen"][-2]["authorization"] == "Bearer token-0123456789"


@pytest.mark.slow
async def test_the_older_place_of_the_card():
    with serving("--card", "old") as url:
        [reply] = await ask(url, "say found")
        assert reply.output == "found"
        [reply] = await ask(f"{url}/.well-known/agent.json", "say by name")
        assert reply.output == "by name"


@pytest.mark.slow
async def test_no_card_stops_the_run_unless_the_endpoint_is_known():
    with serving("--card", "none") as url:
        error = await fails(url, "say hello")
        assert (error.reason, error.fatal) == ("http_404", True)
        assert "/.well-known/agent.json" in error.message
        [reply] = await ask(url, "say hello", endpoint=f"{url}/rpc")
        assert reply.output == "hello"
        [reply] = await ask(url, "say hello", endpoint=f"{url}/rpc", protocol="0.3")
        assert reply.output == "hello"


@pytest.mark.slow
async def test_credentials_follow_no_card_elsewhere(monkeypatch):
    monkeypatch.setenv("A2A_TOKEN", "token-0123456789")
    with serving("--card", "elsewhere") as url:
        error = await fails(url, "say hello", api_key_env="A2A_TOKEN")
    assert (error.reason, error.fatal) == ("bad_card", True)
    assert "localhost:9" in error.message
    assert "endpoint" in error.message


@pytest.mark.slow
async def test_a_card_that_does_not_stream():
    with serving("--card", "silent") as url:
        error = await fails(url, "say hello", stream=True)
        assert (error.reason, error.fatal) == ("bad_card", True)
        [reply] = await ask(url, "say hello")
        assert reply.output == "hello"


async def test_a_server_that_is_down():
    error = await fails("http://127.0.0.1:1", "say hello")
    assert (error.kind, error.reason, error.fatal) == ("infra", "connect", False)


async def test_the_wrong_version_names_the_option(home):
    error = await fails(home, "say hello", endpoint=f"{home}/rpc/nowhere")
    assert (error.reason, error.fatal) == ("http_404", True)


def test_where_cards_are_looked_for():
    assert card_places("http://a/b/") == [
        "http://a/b/.well-known/agent-card.json",
        "http://a/b/.well-known/agent.json",
    ]
    assert card_places("http://a/b/my-card.json") == ["http://a/b/my-card.json"]


def test_cards_of_every_form():
    old = {"name": "n", "url": "http://a/rpc", "protocolVersion": "0.2.6"}
    assert read_card(old)[:3] == ("n", "http://a/rpc", "0.3")
    grpc = {**old, "preferredTransport": "GRPC"}
    more = {**grpc, "additionalInterfaces": [{"url": "http://b", "transport": "JSONRPC"}]}
    assert read_card(more).url == "http://b"
    with pytest.raises(AskError, match="GRPC"):
        read_card(grpc)
    both = {
        **old,
        "supportedInterfaces": [
            {"url": "http://c", "protocolBinding": "JSONRPC", "protocolVersion": "1.0"}
        ],
    }
    assert read_card(both)[1:3] == ("http://c", "1.0")
    assert read_card(both, "0.3")[1:3] == ("http://a/rpc", "0.3")
    for wrong in ([], {}, {"name": 3}, None, "card"):
        with pytest.raises(AskError):
            read_card(wrong)


def test_errors_of_the_protocol_have_an_owner():
    for code, verdict in {**BY_CODE, -32603: BY_CODE.get(-32603), 7: None}.items():
        with pytest.raises(AskError) as caught:
            unwrap({"jsonrpc": "2.0", "id": 1, "error": {"code": code, "message": "no"}})
        error = caught.value
        assert error.reason == f"rpc_{abs(code)}"
        assert error.kind == ("agent" if verdict is None else verdict.kind)
    for wrong in ([], "text", {}, {"jsonrpc": "2.0"}, {"error": "plain"}):
        with pytest.raises(AskError):
            unwrap(wrong)


def test_parts_of_every_form():
    assert text_of([{"kind": "text", "text": "a"}, {"text": "b"}]) == "ab"
    assert text_of([{"data": {"x": 1}}, {"text": "b"}]) == '{"x":1}\nb'
    assert text_of([{"kind": "file", "file": {"uri": "http://f"}}, {"url": "http://g"}]) == (
        "http://f\nhttp://g"
    )
    assert text_of([{"raw": "AAAA"}]) is None
    for nothing in (None, [], [1], "text", {}):
        assert text_of(nothing) is None
    assert text_of([{"text": ""}]) == ""


def test_an_exchange_takes_nonsense_with_a_sentence():
    for wrong in (None, [], 3, "task", {}, {"kind": "song"}, {"task": 3}, {"artifactUpdate": {}}):
        with pytest.raises(AskError):
            Exchange().add(wrong)
