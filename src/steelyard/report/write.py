"""One door to every file format."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.report.html import html
from steelyard.report.json import json
from steelyard.report.markdown import markdown

if TYPE_CHECKING:
    from steelyard.report.content import RunReport

FORMATS: dict[str, Callable[[RunReport], bytes]] = {
    "html": lambda report: html(report).encode("utf-8"),
    "md": lambda report: markdown(report).encode("utf-8"),
    "json": json,
}


def write_report(report: RunReport, to: str, path: str | Path) -> Path:
    """Write `report` in the format `to` (a key of `FORMATS`) and return where it is."""
    if to not in FORMATS:
        raise InputError(
            t("report.unknown_format", found=to, allowed=", ".join(FORMATS)),
            hint=t("report.unknown_format_hint"),
        )
    target = Path(path)
    content = FORMATS[to](report)
    try:
        target.write_bytes(content)
    except OSError as error:
        raise InputError(
            t("report.cannot_write", path=target, why=error.strerror or error),
            hint=t("report.cannot_write_hint"),
        ) from error
    return target
