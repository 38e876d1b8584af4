"""What the scorers of one batch share, so that work they have in common is done once."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, TypeVar, cast

from steelyard.scorers.scorer import Batch

T = TypeVar("T")


class SharedBatch(dict[str, Sequence[Any]]):
    """The columns one scorer reads, with the memory of all scorers of the batch."""

    def __init__(self, columns: Mapping[str, Sequence[Any]], memory: dict[Hashable, Any]) -> None:
        super().__init__(columns)
        self.memory = memory


def once(batch: Batch, key: Hashable, make: Callable[[], T]) -> T:
    """Return what `make` gives, made at most once per batch and key.

    A plain dictionary of columns has no memory: there it is made anew.
    """
    if not isinstance(batch, SharedBatch):
        return make()
    if key not in batch.memory:
        batch.memory[key] = make()
    return cast("T", batch.memory[key])
