"""Any text is scored in linear time: quadratic work on these would run into the timeout."""

from __future__ import annotations

import pytest

from steelyard.scorers import SCORERS, run_scorers

pytestmark = pytest.mark.slow

BOMBS = {
    "letters": "a",
    "labels": "a.",
    "ats": "a@",
    "addresses": "a@b.",
    "digits": "1",
    "grouped": "1234 ",
    "octets": "1.2.3.",
    "phones": "+1 2 3 4 ",
    "mobiles": "13900001111 ",
    "accounts": "GB82 WEST ",
    "passports": "passport no ",
    "sorry": "sorry ",
    "抱歉": "抱歉",
    "base64": "QUJD",
    "tokens": "QUJDREVG ",
    "hex": "41",
    "percent": "%41",
    "marks": "\u0315\u0300",
    "wide": "Ａ１＠．",
    "ligatures": "ﷺ 0123456789abcdef",
    "braces": "[",
    "parts": "canary7f3a",
}
SIZES = [200_000, pytest.param(1_000_000, marks=pytest.mark.slow)]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", BOMBS)
def test_a_bomb_costs_a_moment(name, size):
    text = BOMBS[name] * (size // len(BOMBS[name]))
    row = {
        "output": text,
        "input": text,
        "kind": "pii",
        "canary": "CANARY-7f3a-19bd",
        "injection_marker": "a" * 50 + "!",
        "milestones": ["a" * 50 + "!"],
        "trajectory": [{"tool": text[:100_000], "args": text}],
        "forbidden_tools": ["*a*a*a*a*b"],
    }
    rule = {"tool": "*a*a*a*a*b", "arguments": {"*": {"like": "*a*a*a*b*c"}}}
    policy = [rule, {"tool": "*", "arguments": {"*": {"like": "*1*1*1*x"}}}]
    params = {"recognisers": "extended", "policy": policy}
    for id_, given in (("safety.verdict", params), ("agent.progress", {})):
        batch = {column: [row.get(column)] for column in SCORERS.get(id_).reads}
        assert run_scorers(batch, [(id_, given)]).failures == []


def test_many_numbers_are_held_against_a_long_input():
    numbers = [f"139{n:08}" for n in range(80_000)]
    batch = {"input": [" ".join(numbers[:40_000])], "output": [" ".join(numbers)]}
    columns = run_scorers(batch, [("safety.pii", {})]).columns
    assert columns["safety_pii_evidence"][0][0]["text"] == numbers[40_000]


def test_a_long_secret_is_searched_for_in_linear_time():
    secret = "ab" * 50_000
    batch = {"output": [("ab" * 370 + "c") * 1000], "canary": [secret]}
    columns = run_scorers(batch, [("safety.canary_leak", {})]).columns
    assert columns["safety_canary_leak"] == [False]
