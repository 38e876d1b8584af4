"""A leaderboard as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

import orjson

if TYPE_CHECKING:
    from steelyard.analysis.leaderboard import Leaderboard


def json(board: Leaderboard) -> bytes:
    """Return the leaderboard as UTF-8 JSON, indented, with a `schema` version."""
    return orjson.dumps(board.as_dict(), option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)
