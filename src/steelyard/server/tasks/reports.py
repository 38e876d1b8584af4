"""The report of a run, for pages: made once, kept while it is looked at.

What a bundle says changes only when it is scored again, so its report is kept under what it was
made from.
"""

from __future__ import annotations

from pathlib import Path

from steelyard.bundle import Bundle, connect, layout
from steelyard.report import RunReport, report_of
from steelyard.report.glance import Glance, glance
from steelyard.server.heavy_work import is_kept, run_once
from steelyard.server.tasks.replaced import again_if_replaced


def read_report(path: Path) -> RunReport:
    """Return the report of the run at `path`; waits while it is made.

    Raises:
        BundleError: there are no results yet.
    """
    return run_once(stamp(path), _make, path)


@again_if_replaced
def read_glance(path: Path) -> Glance:
    """Return what can be said of the run at `path` without waiting for its report.

    Raises:
        BundleError: there are no results yet.
    """
    bundle = Bundle(path)
    connection = connect(bundle.results_path)
    try:
        return glance(bundle.manifest.values, bundle.summary(), connection)
    finally:
        connection.close()


def is_made(path: Path) -> bool:
    """Whether the report is there already, so that no progress need be shown."""
    return is_kept(stamp(path))


def stamp(path: Path) -> tuple[str, str, int]:
    """Return which bundle it is, and of which scoring."""
    bundle = Bundle(path)
    summary = path / layout.SUMMARY
    changed = summary.stat().st_mtime_ns if summary.exists() else 0
    return str(path), bundle.results_path.name, changed


@again_if_replaced
def _make(path: Path) -> RunReport:
    return report_of(Bundle(path))
