"""Mistakes people make in a record: a sentence each, in both languages, at the character."""

from __future__ import annotations

import re

import pytest

from steelyard.errors import UserError
from steelyard.i18n import using_language
from steelyard.indicators import compute_indicators, rows_table, using_indicators
from steelyard.indicators.load import run_params
from steelyard.indicators.params import params_of
from steelyard.indicators.records import read_record
from steelyard.indicators.resolve import resolve
from steelyard.indicators.table import known_table
from tests.looped import looped

WORDS = {"en": "x", "zh": "中"}
SCENES = {"by": "scene", "each": {"done": "rate(passed)"}}
# sql (or more of the record), what the English message says, and the character it points at.
MISTAKES = [
    ("rate(pased)", "no column 'pased'.*Did you mean: passed", 6),
    ("rate('北京' = pased)", "no column 'pased'", 13),
    ("avg(latency_s) / latency_s", "'latency_s' stands outside an aggregate", 18),
    ("avg(rate(passed))", "'rate' is an aggregate", 5),
    ({"sql": "rate(passed)", "where": "count(*) > 3"}, "'count' is an aggregate", 1),
    ("rate(passed) filter (where avg(score) > 1)", "'avg' is an aggregate", 28),
    ("1 + 1", "no aggregate such as", 3),
    ("'abc'", "gives a text; it must give a number", 1),
    ("sum(cost) / $budgt", r"no parameter 'budgt'", 13),
    ("rate(latency_s)", "got a number where it needs true or false.*avg", 6),
    ("avg(passed)", "got true or false where it needs a number.*rate", 5),
    ("avg(output)", "'avg' got a text where it needs a number", 5),
    ("rate(scene = 3)", "'=' got a number where it needs a text", 6),
    ("rate(passed) > 0.5", "gives true or false; it must give a number", 1),
    ({"sql": "rate(passed)", "where": "latency_s"}, "gives a number; it must give true", 1),
    ("quantile_cont(latency_s, 95)", "between 0 and 1, such as 0.95", 1),
    ("quantile_cont(latency_s, score)", "between 0 and 1", 1),
    ("mean(latency_s)", "no function 'mean'.*Did you mean: avg", 1),
    ("averge(latency_s)", "no function 'averge'.*avg", 1),
    ("frobnicate(latency_s)", "no function 'frobnicate'. Allowed:.*quantile_cont", 1),
    ("rate(passed && completed)", "no function '&&'.*and", 6),
    ("rate(output like '%a%')", "no function 'LIKE'", 13),
    ("avg(latency_s, 2)", "'avg' has 2 arguments; it takes 1", 1),
    ("rate(passed", "bracket is not closed", 5),
    ("rate(passed))", "bracket was never opened", 13),
    ("rate(passed) +", "syntax error", 14),
    ("rate（passed）", "full-width", 5),
    ("rate(scene = ‘港口’)", "full-width", 14),
    ('rate(scene = "a")', "no column 'a'.*single quotes: 'a'", 14),
    ("rate(passed), 2", "Exactly one expression", None),
    ("rate(passed) from secrets", "Exactly one expression", None),
    ("(select max(password) from users)", "'subquery' is not allowed", 1),
    ("avg(results.latency_s)", "'results.latency_s' is not a column", 5),
    ("avg(latency_s::int)", "'cast' is not allowed", 14),
    ("ind.base.f2 * 2", r"no indicator 'base.f2'.*base.f1", 1),
    ("ind.adapt.scene_coverage * 2", "aggregates over groups", 1),
    ("count(*) / 'a'", "'/' got a text where it needs a number", None),
    ("avg(case when passed then 1 else 'no' end)", "'case' got a text", 5),
    ("avg(coalesce(latency_s, 'x'))", "'coalesce' got a text", 5),
    ("   ", "expression is empty", None),
    ({"sql": "avg(x)", "by": "scene"}, "`by`.*and `each`.*go together", None),
    ({"sql": "avg(x)", "each": {"x": "rate(passed)"}}, "`by`.*and `each`.*go together", None),
    ({"sql": "avg(y)", **SCENES}, "no 'y' here.*done, scene", 5),
    ({"sql": "avg(done)", **SCENES, "by": "scen"}, "no column 'scen'.*scene", 1),
    ({"sql": "avg(done)", "by": "scene", "each": {"done": "passed"}}, "stands outside", 1),
    ({"sql": "rate(a)", "let": {"a": "b", "b": "a"}}, "'b' is used before it is defined", 1),
    ({"sql": "rate(passed)", "version": "one"}, "whole number from 1", None),
    ({"sql": "rate(passed)", "wher": "x"}, "no key 'wher'", None),
    ({"sql": "rate(passed)", "direction": "upward"}, "cannot be upward. Allowed: up, down", None),
    ({"sql": "rate(passed)", "score": "identty"}, "cannot be identty", None),
    ({"sql": "rate(passed)", "name": "Accuracy"}, "both en and zh", None),
    ({"sql": 5}, "it must be a text, the expression", None),
]  # fmt: skip


def record(given, id_="my.own"):
    own = {"sql": given} if isinstance(given, str) else given
    raw = {"version": 1, "name": WORDS, "meaning": WORDS, "undefined": WORDS, **own}
    return read_record(id_, raw, shared=run_params())


def check(given):
    found = record(given)
    resolve(found, params_of(found, {}), known_table())


def message(given, language):
    with using_language(language), pytest.raises(UserError) as raised:
        check(given)
    return str(raised.value)


@looped(("given", "says", "character"), MISTAKES, ids=lambda one: str(one)[:40])
def test_a_mistake_is_explained_where_it_is(given, says, character):
    english, chinese = message(given, "en"), message(given, "zh")
    assert re.search(says, english.replace("\n", " ")), english
    assert any("\u4e00" <= one <= "\u9fff" for one in chinese)
    assert len(english) < 500
    if character is not None:
        assert f"(character {character} of: " in english
        assert f"第 {character} 个字符" in chinese


def test_names_of_other_tables_are_never_suggested():
    con = rows_table([{"passed": True}])
    con.execute("CREATE TABLE passwords (passcode INT)")
    with using_indicators({"my.own": record("rate(passcod)")}):
        found = compute_indicators(con, ["my.own"])["my.own"]
    assert "passcode" not in " ".join(found.notes).replace("passcod'", "")
    assert "passwords" not in " ".join(found.notes)


def test_one_bad_indicator_fails_alone():
    con = rows_table([{"passed": True} for _ in range(12)])
    records = {"my.own": record("rate(pased)"), "my.good": record("rate(passed)", "my.good")}
    with using_indicators(records):
        found = compute_indicators(con, ["my.own", "my.good", "base.accuracy"])
    assert found["my.own"].status == "na"
    assert "pased" in found["my.own"].notes[0]
    assert found["base.accuracy"].value == 1.0


def test_indicators_that_refer_to_each_other_are_named():
    own = {"my.a": "ind.my.b + 1", "my.b": "ind.my.a + 1"}
    records = {id_: record(sql, id_) for id_, sql in own.items()}
    with using_indicators(records), using_language("en"):
        found = compute_indicators(rows_table([{"passed": True}]), ["my.a"])["my.a"]
    assert "my.a → my.b → my.a" in found.notes[0]
