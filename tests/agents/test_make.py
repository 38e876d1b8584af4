from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from steelyard.agents import AGENTS, Adapter, Config, FunctionAgent, adapter_schema, make_agent
from steelyard.errors import PlanError
from steelyard.i18n import using_language
from steelyard.i18n.words.agents import WORDS
from steelyard.model import Case, Reply, Words

OPENAI = {"base_url": "http://127.0.0.1:8000/v1", "model": "m"}


@pytest.mark.parametrize(
    ("config", "says"),
    [
        ({}, ["exactly one adapter", "nothing", "command, function, http, openai, replay"]),
        ({"openai": OPENAI, "http": {}}, ["exactly one adapter", "openai, http"]),
        ({"opena": OPENAI}, ["opena", "Did you mean", "openai"]),
        ({"openai": "gpt"}, ["agent.openai", "mapping", "str"]),
        ({"openai": None}, ["agent.openai.base_url", "required", "agent.openai.model"]),
        ({"openai": {**OPENAI, "strem": True}}, ["agent.openai.strem", "`stream`", "api_key_env"]),
        (
            {"openai": {**OPENAI, "stream": "maybe"}},
            ["agent.openai.stream", "str", "true or false"],
        ),
        (
            {"openai": {**OPENAI, "price": {"input_per_milion": 1, "output_per_million": 1}}},
            ["agent.openai.price.input_per_milion", "`input_per_million`"],
        ),
        ({"openai": {**OPENAI, "base_url": "localhost"}}, ["agent.openai.base_url", "http://"]),
        (
            {"openai": {**OPENAI, "base_url": "http://u:pw@h/"}},
            ["agent.openai.base_url", "password"],
        ),
        (
            {"http": {"url": "http://h/", "headers": {"Authorization": "Bearer x"}}},
            ["agent.http.headers", "headers_env: {Authorization: VARIABLE}"],
        ),
        ({"http": {"url": "http://h/", "body": {"q": "{{inputt}}"}}}, ["body.q", "{{input}}"]),
        ({"http": {"url": "http://{{input}}/"}}, ["agent.http.url"]),
        ({"http": {"url": "http://a..b/"}}, ["agent.http.url", "This is not an address"]),
        ({"http": {"url": f"http://{'a' * 64}.cn/"}}, ["agent.http.url", "is not an address"]),
        ({"http": {"url": "http://h/", "headers": {"A": "x\r\nB: y"}}}, ["'A'", "one line"]),
        ({"http": {"url": "http://h/", "headers": {"A\nB": "x"}}}, ["agent.", "a header"]),
        ({"http": {"url": "http://h/", "headers": {"": "x"}}}, ["agent.", "a header"]),
        (
            {"http": {"url": "http://h/", "headers_env": {"A B": "X"}}},
            ["agent.", "a header"],
        ),
        ({"openai": {**OPENAI, "extra_headers": {"Ä": "x"}}}, ["agent.", "a header"]),
        ({"http": {"url": "http://xn--/"}}, ["agent.http.url", "is not an address"]),
        (
            {"http": {"url": "http://h/", "response": {"ouput": "x"}}},
            ["agent.http.response.ouput", "`output`"],
        ),
        ({"command": {}}, ["agent.command", "argv", "cmd"]),
        ({"command": {"argv": ["a"], "cmd": "a"}}, ["agent.command", "not both"]),
        ({"command": {"cmd": "  "}}, ["agent.command", "not empty"]),
        ({"command": {"cmd": "a 'b"}}, ["agent.command"]),
        ("openai", ["agent", "str", "mapping"]),
    ],
)
def test_a_wrong_mapping_says_what_is_allowed(config, says):
    with pytest.raises(PlanError) as caught:
        make_agent(config)
    for piece in says:
        assert piece in str(caught.value)


def test_errors_are_in_the_users_language():
    with using_language("zh"), pytest.raises(PlanError, match="必须恰好写一个适配器"):
        make_agent({})


def test_a_secret_in_the_wrong_place_is_not_repeated():
    with pytest.raises(PlanError) as caught:
        make_agent({"http": {"url": "http://me:hunter2@h/", "headers": {"x-api-key": "hunter2"}}})
    assert "hunter2" not in str(caught.value)


def test_functions_and_agents_are_taken_as_they_are():
    agent = make_agent(str.upper)
    assert isinstance(agent, FunctionAgent)
    assert make_agent(agent) is agent


async def test_a_plug_in_comes_in_by_the_same_door():
    class ParrotConfig(Config):
        times: int = 1

    class Parrot:
        Config = ParrotConfig
        concurrency_hint = None

        def __init__(self, config, base):
            self.config = config
            self.description = {"adapter": "parrot"}

        async def open(self):
            pass

        async def ask(self, case):
            return Reply(output=case.input * self.config.times)

        async def close(self):
            pass

    AGENTS.add("parrot", Adapter("parrot", Words("Parrot", "鹦鹉"), Parrot))
    try:
        agent = make_agent({"parrot": {"times": 2}})
        assert (await agent.ask(Case(row=0, case_id="a", input="ha"))).output == "haha"
        assert "parrot" in json.dumps(adapter_schema())
        with pytest.raises(PlanError, match=r"agent\.parrot\.loud"):
            make_agent({"parrot": {"loud": True}})
    finally:
        del AGENTS._items["parrot"]  # a registry has no way back, and needs none


def test_the_schema_has_a_branch_per_adapter_and_stands_alone():
    schema = adapter_schema()
    branches = {next(iter(branch["properties"])): branch for branch in schema["oneOf"]}
    assert sorted(branches) == AGENTS.names()
    text = json.dumps(schema)
    assert "$ref" not in text
    assert "$defs" not in text
    openai = branches["openai"]["properties"]["openai"]
    assert openai["additionalProperties"] is False
    assert set(openai["required"]) == {"base_url", "model"}
    assert "input_per_million" in json.dumps(openai["properties"]["price"])


def test_a_function_agent_loads_no_http_client():
    code = (
        "import sys; from steelyard.agents import make_agent;"
        "make_agent({'function': {'target': 'a:b'}}); make_agent({'replay': {}});"
        "make_agent({'command': {'cmd': 'true'}});"
        "print([m for m in ('aiohttp', 'duckdb', 'numpy', 'scipy') if m in sys.modules])"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"


def test_the_guide_names_every_option_of_every_adapter():
    guide = Path(__file__).parents[2].joinpath("docs/guide/agents.md").read_text(encoding="utf-8")
    for adapter in AGENTS:
        assert f"## `{adapter.name}`" in guide
        section = guide.split(f"## `{adapter.name}`")[1].split("\n## ")[0]
        for option in adapter.config.model_fields:
            assert f"`{option}`" in section, f"{adapter.name}.{option} is not in the guide"


def test_every_sentence_is_used_and_has_both_languages():
    folder = Path(__file__).parents[2] / "src/steelyard/agents"
    source = "".join(file.read_text(encoding="utf-8") for file in folder.glob("*.py"))
    for key, (english, chinese) in WORDS.items():
        assert f'"agents.{key}"' in source, f"nobody says {key}"
        assert english
        assert any("\u4e00" <= letter <= "\u9fff" for letter in chinese)
