"""Where CPU-bound work is done: here, one piece after the other, or spread over other processes.

A stage says what is to be done with each piece and takes the results in order; it does not know
where. Work, pieces and results travel by pickle, so work is a record with `__call__` or a function
of a module.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar

from steelyard.i18n import Language, language, using_language

Item = TypeVar("Item")
Result = TypeVar("Result")
_Item = TypeVar("_Item", contravariant=True)
_Result = TypeVar("_Result", covariant=True)


class Spread(Protocol):
    """`spread(work, items)`: the result of every item, in the order of the items.

    Results are made as they are taken, and few items are under way at a time: neither all items
    nor all results are ever in memory.
    """

    def __call__(
        self, work: Callable[[Item], Result], items: Iterable[Item], /
    ) -> Iterator[Result]:
        """Do the work on each item."""


def here(work: Callable[[Item], Result], items: Iterable[Item], /) -> Iterator[Result]:
    """Do the work in this process, one item at a time."""
    return map(work, items)


@dataclass(frozen=True)
class Sent(Generic[_Item, _Result]):
    """Work as it is sent to another process: there it speaks the sender's language.

    Scorers write sentences into the table (why an assertion could not be decided).
    """

    work: Callable[[_Item], _Result]
    language: Language = field(default_factory=language)

    def __call__(self, item: _Item) -> _Result:
        """Do the work on one item."""
        with using_language(self.language):
            return self.work(item)
