"""The chain inside a run: case files, manifest, results table, summary, report."""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import file_digest, sha256
from pathlib import Path
from typing import Any

from steelyard.bundle import layout
from steelyard.signing.parquet_rows import parquet_rows
from steelyard.signing.run_files import Problem, RunFiles

_REPORT = "report.json"


def check_links(files: RunFiles, statement: dict[str, Any]) -> tuple[int, list[Problem]]:
    """Follow a run from case file to report; return the rows of its table, and what is wrong."""
    try:
        manifest = _json(files, layout.MANIFEST)
        rows = _rows(files, manifest["results"])
        wrong = [*_identities(manifest, statement), *_products(files, manifest, rows)]
    except (KeyError, TypeError, ValueError, IndexError, AttributeError):
        return 0, [Problem("link", layout.MANIFEST, "results")]
    return rows, [Problem("link", path, detail) for path, detail in wrong]


def check_cases(files: RunFiles, cases: list[Path]) -> list[Problem]:
    """Return the case files that are none of those the manifest names."""
    known = {one["sha256"] for one in _json(files, layout.MANIFEST)["dataset"]["files"]}
    return [Problem("cases", str(path)) for path in cases if _hash(path) not in known]


def dataset_hash(listed: list[dict[str, Any]]) -> str:
    """Return the one hash of several case files, as the manifest has it."""
    return sha256(
        "\n".join(f"{one['sha256']} {one['size']}" for one in listed).encode()
    ).hexdigest()


def _identities(manifest: dict[str, Any], statement: dict[str, Any]) -> Iterator[tuple[str, str]]:
    dataset = manifest["dataset"]
    if manifest["run_id"] != statement["run_id"]:
        yield layout.MANIFEST, "run_id"
    if manifest["plan_hash"] != statement["plan_hash"]:
        yield layout.MANIFEST, "plan_hash"
    if not dataset["sha256"] == statement["dataset_sha256"] == dataset_hash(dataset["files"]):
        yield layout.MANIFEST, "dataset"


def _products(files: RunFiles, manifest: dict[str, Any], rows: int) -> Iterator[tuple[str, str]]:
    if rows != sum(manifest["counts"].values()):
        yield manifest["results"], "rows"
    if _json(files, layout.SUMMARY)["of"] != manifest["results"]:
        yield layout.SUMMARY, "of"
    if _REPORT in files.names and _json(files, _REPORT)["run"]["run_id"] != manifest["run_id"]:
        yield _REPORT, "run_id"


def _rows(files: RunFiles, results: str) -> int:
    total = 0
    for name in files.names:
        if name.startswith(f"{results}/"):
            with files.open(name) as file:
                total += parquet_rows(file)
    return total


def _json(files: RunFiles, name: str) -> Any:
    return json.loads(files.read(name))


def _hash(path: Path) -> str:
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()
