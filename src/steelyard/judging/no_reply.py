"""Runs in which no request got an answer: they failed, whatever could be computed from them."""

from __future__ import annotations

from pathlib import Path

from steelyard import bundle as disk
from steelyard.bundle import Bundle
from steelyard.errors import NoReplyError
from steelyard.i18n import t
from steelyard.i18n.numbers import count_text
from steelyard.judging.summary import WITHOUT_ANSWER
from steelyard.scorers import RECORDED


def nothing_answered(table: Path) -> bool:
    """Return whether requests were made, and every reply at baseline is blank or failed.

    Rows that bring results are no requests. A verdict of the data or of people counts as an answer.
    """
    with disk.connect(table) as connection:
        [(asked, answered)] = connection.execute(
            f"SELECT count(*), count_if(verdict_by NOT IN {WITHOUT_ANSWER}) FROM results"
            f" WHERE condition IS NULL AND verdict_by <> '{RECORDED}'"
        ).fetchall()
    return bool(asked) and not answered


def no_reply_error(bundle: Bundle) -> NoReplyError:
    """Return what to say about a failed run: no reply at all, or only blank ones."""
    counts = bundle.manifest.values["counts"]
    asked = sum(counts.values()) - counts.get(disk.RECORDED, 0)
    if counts.get("ok"):
        message = t("judged.warn_no_answer", rows=count_text(asked))
        return NoReplyError(message, hint=t("pipeline.no_answer_hint", path=bundle.path))
    with disk.connect(bundle.results_path) as connection:
        failed = "SELECT error, count(*) FROM results WHERE status <> 'ok' GROUP BY 1"
        [(error, _)] = connection.execute(f"{failed} ORDER BY 2 DESC, 1 LIMIT 1").fetchall()
    message = t("pipeline.no_reply", n=count_text(asked), error=error or "–")
    return NoReplyError(message, hint=t("pipeline.no_reply_hint", path=bundle.path))
