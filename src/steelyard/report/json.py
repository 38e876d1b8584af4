"""The report as `report.json`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import orjson

if TYPE_CHECKING:
    from steelyard.report.content import RunReport


def json(report: RunReport) -> bytes:
    """Return the report as UTF-8 JSON, indented, with a `schema` version."""
    return orjson.dumps(report.as_dict(), option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)
