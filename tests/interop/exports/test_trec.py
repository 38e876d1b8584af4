"""TREC files: the retrieval command finds in them what the scorer found in the run."""

from __future__ import annotations

import pytest

from steelyard.errors import InputError
from steelyard.interop.exports import export_run
from steelyard.retrieval import Choices, Rules, evaluate_files


@pytest.mark.slow
def test_the_files_hold_ranks_and_grades(ranked, tmp_path):
    found = export_run(ranked.path, "trec", tmp_path / "trec")
    run, qrels = (path.read_text(encoding="utf-8").splitlines() for path in found.paths)
    assert run == [
        "q%20one Q0 d1 1 3 run",
        "q%20one Q0 d2 2 2 run",
        "q%20one Q0 d%203 3 1 run",
        "q2 Q0 d9 1 2 run",
        "q2 Q0 d1 2 1 run",
        "q3 Q0 d7 1 1 run",
    ]
    assert qrels[0] == "q%20one 0 d2 8"
    assert {note.code: note.n for note in found.notes} == {
        "trec_not_retrieved": 1,
        "trec_duplicates": 1,
        "trec_changed": 2,
    }


def test_the_measures_of_the_files_are_those_of_the_run(ranked, tmp_path):
    run, qrels = export_run(ranked.path, "trec", tmp_path / "trec").paths
    [found] = evaluate_files(qrels, [run], Rules(), Choices(per_query=True))["runs"]
    for row in ranked.cases.rows():
        if row["retrieved"] and row["case_id"] != "q one":  # duplicates are ranked otherwise
            here = found["per_query"][row["case_id"]]
            assert row["ir_ap"] is not None
            assert here["ap"] == pytest.approx(row["ir_ap"])
            assert here["ndcg@10"] == pytest.approx(row["ir_ndcg_at_10"])


def test_a_run_without_rankings_says_so_and_leaves_nothing(run, tmp_path):
    with pytest.raises(InputError, match="retrieved"):
        export_run(run.path, "trec", tmp_path / "trec")
    assert list(tmp_path.iterdir()) == []
