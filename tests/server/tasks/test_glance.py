"""Many look into different runs at once, through one DuckDB: each sees its own."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

import steelyard
from steelyard.errors import BundleError
from steelyard.server.tasks.glance import glance


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    folder = tmp_path_factory.mktemp("runs")
    found = {}
    for size in (3, 7):
        cases = [{"input": f"{size}/{n}", "expected_output": "x"} for n in range(size)]
        steelyard.evaluate(lambda text: text, cases, out=folder / str(size))
        found[size] = folder / str(size)
    return found


def look(path):
    with glance(path) as connection:
        return [row[0] for row in connection.execute("SELECT input FROM results").fetchall()]


@pytest.mark.slow
def test_each_sees_its_own(runs):
    with ThreadPoolExecutor(16) as pool:
        for size, found in pool.map(lambda size: (size, look(runs[size])), [3, 7] * 40):
            assert sorted(found) == [f"{size}/{n}" for n in range(size)]


@pytest.mark.slow
def test_what_is_wrong_with_one_does_not_harm_the_next(runs, tmp_path):
    with pytest.raises(BundleError):
        look(tmp_path)
    assert len(look(runs[3])) == 3
