"""Results table: columns typed, order kept, parts invisible, rewriting leaves the base alone."""

from __future__ import annotations

import pytest

from steelyard.bundle import (
    BASE_COLUMNS,
    RowMaker,
    Table,
    results,
    rewrite,
    rewrite_parts,
    write_parts,
)
from steelyard.bundle.rows import fits
from steelyard.model import FIELDS


def rows(count):
    for n in range(count):
        yield {
            "row": n,
            "case_id": f"c{n}",
            "input": "问" * (n % 7),
            "output": None if n % 5 == 0 else f"answer {n}",
            "references": ["a", "b"],
            "metadata": {"深": {"er": n}},
            "latency_s": n / 10,
            "passed": n % 3 == 0,
            "status": "ok",
        }


def test_parts_hold_every_row_in_order(tmp_path, monkeypatch):
    monkeypatch.setattr(results, "PART_ROWS", 7)
    assert write_parts(tmp_path / "results-1", rows(40), {}) == 40
    assert len(list((tmp_path / "results-1").iterdir())) == 6
    table = Table(tmp_path / "results-1")
    assert len(table) == 40
    assert table["row"] == list(range(40))
    assert table["output"][5] is None
    assert set(BASE_COLUMNS) <= set(table.columns)
    assert list(table) == table.columns
    assert "output" in table
    assert "outputs" not in table
    assert table.rows(3, 5)[0]["case_id"] == "c3"
    assert table.query("SELECT count(*) AS n FROM results WHERE passed")[0]["n"] == 14


def test_no_rows_still_make_a_typed_table(tmp_path):
    assert write_parts(tmp_path / "results-1", iter(()), {"extra": "DOUBLE"}) == 0
    assert len(Table(tmp_path / "results-1")) == 0
    assert "extra" in Table(tmp_path / "results-1").columns


class Doubled:
    """Scores that need nothing but the row, and find nothing."""

    of_cases, found = False, None
    reads, writes = ("row", "output"), {"new_score": "BIGINT"}

    def enrich(self, batch):
        return {"new_score": [row * 2 for row in batch["row"]]}

    def fresh(self, before=None):
        return self

    def absorb(self, found):
        pass


@pytest.mark.slow
def test_rewriting_replaces_score_columns_only(tmp_path, monkeypatch):
    monkeypatch.setattr(results, "PART_ROWS", 11)
    monkeypatch.setattr(rewrite, "BATCH_ROWS", 4)
    old, new = tmp_path / "results-1", tmp_path / "results-2"
    write_parts(old, ({**row, "old_score": 1.0} for row in rows(30)), {"old_score": "DOUBLE"})
    rewrite_parts(old, new, Doubled())
    before, after = Table(old), Table(new)
    assert after["new_score"] == [row * 2 for row in range(30)]
    assert "old_score" not in after.columns
    for column in BASE_COLUMNS:
        assert before[column] == after[column], column


def test_to_pandas_and_arrow(tmp_path):
    write_parts(tmp_path / "results-1", rows(3), {})
    table = Table(tmp_path / "results-1")
    assert list(table.to_pandas()["case_id"]) == ["c0", "c1", "c2"]
    assert table.to_arrow().num_rows == 3
    assert "c2" in table._repr_html_()


def test_rows_say_who_wrote_what():
    maker = RowMaker()
    ask = {"case_id": "a", "input": [1], "latency_s": 9.0, "completed": True, "metadata": {}}
    reply = {"row": 0, "attempts": 1, "status": "ok", "output": "x", "latency_s": 0.1,
             "fields": {"confidence": 0.5, "completed": "yes", "colour": "red"}}  # fmt: skip
    row = maker.row(ask, 0, reply)
    assert row["latency_s"] == 0.1
    assert row["completed"] is True
    assert row["confidence"] == 0.5
    assert row["input"] == "[1]"
    assert maker.provenance()["latency_s"] == "measured"
    assert maker.provenance()["completed"] == "declared"
    assert len(maker.notes()) == 2


def test_replayed_outcomes_are_declared():
    maker = RowMaker(replayed=True)
    maker.row({"case_id": "a", "input": "q"}, 0, {"row": 0, "status": "ok", "output": "x"})
    assert maker.provenance()["output"] == "declared"


def test_fits_refuses_wrong_types():
    assert fits(FIELDS["completed"], False)
    assert not fits(FIELDS["completed"], 1)
    assert not fits(FIELDS["confidence"], True)
    assert not fits(FIELDS["phase"], "noon")
    assert not fits(FIELDS["retrieved"], ["a", 1])


def test_long_answers_make_parts_of_fewer_rows(tmp_path):
    """30 MB of text, some of it in lines of 10 MB, does not fit in the memory for writing."""
    texts = ["长" * 500] * 10_000 + ["x" * 10_000_000] * 2
    made = ({"row": n, "case_id": str(n), "output": text} for n, text in enumerate(texts))
    assert write_parts(tmp_path / "results-1", made, {}) == len(texts)
    table = Table(tmp_path / "results-1")
    assert len(table) == len(texts)
    assert len(list((tmp_path / "results-1").glob("*.parquet"))) > 1
