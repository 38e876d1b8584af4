"""`judged@K` is one number: the command over files and a run over cases give the same."""

from __future__ import annotations

import pytest

from steelyard import evaluate
from steelyard.model import Reply
from steelyard.retrieval import Choices, Rules, evaluate_files

pytestmark = pytest.mark.slow

# Of the first five, two are judged for one query and one for the other, which has none relevant.
JUDGED = {"p": {"a": 3, "b": 1}, "q": {"x": 0}}
FOUND = {"p": ["a", "b", "c", "d", "e"], "q": ["x", "y", "z", "u", "v"]}


def by_command(folder, judged):
    qrels = [f"{q} 0 {d} {grade}\n" for q, docs in judged.items() for d, grade in docs.items()]
    run = [f"{q} Q0 {d} {n} {9 - n} t\n" for q in judged for n, d in enumerate(FOUND[q])]
    (folder / "qrels").write_text("".join(qrels))
    (folder / "run.txt").write_text("".join(run))
    choices = Choices(min_relevance=1)
    found = evaluate_files(folder / "qrels", [folder / "run.txt"], Rules(cutoffs=(5,)), choices)
    return found["runs"][0]


def by_run(folder, judged):
    cases = [{"id": q, "input": q, "relevance": docs} for q, docs in judged.items()]
    agent = lambda case: Reply(output="see", fields={"retrieved": FOUND[case.input]})  # noqa: E731
    scorers = [{"ir.metrics": {"min_relevance": 1}}]
    return evaluate(agent, cases, out=folder / "run", scorers=scorers)


@pytest.mark.parametrize(
    ("queries", "judged", "ndcg"), [("pq", (0.4 + 0.2) / 2, 1), ("p", 0.4, 1), ("q", 0.2, None)]
)
def test_every_judged_query_counts(tmp_path, queries, judged, ndcg):
    chosen = {query: JUDGED[query] for query in queries}
    record, run = by_command(tmp_path, chosen), by_run(tmp_path, chosen)
    assert record["metrics"]["judged@5"] == pytest.approx(judged)
    assert run.indicators["ir.judged_at_5"].value == pytest.approx(judged)
    assert record["intervals"]["judged@5"]["n"] == run.indicators["ir.judged_at_5"].n
    # Measures of relevance leave the query out in both.
    assert record["metrics"]["ndcg@5"] == ndcg
    if ndcg is not None:
        assert run.indicators["ir.ndcg_at_5"].value == ndcg
