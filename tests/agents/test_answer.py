from __future__ import annotations

import pytest

from steelyard.agents.answer import reply_from
from steelyard.agents.mapping import ResponseMap, parse_json
from steelyard.agents.template import compile_template
from steelyard.errors import AskError, PlanError
from steelyard.model import Case


def test_everything_an_answer_may_say():
    reply = reply_from(
        {
            "output": "yes",
            "trajectory": [{"type": "tool_call", "name": "look"}],
            "messages": [{"sender": "a", "receiver": "b", "text": "hi"}],
            "usage": {"prompt_tokens": 3, "completion_tokens": 4, "total_tokens": 7},
            "cost": 0.5,
            "first_token_s": 0.1,
            "completed": True,
            "pred_label": 7,
            "retrieved": ["d1", 2],
            "fields": {"confidence": 1, "abstained": None},
        },
        latency_s=0.25,
    )
    assert reply.output == "yes"
    assert reply.trajectory == [{"type": "tool_call", "name": "look"}]
    assert reply.messages == [{"sender": "a", "receiver": "b", "text": "hi"}]
    assert (reply.input_tokens, reply.output_tokens, reply.cost) == (3, 4, 0.5)
    assert (reply.latency_s, reply.first_token_s) == (0.25, None)
    assert reply.fields == {
        "completed": True,
        "pred_label": "7",
        "retrieved": ["d1", "2"],
        "confidence": 1.0,
        "first_token_s": 0.1,
    }


@pytest.mark.parametrize(
    ("output", "text"),
    [("", ""), (None, None), (42, "42"), (False, "false"), ({"a": "北京"}, '{"a":"北京"}')],
)
def test_output_becomes_text_and_null_stays_null(output, text):
    assert reply_from({"output": output}).output == text


def test_what_the_answer_says_about_time_is_a_claim_beside_the_measurement():
    reply = reply_from({"output": "", "latency_s": 3}, latency_s=0.1)
    assert (reply.latency_s, reply.fields) == (0.1, {"latency_s": 3.0})
    assert reply_from({"output": "", "latency_s": None}, latency_s=0.1).latency_s == 0.1


@pytest.mark.parametrize(
    ("values", "says"),
    [
        ({}, "without any known key"),
        ({"ouput": "x"}, "`output`"),
        ({"status": "ok"}, "'status'"),  # written by the run only
        ({"input": "x"}, "'input'"),  # written by the dataset only
        ({"output": "x", "confidence": 1.5}, "`confidence` must be float >= 0 <= 1"),
        ({"output": "x", "confidence": True}, "`confidence`"),
        ({"output": "x", "confidence": float("nan")}, "`confidence`"),
        ({"output": "x", "completed": 1}, "`completed` must be bool"),
        ({"output": "x", "input_tokens": -1}, "`input_tokens`"),
        ({"output": "x", "phase": "noon"}, "baseline | peak | recovery"),
        ({"output": "x", "retrieved": "d1"}, "`retrieved`"),
        ({"output": "x", "trajectory": ["step"]}, "`trajectory` must be a list of objects"),
        ({"output": "x", "usage": 3}, "`usage` must be an object"),
        ({"output": "x", "first_token_s": -1}, "`first_token_s`"),
    ],
)
def test_what_an_answer_may_not_say(values, says):
    with pytest.raises(AskError) as caught:
        reply_from(values)
    assert says in caught.value.message
    assert (caught.value.kind, caught.value.reason) == ("agent", "bad_reply")


def test_mapping_walks_objects_and_lists():
    document = {"choices": [{"text": "a"}, {"text": "b"}], "meta": {"score": None}, "0": "zero"}
    paths = {"output": "choices.-1.text", "confidence": "meta.score", "score": "nope.x?"}
    assert ResponseMap(paths, place="p").read(document) == {"output": "b", "confidence": None}
    assert ResponseMap({"output": "0"}, place="p").read(document) == {"output": "zero"}
    assert ResponseMap({"output": "."}, place="p").read([1]) == {"output": [1]}


@pytest.mark.parametrize("path", ["choices.5.text", "choices.text", "other", "choices.0.text.x"])
def test_a_mapped_field_that_is_missing_is_an_error(path):
    with pytest.raises(AskError, match="choices") as caught:
        ResponseMap({"output": path}, place="p").read({"choices": [{"text": "a"}]})
    assert caught.value.reason == "bad_reply"
    assert path in caught.value.message


def test_json_with_a_byte_order_mark_is_json():
    assert parse_json('\ufeff{"a": "北"}'.encode()) == {"a": "北"}


CASE = Case(
    row=3,
    case_id="c3",
    input=[{"role": "user", "content": "hi"}],
    epoch=1,
    fields={"scene": "港口", "difficulty": 0.5},
    metadata={"user.name": "李"},
)


@pytest.mark.parametrize(
    ("template", "filled"),
    [
        ("{{input}}", CASE.input),
        ("{{ case_id }}", "c3"),
        ("{{epoch}}", 1),
        ("{{difficulty}}", 0.5),
        ("{{metadata.user.name}}", "李"),
        ("{{metadata.absent}}", None),
        ("{{domain}}", None),
        ("at {{scene}}/{{domain}}: {{difficulty}}", "at 港口/: 0.5"),
        ("say {{input}}", 'say [{"role":"user","content":"hi"}]'),
        ({"a": ["{{case_id}}", 1, None, True]}, {"a": ["c3", 1, None, True]}),
        ("no braces { } here", "no braces { } here"),
    ],
)
def test_templates_keep_types_and_fill_texts(template, filled):
    assert compile_template(template, place="p")(CASE) == filled


def test_a_filled_value_is_not_filled_again():
    case = Case(row=0, case_id="a", input="{{case_id}}")
    assert compile_template("<{{input}}>", place="p")(case) == "<{{case_id}}>"


@pytest.mark.parametrize("template", ["{{nothing}}", "a {{status}}", {"x": ["{{}}"]}])
def test_a_placeholder_must_name_something(template):
    with pytest.raises(PlanError, match="p"):
        compile_template(template, place="p")
