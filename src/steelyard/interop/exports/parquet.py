"""`parquet`: the results table with its types, in one file."""

from __future__ import annotations

from pathlib import Path

from steelyard.bundle import Bundle, sql_text
from steelyard.interop.exports.record import Exported, Options
from steelyard.interop.exports.results import opened, replacing_path

_KEPT = ("run_id", "name", "created_at", "steelyard_version", "plan_hash")


def write_parquet(bundle: Bundle, target: Path, options: Options) -> Exported:
    """Write every column in the order of the rows; which run it was stands in the file's header."""
    values = bundle.manifest.values
    about = ", ".join(f"steelyard_{name}: {sql_text(str(values[name]))}" for name in _KEPT)
    with opened(bundle.results_path) as connection:
        [(rows,)] = connection.execute("SELECT count(*) FROM results").fetchall()
        with replacing_path(target) as path:
            connection.execute(
                f"COPY (SELECT * FROM results) TO {sql_text(str(path))} "
                f"(FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 10000, KV_METADATA {{{about}}})"
            )
    return Exported("parquet", (target,), rows)
