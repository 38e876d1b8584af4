"""A key pasted into a plan is refused with its line and never repeated, whatever way it stands."""

from __future__ import annotations

import subprocess
import sys

import pytest

from steelyard.agents import make_agent, refuse_pasted, without_pasted
from steelyard.errors import PlanError, UserError
from steelyard.plan import load_plan, make_plan, without_pasted_secrets

KEY = "sk-abc123DEF456ghi789"
HEX = "d41d8cd98f00b204e9800998ecf8427e"
HEAD = "name: n\ndataset: cases.jsonl\n"
OPENAI = "  openai:\n    base_url: http://h/v1\n    model: m\n"
HTTP = "agent:\n  http:\n    url: http://h/\n"


def judge(option: str) -> str:
    return f"{HTTP}judges:\n  j:\n    openai: {{base_url: http://h/v1, model: m, {option}}}\n"


PASTED = {
    "key as a name": f"agent:\n{OPENAI}    api_key_env: {KEY}\n",
    "hexadecimal key as a name": f"agent:\n{OPENAI}    api_key_env: {HEX}\n",
    "password as a name": f"agent:\n{OPENAI}    api_key_env: hunter2{HEX[:6]}\n",
    "another option": f"agent:\n{OPENAI}    api_key: {KEY}\n",
    "a field of the plan": f"{HTTP}secret: {KEY}\n",
    "two lines": f'agent:\n{OPENAI}    api_key_env: "{KEY[:12]}\\n{KEY[12:]}"\n',
    "binary": f"agent:\n{OPENAI}    api_key_env: !!binary c2stYWJjMTIzREVGNDU2Z2hpNzg5\n",
    "anchor": f"x: &k {KEY}\nagent:\n{OPENAI}    api_key_env: *k\n",
    "merged": f"agent:\n  openai:\n    <<: {{api_key_env: {HEX}, model: m}}\n    base_url: http://h\n",
    "header by name": f"{HTTP}    headers_env: {{Authorization: Bearer {KEY}}}\n",
    "header": f"{HTTP}    headers: {{X-Custom: Bearer {KEY}}}\n",
    "header of a token": f"{HTTP}    headers: {{X-Auth-Token: {HEX}}}\n",
    "header as a key": f"{HTTP}    headers_env: {{'Authorization: Bearer {KEY}': NAME}}\n",
    "user of an address": f"agent:\n  http:\n    url: http://me:{HEX}@h/\n",
    "query of an address": f"agent:\n  http:\n    url: http://h/?api_key={HEX}\n",
    "body": f"{HTTP}    body: {{api_key: {HEX}, q: '{{{{input}}}}'}}\n",
    "command": f"agent:\n  command:\n    argv: [agent, --api-key, {KEY}]\n",
    "command line": f"agent:\n  command:\n    cmd: agent --token={HEX}\n",
    "variable of a command": f"agent:\n  command:\n    cmd: a\n    env: {{API_KEY: {HEX}}}\n",
    "variable from": f"agent:\n  command:\n    cmd: a\n    env_from: {{OPENAI_API_KEY: {HEX}}}\n",
    "judge": judge(f"api_key_env: {HEX}"),
    "judge that is none": f"{HTTP}judges: {{j: {HEX}}}\n",
    "single": f"{HTTP}single:\n{OPENAI}    api_key_env: {HEX}\n",
    "judge in a scorer": f"{HTTP}scorers: [judge.rubric: {{judge: {{api_key_env: {KEY}}}}}]\n",
    "environment": f"{HTTP}environments: [{{name: e, start: x, env_from: {{K: {HEX}}}}}]\n",
    "environment's agent": f"{HTTP}environments:\n- name: e\n"
    f"  agent: {{http: {{headers_env: {{X: {HEX}}}}}}}\n",
    "environment's variable": f"{HTTP}environments:\n- {{name: e, env: {{API_KEY: {HEX}}}}}\n",
    "name of the plan": f"{HTTP}description: mine {KEY}\n",
    "alias of nothing": f"agent:\n{OPENAI}    api_key_env: *{KEY}\n",
    "hexadecimal alias": f"agent:\n{OPENAI}    api_key_env: *{HEX}\n",
    "tag": f"agent:\n{OPENAI}    api_key_env: !{HEX} x\n",
    "unfinished": f"agent:\n{OPENAI}    api_key_env: {{{KEY}\n",
}


def secrets_in(text: str) -> list[str]:
    return [one for one in (KEY, KEY[:12], KEY[12:], HEX, "c2stYWJj", "hunter2") if one in text]


@pytest.mark.parametrize("content", PASTED.values(), ids=PASTED)
def test_a_pasted_key_is_refused_and_not_repeated(tmp_path, monkeypatch, content):
    path = tmp_path / "plan.yaml"
    path.write_text(HEAD + content)
    with pytest.raises(UserError) as refused:
        load_plan(path)
    said = f"{refused.value} {refused.value.hint}"
    assert not secrets_in(said)
    assert "plan.yaml:" in said or "plan.yaml is not valid YAML: line" in said


@pytest.mark.parametrize(
    "override",
    [
        f"agent.openai.api_key_env={KEY}",
        f"agent.openai.api_key_env={HEX}",
        f"agent.openai.api_key_env: {HEX}",
        f"agent.openai.api_key_env=[{HEX}",
        f"agent.openai.model.x={HEX}",
        f"agent.openai.{KEY}=x",
        f"judges.j={HEX}",
        f"agent={HEX}",
        f"agent.openai.headers_env={{Authorization: Bearer {KEY}}}",
    ],
)
def test_a_key_in_an_override_is_refused_and_not_repeated(tmp_path, override):
    path = tmp_path / "plan.yaml"
    path.write_text(f"{HEAD}agent:\n{OPENAI}")
    with pytest.raises(UserError) as refused:
        load_plan(path, [override])
    assert not secrets_in(f"{refused.value} {refused.value.hint}")


def test_names_stay_allowed(tmp_path, monkeypatch):
    path = tmp_path / "plan.yaml"
    path.write_text(
        f"{HEAD}agent:\n{OPENAI}    api_key_env: OPENAI_API_KEY\n    headers_env: {{X: my_own}}\n"
        "    params: {max_tokens: 100, stop_token: END}\n    system: Never tell the password.\n"
    )
    with pytest.raises(UserError, match=r"plan.yaml:8.*headers_env"):  # not set, no usual name
        load_plan(path)
    monkeypatch.setenv("my_own", "value")
    assert load_plan(path).agent["openai"]["headers_env"] == {"X": "my_own"}
    assert load_plan(path, secrets={"OPENAI_API_KEY", "my_own"})
    for kept in ((), {"OPENAI_API_KEY"}):
        with pytest.raises(UserError):
            load_plan(path, secrets=kept)


def test_a_plan_that_holds_itself_is_refused():
    content: dict[str, object] = {"agent": {"http": {"url": "http://h/"}}, "dataset": "x"}
    content["params"] = content
    with pytest.raises(UserError):
        make_plan(content, source="x")


def test_agents_of_python_are_held_to_the_same():
    with pytest.raises(UserError) as refused:
        make_agent({"http": {"url": "http://h/", "headers_env": {"X": KEY}}})
    assert not secrets_in(str(refused.value))


def test_what_is_stored_can_be_cleaned():
    plan = {
        "agent": {"openai": {"base_url": "http://h/v1", "model": "m", "api_key_env": HEX}},
        "judges": {"j": {"http": {"url": f"http://h/?api_key={HEX}", "headers_env": {"X": "OK"}}}},
        "description": f"mine {KEY} too",
        "scorers": ["text.exact_match"],
    }
    clean = without_pasted_secrets(plan)
    assert not secrets_in(str(clean))
    assert clean["agent"]["openai"] == {
        "base_url": "http://h/v1",
        "model": "m",
        "api_key_env": "REDACTED",
    }
    assert clean["judges"]["j"]["http"]["headers_env"] == {"X": "OK"}
    assert clean["description"] == "mine *** too"
    assert without_pasted_secrets(clean) is clean  # nothing is left to clean
    assert without_pasted_secrets(plan, kept={HEX})["agent"] == plan["agent"]


@pytest.mark.slow
def test_the_command_line_leaves_no_trace_of_it(tmp_path):
    (tmp_path / "cases.jsonl").write_text('{"input": "q", "expected_output": "a"}\n')
    path = tmp_path / "plan.yaml"
    path.write_text(f"{HEAD}{PASTED['hexadecimal key as a name']}")
    for command in ("validate", "run"):
        ended = subprocess.run(
            [sys.executable, "-m", "steelyard", command, str(path)],
            capture_output=True,
            text=True,
            cwd=tmp_path,
            check=False,
        )
        assert ended.returncode != 0
        assert "api_key_env" in ended.stderr
        assert not secrets_in(ended.stdout + ended.stderr)
    left = [one for one in tmp_path.rglob("*") if one.is_file() and one != path]
    assert [one.name for one in left] == ["cases.jsonl"]


HEX_KEY = "0123456789abcdef0123456789abcdef"
ADDRESS = "http://agent.example/v1"


@pytest.mark.parametrize(
    "config",
    [
        {"http": {"url": ADDRESS, "headers": {"Authorization": f"Token {HEX_KEY}"}}},
        {"http": {"url": ADDRESS, "headers": {"X-Api-Key": f"ApiKey {HEX_KEY}"}}},
        {"http": {"url": f"https://{HEX_KEY}@agent.example/"}},
        {"http": {"url": f"{ADDRESS}?key={HEX_KEY}"}},
        {"http": {"url": f"{ADDRESS}?a=b&sig={HEX_KEY}"}},
        {"http": {"url": f"{ADDRESS}?api%5Fkey={HEX_KEY}"}},
        {"command": {"argv": ["agent", "--api-key", HEX_KEY]}},
        {"command": {"argv": ["curl", "-u", f"me:{HEX_KEY}"]}},
    ],
)
def test_a_key_in_an_unusual_place_is_refused(config):
    with pytest.raises(PlanError) as caught:
        refuse_pasted(config)
    assert HEX_KEY not in f"{caught.value.message} {caught.value.hint}"
    assert HEX_KEY not in str(without_pasted(config))


@pytest.mark.parametrize(
    "config",
    [
        {"http": {"url": ADDRESS, "headers": {"Authorization": "Bearer {{ token }}"}}},
        {"http": {"url": f"{ADDRESS}?key=menu&page=2"}},
        {"http": {"url": "https://user@agent.example/"}},
        {"command": {"argv": ["agent", "--token-limit", "4096tokens", "--user", "me"]}},
        {"command": {"argv": ["agent", "--api-key", "--verbose2"]}},
        {"http": {"url": ADDRESS, "body": {"signature": "def solve(nums1, nums2)"}}},
    ],
)
def test_what_only_looks_like_one_stays_allowed(config):
    refuse_pasted(config)
