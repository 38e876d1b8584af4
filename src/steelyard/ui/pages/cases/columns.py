"""What the columns are called that scorers write."""

from __future__ import annotations

import re
from functools import cache

from steelyard.i18n import pick, t
from steelyard.i18n.words import correlation, ui_cases
from steelyard.scorers import SCORERS, column_of
from steelyard.scorers.scorer import Scorer

_AT = re.compile(r"ir_(precision|recall|ndcg|dcg|idcg|success|judged|hits)_at_(\d+)")


def column_text(column: str) -> str | None:
    """Return what a column holds, in the visitor's language; None when nobody knows."""
    for area, known in (("ui_cases", ui_cases.WORDS), ("correlation", correlation.WORDS)):
        if f"column_{column}" in known:
            return t(f"{area}.column_{column}")
    if found := _AT.fullmatch(column):
        return t(f"ui_cases.at_{found[1]}", k=found[2])
    scorer = _owners().get(column)
    if scorer is None:
        return None
    title = pick(scorer.algorithm.title)
    part = column.removeprefix(column_of(scorer.algorithm.id)).removeprefix("_")
    if f"part_{part}" in ui_cases.WORDS:
        return t("ui_cases.part_of", title=title, part=t(f"ui_cases.part_{part}"))
    return f"{title} · {part}" if part and part != column else title


def is_count(column: str) -> bool:
    """Whether a column holds whole numbers."""
    scorer = _owners().get(column)
    return scorer is not None and scorer.writes[column] == "int"


@cache
def _owners() -> dict[str, Scorer]:
    """Return which scorer writes a column, as scorers write by default."""
    return {column: one for one in SCORERS for column in one.writes}
