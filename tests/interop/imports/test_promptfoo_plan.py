"""A promptfoo configuration becomes plans that are valid, run, and agree with promptfoo."""

from __future__ import annotations

import importlib.util
import json

import pytest
import yaml

from steelyard.bundle import Table
from steelyard.errors import DataError
from steelyard.i18n import LANGUAGES, using_language
from steelyard.interop import ImportOptions, plans_from_promptfoo
from steelyard.interop.imports.promptfoo import IMPORTER, agents
from steelyard.pipeline import run
from steelyard.plan import load_plan
from steelyard.scorers import SCORERS, run_scorers
from tests.cli.shell import steelyard
from tests.docs.documents import ROOT
from tests.interop.imports.logs import FIXTURES

CONFIG = FIXTURES / "promptfoo" / "promptfooconfig.yaml"


@pytest.fixture(scope="module")
def server():
    """The server the stored results were made with."""
    spec = importlib.util.spec_from_file_location("fixtures", ROOT / "scripts/fixture_server.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    with module.serving() as address:
        yield address


def make(tmp_path, config, **environment):
    path = tmp_path / "promptfooconfig.yaml"
    path.write_text(yaml.safe_dump(config, allow_unicode=True), encoding="utf-8")
    return plans_from_promptfoo(path, environment)


def plan_of(made, name="plan.yaml"):
    return yaml.safe_load(made.files[name])


def cases_of(made, name="cases.jsonl"):
    return [json.loads(line) for line in made.files[name].splitlines()]


def reasons(made):
    return {(one["what"], one["reason"]) for one in made.left_out.as_list()}


STORED = FIXTURES / "promptfoo" / "results.json"


@pytest.mark.parametrize(
    ("name", "number"),  # a plan, and the agent of the stored results that it asks
    [
        pytest.param("plan-1.yaml", 0, marks=pytest.mark.slow),
        pytest.param("plan-4.yaml", 3, marks=pytest.mark.slow),
        ("plan-5.yaml", 4),
    ],
)
def test_the_made_plans_run_as_promptfoo_ran(name, number, server, tmp_path):
    made = plans_from_promptfoo(CONFIG, {"TARGET": server})
    for file, content in made.files.items():
        (tmp_path / file).write_bytes(content)
    plan = load_plan(tmp_path / name, ["run.retries=0"])
    ours = Table(run(plan, tmp_path, tmp_path / f"run-{number}").results_path)
    theirs = list(IMPORTER.read(STORED, ImportOptions(agents(STORED)[number]._asdict())).rows)
    assert ours["case_id"] == [row["case_id"] for row in theirs]
    assert ours["input"] == [row["input"] for row in theirs]
    assert ours["output"] == [row["output"] for row in theirs]
    for passed, case, row in zip(
        ours["passed"], cases_of(made, plan.dataset.path), theirs, strict=True
    ):
        if passed is None:  # open, because something could not be taken over
            assert "unchecked" in {one["type"] for one in case["asserts"]}
        else:
            assert passed == row["passed"]
    assert list(ours["passed"][:5]).count(None) == 0


@pytest.mark.parametrize("number", range(5))
def test_the_stored_answers_are_judged_as_promptfoo_judged_them(number):
    made = plans_from_promptfoo(CONFIG, {"TARGET": "http://127.0.0.1:9"})
    cases = {case["case_id"]: case for case in cases_of(made, "cases-1.jsonl")}
    rows = list(IMPORTER.read(STORED, ImportOptions(agents(STORED)[number]._asdict())).rows)
    wanted = SCORERS.get("text.asserts").reads
    filled = [row | cases[row["case_id"]] for row in rows if row["output"] is not None]
    batch = {name: [row.get(name) for row in filled] for name in wanted}
    columns = run_scorers(batch, [("text.asserts", {})]).columns
    judged = zip(filled, columns["text_asserts_passed"], columns["text_asserts"], strict=True)
    decided = 0
    for row, passed, score in judged:
        if "unchecked" in {one["type"] for one in row["asserts"]}:
            assert passed is None or passed is row["passed"] is False
            continue
        decided += 1
        assert passed == row["passed"]
        assert score == pytest.approx(row["score"])
    assert decided == 5


@pytest.mark.slow
def test_the_command_writes_plans_that_are_valid_and_overwrites_nothing(tmp_path):
    told = ("init", "made", "--from", CONFIG)
    done = steelyard(*told, cwd=tmp_path, TARGET="http://127.0.0.1:9")
    assert done.code == 0, done.err
    assert "5 plan(s) of 7 cases" in done.out
    assert "javascript (1): code is not run" in done.err
    checked = steelyard("validate", tmp_path / "made" / "plan-5.yaml")
    assert (checked.code, "all 7 rows are fine" in checked.out) == (0, True)
    assert steelyard(*told, cwd=tmp_path, TARGET="http://127.0.0.1:9").code == 1


BASE = {
    "description": "测试",
    "prompts": ["{{q}}"],
    "providers": ["openai:chat:m"],
    "tests": [{"vars": {"q": "1 + 1?"}, "assert": [{"type": "equals", "value": 2}]}],
}


@pytest.mark.parametrize(
    ("provider", "agent"),
    [
        (
            "openai:gpt-x",
            {
                "openai": {
                    "base_url": "https://api.openai.com/v1",
                    "model": "gpt-x",
                    "api_key_env": "OPENAI_API_KEY",
                }
            },
        ),
        (
            {"openai:chat:m": {"config": {"apiBaseUrl": "http://h/v1", "temperature": 0.5}}},
            {
                "openai": {
                    "base_url": "http://h/v1",
                    "model": "m",
                    "params": {"temperature": 0.5},
                }
            },
        ),
        (
            "ollama:chat:qwen3:8b",
            {"openai": {"base_url": "http://localhost:11434/v1", "model": "qwen3:8b"}},
        ),
        (
            {
                "id": "https",
                "config": {
                    "url": "{{env.HOST}}/ask",
                    "headers": {"X-Key": "{{env.KEY}}", "Authorization": "Bearer abc", "A": "b"},
                    "body": '{"text": "{{prompt}}", "topic": "{{topic}}"}',
                    "transformResponse": "json.choices[0].text",
                },
            },
            {
                "http": {
                    "url": "http://host/ask",
                    "body": {"text": "{{input}}", "topic": "{{metadata.vars.topic}}"},
                    "headers": {"A": "b"},
                    "headers_env": {"X-Key": "KEY"},
                    "response": {"output": "choices.0.text"},
                }
            },
        ),
        (
            "exec: python agent.py",
            {"command": {"argv": ["sh", "-c", 'exec python agent.py "$(cat)" "{}" "{}"']}},
        ),
    ],
)
def test_providers_become_agents(tmp_path, provider, agent):
    made = make(tmp_path, BASE | {"providers": [provider]}, HOST="http://host", KEY="secret")
    found = plan_of(made)["agent"]
    if "command" in found:
        assert found["command"].pop("cwd") == str(tmp_path)
    assert found == agent
    assert b"secret" not in b"".join(made.files.values())
    assert b"Bearer" not in b"".join(made.files.values())


def test_a_key_in_the_configuration_is_never_copied(tmp_path):
    provider = {"id": "openai:chat:m", "config": {"apiBaseUrl": "http://h", "apiKey": "sk-1"}}
    made = make(tmp_path, BASE | {"providers": [provider]})
    assert b"sk-1" not in b"".join(made.files.values())
    assert ("apiKey", "why_secret") in reasons(made)


@pytest.mark.slow
def test_a_command_is_given_the_prompt_as_promptfoo_gives_it(tmp_path):
    (tmp_path / "agent.py").write_text("import sys; print(sys.argv[1])")
    made = make(tmp_path, BASE | {"providers": ["exec: python agent.py"]})
    for name, content in made.files.items():
        (tmp_path / name).write_bytes(content)
    table = run(load_plan(tmp_path / "plan.yaml"), tmp_path, tmp_path / "run").results_path
    assert [text.strip() for text in Table(table)["output"]] == ["1 + 1?"]


@pytest.mark.parametrize("provider", ["anthropic:messages:x", "python:a.py", "openai:embedding:e"])
def test_a_provider_that_nobody_can_ask_is_named(tmp_path, provider):
    made = make(tmp_path, BASE | {"providers": ["openai:chat:m", provider]})
    assert made.plans == ["plan.yaml"]
    assert provider in {one["what"] for one in made.left_out.as_list()}
    with pytest.raises(DataError, match="no provider") as caught:
        make(tmp_path, BASE | {"providers": [provider]})
    assert provider in str(caught.value)


def test_tests_come_from_tables_and_files(tmp_path):
    (tmp_path / "t.csv").write_text(
        "q,__expected,__description\n一加一？,二,中文\n1+1?,contains: 2,\n", encoding="utf-8-sig"
    )
    (tmp_path / "t.json").write_text('[{"vars": {"q": ["a", "b"], "r": "x"}}]')
    (tmp_path / "long.txt").write_text("a long question")
    (tmp_path / "p.txt").write_text("First {{q}}\n---\nSecond {{q}} {{r}}")
    tests = ["file://t.csv", "t.json", {"vars": {"q": "file://long.txt"}}]
    made = make(tmp_path, BASE | {"prompts": ["file://p.txt"], "tests": tests})
    assert made.plans == ["plan-1.yaml", "plan-2.yaml"]
    first, second = cases_of(made, "cases-1.jsonl"), cases_of(made, "cases-2.jsonl")
    assert [case["input"] for case in first] == [
        "First 一加一？",
        "First 1+1?",
        "First a",
        "First b",
        "First a long question",
    ]
    assert second[2]["input"] == "Second a x"
    assert first[0]["expected_output"] == "二"
    assert first[0]["metadata"]["description"] == "中文"
    assert first[1]["asserts"] == [{"type": "contains", "value": "2"}]


def test_odd_but_legal_configurations_are_read_or_named(tmp_path):
    provider = {"id": "openai:chat:m", "prompts": "first", "config": {"headers": ["x"]}}
    prompts = [{"label": name, "raw": f"{name} {{{{q}}}}"} for name in ("first", "other")]
    tests = [{"vars": {"q": "a"}}]
    made = make(tmp_path, {"prompts": prompts, "providers": [provider], "tests": tests})
    assert [plan_of(made, name)["dataset"] for name in made.plans] == ["cases-1.jsonl"]
    (tmp_path / "t.csv").write_text("q,__expected\n1+1?,contains(1.2.3): 2\n")
    made = make(tmp_path, BASE | {"prompts": ["{{ 1 / 0 }}{{q}}", "{{q}}"], "tests": "t.csv"})
    assert ("prompt", "why_template") in reasons(made)
    assert (made.plans, made.cases) == (["plan.yaml"], 1)
    assert "cases-1.jsonl" not in made.files
    assert plan_of(made)["dataset"] == "cases-2.jsonl"
    assert cases_of(made, "cases-2.jsonl")[0]["expected_output"] == "contains(1.2.3): 2"
    (tmp_path / "t.csv").write_text("q\n" + "x" * 200_000 + "\n")
    [case] = cases_of(make(tmp_path, BASE | {"tests": "t.csv"}))
    assert len(case["input"]) >= 200_000


def test_how_often_and_how_many_at_a_time_goes_into_the_plan(tmp_path):
    options = {"repeat": 3, "maxConcurrency": 2, "delay": 100}
    made = make(tmp_path, BASE | {"evaluateOptions": options})
    assert plan_of(made)["run"] == {"epochs": 3, "concurrency": 2}
    for odd in ({}, {"repeat": 0, "maxConcurrency": True}, {"repeat": "3"}, None):
        assert "run" not in plan_of(make(tmp_path, BASE | {"evaluateOptions": odd}))


def test_a_prompt_of_chat_messages_stays_one(tmp_path):
    (tmp_path / "chat.json").write_text(
        '[{"role": "system", "content": "Be brief."}, {"role": "user", "content": "{{q}}"}]'
    )
    [case] = cases_of(make(tmp_path, BASE | {"prompts": ["file://chat.json"]}))
    assert case["input"][1] == {"role": "user", "content": "1 + 1?"}


def test_a_rubric_that_holds_for_all_tests_goes_into_the_plan(tmp_path):
    common = {
        "assert": [
            {"type": "latency", "threshold": 2500},
            {"type": "cost", "threshold": 0.01},
            {"type": "llm-rubric", "value": "Is it polite?"},
        ],
        "options": {"provider": {"id": "openai:chat:j", "config": {"apiBaseUrl": "http://j/v1"}}},
    }
    tests = [
        {"vars": {"q": "a"}, "assert": [{"type": "is-refusal"}]},
        {"vars": {"q": "b"}, "assert": [{"type": "tool-call-f1", "value": "look, book"}]},
    ]
    made = make(tmp_path, BASE | {"defaultTest": common, "tests": tests})
    plan = plan_of(made)
    assert plan["judges"] == {"grader": {"openai": {"base_url": "http://j/v1", "model": "j"}}}
    assert {"judge.rubric": {"rubric": "Is it polite?", "judge": ["grader"]}} in plan["scorers"]
    assert plan["verdict"] == "text.asserts"
    limits = [{"type": "latency", "threshold": 2.5}, {"type": "cost", "threshold": 0.01}]
    refuse, tools = cases_of(made)
    assert refuse["asserts"] == [*limits, {"type": "is-refusal"}]
    assert tools["asserts"] == [*limits, {"type": "unchecked", "value": "tool-call-f1"}]
    assert tools["expected_tools"] == ["look", "book"]
    assert ("llm-rubric", "near_rubric") in reasons(made)
    for name, content in made.files.items():
        (tmp_path / name).write_bytes(content)
    assert load_plan(tmp_path / "plan.yaml").verdict == "text.asserts"


def test_a_rubric_without_a_grader_is_left_open(tmp_path):
    tests = [{"vars": {"q": "a"}, "assert": [{"type": "llm-rubric", "value": "Polite?"}]}]
    made = make(tmp_path, BASE | {"tests": tests})
    assert reasons(made) == {("llm-rubric", "why_grader")}
    assert cases_of(made)[0]["asserts"] == [{"type": "unchecked", "value": "llm-rubric"}]


@pytest.mark.parametrize(
    ("given", "ours"),
    [
        ({"type": "contains", "value": 2}, {"type": "contains", "value": "2"}),
        ({"type": "contains", "value": 2.0}, {"type": "contains", "value": "2"}),
        ({"type": "equals", "value": float("inf")}, {"type": "equals", "value": "inf"}),
        ({"type": "contains", "value": "{{q}}!"}, {"type": "contains", "value": "问!"}),
        (
            {"type": "icontains-any", "value": 'a, "b, c",'},
            {"type": "icontains-any", "value": ["a", "b, c"]},
        ),
        (
            {"type": "not-regex", "value": "x+", "metric": "m", "weight": 3},
            {"type": "not-regex", "value": "x+", "weight": 3},
        ),
        ({"type": "latency", "threshold": 1500}, {"type": "latency", "threshold": 1.5}),
        (
            {"type": "rouge-n", "value": ["{{q}}", "y"], "threshold": 0.6},
            {"type": "rouge-n", "value": ["问", "y"], "threshold": 0.6},
        ),
        ({"type": "equals", "value": {"a": 1}}, {"type": "equals", "value": {"a": 1}}),
        (
            {"type": "word-count", "value": {"min": 1, "max": 9}},
            {"type": "word-count", "value": {"min": 1, "max": 9}},
        ),
        # A set that must hold as a whole is its assertions.
        (
            {"type": "assert-set", "assert": [{"type": "is-json"}]},
            {"type": "is-json"},
        ),
    ],
)
def test_assertions_become_those_of_the_case(tmp_path, given, ours):
    made = make(tmp_path, BASE | {"tests": [{"vars": {"q": "问"}, "assert": [given]}]})
    assert cases_of(made)[0]["asserts"] == [ours]
    assert plan_of(made)["scorers"] == ["text.asserts"]


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"type": "javascript", "value": "1"}, "why_code"),
        ({"type": "not-python", "value": "1"}, "why_code"),
        ({"type": "similar", "value": "x"}, "why_graded"),
        ({"type": "is-xml"}, "why_no_scorer"),
        ({"type": "unchecked", "value": "x"}, "why_no_scorer"),
        ({"type": "regex", "value": "(?=x)"}, "why_pattern"),
        ({"type": "is-json", "value": {"type": "object"}}, "why_schema"),
        ({"type": "contains", "value": "file://x.txt"}, "why_value_file"),
        ({"type": "contains", "value": "x", "transform": "output.trim()"}, "why_transform"),
        ({"type": "contains"}, "why_shape"),
        ({"type": "latency"}, "why_shape"),
        ({"type": "assert-set", "threshold": 0.5, "assert": [{"type": "is-json"}]}, "why_set"),
    ],
)
def test_what_cannot_be_decided_keeps_the_case_open_and_is_said(tmp_path, given, reason):
    tests = [{"vars": {"q": "a"}, "assert": [given | {"weight": 2}], "threshold": 0.5}]
    made = make(tmp_path, BASE | {"tests": tests})
    [case] = cases_of(made)
    assert case["asserts"] == [{"type": "unchecked", "value": given["type"], "weight": 2}]
    assert case["asserts_threshold"] == 0.5
    assert (given["type"], reason) in reasons(made)


def test_everything_left_out_is_said_in_both_languages(tmp_path):
    odd = [{"type": "javascript", "value": "1"}, {"type": "similar", "value": "x"}]
    options = {"transform": "output.trim()"}
    tests = [
        {"vars": {"q": "a"}, "assert": odd},
        {"vars": {"q": "a"}, "assert": [{"type": "is-json"}], "options": options},
    ]
    config = BASE | {"tests": tests, "scenarios": [{}], "prompts": ["{{q}}", "file://p.py"]}
    (tmp_path / "p.py").write_text("")
    made = make(tmp_path, config)
    for language in LANGUAGES:
        with using_language(language):
            said = "\n".join(made.left_out.sentences())
        for what in ("javascript", "similar", "is-json", "scenarios", "p.py"):
            assert what in said


@pytest.mark.parametrize(
    ("name", "content"), [("t.jsonl", "{"), ("t.yaml", "a: b: c"), ("t.csv", b"\xff\xfe"), ("", "")]
)
def test_a_file_that_cannot_be_read_is_named(tmp_path, name, content):
    if name:
        (tmp_path / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    tests = [f"file://{name}"] if name else [{"vars": {"q": "file://gone.txt"}}]
    with pytest.raises(DataError, match=name or "gone"):
        make(tmp_path, BASE | {"tests": tests})


@pytest.mark.parametrize("text", ["[1, 2]", "a: b: c", "prompts: [x]", ""])
def test_what_is_no_configuration_is_refused(tmp_path, text):
    path = tmp_path / "config.yaml"
    path.write_text(text)
    with pytest.raises(DataError, match=r"config\.yaml"):
        plans_from_promptfoo(path)


@pytest.mark.parametrize(
    ("value", "text"),
    [  # as Nunjucks writes them, and JSON.stringify what is inside of others
        (True, "true"),
        (False, "false"),
        (None, ""),
        (1.0, "1"),
        (-0.0, "0"),
        (1.5, "1.5"),
        (1e16, "10000000000000000"),
        (1e21, "1e+21"),
        (0.00001, "0.00001"),
        (1.5e-7, "1.5e-7"),
        (float("inf"), "Infinity"),
        ({"n": 1.0, "o": [True, None, 2.5], "城": "x"}, '{"n":1,"o":[true,null,2.5],"城":"x"}'),
        ([["a", 1.0]], '["a",1]'),
        ("True", "True"),
    ],
)
def test_variables_are_written_as_promptfoo_writes_them(tmp_path, value, text):
    tests = [{"vars": {"x": value}, "assert": [{"type": "contains", "value": "<{{x}}>"}]}]
    [case] = cases_of(make(tmp_path, BASE | {"prompts": ["<{{x}}>{{gone}}"], "tests": tests}))
    assert case["input"] == f"<{text}>"
    assert case["asserts"] == [{"type": "contains", "value": f"<{text}>"}]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"prompts": ["{{ x"]}, "the template cannot be filled in"),
        ({"prompts": ["{{gone}}"]}, "there is nothing to ask"),
        ({"tests": []}, "it has no tests"),
        ({"tests": [5]}, "tests come from"),
        ({"providers": [{"id": "openai:chat:m", "prompts": ["other"]}]}, "openai:chat:m (1)"),
        ({"providers": None}, "its shape is not known [null]"),
    ],
)
def test_a_configuration_of_which_nothing_is_left_is_refused_with_the_reasons(
    tmp_path, change, said
):
    with pytest.raises(DataError, match=r"promptfooconfig\.yaml") as caught:
        make(tmp_path, BASE | change)
    assert said in str(caught.value)


def test_the_command_fails_where_no_case_is_left(tmp_path):
    path = tmp_path / "promptfooconfig.yaml"
    path.write_text(yaml.safe_dump(BASE | {"prompts": ["{{ x"]}))
    done = steelyard("init", "made", "--from", path, cwd=tmp_path)
    assert done.code == 1
    assert "the template cannot be filled in" in done.err
    assert not (tmp_path / "made").exists()


def test_settings_and_providers_that_mean_nothing_are_named(tmp_path):
    providers = [
        "openai:chat:m",
        None,
        5,
        {"id": "openai:chat:n", "config": 5},
        {"openai:chat:o": 5},
        {"label": "x", "config": {}},
    ]
    options = {"repeat": "x", "maxConcurrency": -4}
    made = make(
        tmp_path,
        BASE
        | {"providers": providers, "evaluateOptions": options, "commandLineOptions": ["repeat"]},
    )
    assert len(made.plans) == 3
    left_out = {
        (one["what"], one["reason"], place)
        for one in made.left_out.as_list()
        for place in one["places"]
    }
    assert left_out >= {
        ("repeat", "why_count", "x"),
        ("maxConcurrency", "why_count", "-4"),
        ("commandLineOptions", "why_shape", '["repeat"]'),
        ("provider", "why_shape", "null"),
        ("provider", "why_shape", "5"),
        ("provider", "why_shape", '{"config":{},"label":"x"}'),
        ("openai:chat:n: config", "why_shape", "5"),
        ("openai:chat:o", "why_shape", "5"),
    }
