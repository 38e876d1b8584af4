"""The methods that can stand in for each other: higher is better in all of them."""

from __future__ import annotations

from steelyard.scorecards.aggregation import gra, topsis, topsis_fixed, vikor, wam, wgm
from steelyard.scorecards.aggregation.record import Kernel

METHODS: dict[str, Kernel] = {
    "wam": wam.KERNEL,
    "wgm": wgm.KERNEL,
    "topsis": topsis.KERNEL,
    "topsis_fixed": topsis_fixed.KERNEL,
    "vikor": vikor.KERNEL,
    "gra": gra.KERNEL,
}
