"""filter: keep the cases an expression holds for.

- filter: "scene_type = 'train' and difficulty >= 0.5"
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from steelyard.cases.mapping import CHECKS
from steelyard.cases.rows import Row
from steelyard.cases.steps.base import STEPS, Refuse, Step
from steelyard.cases.steps.expression import parse
from steelyard.cases.steps.fields import value_of
from steelyard.cases.steps.options import Options
from steelyard.cases.warn import Note, note
from steelyard.model import Words


class Filter(Step):
    """Keeps rows for which the expression is true; false and unknown (a null in it) both go."""

    name = "filter"
    words = Words("keep the cases an expression holds for", "按表达式筛选用例")
    short = "where"

    def __init__(self, options: Options, salt: str) -> None:
        super().__init__(options, salt)
        options.only("where")
        self._parsed = parse(options.text("where"), options)
        # A name that is neither a field nor in any row's metadata is most likely a slip.
        self._unseen = {name for name in self._parsed.names if name not in CHECKS}

    def run(self, rows: Iterable[Row], refuse: Refuse) -> Iterator[Row]:
        """Yield the rows the expression is true for."""
        test = self._parsed.test
        for row in rows:
            if self._unseen:
                self._unseen = {n for n in self._unseen if value_of(row[2], n) is None}
            if test(row[2]) is True:
                yield row

    def remarks(self) -> list[Note]:
        """Say which names no row had."""
        return [note("filter_unseen", name=name) for name in sorted(self._unseen)]


STEPS.add("filter", Filter)
