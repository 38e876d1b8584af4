"""How a formula enters the registry of algorithms, whatever kind of algorithm it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from steelyard.model.algorithm import (
    ALGORITHMS,
    Algorithm,
    AlgorithmKind,
    Example,
    Param,
    Port,
)
from steelyard.model.words import Words


class Registering(NamedTuple):
    """Registers algorithms of one kind: `statistic`, `weighting`, `indicator`."""

    kind: AlgorithmKind

    def __call__(
        self,
        id_: str,
        words: tuple[Words, Words],
        formula: str,
        ports: tuple[tuple[Port, ...], tuple[Port, ...]],
        compute: Callable[[Mapping[str, Any], Mapping[str, Any]], dict[str, Any]],
        *,
        params: tuple[Param, ...] = (),
        examples: tuple[Example, ...] = (),
        references: tuple[str, ...] = (),
    ) -> None:
        """Register one: `words` are title and meaning, `ports` inputs and outputs."""
        title, meaning = words
        inputs, outputs = ports
        algorithm = Algorithm(
            id=id_,
            version=1,
            kind=self.kind,
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
