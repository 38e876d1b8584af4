"""Pairwise judgements from a CSV file, as a spreadsheet writes them."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import NamedTuple

from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.scorecards.node_weights import judgement

_MOST = 10


class JudgementFile(NamedTuple):
    """The names of what is compared, in order, and how many times as important each row is."""

    names: list[str]
    matrix: list[list[float]]


def read_judgements(path: Path) -> JudgementFile:
    """Return the judgements in a CSV file.

    A first row of names and a first column of names are taken as such. Cells are numbers or
    fractions such as 1/3; an empty cell is the reciprocal of the one across the diagonal, and 1 on
    it.

    Raises:
        InputError: it is not such a file.
    """
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows = [[cell.strip() for cell in row] for row in csv.reader(file) if any(row)]
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(t("lined.unreadable", path=path, reason=reason)) from None
    names, cells = _apart(rows)
    n = len(cells)
    if not 2 <= n <= _MOST or any(len(row) != n for row in cells):
        sizes = ", ".join(dict.fromkeys(str(len(row)) for row in cells))
        raise InputError(
            t("scorecards.not_square", path=path, rows=n, columns=sizes or 0, most=_MOST)
        )
    matrix = [[_cell(path, cells, i, j) for j in range(n)] for i in range(n)]
    return JudgementFile(names or [str(at) for at in range(1, n + 1)], matrix)


def _apart(rows: list[list[str]]) -> tuple[list[str], list[list[str]]]:
    """Return the names, if there are any, and the cells."""
    if not rows:
        return [], []
    names: list[str] = []
    if any(cell and not _is_number(cell) for cell in rows[0][1:]):
        names, rows = rows[0], rows[1:]
    headed = bool(names) and all(len(row) == len(rows) + 1 for row in rows)
    if headed or (rows and all(row[0] and not _is_number(row[0]) for row in rows)):
        names = names[1:] if len(names) > len(rows) else names
        names = names or [row[0] for row in rows]
        rows = [row[1:] for row in rows]
    return names, rows


def _cell(path: Path, cells: list[list[str]], i: int, j: int) -> float:
    text = cells[i][j]
    if not text and i == j:
        return 1.0
    try:
        return judgement(text) if text else 1.0 / judgement(cells[j][i])
    except ValueError:
        place = f"{path}: {t('scorecards.cell', row=i + 1, column=j + 1)}"
        found = repr(text or cells[j][i])
        raise InputError(t("scorecards.judgement", place=place, found=found)) from None


def _is_number(text: str) -> bool:
    try:
        judgement(text)
    except ValueError:
        return False
    return True
