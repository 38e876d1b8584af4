"""A comparison as one JSON document."""

from __future__ import annotations

from typing import TYPE_CHECKING

import orjson

if TYPE_CHECKING:
    from steelyard.analysis.comparison import Comparison


def json(comparison: Comparison) -> bytes:
    """Return the comparison as UTF-8 JSON, indented, with a `schema` version."""
    return orjson.dumps(
        comparison.as_dict(), option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE
    )
