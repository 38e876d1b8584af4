"""`foreign.score`: one number that a scorer of another tool gave, as a column of its own.

`steelyard import` adds one entry per foreign score, named after it, so that indicators, breakdowns,
comparison and correlation can use it like any other column.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from steelyard.model import Algorithm, Example, Param, Port, Words
from steelyard.scorers.plain_json import number, plain
from steelyard.scorers.scorer import Batch, Scorer, add_scorer

_ID = "foreign.score"
FOREIGN = "foreign_scores"
"""The column it reads, and it alone: what it writes is declared, not measured."""


def _pick(cell: Any, name: str) -> float | None:
    scores = plain(cell)
    return number(scores.get(name)) if isinstance(scores, dict) else None


def _score(batch: Batch, params: Mapping[str, Any]) -> dict[str, list[Any]]:
    return {"foreign_score": [_pick(cell, params["name"]) for cell in batch[FOREIGN]]}


def _compute(inputs: Mapping[str, Any], params: Mapping[str, Any]) -> dict[str, Any]:
    return {"value": _pick(inputs[FOREIGN], params["name"])}


add_scorer(
    Scorer(
        algorithm=Algorithm(
            id=_ID,
            version=1,
            kind="scorer",
            title=Words("Score of another tool", "其他工具的分数"),
            meaning=Words(
                "A number that a scorer of another tool gave, taken over as it is; missing where "
                "it gave none.",
                "其他工具的评分器给出的数值，原样采用；未给出时为缺失。",
            ),
            formula="foreign_scores[name]",
            inputs=(
                Port(FOREIGN, "json", Words("what the other tool said", "其他工具给出的内容")),
            ),
            outputs=(Port("value", "float", Words("the number", "数值")),),
            compute=_compute,
            params=(
                Param("name", "text", "score", Words("which of the scores", "取其中哪个分数")),
            ),
            examples=(
                Example(
                    {FOREIGN: {"inspect_match": 1.0, "inspect_match_letter": "C"}},
                    {"value": 1.0},
                    {"name": "inspect_match"},
                ),
                Example(
                    {FOREIGN: {"inspect_match_letter": "C"}},
                    {"value": None},
                    {"name": "inspect_match_letter"},
                    note="a letter is no number",
                ),
            ),
        ),
        reads=(FOREIGN,),
        writes={"foreign_score": "float"},
        score=_score,
    )
)
