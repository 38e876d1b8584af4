"""Which texts count as right for each row of a batch, and scoring against the best of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import repeat
from typing import Any, TypeVar

from steelyard.scorers.scorer import Batch

READS = ("label", "pred_label", "expected_output", "references", "output")

T = TypeVar("T", bool, float)


def best_match(batch: Batch, compare: Callable[[str, str], T]) -> list[T | None]:
    """Compare every output with its expected texts and keep the best; None where one is missing."""
    outputs = batch.get("output", ())
    return [
        max(compare(text, output) for text in texts) if texts and output is not None else None
        for texts, output in zip(_expected(batch, len(outputs)), outputs, strict=True)
    ]


def _expected(batch: Batch, size: int) -> Iterator[Sequence[str]]:
    """Yield the texts that count as right, row by row.

    The label, unless the agent answered with a label of its own (then the row is a classification
    and the expected output is the text to match); the references only when there is neither.
    """
    columns = (_column(batch, name, size) for name in READS[:-1])
    for label, pred_label, expected_output, references in zip(*columns, strict=True):
        if label is not None and (pred_label is None or expected_output is None):
            yield (label,)
        elif expected_output is not None:
            yield (expected_output,)
        else:
            yield [text for text in references or () if text is not None]


def _column(batch: Batch, name: str, size: int) -> Sequence[Any] | Iterator[Any]:
    return batch[name] if name in batch else repeat(None, size)
