"""Resolved indicators of the catalog, kept for the life of the process.

Resolving reads of a table only what its columns are and whether some of them have any value. A
second table of the same kind, or the same one looked at for another purpose, needs no second
resolving. A user's own indicators are always resolved again.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from steelyard.indicators.load import built_in, get_indicator

if TYPE_CHECKING:
    from steelyard.indicators.records import Indicator
    from steelyard.indicators.resolve import Resolved
    from steelyard.indicators.table import Table

_MOST_KEYS, _MOST_ANSWERS = 5_000, 8


class Resolution(NamedTuple):
    """A resolved indicator and what it rests on.

    Attributes:
        resolved: the indicator.
        answers: columns that were looked at, and whether the table has a value there.
        records: the indicator, and those that it refers to.
    """

    resolved: Resolved
    answers: Mapping[str, bool]
    records: tuple[Indicator, ...]

    def holds(self, table: Table) -> bool:
        """Return whether it would be the same for another table of the same columns."""
        return all(table.has(name) is there for name, there in self.answers.items()) and all(
            get_indicator(record.id) is record for record in self.records
        )


_kept: dict[Hashable, list[Resolution]] = {}


def cache_key(
    record: Indicator, params: Mapping[str, Any], table: Table, *, grouped: bool
) -> Hashable | None:
    """Return what tells resolutions apart; None for an indicator that is not of the catalog."""
    if built_in().get(record.id) is not record:
        return None
    # As text, since 1, 1.0 and true are equal as values, and a value may be a list.
    return record.id, repr(params), grouped, table.filled is None, table.shape


def find_resolution(key: Hashable | None, table: Table) -> Resolution | None:
    """Return the resolution kept for a table like this one."""
    if key is None:
        return None
    return next((one for one in _kept.get(key, ()) if one.holds(table)), None)


def keep_resolution(key: Hashable | None, resolution: Resolution) -> Resolution:
    """Keep a resolution, and return it."""
    if key is not None:
        if len(_kept) >= _MOST_KEYS and key not in _kept:
            _kept.clear()
        _kept[key] = [resolution, *_kept.get(key, ())][:_MOST_ANSWERS]
    return resolution
