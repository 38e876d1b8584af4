"""Quantiles by sorting are those that DuckDB gives when it holds all values."""

from __future__ import annotations

import duckdb
import pytest
from hypothesis import given
from hypothesis import strategies as some

from steelyard.bundle import quantiles_of

pytestmark = pytest.mark.slow

NUMBERS = some.none() | some.floats(-1e6, 1e6) | some.sampled_from([0.0, 1.5])


@given(some.lists(NUMBERS, max_size=60), some.lists(some.floats(0, 1), min_size=1, max_size=4))
def test_as_duckdb_has_them(values, shares):
    with duckdb.connect() as connection:
        connection.execute("CREATE TABLE t (x DOUBLE)")
        connection.execute("INSERT INTO t SELECT unnest(?::DOUBLE[])", [values])
        found = quantiles_of(connection, "SELECT x FROM t", shares)
        [(expected,)] = connection.execute(f"SELECT quantile_cont(x, {shares}) FROM t").fetchall()
    if found is None:
        assert expected is None
    else:
        assert found == pytest.approx(expected, rel=1e-9, abs=1e-6)


def test_more_values_than_memory():
    """`quantile_cont` cannot do this one: all its values have to fit."""
    with duckdb.connect(config={"memory_limit": "60MB", "threads": 1}) as connection:
        query = "SELECT (i * 7919 % 6000000)::DOUBLE FROM range(6000000) t(i)"
        assert quantiles_of(connection, query, [0, 0.5, 1]) == [0, 2_999_999.5, 5_999_999]
        with pytest.raises(duckdb.OutOfMemoryException):
            connection.execute(f"SELECT quantile_cont(x, 0.5) FROM ({query}) AS q(x)").fetchall()
