"""Scoring and resampling done elsewhere leave the same bytes as done here."""

from __future__ import annotations

import json
import shutil
from contextlib import nullcontext

import duckdb
import numpy as np
import pytest

import steelyard
from steelyard import bundle as bundle_door
from steelyard import pipeline
from steelyard.bundle import Bundle, Table, answered, connect
from steelyard.bundle.sql import sql_text
from steelyard.i18n import using_language
from steelyard.indicators import resample
from steelyard.model import Reply, here
from steelyard.plan import make_plan
from steelyard.runner import End
from tests.pipeline.spreads import pickled, pooled

CASES = [
    {
        "id": f"q{n}",
        "input": f"请问第{n}号仓库的负责人现在在哪里办公",
        "expected_output": "北京",
        "scene": f"s{n % 3}",
        "asserts": [{"type": "regex", "value": "北(?=京)" if n % 4 else "北"}],  # RE2 has no (?=
        **({"passed": n % 2 == 0} if n % 5 == 0 else {}),
    }
    for n in range(20)
]
PLAIN = {"run": {"epochs": 3}}
PERTURB = {"perturb": {"kinds": ["zh.homophone", "zh.swap"], "rate": 0.1}}
PAIRED = {
    "conditions": [PERTURB],
    "single": {"function": {"target": "tests.pipeline.test_conditions:healthy"}},
}


def agent(question):
    n = len(question) + sum(map(ord, question))
    if n % 11 == 0:
        raise ValueError("坏了")
    # Some report a field that does not fit, some one that nobody knows, some nothing.
    said = ({"confidence": "high"}, {"colour": "red"}, {"confidence": n % 7 / 7}, {})[n % 4]
    return Reply("" if n % 13 == 0 else "北京" if n % 3 else "上海", fields=said)


class Enough(Exception):
    pass


def stop(*_, **__):
    raise Enough


@pytest.fixture(scope="module")
def pool():
    with pooled() as spread:
        yield spread


@pytest.fixture(params=["pickled", "pooled"])
def elsewhere(request):
    return pickled if request.param == "pickled" else request.getfixturevalue("pool")


def one_thread(directory):
    """Two threads add up parts as they come: the last digits of a sum differ from run to run."""
    connection = connect(directory)
    connection.execute("SET threads = 1")
    return connection


class Workshop:
    """Runs that are asked once, and what becomes of copies of them."""

    def __init__(self, folder):
        self._folder = folder
        self._kept = {}

    def asked(self, plan):
        """Ask, and leave the bundle as it is before it is tabulated."""
        return self._once(("asked", json.dumps(plan)), lambda: self._ask(plan))

    def finished(self, plan):
        """Finish a run here; return the folder and what a reader has of it."""
        return self._once(
            ("finished", json.dumps(plan)), lambda: self.advance(self.asked(plan), here, finish)
        )

    def scored_anew(self, plan):
        """The same with other scorers."""
        return self._once(
            ("scored anew", json.dumps(plan)),
            lambda: self.advance(self.finished(plan)[0], here, score_anew),
        )

    def advance(self, source, spread, step):
        """Carry a copy on with a way of spreading; return it and what a reader has of it."""
        copy = self._folder / f"copy-{len(list(self._folder.iterdir()))}"
        shutil.copytree(source, copy)
        used = []

        def noting(work, items):
            used.append(type(work).__name__)
            return spread(work, items)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(answered, "PART_ROWS", 7)
            patch.setattr(resample, "_MUCH", 0)  # resample elsewhere, however little there is
            patch.setattr(bundle_door, "connect", one_thread)
            patch.setattr(pipeline, "connected", lambda cluster: nullcontext(noting))
            bundle = Bundle(copy)
            with using_language("zh"):
                step(bundle, make_plan(bundle.manifest.values["plan"], source="x"))
        assert len(used) == 2, used  # scored and resampled where we said
        return copy, left_by(copy)

    def _once(self, key, make):
        if key not in self._kept:
            self._kept[key] = make()
        return self._kept[key]

    def _ask(self, given):
        plan = dict(given)
        run = {"seed": 1, "retries": 0, **plan.pop("run", {})}
        source = self._folder / f"asked-{len(self._kept)}"
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(answered, "PART_ROWS", 7)
            patch.setattr(pipeline, "tabulate", stop)
            with pytest.raises(Enough):
                steelyard.evaluate(agent, CASES, out=source, run=run, **plan)
        rows = [{"row": 3, "passed": False}, {"row": 40, "passed": True}]
        (source / "overrides.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
        return source


@pytest.fixture(scope="module")
def workshop(tmp_path_factory):
    return Workshop(tmp_path_factory.mktemp("workshop"))


def left_by(path):
    values = Bundle(path).manifest.values
    said = ("counts", "reported", "provenance", "scorers", "notes", "results")
    parts = sorted(Bundle(path).results_path.iterdir())
    return {
        "manifest": {name: values[name] for name in said},
        "summary": (path / "summary.json").read_bytes(),
        "parts": {part.name: part.read_bytes() for part in parts},
    }


def finish(bundle, plan):
    with pipeline.connected(plan.run.ray) as spread:
        pipeline.tabulate(bundle, plan, pipeline.Options(), End.COMPLETE, spread)
        pipeline.conclude(bundle, plan, pipeline.Options(), spread)


def score_anew(bundle, plan):
    content = plan.model_dump(mode="json") | {"scorers": ["text.keyword_match", "text.token_f1"]}
    pipeline.rescore(bundle, make_plan(content, source="x"))


@pytest.mark.slow
@pytest.mark.parametrize("plan", [PLAIN, PAIRED], ids=["plain", "paired"])
def test_a_run_finished_elsewhere_is_the_same(workshop, elsewhere, plan):
    _, expected = workshop.finished(plan)
    assert len(expected["parts"]) > 5
    assert any("confidence" in note for note in expected["manifest"]["notes"])  # the misfits
    assert workshop.advance(workshop.asked(plan), elsewhere, finish)[1] == expected


@pytest.mark.slow
def test_what_scorers_say_in_the_table_is_in_the_language_of_the_sender(workshop, pool):
    plan = {"scorers": ["text.asserts"]}
    copy, left = workshop.advance(workshop.asked(plan), pool, finish)
    assert left["parts"] == workshop.finished(plan)[1]["parts"]
    shown = Table(copy / "results-1").rows()
    assert any("RE2" in (text := str(row)) and "表达式" in text for row in shown)


@pytest.mark.slow
@pytest.mark.parametrize("plan", [PLAIN, PAIRED], ids=["plain", "paired"])
def test_scoring_anew_elsewhere_is_the_same(workshop, elsewhere, plan):
    done, _ = workshop.finished(plan)
    expected = workshop.scored_anew(plan)[1]
    assert workshop.advance(done, elsewhere, score_anew)[1] == expected


def cut_anew(results, rows):
    """Make the parts of a table so small that they end in the middle of cases."""
    parts = sorted(results.glob("*.parquet"))
    con = duckdb.connect()
    source = f"read_parquet({[str(part) for part in parts]})"
    con.execute(f"CREATE TABLE whole AS SELECT * FROM {source}")
    count = con.execute("SELECT count(*) FROM whole").fetchall()[0][0]
    for part in parts:
        part.unlink()
    for number, start in enumerate(range(0, count, rows)):
        target = sql_text(str(results / f"{number:05}.parquet"))
        query = f"SELECT * FROM whole ORDER BY row LIMIT {rows} OFFSET {start}"
        con.execute(f"COPY ({query}) TO {target} (FORMAT parquet)")
    con.close()


def table_of(path):
    return list(Table(Bundle(path).results_path).rows())


@pytest.mark.slow
@pytest.mark.parametrize("rows", [1, 2, 3, 1000])
def test_parts_that_end_within_a_case_still_find_their_pairs(workshop, tmp_path, rows):
    expected = table_of(workshop.scored_anew(PAIRED)[0])
    assert len({row["clean_success"] for row in expected}) == 3  # None, 0 and 1
    assert any(row["single_time"] is not None for row in expected)
    cut = tmp_path / "cut"
    shutil.copytree(workshop.finished(PAIRED)[0], cut)
    cut_anew(Bundle(cut).results_path, rows)
    Bundle(cut).manifest.update(results_crc32=None)  # of the parts as they were
    path, left = workshop.advance(cut, pickled, score_anew)
    assert len(left["parts"]) == -(-len(expected) // rows)
    assert table_of(path) == expected
    if rows == 2:  # and as before, here is there
        assert workshop.advance(cut, here, score_anew)[1] == left


def asks(sizes):
    """Cases with so many asks each: one plain, the others made from it."""
    for case, size in enumerate(sizes):
        for n in range(size):
            made = {"condition": "perturb", "parent_case_id": str(case)} if n else {}
            line = json.dumps({"case_id": f"{case}~{n}" if n else str(case), **made}).encode()
            yield answered.Answered(line, [(0, b"{}")])


def test_shards_are_whole_cases_where_pairs_are_made(monkeypatch):
    monkeypatch.setattr(answered, "PART_ROWS", 4)
    every = list(asks([3, 1, 9, 2, 2, 2, 8]))
    for of_cases, sizes in ((True, [4, 9, 4, 10]), (False, [4, 4, 4, 4, 4, 4, 3])):
        shards = list(answered.cut_shards(every, of_cases=of_cases))
        assert [len(shard) for shard in shards] == sizes
        assert [one for shard in shards for one in shard] == every


def one_stream(matrices, clusters, draws, seed):
    """The sums of resamples drawn from one stream, as plainly as it can be said."""
    rng = np.random.default_rng(seed)
    found = np.empty((sum(m.shape[1] for m in matrices), draws))
    together = np.hstack(matrices)
    for start in range(0, draws, 200):
        picks = rng.integers(0, clusters, (min(200, draws - start), clusters))
        for at, row in enumerate(picks):
            found[:, start + at] = together[row].sum(axis=0)
    return np.split(found, np.cumsum([m.shape[1] for m in matrices])[:-1])


def test_resamples_are_the_same_wherever_they_are_added_up(monkeypatch, elsewhere):
    monkeypatch.setattr(resample, "_MUCH", 0)
    rng = np.random.default_rng(5)
    matrices = [rng.random((331, width)) for width in (3, 0, 7)]
    drawn = [resample._draw(matrices, 331, 450, 9, spread) for spread in (here, elsewhere)]
    for one, other, plain in zip(*drawn, one_stream(matrices, 331, 450, 9), strict=True):
        assert np.array_equal(one, other)
        assert np.allclose(one, plain, rtol=1e-12)
    assert resample._draw([], 331, 450, 9, elsewhere) == []


def test_little_is_resampled_here():
    def never(work, items):
        raise AssertionError

    assert resample._draw([np.ones((5, 1))], 5, 10, 0, never)[0].tolist() == [[5.0] * 10]
