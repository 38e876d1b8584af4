"""Every case of a run as a table, read from the results in batches."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from steelyard.bundle import sql_name
from steelyard.model import Words
from steelyard.report.case_rows import kind_of_condition
from steelyard.report.conditions import condition_words
from steelyard.report.failures import keyed_rows
from steelyard.report.numbers import count_text
from steelyard.report.results import Results
from steelyard.report.tables.table import Cell, Column, Kind, Quantity, Table
from steelyard.report.wording import known_words, words

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

    from steelyard.report.content import Case, RunReport

MOST_ROWS = 1_048_570  # what a sheet of a workbook holds, less heading and note
_BATCH = 1_000
_ROW = sql_name("row")
_LONGEST = 33_000  # characters read of a text: a little more than a cell holds, so that cuts show
_COLUMNS: tuple[tuple[str, Kind], ...] = (
    ("row", "number"),
    ("case", "text"),
    ("epoch", "number"),
    ("scene", "text"),
    ("domain", "text"),
    ("scene_type", "text"),
    ("condition", "text"),
    ("kind", "text"),
    ("status", "text"),
    ("passed", "number"),
    ("reason", "text"),
    ("latency_s", "number"),
    ("attempts", "number"),
    ("started_at", "text"),
    ("input_tokens", "number"),
    ("output_tokens", "number"),
    ("cost", "number"),
    ("input", "long"),
    ("expected", "long"),
    ("output", "long"),
    ("error", "long"),
)


def case_table(con: DuckDBPyConnection, *, most: int = MOST_ROWS) -> Table:
    """Return every row of the results, as many as a sheet holds; a note says how many do not fit.

    Args:
        con: a connection with the view `results`; the rows are read from it as they are written.
        most: rows at most.
    """
    results = Results(con)
    [(total,)] = results.rows("SELECT count(*) FROM results")
    scores = results.score_columns(most=200)
    columns = [*_headings(), *(Column(Words(name, name)) for name in scores)]
    note = cut_note(total, most=most)
    rows = _rows(results, _query(results, scores), most)
    return Table("cases", words("tables.cases"), columns, rows, note=note)


def cut_note(total: int, *, most: int = MOST_ROWS) -> Words | None:
    """Return what is to be said of a run of `total` rows; None when a sheet holds it whole."""
    if total <= most:
        return None
    return words("tables.rows_cut", n=count_text(most), more=count_text(total - most))


def sample_table(report: RunReport) -> Table:
    """Return the rows that travel with the report."""
    cases = report.cases.cases if report.cases else ()
    total = report.cases.total if report.cases else 0
    scores = list(dict.fromkeys(name for case in cases for name in case.scores))
    columns = [*_headings(), *(Column(Words(name, name)) for name in scores)]
    note = words("tables.cases_some", n=count_text(len(cases)), total=count_text(total))
    rows = [_of_case(case, scores) for case in cases]
    return Table(
        "cases", words("tables.cases"), columns, rows, note=note if len(cases) < total else None
    )


def _headings() -> list[Column]:
    return [Column(words(f"tables.{name}"), kind) for name, kind in _COLUMNS]


def _query(results: Results, scores: list[str]) -> str:
    col = results.col
    texts = {
        "input": col("input"),
        "expected": f"coalesce({col('label')}, {col('expected_output')})",
        "output": col("output"),
        "error": col("error"),
    }
    plain = ("epoch", "status", "passed", "latency_s", "attempts", "started_at", "input_tokens")
    more = [
        *(f"{col(name)}::VARCHAR AS {name}" for name in ("case_id", "domain", "scene_type")),
        f"{col('condition')} AS condition",
        f"{kind_of_condition(results)} AS kind",
        *(f"{col(name)} AS {name}" for name in (*plain, "output_tokens", "cost")),
        *(f"left({text}, {_LONGEST}) AS {name}" for name, text in texts.items()),
        *(f"{sql_name(name)} AS s{at}" for at, name in enumerate(scores)),
    ]
    names = (
        *("r", "case_id", "epoch", "scene", "domain", "scene_type", "condition", "kind"),
        *("status", "passed", "reason", "latency_s", "attempts", "started_at"),
        *("input_tokens", "output_tokens", "cost", *texts),
        *(f"s{at}" for at in range(len(scores))),
    )
    named = ", ".join(names)
    return f"SELECT {named} FROM ({keyed_rows(results, *more)})"


def _rows(results: Results, query: str, most: int) -> Iterator[tuple[Cell, ...]]:
    """Read the rows a few at a time: sorting wide rows all at once would need room for them all."""
    ((first, last),) = results.rows(f"SELECT min({_ROW}), max({_ROW}) FROM results")
    left = most
    for start in range(first or 0, (-1 if last is None else last) + 1, _BATCH):
        found = results.rows(
            f"SELECT * FROM ({query}) WHERE r >= {start} AND r < {start + _BATCH}"
            f" ORDER BY r LIMIT {left}"
        )
        yield from map(_of_row, found)
        left -= len(found)
        if left <= 0:
            return


def _of_row(row: tuple[Any, ...]) -> tuple[Cell, ...]:
    number, case_id, epoch, scene, domain, scene_type, condition, kind, status, *rest = row
    passed, reason, latency_s, attempts, started_at, *others = rest
    return (
        number,
        case_id,
        epoch,
        scene,
        domain,
        scene_type,
        None if condition is None else condition_words(condition),
        kind,
        status,
        passed,
        None if reason is None else known_words("reason", reason),
        Quantity(latency_s, "s"),
        attempts,
        _moment(started_at),
        *others,
    )


def _of_case(case: Case, scores: list[str]) -> tuple[Cell, ...]:
    texts = (case.input, case.expected, case.output, case.error)
    values = case.values
    numbers = (values.get(name) for name in ("input_tokens", "output_tokens", "cost"))
    return (
        *_of_row(
            (
                *(case.row, case.case_id, case.epoch, case.scene, case.domain, case.scene_type),
                *(case.condition, case.kind, case.status, case.passed, case.reason),
                *(case.latency_s, values.get("attempts"), None, *numbers),
                *(None if part is None else part.text for part in texts),
            )
        ),
        *(case.scores.get(name) for name in scores),
    )


def _moment(seconds: float | None) -> datetime | None:
    try:
        return None if seconds is None else datetime.fromtimestamp(seconds, UTC)
    except (ValueError, OverflowError, OSError):
        return None
