"""However a file is cut into blocks and its lines stand, the result is the same; memory is flat."""

from __future__ import annotations

import random
import subprocess
import sys

import numpy as np
import pytest

from steelyard.errors import DataError
from steelyard.retrieval import Rules, evaluate_run, read_qrels, scattered
from steelyard.retrieval.files import line_blocks, open_source
from steelyard.retrieval.stream import chunks

RULES = Rules(cutoffs=(3, 10), min_relevance=1, gain="linear")


def write(folder, queries, documents, seed=1):
    rng = random.Random(seed)
    lines = []
    with (folder / "qrels").open("w") as file:
        for query in range(queries):
            pool = rng.sample(range(10 * documents), documents)
            for rank, document in enumerate(pool):
                lines.append(f"q{query} Q0 doc{document} {rank} {documents - rank}.5 t\n")
            judged = rng.sample(pool, min(documents, 5))
            file.writelines(f"q{query} 0 doc{d} {rng.randrange(3)}\n" for d in judged)
    (folder / "run").write_text("".join(lines))
    return lines


@pytest.mark.parametrize("size", [40, 100, 1_000, 30_000])
def test_blocks_of_any_size_give_the_same_lines(tmp_path, size):
    write(tmp_path, 20, 50)
    source = open_source(tmp_path / "run", "run")
    small = source._replace(blocks=lambda: line_blocks(source.path, size))
    assert everything(small) == everything(source)
    assert len(list(chunks(small))) >= len(list(chunks(source)))


def everything(source):
    queries, scores, documents = [], [], []
    for chunk in chunks(source):
        queries += chunk.queries
        scores += chunk.lines.scores.tolist()
        documents += ids(chunk)
        assert chunk.lines.counts.tolist() == [50] * len(chunk.queries)
    return queries, scores, documents


def ids(chunk):
    column = chunk.lines.documents
    cells = zip(column.starts.tolist(), column.lengths.tolist(), strict=True)
    return [column.text.field(*cell) for cell in cells]


@pytest.mark.parametrize("how", ["shuffled", "round robin", "halves", "sorted by document"])
def test_scattered_queries_are_brought_together(tmp_path, monkeypatch, how):
    monkeypatch.setattr(scattered, "_PART", 2_000)  # many parts
    lines = write(tmp_path, 30, 80)
    judgements = read_qrels(tmp_path / "qrels")
    expected = evaluate_run(tmp_path / "run", judgements, RULES)
    assert not expected.scattered
    if how == "shuffled":
        random.Random(2).shuffle(lines)
    elif how == "round robin":
        lines = [lines[query * 80 + at] for at in range(80) for query in range(30)]
    elif how == "halves":
        lines = lines[40:] + lines[:40]
    else:
        lines.sort(key=lambda line: line.split()[2])
    (tmp_path / "run").write_text("".join(lines))
    found = evaluate_run(tmp_path / "run", judgements, RULES)
    assert found.scattered
    assert (found.retrieved == 80).all()
    for name, column in expected.values.items():
        assert np.array_equal(column, found.values[name], equal_nan=True)


def test_a_score_that_is_no_number_is_named_where_it_stands(tmp_path, monkeypatch):
    monkeypatch.setattr(scattered, "_PART", 2_000)
    lines = write(tmp_path, 30, 80)
    random.Random(2).shuffle(lines)
    lines[2_000] = lines[2_000].replace(".5 t", ".x t")
    (tmp_path / "run").write_text("".join(lines))
    with pytest.raises(DataError, match=r"run:2001\b.*\.x"):
        evaluate_run(tmp_path / "run", read_qrels(tmp_path / "qrels"), RULES)


def test_queries_that_share_a_hash_are_told_apart(tmp_path, monkeypatch):
    lines = write(tmp_path, 6, 20)
    judgements = read_qrels(tmp_path / "qrels")
    expected = evaluate_run(tmp_path / "run", judgements, RULES)
    random.Random(2).shuffle(lines)
    (tmp_path / "run").write_text("".join(lines))
    monkeypatch.setattr(
        scattered, "_hashes", lambda text, fields: np.zeros(len(fields.lines), np.uint64)
    )
    found = evaluate_run(tmp_path / "run", judgements, RULES)
    assert np.array_equal(expected.values["ap"], found.values["ap"], equal_nan=True)


def test_one_query_larger_than_many_blocks(tmp_path):
    (tmp_path / "qrels").write_text("q 0 d199999 1\n")
    (tmp_path / "run").write_text("".join(f"q Q0 d{n} 1 {-n} t\n" for n in range(200_000)))
    found = evaluate_run(tmp_path / "run", read_qrels(tmp_path / "qrels"), RULES)
    assert found.values["first_rank"].tolist() == [200_000]


MEASURE = """
import sys
from pathlib import Path
from steelyard.retrieval import Rules, evaluate_run, read_qrels
folder = Path(sys.argv[1])
run = evaluate_run(folder / sys.argv[2], read_qrels(folder / "qrels"), Rules())
# Not ru_maxrss, which begins with the peak of the process that started this one.
status = Path("/proc/self/status").read_text()
peak = int(status.partition("VmHWM:")[2].split()[0]) / 1024
print(int((run.retrieved > 0).sum()), peak)
"""


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_ten_times_the_run_takes_no_more_memory(tmp_path):
    line = "q{{0}} Q0 document-{n} {n} {score:.4f} tag\n"
    documents = "".join(line.format(n=n, score=9 - n / 1000) for n in range(1_000))
    for name, queries in (("small", 150), ("large", 1_500)):
        with (tmp_path / name).open("w") as file:
            file.writelines(documents.replace("{0}", str(query)) for query in range(queries))
    (tmp_path / "qrels").write_text("".join(f"q{n} 0 document-{n} 1\n" for n in range(1_500)))
    assert (tmp_path / "large").stat().st_size > 50 << 20
    peaks = {}
    for name, queries in (("small", 150), ("large", 1_500)):
        done = subprocess.run(
            [sys.executable, "-c", MEASURE, tmp_path, name],
            capture_output=True,
            text=True,
            check=True,
        )
        count, peak = done.stdout.split()
        assert int(count) == queries
        peaks[name] = float(peak)
    assert peaks["large"] < 150
    assert peaks["large"] - peaks["small"] < 15
