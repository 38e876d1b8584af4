"""An algorithm: anything with an id. What it is, takes and gives, and a worked example.

The command line's `list`, `explain` and `compute`, the reference pages and the web's algorithm page
are all made from these records, so a fact is written once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from steelyard.lazy import load_exports
from steelyard.model.words import Words
from steelyard.registry import Registry

AlgorithmKind = Literal[
    "scorer", "indicator", "aggregation", "statistic", "weighting", "perturbation"
]
ValueType = Literal["text", "bool", "int", "float", "list", "json", "rows"]


@dataclass(frozen=True, slots=True)
class Param:
    """A parameter with its default and what it may be.

    `check` is for what type, choices and range cannot say: it returns what is wrong, or None.
    """

    name: str
    type: ValueType
    default: Any
    words: Words
    choices: tuple[Any, ...] = ()
    minimum: float | None = None
    maximum: float | None = None
    check: Callable[[Any], str | None] | None = None


@dataclass(frozen=True, slots=True)
class Port:
    """An input or an output."""

    name: str
    type: ValueType
    words: Words
    required: bool = True


@dataclass(frozen=True, slots=True)
class Example:
    """Inputs and parameters with the result they must give; the tests run every one."""

    inputs: Mapping[str, Any]
    expected: Mapping[str, Any]
    params: Mapping[str, Any] = field(default_factory=dict)
    note: str = ""


@dataclass(frozen=True, slots=True)
class Algorithm:
    """One entry of the registry.

    `compute(inputs, params)` is the formula on given inputs: the trial bench behind
    `steelyard compute`. Inputs and params reach it checked and with defaults filled in.
    """

    id: str
    version: int
    kind: AlgorithmKind
    title: Words
    meaning: Words
    formula: str
    inputs: tuple[Port, ...]
    outputs: tuple[Port, ...]
    compute: Callable[[Mapping[str, Any], Mapping[str, Any]], dict[str, Any]]
    params: tuple[Param, ...] = ()
    examples: tuple[Example, ...] = ()
    references: tuple[str, ...] = ()


def _load_builtins() -> None:
    # Named, not imported: model is below the families that register themselves here.
    families = ("scorers", "indicators", "scorecards", "analysis", "conditions.perturbations")
    for family in families:
        load_exports(f"steelyard.{family}")


ALGORITHMS: Registry[Algorithm] = Registry("algorithm", _load_builtins)
