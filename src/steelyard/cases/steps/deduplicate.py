"""deduplicate: keep the first of cases that are the same.

- deduplicate                                    # same input
- deduplicate: {by: [input, label], normalised: true}
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import orjson

from steelyard.cases.hashset import HashSet
from steelyard.cases.normal import fold
from steelyard.cases.rows import Record, Row
from steelyard.cases.steps.base import STEPS, Refuse, Step
from steelyard.cases.steps.fields import change_texts, field_name, value_of
from steelyard.cases.steps.options import Options
from steelyard.model import Words


class Deduplicate(Step):
    """Keeps the first row of each value; a row that lacks every named field is kept."""

    name = "deduplicate"
    words = Words("keep the first of equal cases", "去重，保留首个")
    short = "by"

    def __init__(self, options: Options, salt: str) -> None:
        super().__init__(options, salt)
        options.only("by", "normalised")
        self._by = [field_name(name) for name in options.texts("by", ["input"])]
        self._normalised = options.flag("normalised", default=False)

    def run(self, rows: Iterable[Row], refuse: Refuse) -> Iterator[Row]:
        """Yield rows not seen before."""
        seen = HashSet()
        for row in rows:
            key = self._key(row[2])
            if key is None or seen.add(key):
                yield row

    def _key(self, record: Record) -> bytes | None:
        values = [value_of(record, name) for name in self._by]
        if all(value is None for value in values):
            return None
        if self._normalised:
            values = change_texts(values, fold)
        return orjson.dumps(values, option=orjson.OPT_SORT_KEYS)


STEPS.add("deduplicate", Deduplicate)
