"""Which measures of a case are computed from one another, so that their agreement is no news."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from steelyard.scorers import SCORERS

# A price times tokens; a verdict made from a score; a similarity and its threshold.
_ALWAYS = (
    frozenset({"cost", "input_tokens"}),
    frozenset({"cost", "output_tokens"}),
    frozenset({"passed", "score"}),
    frozenset({"text_keyword_jaccard", "text_keyword_match"}),
)
_MISSION = "ops."


def computed_together(scorers: Iterable[Any]) -> tuple[frozenset[str], ...]:
    """Return sets of columns; two of one set are never evidence of redundancy.

    Columns that one scorer writes come from the same comparison, and from what it reads. The scorer
    of the verdict also makes `passed` and `score`, as all scorers of missions together do.

    Args:
        scorers: as the manifest describes them.
    """
    families: list[frozenset[str]] = list(_ALWAYS)
    mission: set[str] = set()
    entries = [one if isinstance(one, Mapping) else {"id": one} for one in scorers]
    by_rules = not any(one.get("verdict") for one in entries)
    for described in entries:
        id_ = str(described["id"])
        if id_ not in SCORERS:
            continue
        scorer = SCORERS.get(id_)
        written = {*scorer.writes, *filter(None, [described.get("as")])}
        # Rules, too, compare the reply with the expected answer.
        if described.get("verdict") or (by_rules and "expected_output" in scorer.reads):
            written |= {"passed", "score"}
        if id_.startswith(_MISSION):
            mission |= written | {"passed", "score"}
        # What it reads is not computed from what else it reads.
        families += [frozenset(written), *(frozenset({*written, name}) for name in scorer.reads)]
    return (*families, frozenset(mission))
