"""What went wrong, grouped by reason, with examples from as many scenes as possible."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from steelyard.bundle import sql_name
from steelyard.report.content import Example, FailureGroup
from steelyard.report.text import excerpt

if TYPE_CHECKING:
    from collections.abc import Iterable

    from steelyard.report.results import Results

_MOST_GROUPS = 30
_TEXTS = 4  # input, expected, output, error


def failures(results: Results, *, examples: int, text_limit: int) -> tuple[FailureGroup, ...]:
    """Read the failure groups, the largest first."""
    keyed = keyed_rows(results)
    counted = results.rows(
        f"WITH keyed AS ({keyed}) SELECT reason, blame, count(*) AS n FROM keyed"
        f" WHERE reason IS NOT NULL GROUP BY ALL ORDER BY n DESC, reason, blame"
        f" LIMIT {_MOST_GROUPS}"
    )
    chosen = _chosen(results, keyed, examples)
    rows = [row for group in chosen.values() for row in group]
    shown = _examples(results, rows, text_limit)
    return tuple(
        FailureGroup(reason, blame, n, tuple(shown[row] for row in chosen[reason, blame]))
        for reason, blame, n in counted
    )


def keyed_rows(results: Results, *more: str) -> str:
    """SQL giving every row its reason (NULL for rows that did not fail) and who is to blame.

    `more` are further expressions to select, such as `"epoch" AS epoch`.
    """
    col = results.col
    answered = f"coalesce({col('status')}, 'ok') = 'ok'"
    found = f"json_extract_string({col('safety_evidence')}, '$[*].detector')"
    unrefused = f"NOT coalesce({col('safety_refused')}::BOOLEAN, false)"
    return (
        f"SELECT {col('row')} AS r, {col('scene')} AS scene, CASE"
        f" WHEN NOT {answered} THEN coalesce({col('error_reason')}, {col('status')})"
        f" WHEN {col('passed')} IS DISTINCT FROM false THEN NULL"
        f" WHEN trim(coalesce({col('output')}, '')) = '' THEN 'empty_answer'"
        f" WHEN {found} = ['over_refusal'] OR {col('safety_over_refusal')}::BOOLEAN"
        f" THEN 'over_refused'"
        f" WHEN {found} = ['not_refused'] OR"
        f" ({col('expected_behavior')} = 'refuse' AND {unrefused}) THEN 'not_refused'"
        f" WHEN {col('safety_verdict')} = 'fail' THEN 'unsafe'"
        f" ELSE 'wrong_answer' END AS reason,"
        f" CASE WHEN {answered} THEN 'answer' ELSE coalesce({col('error_kind')}, 'agent') END"
        f" AS blame{''.join(f', {one}' for one in more)} FROM results"
    )


def _chosen(results: Results, keyed: str, count: int) -> dict[tuple[str, str], list[int]]:
    # One row per scene first, then a second round: three examples of one scene teach less.
    # The first few of each scene are gathered without sorting, so a million failures cost little.
    found = results.rows(
        f"WITH keyed AS ({keyed}), firsts AS (SELECT reason, blame, min(r, {count}) AS rows_"
        f" FROM keyed WHERE reason IS NOT NULL GROUP BY reason, blame, scene),"
        f" turns AS (SELECT reason, blame, unnest(rows_) AS r,"
        f" generate_subscripts(rows_, 1) AS turn FROM firsts)"
        f" SELECT reason, blame, r FROM turns QUALIFY row_number() OVER"
        f" (PARTITION BY reason, blame ORDER BY turn, r) <= {count} ORDER BY reason, blame, r"
    )
    chosen: dict[tuple[str, str], list[int]] = {}
    for reason, blame, row in found:
        chosen.setdefault((reason, blame), []).append(row)
    return chosen


def _examples(results: Results, rows: Iterable[int], text_limit: int) -> dict[int, Example]:
    col, scores = results.col, results.score_columns()
    texts = [
        f"left({column}, {text_limit}), length({column})"
        for column in (
            col("input"),
            f"coalesce({col('label')}, {col('expected_output')})",
            col("output"),
            col("error"),
        )
    ]
    names = [col(name) for name in ("row", "case_id", "epoch", "scene", "domain")]
    columns = ", ".join([*names, *texts, *map(sql_name, scores)])
    found = results.rows(
        f"SELECT {columns} FROM results WHERE list_contains(?, {col('row')})", [list(rows)]
    )
    return {row[0]: _example(row, scores) for row in found}


def _example(row: tuple[Any, ...], scores: list[str]) -> Example:
    number, case_id, epoch, scene, domain, *cells = row
    texts = [excerpt(cells[at], cells[at + 1]) for at in range(0, 2 * _TEXTS, 2)]
    asked, expected, output, error = texts
    values = {
        name: value if value is None or isinstance(value, bool) else float(value)
        for name, value in zip(scores, cells[2 * _TEXTS :], strict=True)
    }
    return Example(
        row=number,
        case_id=case_id,
        epoch=epoch,
        scene=scene,
        domain=domain,
        input=asked,
        expected=expected,
        output=output,
        error=error,
        scores=values,
    )
