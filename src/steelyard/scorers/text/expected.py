"""Which texts count as right for each row of a batch, and scoring against the best of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, repeat
from typing import Any, Literal, NamedTuple, TypeVar

from steelyard.scorers.scorer import Batch

READS = ("label", "pred_label", "expected_output", "references", "output")

Against = Literal["answer", "references"]
"""What an output is held against: the one right answer, or texts it should resemble."""

T = TypeVar("T", bool, float)


class Sides(NamedTuple):
    """The two sides of every comparison in a batch.

    Attributes:
        size: rows of the batch.
        rows: the rows that can be compared; the others lack an output or a text to compare with.
        outputs: what was answered, one per comparable row.
        references: what counts as right, of all rows in one list, in the order of the rows.
        counts: how many references each output has; at least one.
    """

    size: int
    rows: list[int]
    outputs: list[str]
    references: list[str]
    counts: list[int]

    def spread(self, values: Sequence[Any]) -> list[Any]:
        """Return the values of the comparable rows as a column, None elsewhere."""
        if len(values) == self.size:
            return list(values)
        column: list[Any] = [None] * self.size
        for row, value in zip(self.rows, values, strict=True):
            column[row] = value
        return column


def find_sides(batch: Batch, against: Against) -> Sides:
    """Return what is to be compared in a batch."""
    outputs = batch.get("output", ())
    texts = list(_texts(batch, against, len(outputs)))
    rows = [row for row, output in enumerate(outputs) if output is not None and texts[row]]
    chosen = texts if len(rows) == len(outputs) else [texts[row] for row in rows]
    return Sides(
        len(outputs),
        rows,
        [outputs[row] for row in rows],
        list(chain.from_iterable(chosen)),
        list(map(len, chosen)),
    )


def best_match(batch: Batch, compare: Callable[[str, str], T]) -> list[T | None]:
    """Compare every output with its right answers and keep the best; None where one is missing."""
    outputs = batch.get("output", ())
    return [
        max(compare(text, output) for text in texts) if texts and output is not None else None
        for texts, output in zip(_texts(batch, "answer", len(outputs)), outputs, strict=True)
    ]


def _texts(batch: Batch, against: Against, size: int) -> Iterator[Sequence[str]]:
    """Yield the texts that count as right, row by row.

    The right answer is the label, unless the agent answered with a label of its own (then the row
    is a classification and the expected output is the text to match); the references only when
    there is neither. Where the output should resemble a text, the references come first.
    """
    columns = (_column(batch, name, size) for name in READS[:-1])
    for label, pred_label, expected_output, references in zip(*columns, strict=True):
        given = references or ()
        if None in given:
            given = [text for text in given if text is not None]
        if against == "references" and given:
            yield given
        elif label is not None and (pred_label is None or expected_output is None):
            yield (label,) if against == "answer" or expected_output is None else (expected_output,)
        elif expected_output is not None:
            yield (expected_output,)
        else:
            yield given


def _column(batch: Batch, name: str, size: int) -> Sequence[Any] | Iterator[Any]:
    return batch[name] if name in batch else repeat(None, size)
