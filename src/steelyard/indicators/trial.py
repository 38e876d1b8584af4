"""Every indicator as an algorithm: `compute("base.f1", {"cases": [...]})`, rows given by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Any

import duckdb
import orjson

from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.indicators.compute import compute_indicators
from steelyard.indicators.load import load_catalog
from steelyard.indicators.records import Formula, Indicator
from steelyard.indicators.table import RESULTS
from steelyard.model import ALGORITHMS, FIELDS, SQL_TYPES, Algorithm, FieldType, Port, Words
from steelyard.scorers import SCORERS

_OUTPUTS = (
    Port(
        "value", "float", Words("in its natural unit; null when undefined", "指标值，无定义时为空")
    ),
    Port("score", "float", Words("on [0, 1], higher is better", "得分，取值 [0, 1]，越高越好")),
    Port("n", "int", Words("cases that counted", "计入的用例数")),
    Port("n_missing", "int", Words("rows left out", "因缺失未计入的行数")),
    Port("ci_low", "float", Words("lower end of the interval", "区间下限")),
    Port("ci_high", "float", Words("upper end of the interval", "区间上限")),
    Port("status", "text", Words("ok, na, low_n, boundary, degenerate or declared", "状态")),
)


def rows_table(rows: Sequence[Mapping[str, Any]]) -> duckdb.DuckDBPyConnection:
    """Return a connection whose table `results` holds the rows; a row without id is its own case.

    Rows are numbered in the order given unless they bring their number.

    Raises:
        InputError: a row has an unknown field or a value of the wrong type.
    """
    types = _column_types()
    given = dict.fromkeys(name for row in rows for name in row)
    used = list({"case_id": None, "row": None} | given)
    for name in used:
        if name not in types:
            close = get_close_matches(name, types, n=1)
            hint = t("indicators.column_close", names=close[0]) if close else None
            raise InputError(t("indicators.column_unknown", name=name), hint=hint)
    con = duckdb.connect(":memory:")
    columns = ", ".join(f'"{name}" {SQL_TYPES[types[name]]}' for name in used)
    con.execute(f"CREATE TABLE {RESULTS} ({columns})")
    cells = [
        [_cell(name, types[name], row.get(name), at) for at, row in enumerate(rows)]
        for name in used
    ]
    cells[0] = [f"#{at}" if id_ is None else id_ for at, id_ in enumerate(cells[0])]
    cells[1] = [at if number is None else number for at, number in enumerate(cells[1])]
    if rows:
        lists = ", ".join(f"unnest(?::{SQL_TYPES[types[name]]}[])" for name in used)
        con.execute(f"INSERT INTO {RESULTS} SELECT {lists}", cells)
    return con


def _column_types() -> dict[str, FieldType]:
    types: dict[str, FieldType] = {name: facts.type for name, facts in FIELDS.items()}
    for scorer in SCORERS:
        types |= scorer.writes
    return types


def _cell(name: str, type_: FieldType, value: Any, row: int) -> Any:
    if value is None:
        return None
    if type_ == "json" or (type_ == "any" and not isinstance(value, str)):
        return orjson.dumps(value).decode()
    if type_ in ("text", "any") and isinstance(value, (str, int)) and not isinstance(value, bool):
        return str(value)
    fits = {
        "bool": isinstance(value, bool),
        "int": isinstance(value, int) and not isinstance(value, bool),
        "float": isinstance(value, (int, float)) and not isinstance(value, bool),
        "list": isinstance(value, list),
    }
    if not fits.get(type_, False):
        allowed = t(f"trial.type_{type_}")
        message = t("indicators.cell", row=row + 1, name=name, found=repr(value), allowed=allowed)
        raise InputError(message)
    return value


def _register(record: Indicator) -> None:
    names = ("cases", *record.rows_named)

    def run(inputs: Mapping[str, Any], params: Mapping[str, Any]) -> dict[str, Any]:
        rows = next((inputs[name] for name in names if inputs[name] is not None), None)
        if rows is None:
            raise InputError(t("trial.input_missing", id=record.id, name="cases", type="rows"))
        con = rows_table(rows)
        try:
            given = {record.id: dict(params)}
            return compute_indicators(con, [record.id], params=given)[record.id].as_dict()
        finally:
            con.close()

    words = Words("rows of the results table", "结果表的行")
    ALGORITHMS.add(
        record.id,
        Algorithm(
            id=record.id,
            version=record.version,
            kind="indicator",
            title=record.name,
            meaning=record.meaning,
            formula=formula_text(record.formula),
            inputs=tuple(Port(name, "rows", words, required=len(names) == 1) for name in names),
            outputs=_OUTPUTS,
            compute=run,
            params=record.params,
            examples=record.examples,
        ),
    )


def formula_text(formula: Formula) -> str:
    """Return the whole formula as one line of text: `avg(x); x = rate(passed) by scene`."""
    parts = [formula.sql]
    parts += [f"{name} = {text}" for name, text in (*formula.each.items(), *formula.let.items())]
    if formula.by is not None:
        parts.append(f"by {', '.join(formula.by[1])}")
    return "; ".join([*parts, *([] if formula.where is None else [f"where {formula.where}"])])


for _record in load_catalog().values():
    if not _record.kernel:
        _register(_record)
