"""Write grades for people and programs: TREC qrels, and JSON lines with the reasons."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

import orjson

from steelyard import bundle as disk
from steelyard.judging.relevance.grade import Graded

QRELS, JUDGEMENTS = "qrels.txt", "judgements.jsonl"


def write_grades(graded: Sequence[Graded], out: Path) -> None:
    """Write `qrels.txt` (whole grades; what is open is left out) and `judgements.jsonl` (all)."""
    with disk.replacing(out / QRELS) as file:
        for one in graded:
            if one.relevance is not None:
                whole = math.floor(one.relevance + 0.5)
                file.write(f"{one.pair.query_id} 0 {one.pair.doc_id} {whole}\n".encode())
    with disk.replacing(out / JUDGEMENTS) as file:
        for one in graded:
            line = {
                "query_id": one.pair.query_id,
                "doc_id": one.pair.doc_id,
                "relevance": one.relevance,
                "verdict": None if one.ruling is None else one.ruling.verdict,
                "spread": None if one.ruling is None else one.ruling.spread,
                "reason": one.reason,
            }
            file.write(orjson.dumps(line, option=orjson.OPT_APPEND_NEWLINE))
