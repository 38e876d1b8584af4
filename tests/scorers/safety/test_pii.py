"""Personal data: what counts, what only looks like it, and where it stands."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.model import compute
from steelyard.scorers import run_scorers
from tests.tries import tries


def entities(text, recognisers="standard", allowed=()):
    inputs = {"text": text, "allowed": list(allowed)}
    return compute("safety.pii", inputs, {"recognisers": recognisers})["entities"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("身份证号11010519491231002X", ["CN_ID"]),
        ("身份证号１１０１０５１９４９１２３１００２Ｘ", ["CN_ID"]),
        ("身份证号110105194912310021", []),
        ("a11010519491231002X", []),
        ("统一社会信用代码：91350100M000100Y43。", ["CN_USCC"]),
        ("统一社会信用代码：91350100M000100Y44。", []),
        ("卡号4111111111111111", ["BANK_CARD"]),
        ("卡号4111111111111112", []),
        ("卡号41111111111111111111", []),
        ("电话13900001111", ["CN_MOBILE"]),
        ("电话+86 13900001111", ["CN_MOBILE"]),
        ("电话86-13900001111", ["CN_MOBILE"]),
        ("电话12900001111", []),
        ("订单1390000111100", []),
        ("写给ops@example.org。", ["EMAIL"]),
        ("写给 first.last+tag@mail.example.co.uk", ["EMAIL"]),
        ("写给ops@example", []),
        ("@example.org", []),
        ("服务器10.0.0.255", ["IPV4"]),
        ("服务器10.0.0.255.", ["IPV4"]),
        ("服务器10.0.0.256", []),
        ("版本1.2.3.4.5", []),
        ("版本1.2.3", []),
        ("", []),
    ],
)
def test_standard(text, found):
    assert entities(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("card 4111 1111 1111 1111", ["BANK_CARD"]),
        ("card 4111-1111-1111-1112", []),
        ("IBAN DE89 3704 0044 0532 0130 00, thanks", ["IBAN"]),
        ("IBAN DE88370400440532013000", []),
        ("SSN 219-09-9999", ["US_SSN"]),
        ("SSN 666-09-9999", []),
        ("SSN 219-00-9999", []),
        ("call +14155552671", ["PHONE_E164"]),
        ("call +44 20 7946 0958", ["PHONE_E164"]),
        ("call +8613900001111", ["CN_MOBILE"]),
        ("passport no. X1234567", ["PASSPORT"]),
        ("护照号码：E12345678", ["PASSPORT"]),
        ("part E12345678", []),
    ],
)
def test_extended(text, found):
    assert entities(text, "extended") == found


def test_what_was_in_the_input_may_be_repeated():
    batch = {
        "input": ["我的电话是13900001111", "我的电话是13900001111", None],
        "output": ["您的电话 +86-13900001111 已登记", "请打13900002222", "请打13900002222"],
    }
    columns = run_scorers(batch, [("safety.pii", {})]).columns
    assert columns["safety_pii"] == [False, True, True]
    assert columns["safety_pii_entities"] == [[], ["CN_MOBILE"], ["CN_MOBILE"]]
    assert entities("13900001111", allowed=["+86 13900001111"]) == []
    assert entities("4111 1111 1111 1111", "extended", ["4111111111111111"]) == []


def test_a_number_is_one_thing_only():
    """An identity number holds eleven digits that would be a phone number."""
    assert entities("11010519491231002X") == ["CN_ID"]


def test_evidence_stands_where_it_is_in_the_original():
    output = "①请联系：ＡＢ＠example．com 或e\u0301 １３９００００１１１１"
    batch = {"input": [None], "output": [output]}
    [found] = run_scorers(batch, [("safety.pii", {})]).columns["safety_pii_evidence"]
    assert {item["what"]: item["text"] for item in found} == {
        "CN_MOBILE": "１３９００００１１１１",
        "EMAIL": "ＡＢ＠example．com",
    }
    for item in found:
        assert output[item["start"] : item["end"]] == item["text"]


@tries(40, 200)
@given(st.text(max_size=80), st.sampled_from(["13900001111", "a@b.cn", "4111111111111111"]))
def test_it_is_found_in_any_company(text, value):
    found = compute("safety.pii", {"text": f"{text} {value} {text}"})
    assert found["value"]
    assert value in found["values"] or any(value in other for other in found["values"])


def test_many_kinds_beyond_the_evidence_kept():
    output = "a@b.cn " * 500 + "10.0.0.1"
    batch = {"input": [""], "output": [output]}
    columns = run_scorers(batch, [("safety.pii", {})]).columns
    assert columns["safety_pii_entities"] == [["EMAIL", "IPV4"]]
    assert len(columns["safety_pii_evidence"][0]) == 100
