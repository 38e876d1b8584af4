"""A page read from the parts that hold it is the page that the whole table gives."""

from __future__ import annotations

import duckdb
import pytest

import steelyard
from steelyard.bundle import Bundle
from steelyard.server.tasks.parts import Part, holding, page_of, parts_of
from steelyard.server.tasks.rows import Look, read_facts, read_row, read_rows

# Parts of different sizes, one of them without a row that could not be asked.
PARTS = ([0, 1, 2, 3, 4, 5, 6], [7, 9], [10, 11, 12, 13], [14], [15, 16, 17, 18, 19])
ROWS = [row for part in PARTS for row in part]


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """A finished run whose table lies in several parts."""
    folder = tmp_path_factory.mktemp("run") / "run"
    cases = [{"input": f"q{n}", "expected_output": "x"} for n in range(20)]
    steelyard.evaluate(lambda text: text, cases, out=folder)
    bundle = Bundle(folder)
    scatter(bundle, PARTS)
    return folder


def scatter(bundle, parts):
    """Write the table of a bundle anew, in these parts."""
    old, new = bundle.results_path, bundle.path / "results-9"
    new.mkdir()
    with duckdb.connect() as connection:
        for number, rows in enumerate(parts):
            listed = ", ".join(map(str, rows))
            query = f"FROM read_parquet('{old}/*.parquet') WHERE row IN ({listed}) ORDER BY row"
            connection.execute(f"COPY ({query}) TO '{new}/{number:05}.parquet' (FORMAT parquet)")
    bundle.manifest.update(results=new.name)


def numbers(page):
    return [row["row"] for row in page.rows]


@pytest.mark.slow
@pytest.mark.parametrize("skip", range(0, 22))
@pytest.mark.parametrize("limit", [1, 4, 50])
def test_a_page_from_anywhere(run, skip, limit):
    page = read_rows(run, Look(skip=skip, limit=limit, columns=("row", "input")))
    assert numbers(page) == ROWS[skip : skip + limit]
    assert page.total == len(ROWS)
    assert (page.cursor is None) == (skip + limit >= len(ROWS))


@pytest.mark.slow
@pytest.mark.parametrize("limit", [1, 3, 7])
@pytest.mark.parametrize("skip", [0, 2, 9])
def test_pages_one_after_another(run, limit, skip):
    left, cursor = ROWS, None
    while left:
        page = read_rows(run, Look(cursor=cursor, skip=skip, limit=limit, count=False))
        assert numbers(page) == left[skip : skip + limit]
        left, cursor = left[skip + limit :], page.cursor
        if cursor is None:
            break


@pytest.mark.parametrize("look", [Look(sort="-row"), Look(sort="input"), Look(text="q1")])
def test_rows_from_many_parts(run, look):
    found = read_rows(run, look)
    texts = {row: f"q{row}" for row in ROWS}
    assert {row["row"]: row["input"] for row in found.rows}.items() <= texts.items()
    assert found.total == len(found.rows)


def test_one_row(run):
    for row in ROWS:
        assert read_row(run, row)["input"] == f"q{row}"
        assert read_facts(run, row).row == row
    assert read_row(run, 8) is None
    assert read_row(run, 999) is None


def test_the_parts_are_known(run):
    directory = Bundle(run).results_path
    with duckdb.connect() as connection:
        found = parts_of(connection, directory)
    assert [(part.first, part.last, part.rows) for part in found] == [
        (rows[0], rows[-1], len(rows)) for rows in PARTS
    ]


@pytest.mark.slow
def test_parts_out_of_order_are_not_told_apart(tmp_path):
    cases = [{"input": f"q{n}", "expected_output": "x"} for n in range(20)]
    steelyard.evaluate(lambda text: text, cases, out=tmp_path / "run")
    scatter(Bundle(tmp_path / "run"), [range(0, 20, 2), range(1, 20, 2)])
    with duckdb.connect() as connection:
        assert parts_of(connection, Bundle(tmp_path / "run").results_path) == ()
    page = read_rows(tmp_path / "run", Look(skip=5, limit=6))
    assert (numbers(page), page.total) == ([5, 6, 7, 8, 9, 10], 20)
    assert read_row(tmp_path / "run", 13)["input"] == "q13"


def test_a_page_far_away_needs_one_part():
    parts = [Part(str(n), n * 100, n * 100 + 99, 100) for n in range(200)]
    assert page_of(parts, None, 19_950, 50) == ([parts[199]], 50)
    assert page_of(parts, None, 0, 51) == ([parts[0]], 0)
    assert page_of(parts, 9_949, 0, 51) == ([parts[99], parts[100]], 0)
    assert page_of(parts, None, 20_000, 50) == ([parts[199]], 100)
    assert page_of(parts, 19_999, 0, 50) == ([], 0)
    assert holding(parts, [19_999, 3, 250]) == [parts[0], parts[2], parts[199]]
    assert holding(parts, [-1, 20_000]) == []
