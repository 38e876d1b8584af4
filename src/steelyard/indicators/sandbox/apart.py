"""`compute_apart`: a user's indicators, computed in a process that is locked and can be ended."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

import orjson

from steelyard.i18n import language, t
from steelyard.indicators.load import using_indicators
from steelyard.indicators.sandbox.cost import columns_of
from steelyard.indicators.sandbox.files import File, records_of
from steelyard.indicators.sandbox.limits import Limits
from steelyard.indicators.units import UNIT_COLUMNS
from steelyard.model import IndicatorValue, Interval, Provenance

_WORKER = "steelyard.indicators.sandbox.worker"
_READY = b"ready\n"
# Every computation looks at these: who is one case, which repeat it is, whether the road was fine.
_ALWAYS = (*UNIT_COLUMNS, "epoch", "error_kind")
_KEPT_VARIABLES = ("SYSTEMROOT", "LD_LIBRARY_PATH")

Values: TypeAlias = dict[str, IndicatorValue]


@dataclass(frozen=True, slots=True)
class Apart:
    """What the process found.

    Attributes:
        values: by id; one that was stopped is undefined and says why.
        groups: those of each group, by column.
        draws: scores in resamples, as lists.
    """

    values: Values = field(default_factory=dict)
    groups: Mapping[str, Mapping[str | None, Values]] = field(default_factory=dict)
    draws: Mapping[str, list[float]] = field(default_factory=dict)


def compute_apart(
    files: Sequence[File],
    parts: Path,
    *,
    params: Mapping[str, Any] | None = None,
    by: Sequence[str] = (),
    provenance: Mapping[str, Provenance] | None = None,
    draws: bool = False,
    limits: Limits | None = None,
) -> Apart:
    """Compute the indicators of some files, which must have passed `check_files`, over a table.

    One that takes too much is stopped and fails alone; nothing it does reaches the caller.

    Args:
        files: what to compute.
        parts: the table: a directory of Parquet files.
        params: as for `compute_indicators`.
        by: columns to break down by as well.
        provenance: as for `compute_indicators`.
        draws: whether scores in resamples are wanted, for the interval of a scorecard.
        limits: what it may cost.
    """
    records = records_of(files)
    if not records:
        return Apart()
    with using_indicators(records):
        wanted = {name for record in records.values() for name in columns_of(record)}
    request = {
        "language": language(),
        "parts": str(parts / "*.parquet"),
        "columns": sorted({*_ALWAYS, *wanted, *by}),
        "files": [dict(file) for file in files],
        "ids": list(records),
        "params": dict(params or {}),
        "by": list(by),
        "provenance": dict(provenance or {}),
        "draws": draws,
    }
    return _compute(request, limits or Limits())


def _compute(request: dict[str, Any], limits: Limits) -> Apart:
    answer = _ask({**request, "limits": asdict(limits)}, limits)
    ids = request["ids"]
    if "error" not in answer:
        return _read(answer)
    if len(ids) == 1:
        return _stopped(ids, request["by"], answer["error"], limits)
    # One of several was too much: each gets a process of its own, and only that one fails.
    found = Apart({}, {column: {} for column in request["by"]}, {})
    for id_ in ids:
        found = _joined(found, _compute({**request, "ids": [id_]}, limits))
    return found


def _ask(request: Mapping[str, Any], limits: Limits) -> dict[str, Any]:
    """Send a request to a new process; return its answer, or the code of what ended it."""
    environment = {name: os.environ[name] for name in _KEPT_VARIABLES if name in os.environ}
    process = subprocess.Popen(
        [sys.executable, "-I", "-X", "utf8", "-m", _WORKER],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**environment, "OPENBLAS_NUM_THREADS": "1"},
        start_new_session=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        with _ending(process, limits.load_seconds) as late:
            with contextlib.suppress(BrokenPipeError):
                process.stdin.write(orjson.dumps(request, default=str))
                process.stdin.close()
            ready = process.stdout.readline() == _READY
        if not ready:
            return {"error": "load" if late.is_set() else "crash"}
        # The clock is a moment behind the processor's: that limit ends a spin first.
        with _ending(process, limits.seconds) as late:
            content = process.stdout.read()
        if late.is_set():
            return {"error": "time"}
        return _decoded(content, process)
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


@contextlib.contextmanager
def _ending(process: subprocess.Popen[bytes], seconds: float) -> Iterator[threading.Event]:
    """End the process unless the block is left in time; the event says whether it had to be."""
    late = threading.Event()

    def end() -> None:
        late.set()
        process.kill()

    timer = threading.Timer(seconds, end)
    timer.daemon = True
    timer.start()
    try:
        yield late
    finally:
        timer.cancel()


def _decoded(content: bytes, process: subprocess.Popen[bytes]) -> dict[str, Any]:
    try:
        answer = orjson.loads(content)
    except orjson.JSONDecodeError:
        return {"error": "time" if _used_up(process) else "crash"}
    return answer if isinstance(answer, dict) else {"error": "crash"}


def _used_up(process: subprocess.Popen[bytes]) -> bool:
    """Return whether the limit of processor time ended the process."""
    import signal

    spent = getattr(signal, "SIGXCPU", None)
    return spent is not None and process.wait() in (-spent, -signal.SIGKILL)


def _stopped(ids: Sequence[str], by: Sequence[str], code: str, limits: Limits) -> Apart:
    facts = {"seconds": limits.seconds, "memory": limits.memory_mb, "load": limits.load_seconds}
    note = t(f"sandbox.stopped_{code}", ids=", ".join(ids), **facts)
    values = {id_: IndicatorValue(id_, None, status="na", notes=(note,)) for id_ in ids}
    return Apart(values, {column: {} for column in by}, {})


def _joined(one: Apart, other: Apart) -> Apart:
    groups: dict[str, dict[str | None, Values]] = {}
    for column, found in one.groups.items():
        more = other.groups.get(column, {})
        names = dict.fromkeys([*found, *more])
        groups[column] = {name: {**found.get(name, {}), **more.get(name, {})} for name in names}
    return Apart({**one.values, **other.values}, groups, {**one.draws, **other.draws})


def _read(answer: Mapping[str, Any]) -> Apart:
    groups = {
        column: {group: _values(found) for group, found in rows}
        for column, rows in answer["groups"].items()
    }
    return Apart(_values(answer["values"]), groups, answer["draws"])


def _values(plain: Mapping[str, Mapping[str, Any]]) -> Values:
    return {id_: _value(facts) for id_, facts in plain.items()}


def _value(facts: Mapping[str, Any]) -> IndicatorValue:
    interval = None
    if facts["ci_low"] is not None:
        ends = (facts["ci_low"], facts["ci_high"])
        interval = Interval(*ends, facts["ci_method"], facts["ci_confidence"])
    names = ("id", "value", "score", "n", "n_missing", "status", "provenance", "signature")
    known = {name: facts[name] for name in names}
    return IndicatorValue(**known, interval=interval, notes=tuple(facts["notes"]))
