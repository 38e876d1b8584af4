"""A scorer: how long the answer is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from steelyard.model import Algorithm, Example, Port, Words
from steelyard.scorers import Batch, Scorer, add_scorer


def _score(batch: Batch, params: Mapping[str, Any]) -> dict[str, list[Any]]:
    return {"example_length": [None if text is None else len(text) for text in batch["output"]]}


def _compute(inputs: Mapping[str, Any], params: Mapping[str, Any]) -> dict[str, Any]:
    return {"value": len(inputs["text"])}


add_scorer(
    Scorer(
        algorithm=Algorithm(
            id="example.length",
            version=1,
            kind="scorer",
            title=Words("Length", "长度"),
            meaning=Words("Number of characters of the answer.", "回答的字符数。"),
            formula="len(text)",
            inputs=(Port("text", "text", Words("the answer", "回答")),),
            outputs=(Port("value", "int", Words("characters", "字符数")),),
            compute=_compute,
            examples=(Example({"text": "权衡"}, {"value": 2}),),
        ),
        reads=("output",),
        writes={"example_length": "int"},
        score=_score,
    )
)
