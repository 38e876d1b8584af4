"""Small tables are loaded for analysis, others stay on disk; what is read is the same."""

from __future__ import annotations

import duckdb
import pytest

from steelyard.bundle import analysis_connection, connect, connect_for_analysis, write_parts


def write(directory, text, count=60, *, part_rows=None):
    rows = ({"row": n, "case_id": f"c{n}", "input": text, "latency_s": n / 7} for n in range(count))
    write_parts(directory, rows, {"extra": "DOUBLE"}, part_rows=part_rows)
    return directory


def is_loaded(connection):
    [(kind,)] = connection.execute(
        "SELECT table_type FROM information_schema.tables WHERE table_name = 'results'"
    ).fetchall()
    return kind == "BASE TABLE"


def rows_of(connection):
    with connection:
        return connection.execute("SELECT * FROM results").fetchall()


@pytest.mark.parametrize(("count", "part_rows"), [(60, None), (60, 7), (0, None)])
def test_a_small_table_is_loaded_as_it_is(tmp_path, count, part_rows):
    directory = write(tmp_path / "results-1", "问", count, part_rows=part_rows)
    connection, other = connect_for_analysis(directory), connect(directory)
    assert is_loaded(connection)
    assert connection.execute("SELECT current_setting('threads')").fetchall() == [(1,)]
    described = [one.execute("DESCRIBE results").fetchall() for one in (connection, other)]
    assert described[0] == described[1]
    found = rows_of(connection)
    assert len(found) == count
    assert found == rows_of(other)


def test_columns_that_an_older_table_lacks_are_typed(tmp_path):
    directory = tmp_path / "results-1"
    directory.mkdir()
    with duckdb.connect() as connection:
        connection.execute(f"COPY (SELECT 1 AS row) TO '{directory}/00000.parquet'")
    with connect_for_analysis(directory) as connection:
        assert is_loaded(connection)
        assert connection.execute("SELECT row, latency_s FROM results").fetchall() == [(1, None)]


def test_a_large_table_stays_on_disk(tmp_path, monkeypatch):
    directory = write(tmp_path / "results-1", "text")
    monkeypatch.setattr(analysis_connection, "SMALL_BYTES", 100)
    connection = connect_for_analysis(directory)
    assert not is_loaded(connection)
    assert len(rows_of(connection)) == 60


def test_a_text_that_repeats_is_small_on_disk_alone(tmp_path):
    directory = tmp_path / "results-1"
    directory.mkdir()
    with duckdb.connect() as connection:  # 240 MB in 2 KB
        made = "SELECT i AS row, repeat('lorem ipsum ', 100000) AS input FROM range(200) AS of(i)"
        connection.execute(f"COPY ({made}) TO '{directory}/00000.parquet' (COMPRESSION zstd)")
    assert (directory / "00000.parquet").stat().st_size < 10_000
    with connect_for_analysis(directory) as connection:
        assert not is_loaded(connection)
        query = "SELECT count(*), sum(length(input)) FROM results"
        assert connection.execute(query).fetchall() == [(200, 240_000_000)]
        # Nothing of the attempt is left: what does not fit may be spilled again.
        [(room, spill)] = connection.execute(
            "SELECT current_setting('memory_limit'), current_setting('max_temp_directory_size')"
        ).fetchall()
        assert room == "122.0 MiB"
        assert spill != "0 bytes"
