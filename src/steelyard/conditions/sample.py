"""Which cases a condition is applied to: the same ones whenever the plan is run."""

from __future__ import annotations

import hashlib
import heapq
from collections.abc import Callable, Iterable
from typing import Annotated

from pydantic import Field

Sample = Annotated[
    Annotated[int, Field(ge=1)] | Annotated[float, Field(gt=0, le=1)] | None,
    Field(description="which cases: a number of them, a share below 1, or all if unset"),
]
_WHOLE = 2**64


def chooser(
    sample: float | None, ids: Callable[[], Iterable[str]], *, seed: int, condition: str
) -> Callable[[str], bool]:
    """Return whether a case is in the sample.

    Args:
        sample: how many (1 or more), which share (below 1), or None for all.
        ids: gives every case id, once; asked only when a number of cases is wanted.
        seed: seed of the run.
        condition: name of the condition, so that conditions draw apart from each other.
    """
    if sample is None or (sample == 1.0 and isinstance(sample, float)):
        return lambda _: True

    def place(case_id: str) -> int:
        return stable_number(seed, condition, case_id)

    if sample < 1:
        limit = int(sample * _WHOLE)
        return lambda case_id: place(case_id) < limit
    lowest = heapq.nsmallest(int(sample), ((place(id_), id_) for id_ in ids()))
    chosen = {id_ for _, id_ in lowest}
    return chosen.__contains__


def stable_number(*parts: object) -> int:
    """Return 64 bits that depend on the parts alone, on every machine and in every process."""
    text = "\x1f".join(map(str, parts)).encode("utf-8", "surrogatepass")
    return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "big")
