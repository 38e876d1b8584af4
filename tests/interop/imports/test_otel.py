"""Spans of a real agent framework under the real SDK (see fixtures/otel/versions.json)."""

from __future__ import annotations

import json

import pytest

from steelyard.errors import DataError, InputError
from tests.interop.imports.logs import OTEL, lines, record

LOG = OTEL / "agent.jsonl"
EXPECTED = json.loads((OTEL / "expected.json").read_text())
START = 1_780_000_000_000_000_000


def test_each_call_of_the_agent_is_an_answer(tmp_path):
    recording = record(tmp_path, LOG)
    cases, answers = lines(recording)
    assert recording.answers == EXPECTED["calls"]
    scored = [answer["passed"] for answer in answers.values() if "passed" in answer]
    assert len(scored) == EXPECTED["scored"]
    assert sum(scored) / len(scored) == EXPECTED["accuracy"]
    asked = {case["input"]: name for name, case in cases.items()}
    paris = answers[asked["What is the capital of France?"], 0]
    assert paris["output"] == "The capital of France is Paris."
    assert (paris["input_tokens"], paris["output_tokens"]) == (45, 32)
    assert 0 < paris["latency_s"] < 60
    assert paris["foreign_scores"] == {
        "otel_contains": 1.0,
        "otel_contains_label": "pass",
        "otel_contains_explanation": "wanted Paris",
    }
    assert recording.sources[0]["model"] == "guide"
    assert recording.sources[0]["config"] == {"models": ["tiny"]}


def test_tools_failures_and_questions_asked_again(tmp_path):
    cases, answers = lines(record(tmp_path, LOG))
    asked = {case["input"]: name for name, case in cases.items()}
    call, result = answers[asked["What is the weather in 杭州?"], 0]["trajectory"]
    assert (call["type"], call["name"], call["arguments"]) == (
        "tool_call",
        "weather",
        {"city": "杭州"},
    )
    assert (result["id"], result["content"]) == (call["id"], "sunny in 杭州")
    failed = answers[asked["Please break down."], 0]
    assert (failed["status"], failed["error_kind"]) == ("error", "agent")
    assert "the model broke down" in failed["error"]
    again = [case for case in cases.values() if case["input"] == "Is it raining sometimes?"]
    assert len({case["case_id"] for case in again}) == 2
    assert len({case["cluster_id"] for case in again}) == 1


def test_failures_are_missing_when_the_user_says_so(tmp_path):
    _, answers = lines(record(tmp_path, LOG, errors="missing"))
    assert {a.get("error_kind") for a in answers.values()} == {None, "infra"}


def attributes(**values):
    kinds = {str: "stringValue", int: "intValue", float: "doubleValue"}
    return [
        {"key": name.replace("__", "."), "value": {kinds[type(value)]: value}}
        for name, value in values.items()
    ]


def span(id_, name, start=0, parent=None, trace="t", events=(), status=None, **values):
    return {
        "traceId": trace,
        "spanId": id_,
        "parentSpanId": parent,
        "name": name,
        "startTimeUnixNano": str(START + start * 10**9),
        "endTimeUnixNano": str(START + (start + 2) * 10**9),
        "attributes": attributes(**values),
        "events": [{"name": name, "attributes": attributes(**given)} for name, given in events],
        "status": status or {},
    }


def log(path, *spans):
    document = {"resourceSpans": [{"scopeSpans": [{"spans": list(spans)}]}]}
    path.write_text(json.dumps(document), "utf-8")
    return path


def said(role, text):
    return json.dumps([{"role": role, "parts": [{"type": "text", "content": text}]}])


def test_agents_inside_an_agent_are_its_messages_not_its_cases(tmp_path):
    path = log(
        tmp_path / "team.json",
        span("a", "invoke_agent boss", gen_ai__input__messages=said("user", "plan it")),
        span(
            "b",
            "invoke_agent scout",
            1,
            "a",
            gen_ai__input__messages=said("user", "look"),
            gen_ai__output__messages=said("assistant", "seen"),
        ),
        span("c", "chat m", 1, "b", gen_ai__usage__input_tokens=5),
        span("d", "chat m", 9, None, "other"),
    )
    recording = record(tmp_path / "r", path)
    _, answers = lines(recording)
    [answer] = answers.values()
    assert [(m["sender"], m["receiver"], m["text"]) for m in answer["messages"]] == [
        ("boss", "scout", "look"),
        ("scout", "boss", "seen"),
    ]
    assert answer["input_tokens"] == 5
    [left_out] = recording.skipped.as_list()
    assert (left_out["reason"], left_out["count"]) == ("no_agent", 1)


def test_without_agents_the_models_are_what_answered(tmp_path):
    path = log(
        tmp_path / "chat.json",
        span(
            "a",
            "chat m",
            gen_ai__request__model="m",
            gen_ai__prompt="who?",
            gen_ai__completion="me",
            events=[
                ("gen_ai.evaluation.result", {"gen_ai__evaluation__score__label": "fail"}),
            ],
        ),
    )
    cases, answers = lines(record(tmp_path / "r", path))
    [case], [answer] = cases.values(), answers.values()
    assert (case["input"], answer["output"], answer["passed"]) == ("who?", "me", False)


def test_one_agent_of_several_and_cases_named_by_an_attribute(tmp_path):
    path = log(
        tmp_path / "two.json",
        span("a", "invoke_agent x", gen_ai__prompt="1", case__id="k-1"),
        span("b", "invoke_agent y", gen_ai__prompt="2", case__id="k-2"),
        span(
            "c",
            "invoke_agent x",
            gen_ai__prompt="3",
            case__id="k-3",
            status={"code": 2, "message": "too slow"},
            error__type="TimeoutError",
        ),
    )
    settings = {"agent": "x", "id": "case.id"}
    recording = record(tmp_path / "r", path, settings=settings)
    cases, answers = lines(recording)
    assert list(cases) == ["k-1", "k-3"]
    assert (answers["k-3", 0]["status"], answers["k-3", 0]["error"]) == ("timeout", "too slow")
    assert recording.skipped.as_list()[0]["reason"] == "other_agent"
    for name, value in (("agent", "z"), ("score", "tone")):
        with pytest.raises(InputError, match=f"'{name}': found '{value}'"):
            record(tmp_path / "bad", path, settings={name: value})


def test_a_call_whose_texts_were_not_recorded_is_left_out(tmp_path):
    recording = record(tmp_path / "r", log(tmp_path / "mute.json", span("a", "invoke_agent x")))
    assert recording.answers == 0
    assert recording.skipped.as_list()[0]["reason"] == "no_input"


def test_an_export_without_spans(tmp_path):
    with pytest.raises(DataError, match="no spans"):
        record(tmp_path, log(tmp_path / "none.json"))
