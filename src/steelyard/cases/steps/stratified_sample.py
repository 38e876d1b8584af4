"""stratified_sample: keep some cases of every group, in their order.

- stratified_sample: {by: scene, n: 20}
- stratified_sample: {by: [domain, scene], n: 5}
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import orjson

from steelyard.cases.rows import Record, Row
from steelyard.cases.steps.base import STEPS, Refuse, Step
from steelyard.cases.steps.chance import Lowest, draw
from steelyard.cases.steps.fields import field_name, value_of
from steelyard.cases.steps.options import Options
from steelyard.errors import DataError
from steelyard.i18n import t
from steelyard.model import Words

GROUPS = 10_000


class StratifiedSample(Step):
    """Draws `n` of every group; cases that lack the field are a group of their own."""

    name = "stratified_sample"
    words = Words("keep some cases of every group", "从每组中各随机保留部分用例")

    def __init__(self, options: Options, salt: str) -> None:
        super().__init__(options, salt)
        options.only("by", "n")
        self._by = [field_name(name) for name in options.texts("by")]
        self._n = options.count("n")

    def run(self, rows: Iterable[Row], refuse: Refuse) -> Iterator[Row]:
        """Yield the rows drawn; memory holds n rows per group."""
        groups: dict[bytes, Lowest] = {}
        for position, row in enumerate(rows):
            key = self._group(row[2])
            lowest = groups.get(key)
            if lowest is None:
                if len(groups) >= GROUPS:
                    by = ", ".join(self._by)
                    raise DataError(t("cases.many_groups", by=by, limit=GROUPS))
                lowest = groups[key] = Lowest(self._n)
            lowest.offer(draw(self.salt, row), position, row)
        kept = [pair for lowest in groups.values() for pair in lowest.kept()]
        kept.sort(key=lambda pair: pair[0])
        yield from (row for _, row in kept)

    def _group(self, record: Record) -> bytes:
        return orjson.dumps([value_of(record, name) for name in self._by])


STEPS.add("stratified_sample", StratifiedSample)
