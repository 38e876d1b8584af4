"""Long reading in a process of its own comes to the same, errors and language included."""

from __future__ import annotations

import gzip
import json
import random

import duckdb
import pytest

from steelyard.errors import DataError, PlanError, SteelyardError
from steelyard.i18n import say, using_language
from steelyard.server import heavy_work
from steelyard.server.errors import TooLargeError
from steelyard.server.library import datasets, intake, pooled_reading
from steelyard.server.people.policy import SERVICE

ROWS = "".join(json.dumps({"id": f"c{n}", "input": f"{n}?"}) + "\n" for n in range(50))


def test_it_is_the_same_as_here(database, settings, storage, project, monkeypatch):
    file = storage.scratch / "cases"
    file.write_text(ROWS)
    here = intake.check_upload(settings, file, "cases.jsonl", {})
    assert pooled_reading.check_upload(settings, file, "cases.jsonl", {}) == here
    monkeypatch.setattr(heavy_work, "LARGE", 0)
    assert pooled_reading.check_upload(settings, file, "cases.jsonl", {}) == here
    other = storage.scratch / "other"
    other.write_text("a,b\n1,2\n")
    with using_language("zh"), pytest.raises(DataError, match="列"):
        pooled_reading.check_upload(settings, other, "other.csv", {})
    taken = intake.keep_checked(storage, file, "cases.jsonl", *here)
    with database.transaction() as session:
        dataset = datasets.create_dataset(session, SERVICE, project, "Some")
        version, _ = datasets.add_version(session, SERVICE, dataset, taken)
    with pytest.raises(PlanError):
        pooled_reading.process(settings, version, [{"sample": {}}], 0)


def parquet(path, query):
    with duckdb.connect() as connection:
        connection.execute(f"COPY ({query}) TO '{path}' (FORMAT parquet, COMPRESSION zstd)")


def deep(levels):
    return b'{"id":"1","input":' + b"[" * levels + b"]" * levels + b"}\n"


ATTACKS = {
    "far cell": ("x.csv", b'id,input\n1,"' + b"x" * 20_000_000),
    "many columns": ("x.csv", b",".join(b"c%d" % n for n in range(100_000)) + b"\n1\n"),
    "deep line": ("x.jsonl", deep(1000)),
    "deeper line": ("x.jsonl", deep(400_000)),
    "deep array": ("x.json", b"[" * 1_000_000),
    "zeros": ("x.csv", bytes(1_000_000)),
    "packed zeros": ("x.jsonl.gz", gzip.compress(bytes(50_000_000))),
    "packed twice": ("x.csv.gz", gzip.compress(gzip.compress(bytes(50_000_000)))),
    "footer of 4 GB": ("x.parquet", b"PAR1" + b"\xff\xff\xff\xffPAR1"),
    "footer of nothing": ("x.parquet", b"PAR1" + bytes(400) + b"\x90\x01\0\0PAR1"),
}


@pytest.mark.slow
@pytest.mark.parametrize("attack", ATTACKS)
def test_a_crafted_file_is_an_error_of_its_own(settings, storage, attack):
    name, content = ATTACKS[attack]
    file = storage.scratch / "crafted"
    file.write_bytes(content)
    try:
        _, profile = pooled_reading.check_upload(settings, file, name, {})
    except SteelyardError as error:
        found = say(error)
    else:
        assert profile["cases"] == 0
        found = profile["rejects"][0]["errors"][0]["message"]
    assert found
    assert str(storage.scratch) not in found


@pytest.mark.slow
@pytest.mark.parametrize(
    ("query", "error"),
    [
        # One value that every row names, and rows that cost nothing.
        ("SELECT i AS id, repeat('x', 1000000) AS input FROM range(1000) t(i)", TooLargeError),
        ("SELECT 1 AS id, 1 AS input FROM range(10000001)", DataError),
    ],
)
def test_a_small_parquet_with_much_in_it_is_refused(settings, storage, query, error):
    file = storage.scratch / "crafted"
    parquet(file, query)
    assert file.stat().st_size < 5_000_000
    with pytest.raises(error):
        pooled_reading.check_upload(settings, file, "x.parquet", {})


@pytest.mark.slow
def test_flipped_bytes_of_a_parquet_are_told(settings, storage):
    whole = storage.scratch / "whole"
    parquet(whole, "SELECT i AS id, 'why ' || i AS input FROM range(20) t(i)")
    content, rng = whole.read_bytes(), random.Random(7)
    file = storage.scratch / "flipped"
    told = 0
    for _ in range(40):
        changed = bytearray(content)
        for _ in range(rng.randint(1, 4)):
            changed[rng.randrange(4, len(changed) - 4)] = rng.choice((0, 127, 128, 255))
        file.write_bytes(bytes(changed))
        try:
            pooled_reading.check_upload(settings, file, "x.parquet", {})
        except SteelyardError:
            told += 1
    assert told


def test_everything_of_a_version_is_read_in_the_pool(database, settings, storage, project):
    file = storage.scratch / "cases"
    file.write_text(ROWS + "{}\n")
    taken = pooled_reading.take_in(settings, file, "cases.jsonl", {})
    with database.transaction() as session:
        dataset = datasets.create_dataset(session, SERVICE, project, "Some")
        version, _ = datasets.add_version(session, SERVICE, dataset, taken)
    assert pooled_reading.preview(settings, version, limit=3).looked_at == 3
    [case] = pooled_reading.read_page(settings, version, 49, 5)
    assert case["case_id"] == "c49"
    [reject] = pooled_reading.rejects_of(settings, version)
    target = storage.scratch / "rejects"
    pooled_reading.write_rejects(settings, version, target)
    assert json.loads(target.read_text())["line"] == reject.line == 51
    fixed = pooled_reading.correct_version(settings, version, {51: {"id": "new", "input": "?"}})
    assert fixed.profile["cases"] == 51
    assert pooled_reading.diff_versions(settings, version, version).same == 50
