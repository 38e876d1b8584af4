"""Judgements and a run of the benchmark, made with a seed.

python -m benchmarks.retrieval_files QRELS RUN QUERIES sorted|constant|scattered
python -m benchmarks.retrieval_files QRELS RUN COPIES copy
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

import numpy as np

DOCUMENTS, JUDGED = 1_000, 30


def make(qrels: Path, run: Path, queries: int, order: str) -> None:
    """Write both files; `order` says how the lines of the run stand and score."""
    rng = np.random.default_rng(7)
    lines: list[str] = []
    with qrels.open("w") as judged, run.open("w") as ranked:
        for number in range(queries):
            query = 1_000 + number * 37
            documents = rng.choice(8_841_823, size=DOCUMENTS + JUDGED // 2, replace=False).tolist()
            scores = np.sort(rng.gamma(2.0, 4.0, size=DOCUMENTS))[::-1].tolist()
            if order == "constant":
                scores = [1.0] * DOCUMENTS
            made = [
                f"{query} Q0 {document} {rank} {score:.6f} bench\n"
                for rank, (document, score) in enumerate(
                    zip(documents[:DOCUMENTS], scores, strict=True), start=1
                )
            ]
            if order == "scattered":
                lines += made
            else:
                ranked.writelines(made)
            chosen = rng.choice(DOCUMENTS, size=JUDGED // 2, replace=False).tolist()
            pool = [documents[at] for at in chosen] + documents[DOCUMENTS:]
            grades = rng.integers(0, 4, size=len(pool)).tolist()
            judged.writelines(
                f"{query} 0 {document} {grade}\n"
                for document, grade in zip(pool, grades, strict=True)
            )
        ranked.writelines(lines[at] for at in rng.permutation(len(lines)))


def copy(path: Path, copies: int) -> None:
    """Write PATH-copies: the lines many times over, the first time as they are, then with new ids.

    So the judgements of the original fit the run of all copies.
    """
    copied = path.with_name(f"{path.name}-copies")
    if copied.exists():
        return
    with copied.with_suffix(".part").open("wb") as target:
        for number in range(copies):
            with path.open("rb") as source:
                while lines := source.readlines(1 << 20):
                    block = b"".join(lines)
                    named = re.sub(rb"(?m)^(?=.)", b"%d-" % number, block) if number else block
                    target.write(named)
    copied.with_suffix(".part").rename(copied)


if __name__ == "__main__":
    if sys.argv[4] == "copy":
        for name in sys.argv[1:3]:
            copy(Path(name), int(sys.argv[3]))
    else:
        make(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]), sys.argv[4])
