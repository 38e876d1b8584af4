"""One door to every file format of every kind of report.

A writer is a function from the content to text or bytes, named here as `module:function` below
`steelyard.report` and imported when it is asked for. To add a format, add a line.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

from steelyard.errors import InputError, SteelyardError
from steelyard.i18n import t
from steelyard.machine import trouble_of

# By the class of the content, format by format.
FORMATS: Mapping[str, Mapping[str, str]] = {
    "RunReport": {
        "html": "html:html",
        "md": "markdown:markdown",
        "json": "json:json",
        "xlsx": "xlsx:xlsx",
        "pdf": "pdf:pdf",
        "junit": "junit:junit",
        "summary": "job_summary:job_summary",
    },
    "Comparison": {
        "html": "html:html",
        "md": "comparison.markdown:markdown",
        "json": "comparison.json:json",
        "xlsx": "xlsx:xlsx",
        "pdf": "pdf:pdf",
        "junit": "junit:junit",
        "summary": "job_summary:job_summary",
    },
    "Leaderboard": {
        "html": "html:html",
        "md": "leaderboard.markdown:markdown",
        "json": "leaderboard.json:json",
        "csv": "leaderboard.csv:csv",
        "xlsx": "xlsx:xlsx",
        "pdf": "pdf:pdf",
    },
    "Correlation": {
        "html": "html:html",
        "md": "correlation.markdown:markdown",
        "json": "correlation.json:json",
        "xlsx": "xlsx:xlsx",
        "pdf": "pdf:pdf",
    },
}
_SUFFIXES = {"junit": "xml", "summary": "md"}
# Formats of a run that list more cases than its report holds: they are also given its table.
_OF_CASES = ("xlsx", "junit")


def write_report(content: Any, to: str, path: str | Path, *, results: Path | None = None) -> Path:
    """Write `content` in the format `to` and return where it is.

    Args:
        content: a `RunReport`, `Comparison`, `Leaderboard` or `Correlation`.
        to: a format of it, see `formats_of`.
        path: the file to write.
        results: the results table of the run, for formats that list every case.
    """
    write = writer(content, to)
    listed = to in _OF_CASES and type(content).__name__ == "RunReport"
    made = write(content, results) if listed else write(content)
    target = Path(path)
    try:
        target.write_bytes(made if isinstance(made, bytes) else made.encode("utf-8"))
    except OSError as error:
        raise not_written(target, error) from error
    return target


def not_written(path: Path, error: OSError) -> SteelyardError:
    """Return why a file could not be written: a trouble of the machine, or the wrong folder."""
    why = error.strerror or error
    message = t("report.cannot_write", path=path, why=why)
    return trouble_of(error) or InputError(message, hint=t("report.cannot_write_hint"))


def formats_of(content: Any) -> tuple[str, ...]:
    """Return the formats that this kind of content can be written in."""
    kind = content if isinstance(content, str) else type(content).__name__
    return tuple(FORMATS[kind])


def suffix_of(to: str) -> str:
    """Return how a file of this format ends, such as `xml` for `junit`."""
    return _SUFFIXES.get(to, to)


def writer(content: Any, to: str) -> Callable[..., str | bytes]:
    """Return the function that makes the format; an unknown one is refused with those there are."""
    named = FORMATS[type(content).__name__]
    if to not in named:
        raise InputError(
            t("report.unknown_format", found=to, allowed=", ".join(named)),
            hint=t("report.unknown_format_hint"),
        )
    module, _, function = named[to].partition(":")
    found: Callable[..., str | bytes] = getattr(
        import_module(f"steelyard.report.{module}"), function
    )
    return found
