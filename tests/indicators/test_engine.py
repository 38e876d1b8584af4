"""The engine with indicators of a user's own making: missing values, kinds, failures."""

from __future__ import annotations

import duckdb
import pytest

from steelyard.errors import InputError
from steelyard.indicators import load, rows_table
from steelyard.indicators.compute import compute_indicators
from steelyard.indicators.dual import Dual
from steelyard.indicators.functions import FUNCTIONS
from steelyard.indicators.records import ScoreAs, read_record
from steelyard.indicators.resolve import resolve
from steelyard.indicators.scalar import evaluate
from steelyard.indicators.scores import score_of
from steelyard.indicators.table import known_table
from steelyard.indicators.tree import atoms_of
from steelyard.scorers import is_blank
from tests.indicators.tables import random_rows

WORDS = {"en": "x", "zh": "x"}


def record(sql, id_="my.own", **more):
    raw = {"version": 1, "name": WORDS, "meaning": WORDS, "undefined": WORDS, "sql": sql}
    return read_record(id_, raw | more, shared={})


@pytest.fixture
def compute_own(monkeypatch):
    """Compute one indicator of a catalog that holds it beside the built-in ones."""

    def run(rows, sql, **more):
        own = record(sql, **more)
        catalog = {**load.load_catalog(), own.id: own}
        monkeypatch.setattr(load, "load_catalog", lambda: catalog)
        monkeypatch.setattr("steelyard.indicators.params.load_catalog", lambda: catalog)
        con = rows if isinstance(rows, duckdb.DuckDBPyConnection) else rows_table(rows)
        return compute_indicators(con, [own.id, "base.accuracy"])

    return run


def latencies(*seconds):
    return [{"case_id": str(at), "latency_s": s} for at, s in enumerate(seconds)]


@pytest.mark.parametrize(
    ("sql", "value"),
    [
        ("sum(latency_s)", 10),
        ("avg(latency_s) filter (where latency_s > 2)", 3.5),
        ("count_if(latency_s > 2) / count(*)", 0.5),
        ("median(latency_s)", 2.5),
        ("quantile_cont(latency_s, 0.25) * 2", 3.5),
        ("1 / sum(latency_s - 2.5)", None),
        ("ln(sum(latency_s) - 10)", None),
        ("greatest(sum(latency_s), 20)", 20),
        ("least(sum(latency_s), avg(latency_s) filter (where latency_s > 99))", None),
        ("coalesce(avg(latency_s) filter (where latency_s > 99), sum(latency_s))", 10),
        ("coalesce(avg(latency_s) filter (where latency_s > 99), 7)", None),
        ("case when count(*) > 3 then exp(0) else 2 end", 1),
        ("avg(least(latency_s, 2))", 1.75),
        ("sqrt(sum(latency_s) - 1)", 3),
        ("abs(0 - sum(latency_s))", 10),
        ("rate(latency_s between 2 and 3)", 0.5),
        ("rate(case when latency_s = 1 then true else false end)", 0.25),
    ],
)
def test_expressions(compute_own, sql, value):
    found = compute_own(latencies(1, 2, 3, 4), sql, range=[None, None])["my.own"]
    assert found.value == (None if value is None else pytest.approx(value))


def test_a_constant_over_no_rows_is_undefined(compute_own):
    found = compute_own([], "coalesce(rate(passed), 0)")["my.own"]
    assert (found.value, found.status) == (None, "na")


def test_a_row_lacking_one_needed_column_leaves_the_whole_indicator(compute_own):
    rows = [
        {"case_id": "a", "latency_s": 1.0, "cost": 10.0},
        {"case_id": "b", "latency_s": 3.0},
        {"case_id": "c", "cost": 99.0},
    ]
    found = compute_own(rows, "sum(cost) / sum(latency_s)", range=[0, None])["my.own"]
    assert (found.value, found.n, found.n_missing) == (10.0, 1, 2)


def test_columns_inside_coalesce_may_be_missing(compute_own):
    rows = [{"case_id": "a", "cost": 10.0}, {"case_id": "b"}]
    found = compute_own(rows, "avg(coalesce(cost, 0))", range=[0, None])["my.own"]
    assert (found.value, found.n_missing) == (5.0, 0)


def test_what_is_not_a_number_is_missing(compute_own):
    con = duckdb.connect()
    con.execute(
        "CREATE TABLE results AS SELECT * FROM (VALUES ('a', 1.0::DOUBLE), ('b', 'nan'::DOUBLE),"
        " ('c', 'inf'::DOUBLE)) t(case_id, latency_s)"
    )
    found = compute_own(con, "avg(latency_s)", range=[0, None])["my.own"]
    assert (found.value, found.n, found.n_missing) == (1.0, 1, 2)


def test_columns_beyond_the_model_can_be_used(compute_own):
    con = duckdb.connect()
    con.execute(
        'CREATE TABLE results AS SELECT i::VARCHAR AS case_id, i AS "my ""x" FROM range(4) t(i)'
    )
    found = compute_own(con, 'avg("my ""x")', range=[0, None])["my.own"]
    assert found.value == 1.5


def test_references_take_their_own_rows_along(compute_own):
    rows = [{"case_id": str(at), "passed": at < 3} for at in range(4)]
    rows += [{"case_id": f"s{at}", "passed": at < 1, "eval_type": "safety"} for at in range(4)]
    found = compute_own(rows, "ind.base.accuracy - ind.safety.accuracy", range=[-1, 1])["my.own"]
    assert found.value == 0.5
    assert found.n == 8
    assert found.interval.low < 0.5 < found.interval.high


@pytest.mark.parametrize(
    ("sql", "part"),
    [
        ("passed", "outside an aggregate"),
        ("rate(pased)", "pased"),
        ("avg(passed)", "true or false"),
        ("rate(latency_s)", "number"),
        ("avg(output)", "text"),
        ("sum(avg(latency_s))", "avg"),
        ("rate(passed) and true", "true or false"),
        ("rate(latency_s = 'x')", "text"),
        ("avg(objectives)", "an object"),
        ("rate(passed) + $nobody", "nobody"),
        ("ind.base.nothing", "base.nothing"),
        ("ind.my.own", "my.own → my.own"),
        ("quantile_cont(latency_s, 2)", "between 0 and 1"),
        ("quantile_cont(latency_s, latency_s)", "between 0 and 1"),
    ],
)
def test_a_wrong_indicator_fails_alone_and_says_why(compute_own, sql, part):
    found = compute_own([{"passed": True}], sql)
    assert found["my.own"].status == "na"
    assert part in found["my.own"].notes[0]
    assert found["base.accuracy"].value == 1.0


def test_an_indicator_the_database_cannot_run_fails_alone(compute_own):
    """A column whose type only looks right: the table says text where the model says true/false."""
    con = duckdb.connect()
    con.execute(
        "CREATE TABLE results AS SELECT 'a' AS case_id, 'secret text' AS completed, true AS passed"
    )
    found = compute_own(con, "rate(completed)")
    assert found["my.own"].value is None
    assert "secret" not in " ".join(found["my.own"].notes)
    assert found["base.accuracy"].value == 1.0


def test_local_names_cannot_grow_without_end():
    let = {"x0": "1"} | {f"x{n + 1}": f"x{n} + x{n}" for n in range(30)}
    with pytest.raises(InputError, match="too large"):
        resolve(record("x30", let=let), {}, known_table())


@pytest.mark.parametrize(
    ("raw", "part"),
    [
        ({"colour": 1}, "colour"),
        ({"direction": "sideways"}, "sideways"),
        ({"interval": "bootstrap"}, "bootstrap"),
        ({"score": "cubed"}, "cubed"),
        ({"name": {"en": "only"}}, "zh"),
        ({"variants": {"mode=x": {"colour": 1}}}, "colour"),
    ],
)
def test_a_wrong_record_is_refused(raw, part):
    with pytest.raises(InputError, match=part):
        record("rate(passed)", **raw)


def test_slopes_equal_small_differences():
    tree = resolve(
        record("exp(sum(cost)/10) * sqrt(sum(latency_s)) / ln(count(*)) - abs(sum(severity))"
               " + least(sum(cost), 3) * case when count(*) > 2 then sum(t_target) else 0 end"),
        {}, known_table(),
    ).tree  # fmt: skip
    atoms = atoms_of(tree)
    at = {atom: 2.0 + number / 3 for number, atom in enumerate(atoms)}

    def value(point):
        return evaluate(tree, {atom: Dual(x, {atom: 1.0}) for atom, x in point.items()})

    for atom in atoms:
        step = 1e-6
        up, down = value(at | {atom: at[atom] + step}), value(at | {atom: at[atom] - step})
        numeric = (up.value - down.value) / (2 * step)
        assert value(at).slope.get(atom, 0.0) == pytest.approx(numeric, rel=1e-5, abs=1e-7)


# `has` and `meets` are spelled out before anything runs, `case` takes mixed kinds; the others are
# only for rows.
ONLY_ROWS = {"blank", "size", "overlap", "weighted_share", "text", "meets"}


@pytest.mark.parametrize("name", sorted({*FUNCTIONS} - {"has", "case"} - ONLY_ROWS))
def test_rows_and_totals_follow_the_same_rules(name):
    """Every function gives the same in the database as on finished sums, NULLs included."""
    function = FUNCTIONS[name]
    kinds = {
        "number": [None, -1.5, 0.0, 2.0],
        "bool": [None, True, False],
    }
    pool = kinds[function.takes if function.takes != "any" else "number"]
    con = duckdb.connect()
    for left in pool:
        for right in pool:
            args = [left, right][: function.arity[0]]
            kind = "DOUBLE" if function.takes in ("number", "any") else "BOOLEAN"
            printed = [f"CAST({'NULL' if arg is None else arg} AS {kind})" for arg in args]
            [(sql,)] = con.execute(f"SELECT {function.sql(*printed)}").fetchall()
            assert function.scalar(*(Dual(arg) for arg in args)).value == (
                pytest.approx(sql) if isinstance(sql, float) else sql
            ), (name, args)


@pytest.mark.parametrize(
    ("value", "how", "params", "score"),
    [
        (4, ScoreAs("goalpost", ("t", "l")), {"t": 2, "l": 10}, 0.75),
        (1, ScoreAs("goalpost", ("t", "l")), {"t": 2, "l": 10}, 1.0),
        (11, ScoreAs("goalpost", ("t", "l")), {"t": 2, "l": 10}, 0.0),
        (4, ScoreAs("goalpost", ("t", "l")), {"t": 2, "l": None}, None),
        (4, ScoreAs("goalpost", ("t", "l")), {"t": 2, "l": 2}, None),
        (60, ScoreAs("ratio_cap", ("r",)), {"r": 45}, 0.75),
        (0, ScoreAs("ratio_cap", ("r",)), {"r": 45}, 1.0),
        (0.4, ScoreAs("half", ("r",)), {"r": 1}, 0.7143),
        (0.2, ScoreAs("complement"), {}, 0.8),
        (None, ScoreAs("complement"), {}, None),
        (1.2, ScoreAs("identity"), {}, 1.0),
        (1.2, ScoreAs("none"), {}, None),
    ],
)
def test_scores(value, how, params, score):
    assert score_of(value, how, params) == (
        None if score is None else pytest.approx(score, abs=1e-4)
    )


def test_blank_means_the_same_in_the_database_as_in_the_verdict():
    characters = [chr(code) for code in range(0x3100) if not 0xD800 <= code < 0xE000]
    con = duckdb.connect()
    printed = FUNCTIONS["blank"].sql("c")
    rows = con.execute(f"SELECT c, {printed} FROM (SELECT unnest(?) AS c)", [characters]).fetchall()
    assert len(rows) == len(characters)
    assert [(c, blank) for c, blank in rows if blank is not is_blank(c)] == []


@pytest.mark.slow
@pytest.mark.parametrize("by", [None, "domain"])
def test_rows_that_are_cases_need_no_gathering(by):
    """Without repeats the query skips a stage; the numbers are those of the long way."""
    rows = random_rows(11, cases=60)
    short = compute_indicators(rows_table(rows), by=by)
    long = compute_indicators(rows_table([row | {"epoch": None} for row in rows]), by=by)
    for group in short if by else [None]:
        pairs = zip(*((x[group] if by else x).values() for x in (short, long)), strict=True)
        for a, b in pairs:
            for name, value in a.as_dict().items():
                other = b.as_dict()[name]
                near = pytest.approx(other, rel=1e-12) if isinstance(other, float) else other
                assert value == near, (a.id, name)
