"""An analysis of how measures go together, as one JSON document."""

from __future__ import annotations

from typing import TYPE_CHECKING

import orjson

from steelyard.report.content import SCHEMA, plain

if TYPE_CHECKING:
    from steelyard.analysis.correlation import Correlation


def json(found: Correlation) -> bytes:
    """Return the analysis as UTF-8 JSON, indented, with a `schema` version."""
    content = {"schema": SCHEMA, **plain(found)}
    return orjson.dumps(content, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)
