"""What these indicators have in common when they enter the registry."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from steelyard.model import ALGORITHMS, Algorithm, Example, Param, Port, Words

VALUE = Port("value", "float", Words("value", "取值"))
SCORE = Port("score", "float", Words("score in [0, 1], higher is better", "得分，取值 [0, 1]"))


def add_indicator(
    id_: str,
    words: tuple[Words, Words],
    formula: str,
    ports: tuple[tuple[Port, ...], tuple[Port, ...]],
    compute: Callable[[Mapping[str, Any], Mapping[str, Any]], dict[str, Any]],
    *,
    params: tuple[Param, ...] = (),
    examples: tuple[Example, ...],
    references: tuple[str, ...] = (),
) -> None:
    """Register an indicator that is a formula: `words` are title and meaning."""
    title, meaning = words
    inputs, outputs = ports
    algorithm = Algorithm(
        id=id_,
        version=1,
        kind="indicator",
        title=title,
        meaning=meaning,
        formula=formula,
        inputs=inputs,
        outputs=outputs,
        compute=compute,
        params=params,
        examples=examples,
        references=references,
    )
    ALGORITHMS.add(id_, algorithm)
