"""When a schedule is due: cron in a time zone, also where the clock is put forward or back.

A time that the clock leaves out is kept as soon as it goes on; a time that comes twice counts once.
Only a schedule for every hour counts both: it goes by the hours that pass.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import islice
from zoneinfo import ZoneInfo, available_timezones

from croniter import croniter  # type: ignore[import-untyped]

from steelyard.errors import InputError
from steelyard.i18n import t

_FIELDS = 5
_DRAWN = re.compile(r"(?:^|,)[hr](?![a-z])", re.IGNORECASE)  # R: another number at every look
_LOOK_BACK = timedelta(hours=3)  # more than any clock is put back by
_LOOK_AT = 4_000  # candidates: three hours of minutes, folds and gaps, with room


def check_cron(cron: str, time_zone: str) -> None:
    """Refuse what is no cron, or no time zone, or never comes.

    Raises:
        InputError: says what is wrong.
    """
    if time_zone not in available_timezones():
        raise InputError(t("tasks.bad_zone", found=time_zone[:100]))
    fields = cron.split()
    drawn = any(_DRAWN.search(field) for field in fields)
    if len(fields) != _FIELDS or drawn or not croniter.is_valid(cron):
        raise InputError(t("tasks.bad_cron", found=cron[:100]))
    if next_time(cron, time_zone, datetime.now(UTC)) is None:
        raise InputError(t("tasks.never", found=cron[:100]))


def next_time(cron: str, time_zone: str, after: datetime) -> datetime | None:
    """Return the first time after `after`, in UTC; None when it never comes."""
    zone = ZoneInfo(time_zone)
    every_hour = "*" in cron.split()[1]
    start = after.astimezone(zone).replace(tzinfo=None) - _LOOK_BACK
    for wall in islice(_walls(cron, start), _LOOK_AT):
        for moment in _moments(wall, zone, twice=every_hour):
            if moment > after:
                return moment
    return None


def _walls(cron: str, start: datetime) -> Iterator[datetime]:
    """Yield the times on the wall clock, as if it never jumped."""
    found = croniter(cron, start, max_years_between_matches=10)
    try:
        while True:
            yield found.get_next(datetime)
    except ValueError:  # the 30th of February: never
        return


def _moments(wall: datetime, zone: ZoneInfo, *, twice: bool) -> list[datetime]:
    """Return the moments at which a wall clock shows a time."""
    first = wall.replace(tzinfo=zone, fold=0).astimezone(UTC)
    if first.astimezone(zone).replace(tzinfo=None) != wall:  # left out: when the clock goes on
        return [] if twice else [_gap_end(wall, zone)]
    second = wall.replace(tzinfo=zone, fold=1).astimezone(UTC)
    return [first, second] if twice and second != first else [first]


def _gap_end(wall: datetime, zone: ZoneInfo) -> datetime:
    """Return the moment at which a clock that leaves `wall` out was put forward."""
    before = wall.replace(tzinfo=zone, fold=1).utcoffset()
    after = wall.replace(tzinfo=zone, fold=0).utcoffset()
    assert before is not None
    assert after is not None
    low = (wall - max(before, after)).replace(tzinfo=UTC) - timedelta(hours=3)
    high = low + timedelta(hours=6)
    offset = low.astimezone(zone).utcoffset()
    while high - low > timedelta(seconds=1):
        middle = low + (high - low) / 2
        if middle.astimezone(zone).utcoffset() == offset:
            low = middle
        else:
            high = middle
    return high.replace(microsecond=0)
