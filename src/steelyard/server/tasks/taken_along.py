"""What was made of several runs, as a file to take along."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from steelyard.report import suffix_of, write_report

FORMATS = ("xlsx", "md", "json")


def write_content(content: Any, kind: str) -> tuple[str, bytes]:
    """Return the ending and the bytes of a comparison, a leaderboard or a correlation."""
    ending = suffix_of(kind)
    with TemporaryDirectory(prefix="steelyard-") as folder:
        made = write_report(content, kind, Path(folder) / f"content.{ending}")
        return ending, made.read_bytes()
