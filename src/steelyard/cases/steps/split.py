"""split: cut the cases into parts by chance and keep one of them.

    - split: {train: 0.8, test: 0.2, keep: test}

The part of a case depends on seed and case_id alone: plans that keep different parts never share a
case, and a case stays in its part when others are added to the dataset.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import isclose

from steelyard.cases.rows import Row
from steelyard.cases.steps.base import STEPS, Refuse, Step
from steelyard.cases.steps.chance import SPAN, draw
from steelyard.cases.steps.options import Options
from steelyard.i18n import t
from steelyard.model import Words

KEEP = "keep"


class Split(Step):
    """Gives every part a range of lots as wide as its share, in the order of the names."""

    name = "split"
    words = Words("cut into parts by chance, keep one", "按比例划分并保留一份")

    def __init__(self, options: Options, salt: str) -> None:
        super().__init__(options, salt)
        names = sorted(name for name, _ in options.items() if name != KEEP)
        shares = {name: options.share(name) for name in names}
        if not isclose(sum(shares.values()), 1, abs_tol=1e-9):
            raise options.error(t("cases.split_sum", total=f"{sum(shares.values()):g}"))
        keep = options.texts(KEEP)
        if unknown := [name for name in keep if name not in shares]:
            raise options.wrong(name=KEEP, value=unknown[0], allowed=", ".join(names))
        self._ranges = [bounds for name, bounds in _ranges(shares) if name in keep]

    def run(self, rows: Iterable[Row], refuse: Refuse) -> Iterator[Row]:
        """Yield the rows of the parts to keep."""
        for row in rows:
            lot = draw(self.salt, row)
            if any(low <= lot < high for low, high in self._ranges):
                yield row


def _ranges(shares: dict[str, float]) -> list[tuple[str, tuple[int, int]]]:
    ranges: list[tuple[str, tuple[int, int]]] = []
    low, total = 0, 0.0
    for name, share in shares.items():
        total += share
        high = SPAN if len(ranges) == len(shares) - 1 else int(total * SPAN)
        ranges.append((name, (low, high)))
        low = high
    return ranges


STEPS.add("split", Split)
