"""Retrieval means at any cut-off: the catalog lists @5, @10 and @20, and a run may have others."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace

from steelyard.indicators.records import Indicator
from steelyard.model import Words

_ID = re.compile(r"(ir\.\w+_at_)([1-9]\d{0,4})")
_COLUMN = re.compile(r"ir_(\w+_at_[1-9]\d{0,4})")
_LISTED = "5"  # the cut-off of the record that the others are made from


def at_cutoff(id_: str, catalog: Mapping[str, Indicator]) -> Indicator | None:
    """Return `ir.precision_at_7` and its like, made from the record of another cut-off."""
    found = _ID.fullmatch(id_)
    listed = catalog.get(f"{found[1]}{_LISTED}") if found else None
    if found is None or listed is None:
        return None
    k = found[2]
    return replace(
        listed,
        id=id_,
        name=_words(listed.name, k),
        meaning=_words(listed.meaning, k),
        formula=replace(listed.formula, sql=listed.formula.sql.replace(_LISTED, k)),
    )


def cutoffs_among(columns: Iterable[str], catalog: Mapping[str, Indicator]) -> list[str]:
    """Return the ids of retrieval means that a table has columns for and the catalog lacks."""
    ids = [f"ir.{found[1]}" for name in columns if (found := _COLUMN.fullmatch(name))]
    return [id_ for id_ in ids if id_ not in catalog and at_cutoff(id_, catalog) is not None]


def _words(words: Words, k: str) -> Words:
    return Words(words.en.replace(_LISTED, k), words.zh.replace(_LISTED, k))
