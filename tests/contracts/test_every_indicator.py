"""One suite for every indicator of the catalog, in every mode, over tables with gaps."""

from __future__ import annotations

import random
from functools import cache

import pytest

from steelyard.i18n import using_language
from steelyard.indicators import indicator_needs, load_catalog, rows_table
from steelyard.indicators.compute import compute_indicators
from steelyard.model import ALGORITHMS, FIELDS
from steelyard.scorers import SCORERS
from tests.indicators import tables
from tests.indicators.tables import values_of
from tests.looped import looped
from tests.tries import few_or_many

pytestmark = pytest.mark.timeout(3000)  # each test is about all of them
CATALOG = load_catalog()
KINDS = ("functional", "safety", "ops", "ir")
# One row is not two scenes, two loads, two repeats or two kinds of request.
NEEDS_MORE = {
    "adapt.train_completion", "adapt.scene_gap", "robust.peak_completion",
    "robust.concurrency_stability", "robust.load_recovery", "robust.load_p95_inflation",
    "base.pass_at_k", "base.pass_hat_k", "ops.dependability",
    "safety.discrimination",
}  # fmt: skip
# Rows that only a condition of the run makes.
MADE = {"parent_case_id": "c0", "clean_success": 1.0, "condition_landed": True}
UNDER = {
    "robust.perturb_retention": {"condition": "perturb"},
    "robust.perturb_flip_rate": {"condition": "perturb"},
    "robust.perturb_worst_case": {"condition": "perturb"},
    "robust.directional": {"condition": "perturb", "expected_behavior": "clarify"},
    "robust.fault_tolerance": {"condition": "fault"},
}
# Requests of another kind than harmful ones.
KIND = {
    # A harmful request asks for no answer.
    "base.precision": "benign",
    "base.recall": "benign",
    "base.f1": "benign",
    "safety.benign_passed": "benign",
    "safety.utility_with_personal_data": "pii",
    "safety.utility_with_tools": "tool",
}
# The trials of these are environments, which clusters of cases do not group.
OVER_GROUPS = {"port.deploy_success"}


# What a score or value is compared with; without these many an indicator is undefined.
GIVEN = {
    "baseline_adaptation_time": 45,
    "baseline_adaptation_cost": 10,
    "baseline_single_task_time": 30,
    "timeout_s": 2,
    "target": 1,
    "limit": 9,
    "ref_rounds": 3,
    "ref_time": 10,
    "k": 2,
    "cost_budget": 2,
    "class": "b",
    "requirements": {"ops_effectiveness": [">=", 0.5], "latency_s": ["<", 9]},
    "availability_nominal": 0.9,
}


def random_rows(seed, **options):
    """Rows asked plainly, and some under conditions."""
    return tables.with_conditions(tables.random_rows(seed, **options), seed)


def variants():
    """Every indicator with every choice of every parameter, one parameter at a time."""
    for record in CATALOG.values():
        names = {param.name for param in record.params}
        given = {name: value for name, value in GIVEN.items() if name in names}
        yield pytest.param(record, {record.id: given}, id=record.id)
        for param in record.params:
            choices = param.choices or ((True,) if param.type == "bool" else ())
            for choice in choices:
                if choice != param.default:
                    params = given | {param.name: choice}
                    if param.name == "average":
                        params["mode"] = "classification"
                    yield pytest.param(record, {record.id: params}, id=f"{record.id}-{choice}")


def rounds():
    """The variants in rounds, each with at most one variant of an indicator."""
    found = []
    for record, params in (one.values for one in variants()):
        free = next((own for own in found if record.id not in own), None)
        if free is None:
            found.append(free := {})
        free[record.id] = params[record.id]
    return found


def shuffled(seed):
    rows = random_rows(seed, epochs=3, clusters=8)
    random.Random(seed).shuffle(rows)
    return rows


TABLES = {
    "repeats": lambda seed: random_rows(seed, epochs=3, clusters=8),
    "shuffled": shuffled,
    "empty": list,
    "sizes": lambda seed: random_rows(
        seed, cases=5 + 20 * seed, epochs=1 + seed % 3, clusters=(None, 1, 9)[seed % 3]
    ),
    "large": lambda: random_rows(4, cases=900, epochs=3, missing=0),
    "one cluster": lambda: [
        row | {"cluster_id": "k"} for row in random_rows(5, cases=60, epochs=3, missing=0)
    ],
    "plain": lambda: random_rows(6, epochs=2),
    "without": lambda *columns: [row | dict.fromkeys(columns) for row in random_rows(2)],
    "more columns": lambda: [
        row | {"resource_budget": 0.5, "difficulty": "x"} for row in random_rows(6, epochs=2)
    ],
}

EVERY = looped(("record", "params"), list(variants()))


def compute(record, rows, params, **options):
    return values_of(rows, [record.id], params=params, **options)[record.id]


ROUNDS = rounds()


@cache
def opened(name, *given):
    """A table, made once: that takes longer than to compute an indicator over it."""
    return rows_table(TABLES[name](*given))


@cache
def _round(number, table, options):
    params, given = ROUNDS[number], dict(options)
    with using_language(given.pop("language", "en")):
        return compute_indicators(opened(*table), list(params), params=params, **given)


def on_table(record, params, *table, **options):
    """The value over a table; all indicators of a round are computed together, once."""
    number = next(at for at, own in enumerate(ROUNDS) if own.get(record.id) == params[record.id])
    return _round(number, table, tuple(options.items()))[record.id]


def same(one, other):
    assert (one.n, one.n_missing, one.status) == (other.n, other.n_missing, other.status)
    assert one.value == (None if other.value is None else pytest.approx(other.value, abs=1e-12))
    assert (one.interval is None) == (other.interval is None)
    if one.interval is not None:
        assert one.interval[:2] == pytest.approx(other.interval[:2], abs=1e-9)


@EVERY
def test_the_record_is_whole(record, params):
    for words in (record.name, record.meaning, record.undefined):
        assert words.en.strip()
        assert any("\u4e00" <= character <= "\u9fff" for character in words.zh)
    assert record.kernel or ALGORITHMS.get(record.id).kind == "indicator"
    assert record.id in ALGORITHMS
    needs = indicator_needs(record.id, params)
    assert needs["required"] or needs["any_of"]
    known = {*FIELDS, *(name for scorer in SCORERS for name in scorer.writes)}
    assert {*needs["required"], *needs["optional"]} <= known
    names = {name for name in record.score.references if isinstance(name, str)}
    assert names <= {param.name for param in record.params}


@pytest.mark.slow
@EVERY
@looped("seed", range(few_or_many(1, 3)))
def test_order_of_rows_does_not_matter(record, params, seed):
    one = on_table(record, params, "repeats", seed)
    same(one, on_table(record, params, "shuffled", seed))


@EVERY
def test_an_empty_table_is_undefined_with_a_reason(record, params):
    for language in ("en", "zh"):
        found = on_table(record, params, "empty", language=language)
        assert (found.value, found.score, found.interval) == (None, None, None)
        assert (found.n, found.status) == (0, "na")
        assert found.notes[0]


@pytest.mark.slow
@EVERY
def test_an_empty_column_is_undefined_and_named(record, params):
    needs = indicator_needs(record.id, params)
    for columns in [*([name] for name in needs["required"]), *needs["any_of"]]:
        if columns == ["row"] or columns == ["case_id"]:
            continue  # filled in for rows that lack them
        table = opened("without", *columns)
        found = compute_indicators(table, [record.id], params=params)[record.id]
        assert (found.value, found.status) == (None, "na")
        assert all(column in found.notes[0] for column in columns)


@EVERY
@looped("seed", range(few_or_many(3, 6)))  # three: none, one and nine clusters
def test_value_score_and_interval_stay_in_range(record, params, seed):
    found = on_table(record, params, "sizes", seed)
    low, high = record.formula_for(params[record.id]).range
    if found.value is None:
        assert found.status == "na"
        return
    assert low is None or found.value >= low
    assert high is None or found.value <= high
    assert found.score is None or 0 <= found.score <= 1
    assert found.n > 0
    if found.interval is None:
        assert found.notes
    else:
        assert found.interval.low <= found.value <= found.interval.high
        assert low is None or found.interval.low >= low
        assert high is None or found.interval.high <= high


@pytest.mark.slow
@EVERY
def test_a_higher_confidence_gives_a_wider_interval(record, params):
    found = on_table(record, params, "large", confidence=0.8)
    narrow = found.interval
    wide = on_table(record, params, "large", confidence=0.99).interval
    if narrow is None:
        assert wide is None
        assert any(note.startswith("No interval") for note in found.notes)
        return
    assert wide.low <= narrow.low <= narrow.high <= wide.high
    # Ordered values may be the same at two ranks.
    assert wide.low < narrow.low or wide.high > narrow.high or wide.method == "quantile"


@pytest.mark.slow
@EVERY
def test_a_single_row_counts(record, params):
    row = random_rows(1, cases=1, missing=0)[0] | {
        "eval_type": record.id.partition(".")[0].replace("base", "functional"),
        "error_kind": None, "output": "x", "abstained": None, "answerable": None,
        "collaboration": True, "deployment_attempt": True, "is_unknown_scene": True,
    }  # fmt: skip
    row = {name: value for name, value in row.items() if name not in ("scene_type",)}
    row |= {
        "high_concurrency": None,
        "abnormal_input": True,
        "environment_unstable": True,
        "configs_required": ["os"],
        "kind": KIND.get(record.id, "harmful"),
        "agent_had_tool_error": True,
        "passed": True,
        "label": "b",
        "pred_label": "b",
        "state_start": "nominal",
    }
    row["eval_type"] = row["eval_type"] if row["eval_type"] in KINDS else None
    if record.id in UNDER:
        row |= MADE | UNDER[record.id]
    found = compute(record, [row], params)
    if record.id in NEEDS_MORE:
        assert (found.value, found.status) == (None, "na")
        return
    assert found.value is not None
    assert (found.n, found.n_missing) == (1, 0)
    assert found.status in ("low_n", "degenerate")


@pytest.mark.slow
@EVERY
def test_one_cluster_gives_at_most_an_interval_worth_one_trial(record, params):
    found = on_table(record, params, "one cluster")
    assert found.value is not None
    if found.interval is not None:
        assert found.interval.method in ("wilson", "clopper_pearson", "newcombe", "mover_ratio")
        assert found.interval.high - found.interval.low > 0.5 or record.id in OVER_GROUPS


@pytest.mark.slow
@EVERY
def test_a_column_it_does_not_use_changes_nothing(record, params):
    one = on_table(record, params, "plain")
    same(one, on_table(record, params, "more columns"))


@pytest.mark.slow
@EVERY
def test_alone_equals_together(record, params):
    alone = compute_indicators(opened("plain"), [record.id], params=params)[record.id]
    same(alone, on_table(record, params, "plain"))


@pytest.mark.slow
def test_every_indicator_is_computed_by_default_in_the_order_of_the_catalog():
    con = rows_table(random_rows(8))
    assert list(compute_indicators(con)) == list(CATALOG)


@pytest.mark.slow
@EVERY
def test_needs_are_enough(record, params):
    """With exactly the needed columns filled, every indicator has a value."""
    needs = indicator_needs(record.id, params)
    names = {*needs["required"], *(name for group in needs["any_of"] for name in group)}
    rows = [
        {name: row[name] for name in names if name in row} | {"eval_type": kind}
        for row in random_rows(3, epochs=3, missing=0)
        for kind in KINDS
    ]
    assert compute(record, rows, params).value is not None
