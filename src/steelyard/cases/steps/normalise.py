"""normalise: NFKC and tidy blanks.

- normalise: {fields: [input, expected_output]}
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from steelyard.cases.normal import tidy
from steelyard.cases.rows import Row
from steelyard.cases.steps.base import STEPS, Refuse, Step
from steelyard.cases.steps.fields import change_fields, text_fields
from steelyard.cases.steps.options import Options
from steelyard.model import Words, nfkc

FIELDS = ["input", "expected_output", "references"]


class Normalise(Step):
    """Changes the texts of the named fields, in messages and objects too."""

    name = "normalise"
    words = Words("NFKC and tidy blanks", "NFKC 与空白规范化")
    short = "fields"

    def __init__(self, options: Options, salt: str) -> None:
        super().__init__(options, salt)
        options.only("fields", "nfkc", "whitespace")
        self._fields = text_fields(options, FIELDS)
        self._nfkc = options.flag("nfkc", default=True)
        self._whitespace = options.flag("whitespace", default=True)

    def run(self, rows: Iterable[Row], refuse: Refuse) -> Iterator[Row]:
        """Yield every row, its texts normalised."""
        for row in rows:
            self.changed += change_fields(row[2], self._fields, self._change)
            yield row

    def _change(self, text: str) -> str:
        text = nfkc(text) if self._nfkc else text
        return tidy(text) if self._whitespace else text


STEPS.add("normalise", Normalise)
