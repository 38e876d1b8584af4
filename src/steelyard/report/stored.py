"""The report in a bundle, read again while it is what would be collected.

`report-source.json` says which `report.json` was made from which files, in which language and by
which version. If any of it is otherwise now, the stored report is not used.
"""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import orjson

from steelyard import __version__
from steelyard.bundle import Bundle, layout, write_atomic
from steelyard.i18n import language
from steelyard.report.content import SCHEMA
from steelyard.report.read_json import read_report

if TYPE_CHECKING:
    from steelyard.report.content import RunReport

# Larger tables are not hashed: that takes as long as collecting what a terminal shows.
_MOST_BYTES = 32 << 20


def note_source(bundle: Bundle, report: RunReport) -> None:
    """Write down that `report.json` is this report, made from the files now in the bundle.

    A report that JSON cannot hold exactly, such as one with an infinite number, is collected again.
    """
    content = (bundle.path / layout.REPORT).read_bytes()
    if read_report(orjson.loads(content)) == replace(report, cases=None):
        write_atomic(bundle.path / layout.REPORT_SOURCE, orjson.dumps(_source(bundle, content)))


def stored_report(bundle: Bundle) -> RunReport | None:
    """Return the report of a bundle without its sample of cases; None when it must be collected."""
    try:
        content = (bundle.path / layout.REPORT).read_bytes()
        source = orjson.loads((bundle.path / layout.REPORT_SOURCE).read_bytes())
        if source != _source(bundle, content) or source["inputs"] is None:
            return None
        return read_report(orjson.loads(content))
    except (OSError, ValueError):
        return None


def _source(bundle: Bundle, content: bytes) -> dict[str, Any]:
    return {
        "steelyard_version": __version__,
        "schema": SCHEMA,
        "language": language(),
        "inputs": _digest_of_inputs(bundle),
        "report": sha256(content).hexdigest(),
    }


def _digest_of_inputs(bundle: Bundle) -> str | None:
    """Return a digest of every file that a report is collected from; None when they are large."""
    named = (layout.MANIFEST, layout.SUMMARY, layout.OVERRIDES)
    paths = [bundle.path / name for name in named]
    paths += sorted(bundle.results_path.iterdir())
    paths = [path for path in paths if path.exists()]
    if sum(path.stat().st_size for path in paths) > _MOST_BYTES:
        return None
    digests = [f"{path.name} {sha256(path.read_bytes()).hexdigest()}" for path in paths]
    return sha256("\n".join(digests).encode()).hexdigest()
