"""CSV, Parquet and JSON lines: what comes out is what is in the run, and it can come in again."""

from __future__ import annotations

import csv

import duckdb
import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

import steelyard
from steelyard.interop.exports import Options, export_run


def read_csv(path, encoding="utf-8"):
    with path.open(encoding=encoding, newline="") as file:
        return list(csv.DictReader(file))


def by_code(found):
    return {note.code: note for note in found.notes}


def test_csv_has_every_row_and_only_columns_that_hold_something(run, tmp_path):
    found = export_run(run.path, "csv", tmp_path / "r.csv")
    rows = read_csv(tmp_path / "r.csv")
    assert found.rows == len(rows) == 10
    assert [row["case_id"] for row in rows] == run.cases["case_id"]
    assert [row["passed"] for row in rows] == [str(x).lower() for x in run.cases["passed"]]
    assert "retrieved" not in rows[0]
    assert by_code(found)["empty_columns"].n == len(run.cases.columns) - len(rows[0])


def test_no_cell_of_a_csv_is_a_formula(run, tmp_path):
    found = export_run(run.path, "csv", tmp_path / "r.csv")
    rows = read_csv(tmp_path / "r.csv")
    cells = {row["case_id"]: row for row in rows}
    assert cells["formula"]["input"] == '\'=HYPERLINK("http://x")'
    assert cells["换行"]["output"] == "'@SUM(1+1)*cmd|' /C calc'!A0"
    assert cells["formula"]["output"] == "-5"  # a number is no formula
    assert by_code(found)["formulas"].n == 4  # two cells in each of two epochs
    for row in rows:
        for cell in row.values():
            assert not cell.lstrip().startswith(("=", "+", "@", "\t")), cell


def test_raw_csv_keeps_every_text(run, tmp_path):
    found = export_run(run.path, "csv", tmp_path / "r.csv", Options(raw=True))
    rows = read_csv(tmp_path / "r.csv")
    for name in ("input", "output"):
        assert [row[name] for row in rows] == [text or "" for text in run.cases[name]]
    assert "formulas" not in by_code(found)


def test_excel_knows_a_csv_with_a_mark_as_utf_8(run, tmp_path):
    export_run(run.path, "csv", tmp_path / "plain.csv")
    export_run(run.path, "csv", tmp_path / "marked.csv", Options(bom=True))
    marked = (tmp_path / "marked.csv").read_bytes()
    assert marked == b"\xef\xbb\xbf" + (tmp_path / "plain.csv").read_bytes()


def test_parquet_keeps_types_order_and_says_which_run_it_is(run, tmp_path):
    path = tmp_path / "r.parquet"
    export_run(run.path, "parquet", path)
    here = duckdb.sql(f"SELECT * FROM '{path}'")
    assert here.columns == run.cases.columns
    assert dict(zip(here.columns, map(str, here.types), strict=True))["latency_s"] == "DOUBLE"
    assert here.fetchall() == [tuple(row.values()) for row in run.cases.rows()]
    about = duckdb.sql(f"SELECT key, value FROM parquet_kv_metadata('{path}')").fetchall()
    assert (b"steelyard_run_id", run.manifest["run_id"].encode()) in about


def test_json_lines_hold_objects_without_what_is_missing(run, tmp_path):
    export_run(run.path, "jsonl", tmp_path / "r.jsonl")
    rows = [orjson.loads(line) for line in (tmp_path / "r.jsonl").read_bytes().splitlines()]
    assert rows[0]["metadata"] == {"level": 1, "tags": ["a", "b"]}
    assert rows[6]["trajectory"][1]["name"] == "search"
    assert all(value is not None for row in rows for value in row.values())
    assert "cost" not in rows[0]
    assert rows[2]["cost"] == 0.25


@pytest.mark.parametrize(
    "to", ["csv", *(pytest.param(to, marks=pytest.mark.slow) for to in ("jsonl", "parquet"))]
)
def test_an_exported_table_replayed_scores_the_same(run, tmp_path, to):
    path = tmp_path / f"r.{to}"
    export_run(run.path, to, path, Options(raw=True))
    steps = [{"filter": "status = 'ok'"}]  # repeats are set aside: a case is asked once
    again = steelyard.evaluate(
        {"replay": {}},
        {"path": str(path), "steps": steps},
        out=tmp_path / "again",
        scorers=["text.exact_match", "text.keyword_jaccard"],
    )
    rows = [r for r in run.cases.rows() if r["epoch"] == 0 and r["status"] == "ok"]
    for name in ("case_id", "input", "output", "passed", "text_keyword_jaccard", "scene"):
        assert again.cases[name] == [row[name] for row in rows], name


@given(
    text=st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\x00"), max_size=30)
)
def test_whatever_the_text_a_cell_is_never_a_formula(text):
    from steelyard.interop.exports.csv import _harmless

    [(cell,)] = duckdb.execute(f"SELECT {_harmless('$1::VARCHAR')}", [text]).fetchall()
    assert cell in (text, f"'{text}")
    begins = cell.lstrip(" \t\r\n\f\v")[:1]
    if begins in tuple("=+-@＝＋－＠"):
        assert float(cell) is not None  # only a number may begin so
