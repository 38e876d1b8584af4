from __future__ import annotations

import asyncio
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from steelyard.agents import make_agent
from steelyard.agents.chat import Assembly, read_completion
from steelyard.errors import AskError
from steelyard.model import Case
from tests.agents.misbehaving import read_request
from tests.agents.test_http import Canned

CASE = Case(row=0, case_id="c0", input="hi")


def completion(**message):
    return {"choices": [{"message": message}]}


async def sent(given, **options):
    """The request that an input becomes."""
    async with Canned(json.dumps(completion(content="x")).encode()) as server:
        await server.ask("openai", case=Case(row=0, case_id="a", input=given), **options)
        [request] = server.requests
    assert request.path == "/chat/completions"
    return request.json


USER = {"role": "user", "content": "hi"}
SYSTEM = {"role": "system", "content": "be brief"}


@pytest.mark.parametrize(
    ("given", "options", "body"),
    [
        ("hi", {}, {"messages": [USER]}),
        ("hi", {"system": "be brief"}, {"messages": [SYSTEM, USER]}),
        ([USER], {}, {"messages": [USER]}),
        ([USER], {"system": "be brief"}, {"messages": [SYSTEM, USER]}),
        ([SYSTEM, USER], {"system": "other"}, {"messages": [SYSTEM, USER]}),
        ({"messages": [USER], "seed": 1}, {}, {"messages": [USER], "seed": 1}),
        ({"messages": [USER], "model": "dearer"}, {}, {"messages": [USER]}),
        ({"a": 1}, {}, {"messages": [{"role": "user", "content": '{"a":1}'}]}),
        (
            "hi",
            {"params": {"temperature": 0}, "tools": [{"type": "function"}]},
            {"messages": [USER], "temperature": 0, "tools": [{"type": "function"}]},
        ),
    ],
)
async def test_what_is_sent(given, options, body):
    assert await sent(given, **options) == {"model": "m", **body}


async def test_key_and_headers_are_sent(monkeypatch):
    monkeypatch.setenv("MY_KEY", "abc")
    monkeypatch.setenv("MY_OTHER", "def")
    async with Canned(json.dumps(completion(content="x")).encode()) as server:
        await server.ask(
            "openai",
            api_key_env="MY_KEY",
            headers_env={"X-Other": "MY_OTHER"},
            extra_headers={"X-Plain": "p"},
        )
        headers = server.requests[0].headers
    assert headers["authorization"] == "Bearer abc"
    assert (headers["x-other"], headers["x-plain"]) == ("def", "p")


def call(arguments, name="look", id_="t1"):
    return {"id": id_, "type": "function", "function": {"name": name, "arguments": arguments}}


def test_tool_calls_and_reasoning_become_the_trajectory():
    reply = read_completion(
        completion(
            content=None,
            reasoning_content="let me look",
            tool_calls=[call('{"city": "北京"}'), call("", id_="t2"), call({"a": 1}, id_="t3")],
        ),
        latency_s=0.1,
    )
    assert reply.output is None
    step = {"type": "tool_call", "name": "look"}
    assert reply.trajectory == [
        {"type": "reasoning", "text": "let me look"},
        {**step, "id": "t1", "arguments": {"city": "北京"}},
        {**step, "id": "t2", "arguments": {}},
        {**step, "id": "t3", "arguments": {"a": 1}},
    ]


@pytest.mark.parametrize("raw", ['{"city": ', "[1]", "北京"])
def test_arguments_that_do_not_parse_are_kept_as_they_came(raw):
    reply = read_completion(completion(content="", tool_calls=[call(raw)]), latency_s=0)
    [step] = reply.trajectory
    assert step["arguments"] == raw
    assert step["arguments_error"]


@pytest.mark.parametrize(
    ("message", "output", "fields"),
    [
        ({"content": "x"}, "x", {}),
        ({"content": ""}, "", {}),
        ({"content": None}, None, {}),
        ({}, None, {}),
        (
            {"content": [{"type": "text", "text": "a"}, {"type": "image"}, {"text": "b"}]},
            "ab",
            {},
        ),
        ({"content": None, "refusal": "I cannot"}, "I cannot", {"abstained": True}),
        ({"content": "x", "refusal": None}, "x", {}),
    ],
)
def test_content(message, output, fields):
    reply = read_completion(completion(**message), latency_s=0)
    assert (reply.output, reply.fields, reply.trajectory) == (output, fields, None)


def test_an_agent_may_say_more_than_a_completion_has():
    steps, talk = [{"type": "plan"}], [{"sender": "a", "receiver": "b", "text": "hi"}]
    own = {"trajectory": steps, "messages": talk, "fields": {"completed": True}}
    document = {**completion(content="x", tool_calls=[call("{}")]), "steelyard": own}
    reply = read_completion(document, latency_s=0)
    assert (reply.trajectory, reply.messages) == (steps, talk)
    assert reply.fields == {"completed": True}
    document = {**completion(content="x"), "trajectory": steps, "messages": talk}
    reply = read_completion(document, latency_s=0)
    assert (reply.trajectory, reply.messages) == (steps, talk)


@pytest.mark.parametrize(
    ("document", "says"),
    [
        ({"error": {"message": "model is loading"}}, "model is loading"),
        ({"choices": []}, "choices"),
        ({"choices": [{"text": "old style"}]}, "choices"),
        ([], "list"),
        (None, "NoneType"),
        ({**completion(content="x"), "steelyard": {"compleeted": True}}, "`completed`"),
        ({**completion(content="x"), "steelyard": [1]}, "steelyard"),
        (completion(content="x", tool_calls=[{"id": "t"}]), "function"),
        (completion(content="x", tool_calls={"0": {}}), "tool_calls"),
    ],
)
def test_what_is_not_a_completion(document, says):
    with pytest.raises(AskError) as caught:
        read_completion(document, latency_s=0)
    assert says in caught.value.message
    assert (caught.value.kind, caught.value.reason) == ("agent", "bad_reply")


PRICE = {"input_per_million": 2.0, "output_per_million": 10.0}


@pytest.mark.parametrize(
    ("usage", "tokens", "cost"),
    [
        ({"prompt_tokens": 1000, "completion_tokens": 500}, (1000, 500), 0.007),
        ({"prompt_tokens": 0, "completion_tokens": 0}, (0, 0), 0.0),
        ({"prompt_tokens": 1000}, (1000, None), None),
        (None, (None, None), None),
        ("many", (None, None), None),
    ],
)
async def test_usage_and_cost(usage, tokens, cost):
    data = json.dumps({**completion(content="x"), "usage": usage}).encode()
    async with Canned(data) as server:
        reply = await server.ask("openai", price=PRICE)
    assert (reply.input_tokens, reply.output_tokens) == tokens
    assert reply.cost == (None if cost is None else pytest.approx(cost, rel=1e-12))


def events(*chunks, end="\n"):
    texts = [c if isinstance(c, str) else json.dumps(c, ensure_ascii=False) for c in chunks]
    return "".join(f": ping{end}{end}data: {text}{end}{end}" for text in texts).encode()


def delta(finish=None, **delta):
    return {"choices": [{"index": 0, "delta": delta, "finish_reason": finish}]}


STREAMED = [
    delta(role="assistant", content=""),
    delta(reasoning_content="hm"),
    delta(content="北京"),
    delta(content="🙂 ok"),
    delta(tool_calls=[{"index": 1, "id": "t2", "function": {"name": "b", "arguments": "{}"}}]),
    delta(tool_calls=[{"index": 0, "id": "t1", "function": {"name": "a", "arguments": '{"x"'}}]),
    delta(tool_calls=[{"index": 0, "function": {"arguments": ': "é"}'}}]),
    delta(finish="tool_calls"),
    {"choices": [], "usage": {"prompt_tokens": 3, "completion_tokens": 4}},
]


def check_streamed(reply):
    assert reply.output == "北京🙂 ok"
    assert reply.trajectory == [
        {"type": "reasoning", "text": "hm"},
        {"type": "tool_call", "id": "t1", "name": "a", "arguments": {"x": "é"}},
        {"type": "tool_call", "id": "t2", "name": "b", "arguments": {}},
    ]
    assert (reply.input_tokens, reply.output_tokens) == (3, 4)
    assert 0 < reply.first_token_s <= reply.latency_s


async def stream(data, *, blocks=None, close=True, **options):
    """Ask a server that sends `data` in the given blocks."""
    seen = []

    async def serve(reader, writer):
        seen.append((await read_request(reader)).json)
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n")
        writer.write(b"Transfer-Encoding: chunked\r\n\r\n")
        for block in blocks or [data]:
            writer.write(f"{len(block):x}\r\n".encode() + block + b"\r\n")
            await writer.drain()
            await asyncio.sleep(0)
        if close:
            writer.write(b"0\r\n\r\n")
            await writer.drain()
        else:
            await reader.read()
        writer.close()

    listener = await asyncio.start_server(serve, "127.0.0.1", 0)
    url = f"http://127.0.0.1:{listener.sockets[0].getsockname()[1]}/v1"
    agent = make_agent({"openai": {"base_url": url, "model": "m", "stream": True, **options}})
    await agent.open()
    try:
        return await agent.ask(CASE), seen
    finally:
        await agent.close()
        listener.close()
        await listener.wait_closed()


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
async def test_a_stream_is_put_together(end):
    reply, seen = await stream(events(*STREAMED, "[DONE]", end=end))
    check_streamed(reply)
    assert seen[0]["stream"] is True
    assert seen[0]["stream_options"] == {"include_usage": True}


async def test_a_stream_cut_after_every_byte_is_the_same_stream():
    data = events(*STREAMED, "[DONE]", end="\r\n")
    reply, _ = await stream(data, blocks=[data[i : i + 1] for i in range(len(data))])
    check_streamed(reply)


async def test_a_stream_may_end_without_done_if_it_was_finished():
    reply, _ = await stream(events(*STREAMED))
    check_streamed(reply)


@pytest.mark.slow
async def test_a_server_that_keeps_the_line_open_after_done_is_not_waited_for_long():
    reply, _ = await asyncio.wait_for(stream(events(*STREAMED, "[DONE]"), close=False), 20)
    check_streamed(reply)


@pytest.mark.parametrize(
    ("data", "kind", "reason"),
    [
        (events(*STREAMED[:4]), "infra", "connection"),
        (b"", "infra", "connection"),
        (events(STREAMED[0], {"error": {"message": "overloaded"}}), "agent", "stream_error"),
        (events("{broken"), "agent", "bad_json"),
        (events("3"), "agent", "bad_reply"),
        (events({"choices": ["x"]}), "agent", "bad_reply"),
        (events(delta(content="x" * 5000)), "agent", "too_large"),
    ],
)
async def test_streams_that_go_wrong(data, kind, reason):
    with pytest.raises(AskError) as caught:
        await stream(data, max_bytes=4000)
    assert (caught.value.kind, caught.value.reason) == (kind, reason)


async def test_a_server_that_does_not_stream_is_told_apart():
    async with Canned(json.dumps(completion(content="x")).encode()) as server:
        error = await server.failure("openai", stream=True)
    assert error.reason == "bad_reply"
    assert not error.retryable
    assert "stream: false" in error.message


async def test_a_secret_split_over_a_stream_is_taken_out(monkeypatch):
    monkeypatch.setenv("MY_KEY", "abcdefghijklmnop")
    pieces = [delta(content="key abcdefgh"), delta(content="ijklmnop!"), delta(finish="stop")]
    reply, _ = await stream(events(*pieces, "[DONE]"), api_key_env="MY_KEY")
    assert reply.output == "key ***!"


@pytest.mark.slow
@settings(max_examples=50)
@given(
    content=st.lists(st.text(max_size=5), max_size=5),
    arguments=st.dictionaries(st.text(max_size=5), st.integers(0, 9), max_size=3),
    data=st.data(),
)
def test_streamed_and_whole_completions_read_the_same(content, arguments, data):
    raw = json.dumps(arguments)
    cut = data.draw(st.integers(0, len(raw)))
    assembly = Assembly()
    for piece in content:
        assembly.add(delta(content=piece))
    head = {"index": 0, "id": "t1", "function": {"name": "look", "arguments": raw[:cut]}}
    assembly.add(delta(tool_calls=[head]))
    assembly.add(delta(tool_calls=[{"index": 0, "function": {"arguments": raw[cut:]}}]))
    whole = completion(content="".join(content) if content else None, tool_calls=[call(raw)])
    streamed = read_completion(assembly.document(), latency_s=1)
    assert streamed == read_completion(whole, latency_s=1)
