"""The report of a run on disk, collected once: what a run has just written is what is shown.

A report is kept as long as its `Bundle` object, and given again while the bundle has the same
results and summary and the same language is spoken. Other processes read the stored one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple
from weakref import WeakKeyDictionary

from steelyard.bundle import Bundle, connect_for_analysis, layout
from steelyard.i18n import language
from steelyard.report.stored import note_source, stored_report

if TYPE_CHECKING:
    from steelyard.report.content import RunReport


class _Stamp(NamedTuple):
    """What a report was made from."""

    results: str
    summary: tuple[int, int, int] | None
    language: str


_kept: WeakKeyDictionary[Bundle, tuple[_Stamp, RunReport]] = WeakKeyDictionary()


def report_of(bundle: Bundle, *, cases: bool = True) -> RunReport:
    """Return what a report of the run says.

    Args:
        bundle: the run.
        cases: whether the sample of cases is needed, which the stored report does not have.

    Raises:
        BundleError: there are no results yet.
    """
    stamp = _stamp(bundle)  # first: what is replaced while it is read is read again
    found = _kept.get(bundle)
    if found is not None and found[0] == stamp:
        return found[1]
    if not cases and (stored := stored_report(bundle)) is not None:
        return stored
    from steelyard.report.collect import collect

    summary = bundle.summary()
    bundle.check_results()
    connection = connect_for_analysis(bundle.results_path)
    try:
        report = collect(bundle.manifest.values, summary, connection)
    finally:
        connection.close()
    _kept[bundle] = stamp, report
    return report


def keep_report(bundle: Bundle, report: RunReport) -> None:
    """Keep the report that was made with the summary now on disk, for other processes too."""
    note_source(bundle, report)
    _kept[bundle] = _stamp(bundle), report


def _stamp(bundle: Bundle) -> _Stamp:
    results, path = bundle.results_path.name, bundle.path / layout.SUMMARY
    if not path.exists():
        return _Stamp(results, None, language())
    facts = path.stat()
    # A summary is replaced, never written over: another one is another file.
    return _Stamp(results, (facts.st_ino, facts.st_mtime_ns, facts.st_size), language())
