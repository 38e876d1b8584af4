"""Indicators computed apart: the same numbers as inside, limits that hold, one failure alone."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

import pytest
import yaml

from steelyard import evaluate
from steelyard.errors import BundleError, InputError
from steelyard.i18n import using_language
from steelyard.indicators import compute_indicators, load_catalog, rows_table
from steelyard.indicators.load import FAMILIES
from steelyard.indicators.resample import resample_scores
from steelyard.indicators.sandbox import Limits, compute_apart, try_indicator
from tests.indicators.tables import random_rows

PARAMS = {"baseline_adaptation_time": 45, "baseline_adaptation_cost": 10, "timeout_s": 2}
# A group for every row: each of them is a few hundred bytes in memory at the same time.
MANY = [{"output": f"answer {at}", "passed": True} for at in range(120_000)]
HEAVY = {"by": "output", "each": {"n": "count(*)", "r": "rate(passed)"}, "sql": "max(n) + avg(r)"}
QUICK = {"id": "mine.quick", "sql": "rate(latency_s < 1)"}


def copied(folder):
    """The whole catalog under other ids, as a user's files."""
    found = []
    for family in FAMILIES:
        path = files("steelyard.indicators") / "catalog" / f"{family}.yaml"
        raw = yaml.safe_load(path.read_text("utf-8"))
        records = {}
        for id_, record in raw["indicators"].items():
            kept = {
                k: v for k, v in record.items() if k not in ("kernel", "rows_named", "examples")
            }
            records[f"copy.{id_}"] = kept
        found.append({"source": family, **{**raw, "indicators": records}})
    return found


@pytest.mark.slow
def test_the_whole_catalog_comes_to_the_same_apart(tmp_path):
    """Every record of the catalog passes as a user's own, with the same values and resamples."""
    rows = random_rows(11, cases=40, epochs=2)
    con = rows_table(rows)
    con.execute(f"COPY results TO '{tmp_path}/0.parquet' (FORMAT parquet)")
    inside = compute_indicators(con, params=PARAMS)
    by_scene = compute_indicators(con, params=PARAMS, by="scene")
    drawn = resample_scores(con, inside, params=PARAMS)
    con.close()
    apart = compute_apart(
        copied(tmp_path), tmp_path, params=PARAMS, by=["scene"], draws=True, limits=Limits(60)
    )
    assert len(apart.values) == len(load_catalog())
    assert sum(value.value is not None for value in apart.values.values()) > 50
    for id_, value in inside.items():
        same(apart.values[f"copy.{id_}"], value)
        for group, values in by_scene.items():
            same(apart.groups["scene"][group][f"copy.{id_}"], values[id_])
    for id_, scores in drawn.items():
        own = apart.draws[f"copy.{id_}"]
        assert len(own) == len(scores)
        if inside[id_].status != "boundary":
            assert sum(own) == pytest.approx(sum(scores), rel=0.2)


def same(ours, theirs):
    for name in ("value", "score"):
        found, wanted = getattr(ours, name), getattr(theirs, name)
        assert (found is None) == (wanted is None)
        assert wanted is None or found == pytest.approx(wanted, rel=1e-9)
    for name in ("n", "n_missing", "status", "provenance"):
        assert getattr(ours, name) == getattr(theirs, name), (ours, theirs)
    assert (ours.interval is None) == (theirs.interval is None)
    if ours.interval is not None:
        assert ours.interval[:2] == pytest.approx(theirs.interval[:2], rel=1e-9)
        assert ours.interval.method == theirs.interval.method


@pytest.mark.slow
def test_on_a_run_and_on_a_file_of_rows(tmp_path):
    cases = [{"input": "?", "answer": "Paris", "scene": "ab"[at % 2]} for at in range(12)]
    run = evaluate(lambda _: "Paris", cases, out=tmp_path / "run")
    record = {"id": "mine.right", "sql": "rate(passed)"}
    problems, found = try_indicator(record, run.path, by=["scene"])
    assert (problems, found.values["mine.right"].value) == ([], 1.0)
    assert set(found.groups["scene"]) == {"a", "b"}
    path = tmp_path / "rows.jsonl"
    path.write_text('{"passed": true}\n\n{"passed": false}\n', "utf-8")
    assert try_indicator(record, path).found.values["mine.right"].value == 0.5


def test_wrong_sources_are_explained(tmp_path):
    with pytest.raises(BundleError):
        try_indicator(QUICK, tmp_path)
    with pytest.raises(InputError, match=r"nothing\.jsonl"):
        try_indicator(QUICK, tmp_path / "nothing.jsonl")
    (tmp_path / "bad.jsonl").write_text('{"passed": true}\n[1]\n', "utf-8")
    with pytest.raises(InputError, match=r"bad\.jsonl:2"):
        try_indicator(QUICK, tmp_path / "bad.jsonl")
    with pytest.raises(InputError, match="pased"):
        try_indicator(QUICK, [{"pased": True}])
    with pytest.raises(InputError, match="secen"):
        try_indicator(QUICK, [{"passed": True}], by=["secen"])


def test_a_wrong_record_is_not_run():
    problems, found = try_indicator({"id": "mine.x", "sql": "getenv('HOME')"}, [{"passed": True}])
    assert "getenv" in problems[0].message
    assert found.values == {}


@pytest.mark.slow
def test_what_takes_too_long_is_stopped_and_says_so():
    record = {"id": "mine.x", **HEAVY}  # hundreds of times the limit, also for a late timer
    with using_language("en"):
        found = try_indicator(record, MANY, Limits(seconds=0.001)).found
    value = found.values["mine.x"]
    assert (value.value, value.status) == (None, "na")
    assert "stopped after 0.001 seconds" in value.notes[0]


@pytest.mark.slow
def test_what_needs_too_much_memory_is_stopped_and_says_so():
    record = {"id": "mine.x", **HEAVY}
    with using_language("en"):
        found = try_indicator(record, MANY, Limits(memory_mb=5)).found
    value = found.values["mine.x"]
    assert value.value is None
    assert re.search("more than 5 MB|process ended|OutOfMemory", value.notes[0]), value


@pytest.mark.slow
def test_one_that_is_too_much_fails_alone():
    records = {"mine.heavy": HEAVY, "mine.light": {"sql": "rate(passed)"}}
    one = [{"source": "-", "indicators": records}]
    found = try_indicator(one, MANY, Limits(memory_mb=30)).found
    assert found.values["mine.light"].value == 1.0
    assert found.values["mine.heavy"].value is None


def test_a_table_that_is_not_there_is_a_refusal(tmp_path):
    found = compute_apart(
        [{"source": "-", "indicators": {"mine.x": {"sql": "rate(passed)"}}}], tmp_path
    )
    assert found.values["mine.x"].value is None
    assert found.values["mine.x"].notes


def test_only_the_columns_that_are_named_go_along():
    from steelyard.indicators.sandbox.cost import columns_of
    from steelyard.indicators.sandbox.files import read_one

    file = {
        "source": "-",
        "indicators": {"mine.x": {"sql": "rate(latency_s < 1) * ind.base.accuracy"}},
    }
    record = read_one(file, "mine.x", file["indicators"]["mine.x"])
    answers = {"latency_s", "passed", "eval_type"}
    labels = {"label", "pred_label", "classification_correct", "error_kind"}
    assert columns_of(record) == answers | labels


@pytest.mark.slow
def test_parameters_and_languages_go_along():
    record = {
        "id": "mine.x",
        "sql": "rate(latency_s < $quick)",
        "params": {"quick": {"type": "float", "default": 2}},
    }
    rows = [{"latency_s": float(at)} for at in range(20)]
    assert try_indicator(record, rows).found.values["mine.x"].value == 0.1
    given = {"mine.x": {"quick": 10}}
    with using_language("zh"):
        value = try_indicator(record, rows[:4], params=given).found.values["mine.x"]
    assert value.value == 1.0
    assert "用例" in " ".join(value.notes)


def test_nothing_is_left_behind(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    try_indicator(QUICK, [{"latency_s": 1.0}] * 5)
    assert list(Path(tmp_path).iterdir()) == []
