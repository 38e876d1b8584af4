"""The names of the files in a bundle, written down once.

manifest.json       what was run, with what, how far it is; replaced atomically
manifest.backup.json  the same, written just before; for a damaged manifest
asks.jsonl          every ask, written before the first one is sent        (while running)
journal.jsonl       every reply, appended as it arrives                    (while running)
rejects.jsonl       dataset rows that were refused, with reasons           (if any)
judge-cache.jsonl   what judges said, by question; kept for scoring anew   (if judged)
overrides.jsonl     verdicts of people, which this run is scored with       (if any)
results-N/*.parquet the results table; the manifest names the current N    (when finished)
summary.json        indicators, overall score, breakdowns                  (when scored)
report.json|html    what people read
report-source.json  what report.json was made from, so that it can be read again
signature.json      who had these files, byte by byte                      (if signed)
signatures/N.json   earlier signatures, each named by the next             (if signed again)
lock                held by the one process that may write
"""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

MANIFEST = "manifest.json"
MANIFEST_BACKUP = "manifest.backup.json"
ASKS = "asks.jsonl"
JOURNAL = "journal.jsonl"
REJECTS = "rejects.jsonl"
JUDGE_CACHE = "judge-cache.jsonl"
OVERRIDES = "overrides.jsonl"
SUMMARY = "summary.json"
REPORT = "report.json"
REPORT_SOURCE = "report-source.json"
SIGNATURE = "signature.json"
EARLIER_SIGNATURES = "signatures"
LOCK = "lock"
RESULTS_PREFIX = "results-"


def earlier_signature(number: int) -> str:
    """Return the name of an earlier signature, from 1."""
    return f"{EARLIER_SIGNATURES}/{number:04}.json"


def default_directory(name: str) -> Path:
    """Return runs/<time>-<name>, with a name that every file system takes."""
    safe = "".join(c if c.isalnum() or c in "-_." else "-" for c in name)[:60].strip(".-") or "run"
    stamp = datetime.now().astimezone().strftime("%Y%m%d-%H%M%S")
    path = Path("runs") / f"{stamp}-{safe}"
    number = 2
    while path.exists():
        path = path.with_name(f"{stamp}-{safe}-{number}")
        number += 1
    return path
