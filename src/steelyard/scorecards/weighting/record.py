"""What every weighting method has in common when it enters the registry."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from steelyard.model import ALGORITHMS, Algorithm, Example, Port, Words

WEIGHTS_OUT = Port("weights", "list", Words("weights that sum to 1", "权重，总和为 1"))


def add_weighting(
    id_: str,
    words: tuple[Words, Words],
    formula: str,
    ports: tuple[tuple[Port, ...], tuple[Port, ...]],
    compute: Callable[[Mapping[str, Any], Mapping[str, Any]], dict[str, Any]],
    *,
    examples: tuple[Example, ...],
    references: tuple[str, ...] = (),
) -> None:
    """Register a weighting method: `words` are title and meaning, `ports` inputs and outputs."""
    title, meaning = words
    inputs, outputs = ports
    algorithm = Algorithm(
        id=id_,
        version=1,
        kind="weighting",
        title=title,
        meaning=meaning,
        formula=formula,
        inputs=inputs,
        outputs=outputs,
        compute=compute,
        examples=examples,
        references=references,
    )
    ALGORITHMS.add(id_, algorithm)
