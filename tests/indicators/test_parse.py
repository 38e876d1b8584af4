"""The expression language: what it reads, and everything it refuses."""

from __future__ import annotations

import contextlib
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.errors import InputError
from steelyard.i18n import using_language
from steelyard.indicators import resolve_cache, rows_table
from steelyard.indicators.parse import parse
from steelyard.indicators.prepare import prepare
from steelyard.indicators.tree import Aggregate, Call, Column, Literal, Parameter, Reference
from tests.looped import looped
from tests.tries import tries

X = Column("x")


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("rate(passed)", Aggregate("rate", (Column("passed"),))),
        ("count(*)", Aggregate("count", ())),
        ("COUNT_IF(a)", Aggregate("count_if", (Column("a"),))),
        (
            "avg(x) filter (where a is true)",
            Aggregate("avg", (Column("x"),), Call("is_same", (Column("a"), Literal(True)))),
        ),
        ("a is not true", Call("is_distinct", (Column("a"), Literal(True)))),
        ("$g", Parameter("g")),
        ("ind.base.f1", Reference("base.f1")),
        ("-x", Call("neg", (Column("x"),))),
        ("'it''s 中'", Literal("it's 中")),
        ("x in ('a', 'b')", Call("in", (Column("x"), Literal("a"), Literal("b")))),
        (
            "x between 1 and 2",
            Call("and", (Call(">=", (X, Literal(1.0))), Call("<=", (X, Literal(2.0))))),
        ),
        (
            "case when a then 1 else null end",
            Call("case", (Column("a"), Literal(1.0), Literal(None))),
        ),
    ],
)  # fmt: skip
def test_reads(text, tree):
    assert parse(text) == tree


REFUSED = [
    "1e",
    "1e999",
    "1; select 2",
    "1; drop table results",
    "1, 2",
    "1 as x",
    "x from results",
    "(select 1)",
    "exists (select 1)",
    "x where true",
    "1 union select 2",
    "rate(passed) over ()",
    "row_number() over ()",
    "sum(distinct x)",
    "sum(x order by y)",
    "abs(x) filter (where a)",
    "main.avg(x)",
    "read_csv('/etc/passwd')",
    "getenv('HOME')",
    "string_agg(output, ',')",
    "list(output)",
    "any_value(output)",
    "error('x')",
    "random()",
    "current_setting('x')",
    "x::int",
    "cast(x as varchar)",
    "try_cast(x as int)",
    "x -> x + 1",
    "[1, 2]",
    "{'a': 1}",
    "(a, b)",
    "a.b",
    "*",
    "columns(*)",
    "a like 'b'",
    "a[1]",
    "1e999",
    "interval 1 day",
    "date '2020-01-01'",
    "a collate nocase",
    "count(x)",
    "avg()",
    "quantile_cont(x)",
    "ln(1, 2)",
    "",
    "(",
    "'",
    "rate(passed",
    "if(a, 1, 2)",
    "case a when 1 then 2 end end",
    "x\0",
]


@looped("text", REFUSED)
def test_refuses(text):
    with pytest.raises(InputError):
        parse(text)


def test_the_place_is_named_in_characters_not_bytes():
    with using_language("en"), pytest.raises(InputError, match=r"sleep.*\(character 8 of"):
        parse("'北京' = sleep(1)")


@pytest.mark.parametrize("text", ["(" * 41 + "1" + ")" * 41, "1" * 4001, "1" + "+1" * 450])
def test_refuses_what_is_too_large_before_it_costs_anything(text):
    with pytest.raises(InputError):
        parse(text)


@tries(40, 200)
@given(st.text(alphabet=st.sampled_from("ax1 ()'\"$.,;*+-/<>=中%[]{}:rate"), max_size=25))
def test_noise_is_read_or_refused_never_a_crash(text):
    with contextlib.suppress(InputError):
        parse(text)


def test_texts_read_ahead_are_parsed_as_by_themselves(monkeypatch):
    texts = ["avg(latency_s)", "rate(passed) * 2", "1 +", "", "no_such(x)", "sum('it''s, ; 中')"]

    def outcomes():
        parse.cache_clear()
        found = []
        for text in texts:
            try:
                found.append(parse(text))
            except InputError as error:
                found.append(str(error))
        return found

    alone = outcomes()
    module = sys.modules[parse.__module__]
    module.parse_ahead(texts)
    asked = []
    one = module._serialise
    monkeypatch.setattr(module, "_serialise", lambda wanted: asked.append(wanted) or one(wanted))
    assert outcomes() == alone
    assert not asked
    assert not module._ahead.keys() & set(texts)


def test_the_expressions_of_the_catalog_are_asked_in_one_query(monkeypatch):
    module = sys.modules[parse.__module__]
    asked = []
    one = module._serialise
    monkeypatch.setattr(module, "_serialise", lambda wanted: asked.append(wanted) or one(wanted))
    monkeypatch.setattr(resolve_cache, "_kept", {})
    parse.cache_clear()
    sys.modules[prepare.__module__]._read_catalog.cache_clear()
    con = rows_table([{"case_id": "a", "passed": True}])
    prepare(con, None, {})
    con.close()
    assert len(asked[0]) > 100
    assert len(asked) < 20  # what flags and variants add
