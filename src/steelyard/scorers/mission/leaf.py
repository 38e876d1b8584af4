"""A leaf of mission capability: one formula, tried alone or as a column of a run."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from steelyard.model import Algorithm, Example, Port, Words
from steelyard.scorers.scorer import Batch, Scorer, add_scorer, column_of

Formula = Callable[[Mapping[str, Any]], float | None]
Read = Callable[[Mapping[str, Any]], Mapping[str, Any] | None]

VALUE = Port(
    "value", "float", Words("value in [0, 1]; None when undefined", "取值 [0, 1]，无定义时为空")
)


class Leaf(NamedTuple):
    """A leaf as `ops.mission` needs it: its column, the fields it reads, and how."""

    column: str
    reads: tuple[str, ...]
    read: Read
    formula: Formula

    def of(self, row: Mapping[str, Any]) -> float | None:
        """Return the value on one row; None where the case does not ask for it.

        A reply that never came for reasons outside the agent says nothing about it.
        """
        if row.get("error_kind") == "infra":
            return None
        inputs = self.read(row)
        return None if inputs is None else self.formula(inputs)


def add_leaf(
    id_: str,
    words: tuple[Words, Words],
    formula: str,
    inputs: tuple[Port, ...],
    leaf: Leaf,
    examples: tuple[Example, ...],
) -> Leaf:
    """Register a leaf as an algorithm and a scorer; `words` are its title and meaning."""

    def compute(given: Mapping[str, Any], params: Mapping[str, Any]) -> dict[str, Any]:
        return {"value": leaf.formula(given)}

    def score(batch: Batch, params: Mapping[str, Any]) -> dict[str, list[Any]]:
        cells = zip(*(batch[name] for name in reads), strict=True)
        return {leaf.column: [leaf.of(dict(zip(reads, row, strict=True))) for row in cells]}

    reads = (*leaf.reads, "error_kind")
    title, meaning = words
    algorithm = Algorithm(
        id=id_,
        version=2,
        kind="scorer",
        title=title,
        meaning=meaning,
        formula=formula,
        inputs=inputs,
        outputs=(VALUE,),
        compute=compute,
        examples=examples,
    )
    assert leaf.column == column_of(id_)
    add_scorer(Scorer(algorithm, reads, {leaf.column: "float"}, score))
    return leaf


def reading(*, lacking: Mapping[str, Any] | None = None, **fields: str) -> Read:
    """Return a reader of row fields as inputs: `reading(truth="events_truth")`; all are needed.

    Args:
        lacking: what a reply is taken to say that lacks an input the case asks for: nothing, which
            counts 0. Inputs not named there are the case's own, or make the value undefined.
        fields: the field of each input.
    """
    instead = lacking or {}

    def read(row: Mapping[str, Any]) -> Mapping[str, Any] | None:
        inputs = {name: row[field] for name, field in fields.items()}
        if any(value is None and name not in instead for name, value in inputs.items()):
            return None
        return {name: instead[name] if v is None else v for name, v in inputs.items()}

    return read
