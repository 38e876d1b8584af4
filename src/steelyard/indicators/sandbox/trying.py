"""`try_indicator`: what a record comes to on a run or on rows, before it is used anywhere."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple, TypeAlias

import orjson

from steelyard.bundle import Bundle, sql_text
from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.indicators.sandbox.apart import Apart, compute_apart
from steelyard.indicators.sandbox.check import Problem, check_files
from steelyard.indicators.sandbox.files import File, load_files
from steelyard.indicators.sandbox.limits import Limits
from steelyard.indicators.table import RESULTS, known_table
from steelyard.indicators.trial import rows_table
from steelyard.model import Provenance

Source: TypeAlias = str | Path | Sequence[Mapping[str, Any]]


class Tried(NamedTuple):
    """What is wrong with a record, or what it came to."""

    problems: list[Problem]
    found: Apart


def try_indicator(
    record: Mapping[str, Any] | Sequence[File],
    source: Source,
    limits: Limits | None = None,
    *,
    params: Mapping[str, Any] | None = None,
    by: Sequence[str] = (),
) -> Tried:
    """Check a record and compute it in a locked process.

    Args:
        record: a record with an `id`, or files of records.
        source: the directory of a run, a file of rows (.jsonl), or rows.
        limits: what it may cost.
        params: values by name, and mappings by id.
        by: columns to break down by as well.

    Raises:
        InputError: the source is neither, or a row has a field that does not exist.
        BundleError: the run has no results yet.
    """
    files = load_files([record], Path(), "-") if isinstance(record, Mapping) else list(record)
    problems = check_files(files)
    if problems:
        return Tried(problems, Apart())
    for column in by:
        if column not in known_table().kinds:
            raise InputError(t("indicators.by_unknown", name=column))
    with _parts(source) as (parts, provenance):
        found = compute_apart(
            files, parts, params=params, by=by, provenance=provenance, limits=limits
        )
    return Tried([], found)


@contextmanager
def _parts(source: Source) -> Iterator[tuple[Path, Mapping[str, Provenance]]]:
    """Yield the directory of Parquet files of a source, and where its outcomes came from."""
    if isinstance(source, (str, Path)):
        path = Path(source)
        if path.is_dir():
            bundle = Bundle(path)
            yield bundle.results_path, bundle.manifest.values.get("provenance", {})
            return
        rows = list(_rows(path))
    else:
        rows = list(source)
    with TemporaryDirectory(prefix="steelyard-") as folder:
        con = rows_table(rows)
        con.execute(f"COPY {RESULTS} TO {sql_text(folder + '/0.parquet')} (FORMAT parquet)")
        con.close()
        yield Path(folder), {}


def _rows(path: Path) -> Iterator[Mapping[str, Any]]:
    if path.suffix not in (".jsonl", ".ndjson") or not path.is_file():
        raise InputError(t("sandbox.no_source", path=path))
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            if not line.strip():
                continue
            try:
                row = orjson.loads(line)
            except orjson.JSONDecodeError:
                row = None
            if not isinstance(row, dict):
                raise InputError(t("sandbox.row", place=f"{path}:{number}"))
            yield row
