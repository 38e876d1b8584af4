"""What is disturbed depends on the seed and the request alone."""

from __future__ import annotations

import asyncio
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.conditions.faults import (
    ASK_HEADER,
    FAULTS,
    Schedule,
    Seen,
    choose_faults,
    fill_params,
    read_rules,
)
from steelyard.errors import InputError, UnknownNameError
from steelyard.i18n import using_language

RULES = read_rules(["latency:0.2", {"reset": {"share": 0.1, "after": 3}}, "http_503:0.3"])
keys = st.lists(st.text(min_size=1, max_size=8), unique=True, max_size=40)


@given(keys=keys, seed=st.integers(), shuffle=st.randoms(use_true_random=False))
def test_the_order_changes_nothing(keys, seed, shuffle):
    first = Schedule(RULES, seed=seed, hits=2)
    told = {(key, n): first.attempt(key) for key in keys for n in range(3)}
    second = Schedule(RULES, seed=seed, hits=2)
    asked = [key for key in keys for _ in range(3)]
    shuffle.shuffle(asked)
    count = dict.fromkeys(keys, 0)
    for key in asked:
        assert second.attempt(key) == told[key, count[key]]
        count[key] += 1


def test_shares_hold_and_seeds_differ():
    plan = [Schedule(RULES, seed=1).attempt(f"k{n}") for n in range(20_000)]
    for rule in RULES:
        share = sum(p is not None and p.kind == rule.kind for p in plan) / len(plan)
        assert abs(share - rule.share) < 0.02  # 5 standard errors and more
    other = [Schedule(RULES, seed=2).attempt(f"k{n}") for n in range(100)]
    assert [p and p.kind for p in plan[:100]] != [p and p.kind for p in other]


@pytest.mark.parametrize(("hits", "expected"), [(1, "x.."), (2, "xx."), (None, "xxx")])
def test_hits(hits, expected):
    schedule = Schedule(read_rules(["reset"]), hits=hits)
    seen = Seen("POST", "/v1", b"{}", key="case-1")
    assert "".join(".x"[schedule.decide(seen) is not None] for _ in range(3)) == expected


def test_without_a_header_equal_requests_are_attempts_only_when_hits_are_counted():
    one, other = Seen("POST", "/v1", b"a"), Seen("POST", "/v1", b"b")
    counted = Schedule(read_rules(["reset"]), hits=1)
    assert [counted.decide(s) is not None for s in (one, one, other)] == [True, False, True]
    free = Schedule(read_rules(["reset"]))
    keys = [free.decide(s).key for s in (one, one, other)]
    assert len(set(keys)) == 3
    assert [free.decide(one).attempt for _ in range(2)] == [1, 1]


def test_many_keys_take_bounded_memory(monkeypatch):
    monkeypatch.setattr("steelyard.conditions.faults.schedule._REMEMBERED", 100)
    schedule = Schedule(read_rules(["reset"]), hits=1)
    for number in range(1000):
        assert schedule.attempt(f"{number}") is not None
    assert len(schedule._seen) == 100
    assert schedule.attempt("999") is None


async def test_the_same_requests_are_hit_whatever_the_concurrency(through, client):
    async def hit(width, order):
        proxy = await through("http_503:0.3", seed=9)
        turn = asyncio.Semaphore(width)

        async def one(number):
            async with turn:
                headers = {ASK_HEADER: f"case-{number}"}
                async with client.get(f"{proxy.url}/json", headers=headers) as answer:
                    return number, answer.status

        return dict(await asyncio.gather(*map(one, order)))

    numbers = list(range(60))
    mixed = random.Random(4).sample(numbers, 60)
    first, second = await hit(1, numbers), await hit(20, mixed)
    assert first == second
    assert set(first.values()) == {200, 503}


@pytest.mark.parametrize(
    ("items", "shares"),
    [
        (["latency"], [1.0]),
        (["latency", "reset:0.1"], [0.9, 0.1]),
        (["latency", "reset", "empty:0.5"], [0.25, 0.25, 0.5]),
        ([{"latency": None}, {"reset": {"share": 1e-3}}], [0.999, 0.001]),
        (["latency:0.5", "reset:0.5"], [0.5, 0.5]),
    ],
)
def test_shares_that_are_not_named_divide_the_rest(items, shares):
    assert [rule.share for rule in read_rules(items)] == pytest.approx(shares)


@pytest.mark.parametrize(
    ("items", "said"),
    [
        ([], "No fault is named"),
        (["latency:2"], "share '2'"),
        (["latency:0"], "share '0'"),
        (["latency:x"], "share 'x'"),
        (["latency:0.7", "reset:0.7"], "add up to 1.4"),
        (["latency:1", "reset"], "add up to 1"),
        (["latency", "latency"], "twice"),
        ([3], "found 3"),
        ([{"latency": 3}], "found"),
        ([{"latency": {"dealy": 3}}], "no parameter 'dealy'.*delay"),
        ([{"latency": {"delay": -1}}], "delay"),
        ([{"latency": {"delay": "long"}}], "delay"),
        (["cpu"], "processes on this machine"),
    ],
)
def test_what_is_wrong_is_said(items, said):
    with using_language("en"), pytest.raises(InputError, match=f"(?s){said}"):
        read_rules(items)


def test_a_wrong_name():
    with pytest.raises(UnknownNameError, match="latency"):
        choose_faults({"latencey": {}})


@pytest.mark.parametrize("fault", list(FAULTS), ids=lambda fault: fault.id)
def test_every_fault_has_words_and_good_defaults(fault):
    assert fault.title.en
    assert fault.meaning.zh.endswith("。")
    assert fill_params(fault, {}) == {param.name: param.default for param in fault.params}
