"""How the answers of a finished run were judged, and whether that fits: part of its summary."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from steelyard.scorers import AUTO, DOCUMENTED, RECORDED, RULES_VERSION, AutoJudge

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

WEAK = ("keywords", "text.keyword_match")
"""Rules that compare keywords: contradictions can pass, long right answers can fail."""

_FEW, _ALL, _UNREAD, _UNDECIDED = 0.05, 0.99, 0.20, 0.50
_AMBER = 0.20
_LEAST_ALL = 20  # of three cases all three pass easily
_PAIRS = 3
_SHOWN = 200  # characters of a text
_TRIED = 1_000  # answers judged by `auto` to see what it would give
WITHOUT_ANSWER = ("infra", "failed")
"""Named in `verdict_by` of a row that has no answer."""
_PLAIN = "condition IS NULL"
_ASKED = f"verdict_by <> '{RECORDED}'"  # and not NULL
_OVERLAP = "text_keyword_match"


def summarize_judging(
    con: DuckDBPyConnection, manifest: Mapping[str, Any]
) -> dict[str, Any] | None:
    """Return who gave how many verdicts, and a warning if they may not fit the answers.

    Rows asked under a condition are not looked at. None for a table that does not say.

    Args:
        con: a connection with the view `results`.
        manifest: of the run: `verdict_rules`, `dataset.fields`.
    """
    counts = _Counts(con)
    if not counts.rows:
        return None
    frozen = manifest.get("verdict_rules") or {}
    rules = {by: n for by, n in counts.by.items() if by not in (*WITHOUT_ANSWER, "none")}
    judged = sum(rules.values())
    weak = sum(rules.get(by, 0) for by in WEAK)
    by = frozen.get("by", "scorers")
    # With no answer to judge, `auto` still shows what the data call for.
    called_for = dict(frozen.get("rules") or {}) if by == AUTO else {}
    return {
        "by": by,
        "version": frozen.get("version", RULES_VERSION) if by == AUTO else None,
        "labels": list(frozen.get("labels") or ()),
        "guess": frozen.get("guess"),
        "rules": rules or called_for,
        "rows": counts.rows,
        "answered": counts.answered,
        "verdicts": counts.verdicts,
        "passed": counts.passed,
        "unjudged": counts.by.get("none", 0),
        "unread": counts.unread,
        "weak": weak / judged if judged else 0.0,
        "amber": bool(judged) and weak / judged >= _AMBER,
        "only_keywords": bool(judged) and weak == judged,
        "warning": _warning(con, manifest, counts),
    }


class _Counts:
    """What the table says about its verdicts."""

    def __init__(self, con: DuckDBPyConnection) -> None:
        answered = f"verdict_by NOT IN {WITHOUT_ANSWER}"
        found = con.execute(
            "SELECT count(*), count_if(coalesce(status, 'ok') = 'ok'),"
            f" count_if({answered}), count_if({answered} AND passed IS NOT NULL),"
            f" count_if({answered} AND verdict_by = 'retrieval'), count(passed),"
            " count_if(passed), count_if(verdict_evidence = 'unread')"
            f" FROM results WHERE {_PLAIN} AND {_ASKED}"
        ).fetchall()
        numbers = [int(number or 0) for number in found[0]]
        self.rows, self.replies, self.answered, self.decided = numbers[:4]
        self.ranked, self.verdicts, self.passed, self.unread = numbers[4:]
        self.by: dict[str, int] = dict(
            con.execute(
                f"SELECT verdict_by, count(*) FROM results WHERE {_PLAIN} AND {_ASKED}"
                " GROUP BY 1 ORDER BY 2 DESC, 1"
            ).fetchall()
        )


def _warning(
    con: DuckDBPyConnection, manifest: Mapping[str, Any], counts: _Counts
) -> dict[str, Any] | None:
    """Return what a reader must know before any score; None when nothing looks wrong."""
    reason = _reason(counts)
    if reason is None:
        return None
    rate = counts.passed / counts.verdicts if counts.verdicts else None
    found: dict[str, Any] = {"reason": reason, "pass_rate": rate, "pairs": []}
    if reason in ("no_reply", "no_answer", "few_verdicts"):
        return found
    found["pairs"] = _pairs(con, reason)
    if (manifest.get("verdict_rules") or {}).get("by") != AUTO:
        found["other"] = {"scorers": AUTO, "pass_rate": _auto_rate(con, manifest)}
    elif (rate := _documented_rate(con)) is not None:
        found["other"] = {"scorers": DOCUMENTED, "pass_rate": rate}
    return found


def _reason(counts: _Counts) -> str | None:
    to_decide = counts.answered - counts.ranked
    rate = counts.passed / counts.verdicts if counts.verdicts else None
    checks = {
        "no_reply": counts.replies == 0,
        "no_answer": counts.answered == 0,
        "few_verdicts": to_decide > 0 and counts.decided / to_decide < _UNDECIDED,
        "few_pass": rate is not None and rate <= _FEW,
        "unread": counts.unread >= _UNREAD * max(counts.answered, 1),
        "all_pass": rate is not None and rate >= _ALL and counts.verdicts >= _LEAST_ALL,
    }
    return next((reason for reason, holds in checks.items() if holds), None)


def _pairs(con: DuckDBPyConnection, reason: str) -> list[dict[str, Any]]:
    """Return a few expected answers, of different cases, each with the answer that was given."""
    wanted = {"unread": "verdict_evidence = 'unread'", "all_pass": "passed"}.get(
        reason, "passed = false"
    )
    expected = "coalesce(label, expected_output, array_to_string(\"references\", ' | '))"
    rows = con.execute(
        f"SELECT case_id, {expected}, output, verdict_by, verdict_evidence FROM results"
        f" WHERE {_PLAIN} AND verdict_by NOT IN {WITHOUT_ANSWER} AND {wanted}"
        f" AND {expected} IS NOT NULL"
        " QUALIFY row_number() OVER (PARTITION BY case_id ORDER BY row) = 1"
        f" ORDER BY row LIMIT {_PAIRS}"
    ).fetchall()
    names = ("case_id", "expected", "answer", "verdict_by", "evidence")
    return [{name: _short(cell) for name, cell in zip(names, row, strict=True)} for row in rows]


def _short(text: str | None) -> str | None:
    return text if text is None or len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def _documented_rate(con: DuckDBPyConnection) -> float | None:
    """Return the share of the answers that pass by keyword overlap, if that was measured."""
    if _OVERLAP not in {name for name, *_ in con.execute("DESCRIBE results").fetchall()}:
        return None
    [(rate,)] = con.execute(
        f"SELECT avg({_OVERLAP}::INT) FROM results"
        f" WHERE {_PLAIN} AND verdict_by NOT IN {WITHOUT_ANSWER}"
    ).fetchall()
    return None if rate is None else float(rate)


def _auto_rate(con: DuckDBPyConnection, manifest: Mapping[str, Any]) -> float | None:
    """Return the share of the answers that the rules of `auto` pass; None if they judge none."""
    labels = (manifest.get("verdict_rules") or {}).get("labels") or ()
    judge = AutoJudge((manifest.get("dataset") or {}).get("fields") or (), labels)
    names = [*judge.reads, "output", "pred_label"]
    rows = con.execute(
        f"SELECT {', '.join(chr(34) + name + chr(34) for name in names)} FROM results"
        f" WHERE {_PLAIN} AND verdict_by NOT IN {WITHOUT_ANSWER} ORDER BY row LIMIT {_TRIED}"
    ).fetchall()
    if not rows:
        return None
    batch = dict(zip(names, map(list, zip(*rows, strict=True)), strict=True))
    found = [judge.judge(batch, row).passed for row in range(len(rows))]
    decided = [passed for passed in found if passed is not None]
    return sum(decided) / len(decided) if decided else None
