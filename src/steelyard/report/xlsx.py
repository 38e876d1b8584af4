"""A report as a workbook: one sheet per section, numbers as numbers, nobody's text as a formula."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

from steelyard.report.tables import tables_of
from steelyard.report.tables.cases import case_table, sample_table
from steelyard.report.workbook import workbook

if TYPE_CHECKING:
    from steelyard.report.tables import Table


def xlsx(content: Any, results: Path | None = None) -> bytes:
    """Return the workbook in the current language.

    Args:
        content: a `RunReport`, `Comparison`, `Leaderboard` or `Correlation`.
        results: the results table of a run; with it, every case is in the workbook.
    """
    tables = tables_of(content)
    if type(content).__name__ != "RunReport":
        return workbook(tables)
    if results is None:
        return workbook(_with_cases(tables, sample_table(content)))
    from steelyard.bundle import connect

    with closing(connect(results)) as con:
        return workbook(_with_cases(tables, case_table(con)))


def _with_cases(tables: list[Table], cases: Table) -> list[Table]:
    # How it was made is looked up last.
    return [*tables[:-1], cases, tables[-1]]
