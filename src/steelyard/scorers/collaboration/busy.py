"""How many agents were busy at once, on average."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TypeAlias

Span: TypeAlias = tuple[str, float, float]
"""An agent and when it was busy: start and end in seconds."""


def parallelism(spans: Sequence[Span]) -> float | None:
    """Return the busy time of all agents divided by the time from first start to last end.

    Args:
        spans: (agent, start, end); an agent's overlapping spans count once.

    Returns:
        None without spans, or when they take no time at all.
    """
    if not spans:
        return None
    whole = max(end for _, _, end in spans) - min(start for _, start, _ in spans)
    if whole <= 0:
        return None
    total: list[float] = []
    until: dict[str, float] = {}
    for agent, start, end in sorted(spans, key=lambda span: span[1]):
        since = max(start, until.get(agent, -math.inf))
        if end > since:
            total.append(end - since)
            until[agent] = end
    return math.fsum(total) / whole
