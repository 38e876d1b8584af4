"""Formats agree with each other; what is wrong with a file is said with its place."""

from __future__ import annotations

import csv
import gzip
import json
import random

import duckdb
import numpy as np
import pytest

from steelyard.errors import DataError
from steelyard.retrieval import Choices, Rules, evaluate_files, evaluate_run, read_qrels

QRELS = {"q1": {"d1": 3, "d2": 1, "d3": 0}, "q2": {"d1": 2, "d7": 0}, "q 3": {"d,9": 1}}
RUN = {"q1": {"d3": 9.5, "d1": 9.1, "d5": 7}, "q2": {"d7": 4.2, "d4": 4, "d1": 3.9}}
RUN["q 3"] = {"d,9": 1.25, "d8": 1.0}
RULES = Rules(cutoffs=(1, 2, 5))


def rows(table):
    return [(q, d, v) for q, docs in table.items() for d, v in docs.items()]


def write_csv(path, table, value, delimiter=","):
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, delimiter=delimiter)
        writer.writerow(["query_id", "doc_id", value])
        writer.writerows(rows(table))


def write_parquet(path, table, value):
    cells = rows(table)
    duckdb.execute(
        f"COPY (SELECT unnest(?) AS query_id, unnest(?) AS doc_id, unnest(?)::DOUBLE AS {value}) "
        f"TO '{path}' (FORMAT parquet)",
        [[cell[at] for cell in cells] for at in range(3)],
    )


def metrics(qrels, run, **choices):
    [record] = evaluate_files(qrels, [run], RULES, Choices(**choices))["runs"]
    return record["metrics"]


def test_formats_agree(tmp_path):
    (tmp_path / "q.json").write_text(json.dumps(QRELS))
    (tmp_path / "r.json").write_text(json.dumps(RUN))
    lists = {query: list(docs) for query, docs in RUN.items()}
    (tmp_path / "l.json").write_text(json.dumps(lists))
    ranks = {q: {d: at for at, d in enumerate(docs, 1)} for q, docs in RUN.items()}
    for name, table, value in (
        ("q", QRELS, "relevance"),
        ("r", RUN, "score"),
        ("l", ranks, "rank"),
    ):
        write_csv(tmp_path / f"{name}.csv", table, value)
        write_csv(tmp_path / f"{name}.tsv", table, value, "\t")
        write_parquet(tmp_path / f"{name}.parquet", table, value)
    expected = metrics(tmp_path / "q.json", tmp_path / "r.json")
    assert expected["mrr"] == pytest.approx((1 / 2 + 1 / 3 + 1) / 3)
    for end in ("json", "csv", "tsv", "parquet"):
        for name in ("r", "l"):
            assert metrics(tmp_path / f"q.{end}", tmp_path / f"{name}.{end}") == expected


def trec(path, table, line):
    path.write_text("".join(line.format(q=q, d=d, v=v) for q, d, v in rows(table)))


PLAIN = {q: docs for q, docs in QRELS.items() if " " not in q}
PLAIN_RUN = {q: docs for q, docs in RUN.items() if " " not in q}


@pytest.mark.parametrize(
    "line",
    [
        "{q} Q0 {d} 0 {v} tag\n",
        "{q}\tQ0\t{d}\t0\t{v}\ttag\n",
        "{q} Q0 {d} 0 {v} tag\r\n",
        "  {q}  Q0 \t{d} 0   {v} tag  \n",
        "# a comment\n\n{q} Q0 {d} 0 {v} tag and more\n",
    ],
)
def test_trec_files_of_every_hand(tmp_path, line):
    trec(tmp_path / "q.txt", PLAIN, "{q} iter-{v} {d} {v}\n")
    trec(tmp_path / "r.txt", PLAIN_RUN, line)
    trec(tmp_path / "plain.txt", PLAIN_RUN, "{q} Q0 {d} 0 {v} tag\n")
    expected = metrics(tmp_path / "q.txt", tmp_path / "plain.txt")
    assert expected["mrr"] == pytest.approx((1 / 2 + 1 / 3) / 2)
    assert metrics(tmp_path / "q.txt", tmp_path / "r.txt") == expected
    content = (tmp_path / "r.txt").read_bytes()
    (tmp_path / "r.txt").write_bytes(content.rstrip(b"\r\n "))
    assert metrics(tmp_path / "q.txt", tmp_path / "r.txt") == expected
    (tmp_path / "r.txt.gz").write_bytes(gzip.compress(content, mtime=0))
    assert metrics(tmp_path / "q.txt", tmp_path / "r.txt.gz") == expected
    (tmp_path / "r.tsv").write_bytes(content)
    if line.startswith("{q}\t"):
        assert metrics(tmp_path / "q.txt", tmp_path / "r.tsv") == expected


def test_ids_need_not_be_unicode(tmp_path):
    (tmp_path / "q").write_bytes(b"\xff 0 \xfe\xfd#a 1\n")
    (tmp_path / "r").write_bytes(b"\xff Q0 x 1 2.5 t\n\xff Q0 \xfe\xfd#a 2 2.5 t\n")
    assert metrics(tmp_path / "q", tmp_path / "r")["mrr"] == 1  # ties: the higher id first
    assert metrics(tmp_path / "q", tmp_path / "r", ties="position")["mrr"] == 0.5


def test_other_column_names_and_crlf(tmp_path):
    (tmp_path / "q.tsv").write_bytes(b"query-id\tcorpus-id\tscore\r\nq\ta\t1\r\n")
    (tmp_path / "r.csv").write_bytes(b"qid,docno,other,sim\r\n\r\nq,b,x,2\r\nq,a,y,1\r\n\r\n")
    assert metrics(tmp_path / "q.tsv", tmp_path / "r.csv")["mrr"] == 0.5


def test_repeated_documents_keep_their_best_place(tmp_path):
    (tmp_path / "q").write_text("q 0 a 1\nq 0 b 1\n")
    lines = ["x 5", "a 1", "a 4", "x 3", "y 2", "b 2", "x 9"]
    lines = [f"q Q0 {line.split()[0]} 0 {line.split()[1]} t\n" for line in lines]
    (tmp_path / "r").write_text("".join(lines))
    run = evaluate_run(tmp_path / "r", read_qrels(tmp_path / "q"), Rules((1, 2), min_relevance=1))
    assert run.repeated_documents == 3
    assert run.retrieved.tolist() == [4]  # x a y b
    assert run.values["ap"][0] == pytest.approx((1 / 2 + 2 / 4) / 2)


def test_judged_twice(tmp_path):
    (tmp_path / "q").write_text("q 0 a 1\nq 0 b 0\nq 1 a 1\n")
    assert len(read_qrels(tmp_path / "q").pool.grade) == 2
    (tmp_path / "q").write_text("q 0 a 1\np 0 a 2\nq 1 a 2\n")
    with pytest.raises(DataError, match=r"q:3: document 'a'.*1 ≠ 2.*q:1"):
        read_qrels(tmp_path / "q")


def test_negative_grades_are_not_judgements(tmp_path):
    (tmp_path / "q").write_text("q 0 a -1\nq 0 b 1\nq 0 c 0\n")
    (tmp_path / "r").write_text("q Q0 a 1 3 t\nq Q0 b 2 2 t\n")
    found = metrics(tmp_path / "q", tmp_path / "r")
    assert found["judged@2"] == 0.5
    assert found["bpref"] == 1
    assert found["ndcg@1"] == 0


def test_the_scale_says_what_is_relevant(tmp_path):
    for name, grade, least in (("small", 3, 1), ("large", 9, 5)):
        (tmp_path / name).write_text(f"q 0 a {grade}\nq 0 b 2\n")
        (tmp_path / "r").write_text("q Q0 b 1 3 t\nq Q0 a 2 2 t\n")
        found = evaluate_files(tmp_path / name, [tmp_path / "r"], RULES)
        assert found["options"]["min_relevance"] == least
        assert f"at least {least}" in found["notes"][0]
        assert found["runs"][0]["metrics"]["mrr"] == (1 if least == 1 else 0.5)


BAD = [
    ("q.txt", "q 0 a 1\nq 0 a\n", r"q\.txt:2: found 3 fields.*query iteration document relevance"),
    ("q.txt", "q 0 a 1\nq 0 b 1 1\n", r"q\.txt:2: found 5 fields"),
    ("q.txt", "q 0 a 1\n\nq 0 b high\n", r"q\.txt:3: found 'high'"),
    ("q.txt", "q 0 a 11\n", r"q\.txt:1: the relevance is 11"),
    ("q.txt", "q 0 a nan\n", r"q\.txt:1: found 'nan'"),
    ("q.txt", "", "no lines"),
    ("q.json", "[1]", "an object is needed"),
    ("q.json", "{", "not valid JSON"),
    ("q.json", '{"q": ["a"]}', "q: found list"),
    ("q.json", '{"q": {"a": "x"}}', "q: a: found str"),
    ("q.json", '{"q": {"a\\n": 1}}', "row 1: an id or value has a control character"),
    ("q.csv", "id,text\n1,2\n", "the columns are: id, text. Needed: query_id, doc_id, relevance"),
    ("q.csv", "qid,doc,rel\nq,a,1\nq,b\n", r"q\.csv:3: found 2 fields.*3 fields"),
    ("q.csv", 'qid,doc,rel\n"q",a,1\nq,b\n', r"q\.csv:3: found 2 fields"),
    ("q.csv", "qid,doc,rel\nq,a,x\n", r"q\.csv:2: found 'x'"),
    ("q.parquet", "not parquet", "not readable as Parquet"),
]


@pytest.mark.parametrize(("name", "content", "said"), BAD)
def test_bad_judgements_are_refused_with_their_place(tmp_path, name, content, said):
    (tmp_path / name).write_text(content)
    with pytest.raises(DataError) as caught:
        read_qrels(tmp_path / name)
    import re

    assert re.search(said, str(caught.value), re.DOTALL), str(caught.value)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("q Q0 a 1 0.5", "found 5 fields"),
        ("q Q0 a 1 zero t", "found 'zero'"),
        ("q Q0 a 1 inf t", "'inf'"),
    ],
)
def test_a_bad_line_far_into_a_run_is_named(tmp_path, line, said):
    (tmp_path / "q").write_text("q 0 a 1\n")
    good = "".join(f"q{n // 1000} Q0 doc{n} 1 {-n} tag\n" for n in range(150_000))
    (tmp_path / "r").write_text(good + line + "\n")
    with pytest.raises(DataError, match=f"r:150001: .*{said}"):
        evaluate_run(tmp_path / "r", read_qrels(tmp_path / "q"), RULES)


def test_no_file_and_no_lines(tmp_path):
    (tmp_path / "q").write_text("q 0 a 1\n")
    (tmp_path / "r").write_text("\n# nothing\n")
    with pytest.raises(DataError, match="no lines"):
        evaluate_run(tmp_path / "r", read_qrels(tmp_path / "q"), RULES)
    with pytest.raises(DataError, match="There is no file"):
        read_qrels(tmp_path / "none")


@pytest.mark.parametrize("end", ["txt", "json", "csv", "parquet"])
def test_a_larger_random_run_in_every_format(tmp_path, end):
    rng = random.Random(end)
    names = [f"d{n}" for n in range(400)]
    qrels = {f"q{n}": {d: rng.randrange(4) for d in rng.sample(names, 20)} for n in range(30)}
    run = {
        q: {d: rng.randrange(999_999) / 1000 for d in rng.sample(names, rng.randrange(1, 300))}
        for q in qrels
    }
    trec(tmp_path / "q", qrels, "{q} 0 {d} {v}\n")
    trec(tmp_path / "r", run, "{q} Q0 {d} 0 {v} tag\n")
    if end == "txt":
        trec(tmp_path / "r.txt", run, "{q} Q0 {d} 0 {v} tag\n")
    elif end == "json":
        (tmp_path / "r.json").write_text(json.dumps(run))
    elif end == "csv":
        write_csv(tmp_path / "r.csv", run, "score")
    else:
        write_parquet(tmp_path / "r.parquet", run, "score")
    judgements = read_qrels(tmp_path / "q")
    expected = evaluate_run(tmp_path / "r", judgements, RULES, "trec")
    found = evaluate_run(tmp_path / f"r.{end}", judgements, RULES, "trec")
    for name, column in expected.values.items():
        assert np.array_equal(column, found.values[name], equal_nan=True)


TREC_QRELS = b"q1 0 d1 3\nq1 0 d2 0\n"
TREC_RUN = b"q1 Q0 d2 1 2 t\nq1 Q0 d1 2 1 t\n"


def test_the_mark_before_utf_8_is_no_part_of_an_id(tmp_path):
    mark = b"\xef\xbb\xbf"
    (tmp_path / "q").write_bytes(mark + TREC_QRELS)
    (tmp_path / "r").write_bytes(mark + TREC_RUN)
    (tmp_path / "r.json").write_bytes(mark + b'{"q1": ["d2", "d1"]}')
    assert metrics(tmp_path / "q", tmp_path / "r")["mrr"] == 0.5
    assert metrics(tmp_path / "q", tmp_path / "r.json")["mrr"] == 0.5


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("r.gz", TREC_RUN, "r.gz: the name ends in .gz, but the file is not whole gzip data"),
        ("r.gz", gzip.compress(TREC_RUN * 999, mtime=0)[:40], "not whole gzip data"),
        ("r.json.gz", b"{}", "not whole gzip data"),
        ("r", TREC_RUN.decode().encode("utf-16"), "saved as UTF-16; save it as UTF-8"),
        ("r.json", '{"q1": ["d1"]}'.encode("utf-16"), "saved as UTF-16"),
        ("r", TREC_RUN.replace(b"\n", b"\r"), "r:1: found 12 fields in"),
    ],
)
def test_files_that_are_not_what_they_seem(tmp_path, name, content, said):
    (tmp_path / "q").write_bytes(TREC_QRELS)
    (tmp_path / name).write_bytes(content)
    with pytest.raises(DataError) as error:
        metrics(tmp_path / "q", tmp_path / name)
    assert said in str(error.value)
