"""Differences of a user's own indicators, which are computed in a process of their own.

No pulls come back from there, but scores in resamples do, and these draw the same clusters in both
runs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NamedTuple

from steelyard.analysis.comparison.content import Difference
from steelyard.bundle import sql_text
from steelyard.i18n import t
from steelyard.indicators import get_indicator
from steelyard.indicators.sandbox import Apart, compute_apart

if TYPE_CHECKING:
    from steelyard.analysis.comparison.tables import Tables
    from steelyard.model import Provenance


class Own(NamedTuple):
    """What the user's own indicators came to in both runs."""

    base: Apart
    new: Apart

    def drawn(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return the scores in resamples, as arrays."""
        import numpy as np

        base, new = ({id_: np.array(scores) for id_, scores in side.draws.items()} for side in self)
        return base, new


def compute_own(
    tables: Tables,
    files: Sequence[Mapping[str, Any]],
    params: Mapping[str, Any],
    provenance: Sequence[Mapping[str, Provenance]],
) -> Own:
    """Compute a user's own indicators over the rows of both runs that count."""
    if not files:
        return Own(Apart(), Apart())
    sides = []
    for side, own in zip(("base", "new"), provenance, strict=True):
        with TemporaryDirectory(prefix="steelyard-") as scratch:
            part = Path(scratch) / "00000.parquet"
            # The process sees files only; these hold the rows that are compared.
            tables.con.execute(f"COPY {side}_rows TO {sql_text(str(part))} (FORMAT parquet)")
            sides.append(
                compute_apart(
                    files, Path(scratch), params=params, by=(), provenance=own, draws=True
                )
            )
    return Own(*sides)


def own_interval(one: Difference, own: Own, *, paired: bool) -> Difference:
    """Return a difference with the interval that the resamples of both runs leave it."""
    rule = get_indicator(one.id).score.rule
    base, new = (side.get(one.id) for side in own.drawn())
    if base is None or new is None or rule not in ("identity", "complement") or one.value is None:
        return one
    import numpy as np

    if not paired:  # both drew with one seed; what has nothing in common must not go together
        new = np.random.default_rng(0).permutation(new)
    less = (new - base) * (1.0 if rule == "identity" else -1.0)
    if less.max() == less.min():
        return one
    tail = 50 * (1 - one.confidence)
    low, high = (float(end) for end in np.percentile(less, [tail, 100 - tail]))
    beyond = min(int((less <= 0).sum()), int((less >= 0).sum()))
    return replace(
        one,
        ci_low=min(low, one.value),
        ci_high=max(high, one.value),
        ci_method="cluster_bootstrap" if paired else "independent_bootstrap",
        p=min(1.0, 2 * (1 + beyond) / (1 + len(less))),
        notes=tuple(note for note in one.notes if note != t("comparison.no_interval")),
    )
