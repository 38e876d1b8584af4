"""Trace files of every format become one message table with the same measures."""

from __future__ import annotations

import gzip
import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard import compute
from steelyard.errors import DataError, InputError
from steelyard.interop import measure_traces, read_traces, write_traces
from tests.cli.shell import steelyard
from tests.tries import tries

PLAIN = [
    {"id": "1", "sender": "a", "receiver": "b", "text": "q1", "correct": True, "ts": 0},
    {"id": "2", "sender": "b", "receiver": "a", "text": "r1", "in_reply_to": "1", "correct": True},
    {"id": "3", "sender": "a", "receiver": "c", "text": "q2", "correct": True},
    {"id": "4", "from": "a", "to": "c", "content": "q2", "correct": True},
    {"id": "5", "sender": "c", "receiver": "a", "text": "r2", "reply_to": "4", "correct": False},
    {"agent": "a", "start": 0, "end": 60},
    {"agent": "b", "start": 10, "end": 60},
    {"agent": "c", "start": 35, "end": 75},
]
"""The worked example of `collab.trace`; two lines use the other names of fields."""


def written(folder, lines, name="trace.jsonl"):
    path = folder / name
    path.write_text("\n".join(json.dumps(line, ensure_ascii=False) for line in lines), "utf-8")
    return path


def attributes(**values):
    wrap = {str: "stringValue", int: "intValue", bool: "boolValue"}
    return [
        {"key": key.replace("__", "."), "value": {wrap[type(value)]: value}}
        for key, value in values.items()
    ]


def span(id_, parent, name, start, end, *, failed=False, trace="t1", **values):
    return {
        "traceId": trace,
        "spanId": id_,
        "parentSpanId": parent,
        "name": name,
        "startTimeUnixNano": str(int(start * 1e9)),
        "endTimeUnixNano": str(int(end * 1e9)),
        "attributes": attributes(**values),
        "status": {"code": 2} if failed else {},
    }


def export(*spans):
    return {
        "resourceSpans": [{"resource": {}, "scopeSpans": [{"scope": {}, "spans": list(spans)}]}]
    }


def say(text):
    return json.dumps([{"role": "user", "parts": [{"type": "text", "content": text}]}])


def agent(name, asked=None, said=None):
    found = {"gen_ai__operation__name": "invoke_agent", "gen_ai__agent__name": name}
    if asked:
        found["gen_ai__input__messages"] = say(asked)
    if said:
        found["gen_ai__output__messages"] = say(said)
    return found


def test_the_worked_example_from_a_file(tmp_path):
    found = measure_traces(read_traces(written(tmp_path, PLAIN)))["overall"]
    assert found["messages"] == 5
    assert found["rounds"] == 3
    assert found["response_rate"] == pytest.approx(2 / 3)
    assert found["info_accuracy"] == 0.8
    assert found["redundancy"] == 0.2
    assert found["balance"] == pytest.approx(0.8650, abs=5e-5)
    assert found["parallelism"] == 2.0


def test_a_list_a_document_and_gzip_read_alike(tmp_path):
    expected = read_traces(written(tmp_path, PLAIN))
    document = tmp_path / "trace.json"
    document.write_text(json.dumps(PLAIN, indent=2), "utf-8")
    assert read_traces(document) == expected
    packed = tmp_path / "trace.jsonl.gz"
    packed.write_bytes(gzip.compress((tmp_path / "trace.jsonl").read_bytes()))
    assert read_traces(packed) == expected


def test_replies_with_their_messages(tmp_path):
    lines = [
        {"case_id": "x", "output": "y", "messages": [{"sender": "a", "receiver": "b"}]},
        {"case_id": "x", "epoch": 1, "messages": [{"sender": "b", "trace_id": "own"}]},
    ]
    traces = read_traces(written(tmp_path, lines))
    assert [message.trace for message in traces.messages] == ["x", "own"]


def test_what_is_written_reads_the_same(tmp_path):
    traces = read_traces(written(tmp_path, PLAIN))
    write_traces(traces, tmp_path / "again.jsonl")
    assert read_traces(tmp_path / "again.jsonl") == traces


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('{"receiver": "b"}', "`sender` is None"),
        ('{"sender": ""}', "`sender`"),
        ('{"sender": "a", "ts": "soon"}', "`ts` is 'soon'"),
        ('{"sender": "a", "correct": 1}', "`correct` is 1; it must be true or false"),
        ('{"sender": "a", "tokens": -3}', "`tokens` is -3"),
        ('{"sender": "a", "text": ["x"]}', "`text`"),
        ('{"sender": "a", "receiver": ["b", "c"]}', "`receiver`"),
        ('{"agent": "a", "start": 3, "end": 1}', "`end` is 1; it must be no earlier"),
        ('{"agent": "a", "start": "x", "end": 1}', "`start` is 'x'"),
        ('{"messages": 3}', "`messages` is 3"),
        ('{"messages": [3]}', "message 1: found int"),
        ("[1]", "found list"),
        ("{broken", "not JSON"),
    ],
)
def test_a_bad_line_is_named_with_file_line_and_field(tmp_path, line, said):
    path = tmp_path / "bad.jsonl"
    path.write_text('{"sender": "a"}\n\n' + line + "\n", "utf-8")
    with pytest.raises(DataError) as caught:
        read_traces(path)
    assert "bad.jsonl, line 3" in str(caught.value)
    assert said in str(caught.value)


def test_files_that_are_none(tmp_path):
    for name, content in {
        "empty": b"",
        "blank": b" \n",
        "binary": b"\xff\x00",
        "gz": b"\x1f\x8b1",
    }.items():
        (tmp_path / name).write_bytes(content)
        with pytest.raises(DataError, match=name):
            read_traces(tmp_path / name)
    with pytest.raises(DataError, match="missing"):
        read_traces(tmp_path / "missing")
    with pytest.raises(InputError, match="otlp"):
        read_traces(tmp_path / "missing", format="xml")


def task(version, *, id_="t", texts=("q", "a"), state="completed", artifact=None):
    """One task with a history, as each version of the protocol writes it."""
    old = version == "0.3"
    roles = ("user", "agent") if old else ("ROLE_USER", "ROLE_AGENT")
    history = [
        {
            "messageId": f"{id_}{at}",
            "role": roles[at % 2],
            "parts": [{"kind": "text", "text": text} if old else {"text": text}],
        }
        for at, text in enumerate(texts)
    ]
    state = state if old else f"TASK_STATE_{state.upper().replace('-', '_')}"
    found = {"id": id_, "contextId": "c", "status": {"state": state}, "history": history}
    if artifact is not None:
        found["artifacts"] = [{"artifactId": "f", "parts": [{"text": artifact}]}]
    return found | ({"kind": "task"} if old else {})


@pytest.mark.parametrize("version", ["1.0", "0.3"])
def test_a2a_histories_of_both_versions(tmp_path, version):
    one = task(version, texts=("Which port?", "Which country?", "Norway", "Oslo"), artifact="Oslo!")
    traces = read_traces(written(tmp_path, [one]))
    assert traces.format == "a2a"
    assert {message.trace for message in traces.messages} == {"c"}
    ways = [(m.sender, m.text, m.reply_to) for m in traces.messages]
    assert ways == [
        ("user", "Which port?", None),
        ("agent", "Which country?", "t0"),
        ("user", "Norway", "t1"),
        ("agent", "Oslo", "t2"),
        ("agent", "Oslo!", "t2"),
    ]


def test_a2a_wire_logs_with_a_card_and_a_question_nobody_answered(tmp_path):
    def sent(number, text):
        message = {"messageId": f"m{number}", "role": "ROLE_USER", "parts": [{"text": text}]}
        params = {"message": message}
        return {"jsonrpc": "2.0", "id": number, "method": "SendMessage", "params": params}

    working = {"taskId": "t9", "contextId": "c9", "status": {"state": "TASK_STATE_WORKING"}}
    done = {
        "taskId": "t9",
        "contextId": "c9",
        "artifact": {"artifactId": "x", "parts": [{"text": "4"}]},
    }
    more = {**done, "append": True, "artifact": {"artifactId": "x", "parts": [{"text": "0"}]}}
    lines = [
        {"name": "scout", "supportedInterfaces": []},
        sent(1, "load?"),
        {"jsonrpc": "2.0", "id": 1, "result": {"statusUpdate": working}},
        {"jsonrpc": "2.0", "id": 1, "result": {"artifactUpdate": done}},
        {"jsonrpc": "2.0", "id": 1, "result": {"artifactUpdate": more}},
        sent(2, "weight?"),
        {"jsonrpc": "2.0", "id": 2, "error": {"code": -32603, "message": "broken"}},
    ]
    traces = read_traces(written(tmp_path, lines))
    ways = [(m.sender, m.receiver, m.text) for m in traces.messages]
    assert ways == [
        ("user", "scout", "load?"),
        ("scout", "user", "40"),
        ("user", "scout", "weight?"),
    ]
    assert measure_traces(traces)["overall"]["response_rate"] == 0.5


def test_a2a_nonsense_is_named_with_its_line(tmp_path):
    path = written(tmp_path, [task("1.0"), {"kind": "task", "status": 3, "song": 1}, {"x": 1}])
    with pytest.raises(DataError, match=r"line 3.*neither an A2A task"):
        read_traces(path)


def test_spans_become_messages_and_busy_times(tmp_path):
    """A planner asks a scout and, while that one works, looks something up itself."""
    spans = [
        span("p", "", "invoke_agent planner", 0, 10, gen_ai__conversation__id="talk"),
        span("s", "p", "ignored", 2, 8, **agent("scout", "load?", "40 t")),
        span("c", "s", "chat gpt", 3, 7, gen_ai__operation__name="chat"),
        span("l", "p", "execute_tool lookup", 4, 6, gen_ai__tool__name="lookup"),
        span("f", "p", "invoke_agent broken", 9, 9.5, failed=True),
    ]
    path = written(tmp_path, [export(*spans[:2]), export(*spans[2:])])
    traces = read_traces(path)
    assert traces.format == "otlp"
    assert {message.trace for message in traces.messages} == {"talk"}
    ways = [(m.sender, m.receiver, m.text, m.ts) for m in traces.messages]
    assert ways == [
        ("user", "planner", None, 0),
        ("planner", "scout", "load?", 2),
        ("scout", "planner", "40 t", 8),
        ("planner", "broken", None, 9),
        ("planner", "user", None, 10),
    ]
    busy = sorted(span for _, span in traces.busy)
    assert busy == [
        ("broken", 9, 9.5),
        ("planner", 0, 2),
        ("planner", 4, 6),
        ("planner", 8, 9),
        ("planner", 9.5, 10),
        ("scout", 2, 8),
        ("scout", 3, 7),
    ]
    found = measure_traces(traces, without=["user"])
    assert found["overall"]["response_rate"] == 0.5
    assert found["overall"]["parallelism"] == pytest.approx((0.5 + 5.5 + 6) / 10)
    assert found["agents"] == {"planner": 2, "scout": 1, "broken": 0}
    with_tools = read_traces(path, tools=True)
    assert ("planner", "lookup") in {(m.sender, m.receiver) for m in with_tools.messages}


def test_an_agent_as_a_tool_is_called_by_the_agent_around_it(tmp_path):
    spans = [
        span("p", "", "invoke_agent planner", 0, 10),
        span("e", "p", "execute_tool scout", 2, 8),
        span("s", "e", "invoke_agent scout", 3, 7),
    ]
    traces = read_traces(written(tmp_path, [export(*spans)]))
    assert ("planner", "scout") in {(m.sender, m.receiver) for m in traces.messages}
    # While the agent inside works, the tool call around it only waits.
    assert measure_traces(traces)["overall"]["parallelism"] == pytest.approx(1)


def test_a_sequential_team_is_not_called_parallel(tmp_path):
    spans = [span("r", "", "invoke_agent boss", 0, 30)]
    spans += [span(f"s{n}", "r", f"invoke_agent w{n}", 10 * n, 10 * n + 10) for n in range(3)]
    traces = read_traces(written(tmp_path, [export(*spans)]))
    assert measure_traces(traces)["overall"]["parallelism"] == pytest.approx(1)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"spanId": None}, "`spanId` is None"),
        ({"traceId": 7}, "`traceId` is 7"),
        ({"startTimeUnixNano": "noon"}, "`startTimeUnixNano` is 'noon'"),
        ({"endTimeUnixNano": "0"}, "`endTimeUnixNano`"),
    ],
)
def test_a_bad_span_is_named(tmp_path, change, said):
    good, bad = span("p", "", "x", 1, 2), span("q", "", "x", 1, 2) | change
    path = written(tmp_path, [export(good), export(good, bad)])
    with pytest.raises(DataError) as caught:
        read_traces(path)
    assert "line 2, span 2" in str(caught.value)
    assert said in str(caught.value)


def test_spans_that_are_their_own_ancestors_end(tmp_path):
    loop = [span("a", "b", "invoke_agent a", 0, 1), span("b", "a", "invoke_agent b", 0, 1)]
    assert len(read_traces(written(tmp_path, [export(*loop)])).messages) == 4


NAMES = st.sampled_from(["a", "b", "c", "甲"])
MESSAGES = st.fixed_dictionaries(
    {"sender": NAMES},
    optional={
        "id": st.sampled_from("12345"),
        "trace_id": st.sampled_from("xy"),
        "receiver": NAMES,
        "in_reply_to": st.sampled_from("12345"),
        "expects_reply": st.booleans(),
        "text": st.sampled_from(["q", "Q ", "ｑ", "r", ""]),
        "correct": st.booleans(),
        "ts": st.floats(0, 1e6),
    },
)


@tries(60, 300)
@given(messages=st.lists(MESSAGES, min_size=1, max_size=12))
def test_a_file_measures_as_the_formula_does(tmp_path_factory, messages):
    path = written(tmp_path_factory.mktemp("t"), messages)
    found = measure_traces(read_traces(path, format="plain"))["overall"]
    expected = compute("collab.trace", {"messages": messages})
    for name in ("messages", "rounds", "response_rate", "info_accuracy", "redundancy", "balance"):
        assert found[name] == expected[name]


@tries(40, 200)
@given(data=st.data())
def test_own_time_of_spans_by_looking_at_every_second(tmp_path_factory, data):
    """Busy seconds of agents in random trees, against counting second by second."""
    spans, own = [], {}
    for at in range(data.draw(st.integers(1, 6))):
        parent = data.draw(st.sampled_from([None, *range(at)])) if at else None
        low, high = (0, 20) if parent is None else (spans[parent][1], spans[parent][2])
        start = data.draw(st.integers(low, high))
        spans.append((parent, start, data.draw(st.integers(start, high))))
    for at, (_, start, end) in enumerate(spans):
        inner = [(s, e) for parent, s, e in spans if parent == at]
        own[at] = {n for n in range(start, end) if not any(s <= n < e for s, e in inner)}
    raw = [
        span(f"s{at}", "" if parent is None else f"s{parent}", f"invoke_agent w{at}", start, end)
        for at, (parent, start, end) in enumerate(spans)
    ]
    traces = read_traces(written(tmp_path_factory.mktemp("t"), [export(*raw)]))
    for at in range(len(spans)):
        busy = [s for _, s in traces.busy if s[0] == f"w{at}"]
        assert math.isclose(sum(end - start for _, start, end in busy), len(own[at]))


@pytest.mark.slow
def test_the_command_shows_and_prints(tmp_path):
    path = written(tmp_path, PLAIN)
    done = steelyard("trace", path, "-o", tmp_path / "out.jsonl")
    assert done.code == 0, done.err
    assert "messages: 5 · traces: 1 · read as plain" in done.out
    assert "0.6667" in done.out
    assert "a → b" in done.out
    document = json.loads(steelyard("trace", path, "--json", "--without", "c").out)
    assert document["overall"]["messages"] == 2
    assert document["agents"] == {"a": 1, "b": 1}
    assert len(document["messages"]) == 5
    assert read_traces(tmp_path / "out.jsonl") == read_traces(path)
    chinese = steelyard("trace", path, STEELYARD_LANG="zh")
    assert "重复率" in chinese.out
    wrong = steelyard("trace", tmp_path / "none.jsonl")
    assert wrong.code == 1
    assert "none.jsonl" in wrong.err
