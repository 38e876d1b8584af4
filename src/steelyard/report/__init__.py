"""A run, rendered for people: terminal, Markdown, one HTML page; and for programs: JSON."""

from typing import TYPE_CHECKING

from steelyard.lazy import lazy_exports

if TYPE_CHECKING:
    from steelyard.report.collect import collect
    from steelyard.report.content import SCHEMA, RunReport
    from steelyard.report.html import html
    from steelyard.report.json import json
    from steelyard.report.markdown import markdown
    from steelyard.report.of_run import keep_report, report_of
    from steelyard.report.terminal import terminal
    from steelyard.report.write import FORMATS, formats_of, suffix_of, write_report

__all__ = [
    "FORMATS",
    "SCHEMA",
    "RunReport",
    "collect",
    "formats_of",
    "html",
    "json",
    "keep_report",
    "markdown",
    "report_of",
    "suffix_of",
    "terminal",
    "write_report",
]
lazy_exports(
    __name__,
    {
        "collect": ("collect",),
        "content": ("SCHEMA", "RunReport"),
        "html": ("html",),
        "json": ("json",),
        "markdown": ("markdown",),
        "of_run": ("keep_report", "report_of"),
        "terminal": ("terminal",),
        "write": ("FORMATS", "formats_of", "suffix_of", "write_report"),
    },
)
