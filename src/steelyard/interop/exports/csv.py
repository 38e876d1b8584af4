"""`csv`: the results table for spreadsheets."""

from __future__ import annotations

import codecs
import shutil
from pathlib import Path

import duckdb

from steelyard.bundle import Bundle, sql_name, sql_text
from steelyard.interop.exports.record import Exported, Note, Options
from steelyard.interop.exports.results import (
    column_types,
    columns_from,
    filled_columns,
    opened,
    replacing_path,
)

# What spreadsheets take for a formula, also in full width and after blanks; numbers are harmless.
_FORMULA = r"^\s*[=+\-@＝＋－＠]|^[\t\r\n]"
_PLAIN = ("BOOLEAN", "BIGINT", "INTEGER", "HUGEINT", "DOUBLE", "FLOAT")
_NUMBER = r"^[+\-]?[0-9]+([.][0-9]+)?([eE][+\-]?[0-9]+)?$"


def write_csv(bundle: Bundle, target: Path, options: Options) -> Exported:
    """Write the columns that hold something; cells that look like a formula get a `'` in front.

    Two more columns name those that the dataset declared and those that the agent claimed.
    """
    columns = filled_columns(bundle)
    empty = len(column_types(bundle)) - len(columns)
    texts = {name for name, type_ in columns.items() if type_ not in _PLAIN}
    shown = {
        name: _as_text(name, type_) if name in texts else sql_name(name)
        for name, type_ in columns.items()
    }
    notes = [Note("empty_columns", empty)] if empty else []
    with opened(bundle.results_path) as connection:
        [(rows,)] = connection.execute("SELECT count(*) FROM results").fetchall()
        if texts and not options.raw:
            looks = " + ".join(f"count_if({_looks(shown[name])})" for name in sorted(texts))
            [(formulas,)] = connection.execute(f"SELECT {looks} FROM results").fetchall()
            notes += [Note("formulas", int(formulas))] if formulas else []
            shown |= {name: _harmless(shown[name]) for name in texts}
        shown |= _sources(bundle)
        listed = ", ".join(f"{value} AS {sql_name(name)}" for name, value in shown.items())
        with replacing_path(target) as path:
            _copy(connection, listed, path, bom=options.bom)
    return Exported("csv", (target,), rows, tuple(notes))


def _sources(bundle: Bundle) -> dict[str, str]:
    """Return columns that name those which are not measured; none where all are."""
    found = {
        f"{source}_columns": columns_from(bundle, source) for source in ("declared", "claimed")
    }
    return {column: sql_text(" ".join(names)) for column, names in found.items() if names}


def _copy(connection: duckdb.DuckDBPyConnection, listed: str, path: Path, *, bom: bool) -> None:
    query = f"COPY (SELECT {listed} FROM results) TO {sql_text(str(path))} (FORMAT csv, HEADER)"
    connection.execute(query)
    if not bom:
        return
    with replacing_path(path) as marked, path.open("rb") as plain, marked.open("wb") as file:
        file.write(codecs.BOM_UTF8)
        shutil.copyfileobj(plain, file)


def _as_text(name: str, type_: str) -> str:
    column = sql_name(name)
    return f"to_json({column})::VARCHAR" if type_.endswith("[]") else f"{column}::VARCHAR"


def _looks(value: str) -> str:
    formula, number = sql_text(_FORMULA), sql_text(_NUMBER)
    return f"(regexp_matches({value}, {formula}) AND NOT regexp_matches({value}, {number}))"


def _harmless(value: str) -> str:
    return f"CASE WHEN {_looks(value)} THEN '''' || {value} ELSE {value} END"
