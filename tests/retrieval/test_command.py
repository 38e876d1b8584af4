"""`steelyard retrieval` as a person runs it."""

from __future__ import annotations

import json

import pytest

from tests.cli.shell import steelyard

QRELS = "q1 0 a 3\nq1 0 b 1\nq1 0 c 0\nq2 0 a 2\nq3 0 z 0\nq4 0 a 1\n"
ONE = "q1 Q0 c 1 3 t\nq1 Q0 a 2 2 t\nq1 Q0 x 3 1 t\nq2 Q0 a 1 1 t\nq3 Q0 x 1 1 t\nq9 Q0 x 1 1 t\n"
TWO = "q1 Q0 a 1 3 t\nq1 Q0 b 2 2 t\nq2 Q0 x 1 2 t\nq2 Q0 a 2 1 t\n"


@pytest.fixture
def folder(tmp_path):
    strangers = "Q1 Q0 a 1 3 t\n"
    for name, content in (("qrels", QRELS), ("one", ONE), ("two", TWO), ("strangers", strangers)):
        (tmp_path / name).write_text(content)
    return tmp_path


def found(folder, *words):
    done = steelyard("retrieval", "--qrels", "qrels", *words, "--json", cwd=folder)
    assert done.code == 0, done.err
    return json.loads(done.out)


def test_json_has_the_shape_that_scripts_rely_on(folder):
    [run] = found(folder, "--run", "one", "-k", "2,5")["runs"]
    assert (run["name"], run["queries"]) == ("one", 2)
    wanted = ["precision", "recall", "ndcg", "coverage", "judged"]
    at_k = {f"{name}@{k}" for name in wanted for k in (2, 5)}
    assert at_k | {"map", "mrr"} <= run["metrics"].keys()
    assert run["metrics"]["mrr"] == 0.75
    assert run["metrics"]["recall@2"] == 0.75
    assert run["skipped"] == {"no_relevant_documents": 1, "not_in_run": 1, "not_in_qrels": 1}
    interval = run["intervals"]["mrr"]
    assert interval["n"] == 2
    assert interval["low"] <= 0.75 <= interval["high"]


def test_who_counts_is_chosen(folder):
    def mrr(*words):
        [run] = found(folder, "--run", "one", *words)["runs"]
        return run["queries"], run["metrics"]["mrr"]

    assert mrr() == (2, 0.75)
    assert mrr("--empty-query", "zero") == (3, 0.5)
    assert mrr("--trec-eval") == (3, 0.5)
    assert mrr("--unretrieved", "zero") == (3, 0.5)
    assert mrr("--unretrieved", "zero", "--empty-query", "zero") == (4, 0.375)
    assert mrr("--min-relevance", "3") == (1, 0.5)


def test_the_conventions_of_trec_eval_in_one_word(folder):
    report = found(folder, "--run", "one", "--trec-eval")
    assert report["options"] == {
        "cutoffs": [5, 10, 15, 20, 30, 100, 200, 500, 1000],
        "min_relevance": 1.0,
        "gain": "linear",
        "threshold_gain": False,
        "denominator": "k",
        "empty_query": "zero",
        "persistence": 0.8,
        "unretrieved": "skip",
    }
    assert report["runs"][0]["ties"] == "trec"
    words = ("-k", "3", "--gain", "exp", "--min-relevance", "2", "--ties", "position")
    report = found(folder, "--run", "one", "--trec-eval", *words, "--empty-query", "skip")
    assert report["runs"][0]["ties"] == "position"
    chosen = ("cutoffs", "gain", "min_relevance", "empty_query")
    assert [report["options"][name] for name in chosen] == [[3], "exp", 2.0, "skip"]


def test_divided_by_what_was_retrieved(folder):
    words = ("--run", "one", "-k", "5", "--denominator", "retrieved")
    [run] = found(folder, *words, "--unretrieved", "zero")["runs"]
    assert run["metrics"]["precision@5"] == pytest.approx((1 / 3 + 1 + 0) / 3)


def test_every_query_and_the_comparison(folder):
    report = found(folder, "--run", "one", "--run", "two", "--per-query", "--compare")
    assert [run["name"] for run in report["runs"]] == ["one", "two"]
    assert report["runs"][0]["per_query"]["q1"]["rr"] == 0.5
    assert report["runs"][0]["per_query"]["q3"]["rr"] is None
    assert "q4" not in report["runs"][0]["per_query"]
    [comparison] = report["comparisons"]
    mrr = comparison["metrics"]["mrr"]
    assert (mrr["difference"], mrr["n"], mrr["better"], mrr["worse"]) == (0, 2, 1, 1)
    assert {row["query"] for row in comparison["changed"]} == {"q1", "q2"}
    changes = [abs(row["difference"]) for row in comparison["changed"]]
    assert changes == sorted(changes, reverse=True)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_table_and_the_notes(folder, language):
    words = ("--run", "one", "--run", "two", "--compare", "--per-query", "-k", "5")
    done = steelyard("retrieval", "--qrels", "qrels", *words, cwd=folder, STEELYARD_LANG=language)
    assert done.code == 0, done.err
    for part in ("precision@5", "ndcg@5", "mrr", "0.7500", "--empty-query zero", "q1"):
        assert part in done.out
    assert ("查询" in done.out) == (language == "zh")


def test_many_runs_stand_below_each_other(folder):
    names = [f"run{number}" for number in range(5)]
    for name in names:
        (folder / name).write_text(ONE)
    words = [word for name in names for word in ("--run", name)]
    done = steelyard("retrieval", "--qrels", "qrels", *words, "-k", "5", cwd=folder)
    headings = [line.split()[1:] for line in done.out.splitlines() if line.startswith("metric")]
    assert headings == [names[:3], names[3:]]
    assert "0.7500 [0.0000, 1.0000]" in done.out


def test_the_same_name_twice_becomes_the_path(folder):
    (folder / "sub").mkdir()
    (folder / "sub" / "one").write_text(TWO)
    report = found(folder, "--run", "one", "--run", "sub/one")
    assert [run["name"] for run in report["runs"]] == ["one", "sub/one"]


def test_the_output_goes_to_a_file(folder):
    done = steelyard("retrieval", "--qrels", "qrels", "--run", "one", "-o", "o.json", cwd=folder)
    assert done.code == 0
    assert json.loads((folder / "o.json").read_text())["runs"][0]["queries"] == 2


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("--run", "one", "-k", "0"), 1, "the cutoff '0' is not a whole number of at least 1"),
        (("--run", "one", "-k", "5,x"), 1, "'x'"),
        (("--run", "one", "-k", "9" * 20), 1, "is above 1000000000"),
        (("--run", "one", "--min-relevance", "11"), 1, "outside 0 to 10"),
        (("--run", "one", "--compare"), 1, "needs at least two runs"),
        (("--run", "one", "-o", "nowhere/o.json"), 1, "nowhere/o.json cannot be written"),
        (("--run", "one", "-o", "."), 1, "it is a folder"),
        (("--run", "."), 1, "is a folder; a file is needed"),
        (("--run", "strangers"), 1, "none of its queries is judged (1, such as 'Q1')"),
        (("--run", "none"), 1, "There is no file none"),
        (("--run", "qrels"), 1, "qrels:1: found 4 fields in 'q1 0 a 3'"),
        (("--run", "one", "--gain", "log"), 2, "--gain"),
        ((), 2, "--run"),
    ],
)
def test_what_is_wrong_is_said(folder, words, code, said):
    done = steelyard("retrieval", "--qrels", "qrels", *words, cwd=folder)
    assert done.code == code
    assert said in done.err
    assert "Traceback" not in done.err
