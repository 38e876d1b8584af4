"""Any Python value as plain JSON: what spreadsheets and Parquet hold beyond text and numbers."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from math import isfinite
from typing import Any
from uuid import UUID

INT64 = 2**63


def plain(value: Any) -> Any:
    """Return `value` as JSON values only.

    NaN and the infinities become None, times ISO text, durations seconds, bytes base64.
    """
    if value is None or isinstance(value, str | bool):
        return value
    if isinstance(value, int):
        return value if -INT64 <= value < INT64 else float(value)
    if isinstance(value, float):
        return value if isfinite(value) else None
    if isinstance(value, Mapping):
        return {_key(name): plain(item) for name, item in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [plain(item) for item in value]
    return _other(value)


def _key(name: Any) -> str:
    return name if isinstance(name, str) else str(plain(name))


def _other(value: Any) -> Any:
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    if isinstance(value, timedelta):
        return value.total_seconds()
    if isinstance(value, Decimal):
        return _decimal(value)
    if isinstance(value, bytes | bytearray | memoryview):
        return b64encode(bytes(value)).decode("ascii")
    return str(value) if isinstance(value, UUID) else repr(value)


def _decimal(value: Decimal) -> int | float | None:
    if not value.is_finite():
        return None
    whole = value == value.to_integral_value() and abs(value) < INT64
    return int(value) if whole else float(value)
