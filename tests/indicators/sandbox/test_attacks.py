"""Hostile expressions: each is refused with a clear message before it meets data, or contained."""

from __future__ import annotations

import math
import random

import pytest

from steelyard.i18n import using_language
from steelyard.indicators.sandbox import Limits, check_indicator, try_indicator
from tests.indicators.sandbox.attacks import ATTACKS, HEAVY
from tests.looped import looped

SECRET = "swordfish-7319"
ROWS = [
    {
        "passed": at % 3 > 0,
        "latency_s": float(at),
        "output": f"{SECRET} {at}",
        "input": SECRET,
        "scene": "ab"[at % 2],
    }
    for at in range(40)
]


def short(text):
    return text if len(text) <= 40 else f"{text[:37]}...{len(text)}"


@looped(("family", "text"), ATTACKS, ids=[short(text) for _, text in ATTACKS])
def test_refused_with_a_clear_message_in_both_languages(family, text):
    for language in ("en", "zh"):
        with using_language(language):
            [problem] = check_indicator({"id": "mine.x", "sql": text})
        assert problem.id == "mine.x"
        assert "mine.x" in problem.message
        assert len(problem.message) < 900
        chinese = any("\u4e00" <= letter <= "\u9fff" for letter in problem.message)
        assert chinese or language == "en"


@pytest.mark.parametrize("field", ["where", "let", "by", "each", "score", "flags", "variants"])
def test_refused_in_every_field_of_a_record(field):
    for text in [text for _, text in ATTACKS[::9] if len(text) < 100]:
        if field != "flags" or text != "rate(passed) = 1":  # which is a condition
            assert check_indicator(record_with(field, text)), text


def record_with(field, text):
    changes = {
        "where": {"where": text},
        "let": {"let": {"a": text}, "sql": "a"},
        "by": {"by": {"g": [text]}, "each": {"e": "rate(passed)"}, "sql": "avg(e)"},
        "each": {"by": "scene", "each": {"e": text}, "sql": "avg(e)"},
        "score": {"score": {"sql": text}},
        "flags": {"flags": [{"when": text, "note": "x"}]},
        "variants": {"params": ["mode"], "variants": {"mode=documented": {"sql": text}}},
    }
    return {"id": "mine.x", "sql": "rate(passed)", **changes[field]}


@pytest.mark.slow
def test_what_is_heavy_runs_and_ends():
    files = [
        {
            "source": "-",
            "indicators": {f"mine.h{at}": record for at, record in enumerate(HEAVY.values())},
        }
    ]
    problems, found = try_indicator(files, ROWS, Limits(seconds=60), by=["scene"])
    assert problems == []
    assert set(found.values) == set(files[0]["indicators"])
    for value in found.values.values():
        assert value.value is None or math.isfinite(value.value)
        assert value.value is not None or value.notes
        assert SECRET not in repr(value)
    assert found.values["mine.h0"].value == 40
    assert found.values["mine.h8"].value == pytest.approx(26 / 40)


@pytest.mark.slow
def test_nothing_of_the_rows_comes_back_but_numbers():
    """The residual risk is one bit at a time; texts do not leave, whatever the database says."""
    texts = [
        "count_distinct(output)",
        "rate(output = input)",
        "max(latency_s)",
        "rate(blank(input))",
    ]
    for text in texts:
        problems, found = try_indicator({"id": "mine.x", "sql": text}, ROWS)
        assert problems == []
        assert SECRET not in repr(found)


_TOKENS = [
    "passed", "latency_s", "output", "scene", "score", "rate", "avg", "sum", "count", "count_if",
    "min", "max", "median", "quantile_cont", "count_distinct", "(", ")", "(", ")", ",", "+", "-",
    "*", "/", "=", "<", ">=", "<>", "and", "or", "not", "is null", "is true", "case when", "then",
    "else", "end", "filter (where", "coalesce", "least", "ln", "sqrt", "exp", "abs", "text",
    "blank", "size", "has", "comb", "1", "0", "2.5", "1e9", "'x'", "null", "true", "$p",
    "ind.base.f1", ";", "select", "from", "--", "/*", "'", '"', "\\", "[", "]", "{", "}", "::",
    "->", "lambda", "over ()", "distinct", "*", "中", "\u3000", "\u202e", "in (", "between",
    "like", ".", "$$", "0x1", "interval",
]  # fmt: skip


def _sentence(rng):
    if rng.random() < 0.5:
        return " ".join(rng.choice(_TOKENS) for _ in range(rng.randint(1, 14)))
    return _tree(rng, 4)


def _tree(rng, depth, *, inside=False):
    """An expression that is nearly right."""
    if depth == 0:
        return rng.choice(["latency_s", "1", "0", "score", "null"] if inside else ["1", "0.5"])
    pick = rng.random()
    if not inside and pick < 0.4:
        return (
            f"{rng.choice(['avg', 'sum', 'max', 'median'])}({_tree(rng, depth - 1, inside=True)})"
        )
    left, right = (_tree(rng, depth - 1, inside=inside) for _ in range(2))
    if pick < 0.7:
        return f"({left} {rng.choice('+-*/')} {right})"
    name = rng.choice(["least", "greatest", "coalesce", "comb"])
    return (
        f"{name}({left}, {right})" if pick < 0.9 else f"{rng.choice(['ln', 'sqrt', 'exp'])}({left})"
    )


@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.slow)])
def test_random_texts_are_refused_or_come_to_a_number(seed):
    rng = random.Random(seed)
    accepted = {}
    for at in range(400):
        record = {"sql": _sentence(rng)}
        if not check_indicator({"id": "mine.x", **record}):
            accepted[f"mine.f{at}"] = record
    assert len(accepted) > 30
    chosen = dict(list(accepted.items())[:60])
    files = [{"source": "-", "indicators": chosen}]
    problems, found = try_indicator(files, ROWS, Limits(seconds=60))
    assert problems == []
    assert found.values.keys() == chosen.keys()
    for value in found.values.values():
        assert value.value is None or math.isfinite(value.value)
