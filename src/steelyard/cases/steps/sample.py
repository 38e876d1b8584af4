"""sample: keep some cases by chance, in their order.

- sample: {n: 100}        # exactly 100, or all when there are fewer
- sample: {share: 0.1}    # about a tenth, without holding any in memory
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from steelyard.cases.rows import Row
from steelyard.cases.steps.base import STEPS, Refuse, Step
from steelyard.cases.steps.chance import SPAN, Lowest, draw
from steelyard.cases.steps.options import Options
from steelyard.i18n import t
from steelyard.model import Words


class Sample(Step):
    """Draws by the hash of seed and case_id: the same cases on every machine."""

    name = "sample"
    words = Words("keep some cases by chance", "按数量或比例随机保留部分用例")
    short = "n"

    def __init__(self, options: Options, salt: str) -> None:
        super().__init__(options, salt)
        options.only("n", "share")
        if options.has("n") == options.has("share"):
            raise options.error(t("cases.sample_one"))
        self._n = options.count("n") if options.has("n") else None
        self._share = options.share("share") if options.has("share") else 0.0

    def run(self, rows: Iterable[Row], refuse: Refuse) -> Iterator[Row]:
        """Yield the rows drawn."""
        if self._n is None:
            below = int(self._share * SPAN)
            yield from (row for row in rows if draw(self.salt, row) < below)
            return
        lowest = Lowest(self._n)
        for position, row in enumerate(rows):
            lowest.offer(draw(self.salt, row), position, row)
        yield from (row for _, row in sorted(lowest.kept(), key=lambda pair: pair[0]))


STEPS.add("sample", Sample)
