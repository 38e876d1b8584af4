"""What a run is weighed by: a scorecard, and the user's own indicators it may name.

Both are frozen into the bundle, so that a run is weighed anew anywhere, and the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from steelyard.errors import BundleError
from steelyard.i18n import t
from steelyard.indicators import Indicator, using_indicators
from steelyard.indicators.sandbox import load_files, records_of
from steelyard.indicators.sandbox.check import refuse_problems
from steelyard.scorecards.node import Scorecard
from steelyard.scorecards.read import read_tree
from steelyard.scorecards.scorecard import load_scorecard


class Weighing(NamedTuple):
    """A scorecard, and files of indicators as `indicators.sandbox.files` describes them."""

    card: Scorecard
    files: tuple[Mapping[str, Any], ...] = ()

    @property
    def records(self) -> dict[str, Indicator]:
        """The user's own indicators by id."""
        return records_of(self.files)

    def frozen(self) -> dict[str, Any]:
        """Return what a manifest keeps of it."""
        return {
            "scorecard": self.card.as_dict() | {"hash": self.card.hash},
            "indicators": [dict(file) for file in self.files],
        }


def load_weighing(
    scorecard: str | None = None,
    indicators: Sequence[Any] = (),
    *,
    base: Path | None = None,
    source: str = "plan",
) -> Weighing:
    """Read a scorecard and the indicators of one's own, and find every mistake in them.

    Args:
        scorecard: name of a template, or path of a file; None is the template `default`.
        indicators: paths of files, or records with an `id`.
        base: what paths are relative to.
        source: where records written out stand, for errors.

    Raises:
        InputError: something in them is wrong; the message says where.
    """
    files = load_files(indicators, base or Path(), source)
    return weighing_of(scorecard, files, base)


def weighing_of(
    scorecard: str | None, files: Sequence[Mapping[str, Any]], base: Path | None = None
) -> Weighing:
    """Return the weighing by a scorecard, given files of indicators that are already read."""
    refuse_problems(files)
    with using_indicators(records_of(files)):
        return Weighing(load_scorecard(scorecard, base), tuple(files))


def with_files(
    old: Sequence[Mapping[str, Any]], new: Sequence[Mapping[str, Any]]
) -> list[Mapping[str, Any]]:
    """Return files of indicators with others added; a record of the same id is replaced."""
    taken = {id_ for file in new for id_ in file["indicators"]}
    kept = [
        {**file, "indicators": {i: raw for i, raw in file["indicators"].items() if i not in taken}}
        for file in old
    ]
    return [*(file for file in kept if file["indicators"]), *new]


def thaw_weighing(manifest: Mapping[str, Any], where: str) -> Weighing:
    """Return what a bundle was weighed by; the default scorecard for one that does not say.

    Raises:
        BundleError: what the manifest keeps is not a scorecard any more.
    """
    files = tuple(manifest.get("indicators") or ())
    refuse_problems(files)
    frozen = manifest.get("scorecard")
    if frozen is None:
        return Weighing(load_scorecard(), files)
    content = {key: value for key, value in frozen.items() if key != "hash"}
    with using_indicators(records_of(files)):
        card = read_tree(where, content)
    if card.hash != frozen.get("hash"):
        raise BundleError(t("scorecards.thawed", path=where))
    return Weighing(card, files)
