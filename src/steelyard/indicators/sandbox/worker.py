"""The process that computes a user's indicators: load the columns, lock everything, answer, end.

It is sent one request on its standard input, says `ready` when it is locked, and answers with one
JSON object: values, or a code for what went wrong. Messages of the database could quote data, so
none of them leaves.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Mapping
from typing import Any

import duckdb
import orjson

from steelyard.bundle import sql_name, sql_text
from steelyard.i18n import set_language, t
from steelyard.indicators.compute import compute_indicators
from steelyard.indicators.load import using_indicators
from steelyard.indicators.parse import parse
from steelyard.indicators.resample import resample_scores
from steelyard.indicators.sandbox.files import records_of
from steelyard.indicators.sandbox.limits import Limits
from steelyard.indicators.sandbox.lockdown import lock_database, lock_process
from steelyard.indicators.table import RESULTS
from steelyard.indicators.trial import rows_table
from steelyard.model import IndicatorValue

READY = b"ready\n"


def main() -> None:
    """Answer one request."""
    request = orjson.loads(sys.stdin.buffer.read())
    out = os.dup(1)
    os.close(0)
    set_language(request["language"])
    records = records_of(request["files"])
    con = load(request["parts"], request["columns"])
    warm_up()
    lock_database(con)
    lock_process(Limits(**request["limits"]))
    os.write(out, READY)
    try:
        with using_indicators(records):
            answer = compute(con, request)
    except MemoryError:
        answer = {"error": "memory"}
    except BaseException:  # noqa: BLE001 - whatever it is, it must not speak
        answer = {"error": "failed"}
    send(out, answer)
    os._exit(0)  # closing the database may want files that can no longer be opened


def load(parts: str, columns: list[str]) -> duckdb.DuckDBPyConnection:
    """Return a database in memory that holds the permitted columns, and nothing else."""
    config: dict[str, str | bool | int | float | list[str]] = {
        "threads": 1,
        "temp_directory": "",
        "autoinstall_known_extensions": False,
        "autoload_known_extensions": False,
    }
    con = duckdb.connect(":memory:", config=config)
    source = f"read_parquet({sql_text(parts)})"
    described = con.execute(f"DESCRIBE SELECT * FROM {source}").fetchall()
    there = [row[0] for row in described if row[0] in columns]
    chosen = ", ".join(map(sql_name, there))
    con.execute(f"CREATE TABLE {RESULTS} AS SELECT {chosen} FROM {source}")
    return con


def warm_up() -> None:
    """Compute something of each kind, so that what is imported late is there before the lock."""
    parse("1")
    t("sandbox.stopped_failed", ids="")
    t("trial.nothing")
    rows = [
        {
            "passed": at % 3 > 0,
            "latency_s": float(at),
            "scene": "ab"[at % 2],
            "messages_total": 3,
            "messages_correct": at % 3,
        }
        for at in range(30)
    ]
    con = rows_table(rows)
    ids = ("base.f1", "base.latency_p95", "base.latency_mean", "adapt.scene_coverage",
           "collab.info_accuracy")  # fmt: skip
    with contextlib.closing(con):
        values = compute_indicators(con, ids)
        compute_indicators(con, ids, by="scene")
        resample_scores(con, values, params={}, draws=10)


def compute(con: duckdb.DuckDBPyConnection, request: Mapping[str, Any]) -> dict[str, Any]:
    """Return values, values by group, and scores in resamples, as the request asks."""
    ids, params, provenance = request["ids"], request["params"], request["provenance"]
    values = compute_indicators(con, ids, params=params, provenance=provenance)
    groups = {
        column: [
            [group, _plain(found)]
            for group, found in compute_indicators(
                con, ids, params=params, by=column, provenance=provenance
            ).items()
        ]
        for column in request["by"]
    }
    drawn = resample_scores(con, values, params=params) if request["draws"] else {}
    draws = {id_: scores.tolist() for id_, scores in drawn.items()}
    return {"values": _plain(values), "groups": groups, "draws": draws}


def _plain(values: Mapping[str, IndicatorValue]) -> dict[str, Any]:
    return {id_: value.as_dict() for id_, value in values.items()}


def send(out: int, answer: Mapping[str, Any]) -> None:
    """Write the answer, all of it."""
    content = memoryview(orjson.dumps(answer))
    while content:
        content = content[os.write(out, content) :]


if __name__ == "__main__":
    main()
