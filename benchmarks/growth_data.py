"""Bundles of any size for `benchmarks/growth.py`: English and Chinese questions, answered.

Up to a million rows a bundle is what a run leaves when its last answer has come: asks and journal,
from which the product makes the table. A larger one is made of the table of a smaller one, part by
part, so that no time is spent on making what is not measured.
"""

from __future__ import annotations

import json
import os
import shutil
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import duckdb

from steelyard import bundle as disk
from steelyard.bundle import Bundle, layout
from steelyard.bundle.journal import encode
from steelyard.bundle.manifest import Manifest
from steelyard.bundle.results import PARQUET, PART_ROWS
from steelyard.model import RunState
from steelyard.pipeline import run
from steelyard.plan import make_plan

SCENES = 12
_DOMAINS = ("power", "rail", "flood", "health")
_KINDS = ("train", "train", "non_train", "unknown")
_FIRST = 200  # cases of the small run that the others are made after
_LETTERS = 20_000_000  # of the text that answers are cut from; in a part hardly two overlap
_CHINESE = 3  # one case in so many


def answered(folder: Path, rows: int) -> Bundle:
    """Return a bundle with every answer in its journal and no table yet."""
    folder.mkdir(parents=True)
    values = _small_run(folder)
    path = folder / "run"
    path.mkdir()
    disk.write_asks(path / layout.ASKS, (_case(n) for n in range(rows)))
    header = {"row": -1, "steelyard_journal": 1, "plan_hash": values["plan_hash"]}
    with (path / layout.JOURNAL).open("wb", buffering=1 << 20) as file:
        file.write(encode(header))
        for n in range(rows):
            file.write(encode(_reply(n)))
    state = {"state": RunState.RUNNING, "asks": rows, "limit": None, "results": None}
    Manifest(path / layout.MANIFEST, {**values, **state}).save()
    return Bundle(path)


def enlarged(source: Bundle, folder: Path, rows: int) -> Bundle:
    """Return a finished bundle of `rows` rows, whose table repeats that of another."""
    [(have,)] = _query(f"SELECT count(*) FROM {_parts(source.results_path)}")
    path = folder / "run"
    table = path / source.results_path.name
    table.mkdir(parents=True)
    with duckdb.connect(config={"memory_limit": "1GB", "threads": 2}) as connection:
        connection.execute("SET enable_progress_bar = false")
        for number, start in enumerate(range(0, rows, PART_ROWS)):
            until = min(start + PART_ROWS, rows)
            # A part of the new table may span the end of the old one.
            pieces = " UNION ALL ".join(
                _shifted(source.results_path, turn * have, start, until)
                for turn in range(start // have, (until - 1) // have + 1)
            )
            target = table / f"{number:05}.parquet"
            connection.execute(f"COPY (FROM ({pieces})) TO '{target}' {PARQUET}")
    shutil.copy(source.path / layout.SUMMARY, path)
    Manifest(
        path / layout.MANIFEST, {**source.manifest.values, "asks": rows, "results_crc32": None}
    ).save()
    return Bundle(path)


def beside(source: Bundle, folder: Path) -> Bundle:
    """Return a run of the same cases whose verdicts differ in every tenth part."""
    path = folder / "other"
    table = path / source.results_path.name
    table.mkdir(parents=True)
    changed = (
        "* REPLACE (CASE WHEN hash(row) % 4 = 0 THEN NOT passed ELSE passed END AS passed,"
        " latency_s * 1.1 AS latency_s, 'Otherwise: ' || output AS output)"
    )
    with disk.connect() as connection:
        for number, part in enumerate(sorted(source.results_path.glob("*.parquet"))):
            target = table / part.name
            if number % 10:
                os.link(part, target)
            else:
                query = f"SELECT {changed} FROM read_parquet('{part}')"
                connection.execute(f"COPY ({query}) TO '{target}' {PARQUET}")
    shutil.copy(source.path / layout.SUMMARY, path)
    Manifest(
        path / layout.MANIFEST, {**source.manifest.values, "run_id": "other", "results_crc32": None}
    ).save()
    return Bundle(path)


def _small_run(folder: Path) -> dict[str, Any]:
    """Run a few of the cases, and return what the manifest then says."""
    lines = [_case(n) | {"output": _reply(n).get("output", "")} for n in range(_FIRST)]
    (folder / "cases.jsonl").write_text("\n".join(map(json.dumps, lines)) + "\n")
    content = {"name": "growth", "agent": {"replay": {}}, "dataset": "cases.jsonl"}
    bundle = run(make_plan(content, source="growth"), folder, folder / "small")
    values = dict(bundle.manifest.values)
    shutil.rmtree(bundle.path)
    return values


def _case(n: int) -> dict[str, Any]:
    chinese = n % _CHINESE == 0
    asked = "{}号站的继电器何时断开？负荷多少？" if chinese else "When did relay {} open, and why?"
    start = n * 7_368_787 % (_LETTERS // 10)
    return {
        "case_id": f"case-{n:08}",
        "input": f"{asked.format(n)} {_text(chinese=chinese)[start : start + 20 + n % 60]}",
        "expected_output": _answer(n, right=True),
        "scene": f"scene-{n * 7919 % SCENES:02}",
        "domain": _DOMAINS[n * 104_729 % len(_DOMAINS)],
        "scene_type": _KINDS[n * 31 % len(_KINDS)],
        "eval_type": "functional",
    }


def _reply(n: int) -> dict[str, Any]:
    chance = _chance(n)
    known = {"row": n, "attempts": 1 + (chance < 0.05), "started_at": 1.7e9 + n / 100}
    latency = round(0.2 + 3 * chance * chance, 4)
    if chance < 0.01:
        failed = {"error_kind": "agent", "error": "HTTP 500", "error_reason": "http_5xx"}
        return known | {"status": "error", "latency_s": latency} | failed
    said = {
        "output": _answer(n, right=chance > 0.2),
        "status": "ok",
        "latency_s": latency,
        "first_token_s": round(latency / 4, 4),
        "input_tokens": 20 + n % 60,
        "output_tokens": 40 + n % 90,
        "cost": 0.0001 * (1 + n % 7),
    }
    return known | said


def _answer(n: int, *, right: bool) -> str:
    """Return 100 to 300 characters that no other answer has."""
    chinese = n % _CHINESE == 0
    text = _text(chinese=chinese)
    length = (50 if chinese else 120) + n * 13 % (100 if chinese else 180)
    start = (n if right else n + 1) * 104_729_003 % (len(text) - length)
    return f"{n * 7 % 1000} kW: {text[start : start + length]}"


@cache
def _text(*, chinese: bool) -> str:
    """Return a long text of random words: it compresses as texts do, not as repetitions do."""
    chance = Random(20)
    if chinese:
        signs = [chr(0x4E00 + chance.randrange(3000)) for _ in range(1500)]
        return "".join(chance.choices([*signs, "，", "。"], k=_LETTERS // 6))
    letters = "etaoinshrdlucmfwypvbgk"
    made = ["".join(chance.choices(letters, k=chance.randint(2, 9))) for _ in range(5000)]
    return " ".join(chance.choices([*made, *["the", "load"] * 100], k=_LETTERS // 6))


def _chance(n: int) -> float:
    """Return a number between 0 and 1 that looks random and is the same every time."""
    return (n * 2_654_435_761 % 4_294_967_296) / 4_294_967_296


def _shifted(table: Path, by: int, start: int, until: int) -> str:
    changed = (
        f"* REPLACE (row + {by} AS row, 'case-' || lpad((row + {by})::VARCHAR, 8, '0') AS case_id,"
        f" '{by}: ' || input AS input, '{by}: ' || output AS output,"
        f" latency_s * (1 + {by % 97} / 1000) AS latency_s)"
    )
    return f"SELECT {changed} FROM {_parts(table)} WHERE row >= {start - by} AND row < {until - by}"


def _parts(table: Path) -> str:
    return f"read_parquet('{table}/*.parquet')"


def _query(sql: str) -> list[tuple[Any, ...]]:
    with duckdb.connect() as connection:
        return connection.execute(sql).fetchall()
