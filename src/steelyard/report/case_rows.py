"""Rows of the results table read for a page: texts cut so that all of them together stay small."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import orjson

from steelyard.bundle import sql_name
from steelyard.model import FIELDS
from steelyard.report.content import Case, Excerpt
from steelyard.report.failures import keyed_rows
from steelyard.report.text import excerpt, one_line, shorter

if TYPE_CHECKING:
    from steelyard.report.results import Results

_LONGEST = 4000  # characters of one text
_BUDGET = 700_000  # bytes of all texts together
_SHORTEST = 120
_MOST_STEPS = 20
_STEP = 200
_WHOLE_TRAJECTORY = 200_000  # a longer one is not parsed for a page
_EVIDENCE = 300
_TEXTS = ("input", "expected", "output", "error")
_KINDS = ("perturbation", "fault", "deployment_env", "phase")
_PLACES = ("case_id", "scene", "domain", "scene_type", "condition")


def read_rows(results: Results, rows: Sequence[int]) -> tuple[Case, ...]:
    """Read the rows in order, with texts no longer than the budget for all of them allows."""
    if not rows:
        return ()
    scores, values = results.score_columns(), _value_columns(results)
    evidence = results.evidence_columns()
    found = results.rows(_query(results, rows, [*scores, *values], evidence))
    cases = [_case(row, scores, values, evidence) for row in found]
    return _within_budget(cases)


def kind_of_condition(results: Results) -> str:
    """SQL for what exactly was done to a row under a condition; NULL at baseline."""
    kinds = ", ".join(f"{results.col(name)}::VARCHAR" for name in _KINDS)
    return f"CASE WHEN {results.col('condition')} IS NOT NULL THEN coalesce({kinds}) END"


def _query(
    results: Results, rows: Sequence[int], numbers: Sequence[str], evidence: Sequence[str]
) -> str:
    col = results.col
    texts = (
        col("input"),
        f"coalesce({col('label')}, {col('expected_output')})",
        col("output"),
        col("error"),
    )
    columns = [
        col("row"),
        *(_place(results, name) for name in _PLACES),
        kind_of_condition(results),
        *(col(name) for name in ("epoch", "status", "passed", "latency_s")),
        *(part for text in texts for part in (f"left({text}, {_LONGEST})", f"length({text})")),
        _trajectory(results),
        *(sql_name(name) for name in numbers),
        *(f"left({sql_name(name)}::VARCHAR, {_EVIDENCE + 1})" for name in evidence),
    ]
    wanted = ", ".join(str(int(row)) for row in rows)
    # The reason is worked out for the chosen rows only; they are few.
    keyed = f"SELECT r, reason, blame FROM ({keyed_rows(results)}) WHERE r IN ({wanted})"
    return (
        f"WITH keyed AS ({keyed}) SELECT keyed.reason, keyed.blame, {', '.join(columns)}"
        f" FROM results JOIN keyed ON keyed.r = {col('row')}"
        f" WHERE {col('row')} IN ({wanted}) ORDER BY {col('row')}"
    )


def _place(results: Results, name: str) -> str:
    place = f"{results.col(name)}::VARCHAR"
    if name != "scene_type":
        return place
    # As everywhere: a scene that is said to be unknown is unknown whatever its type.
    return f"CASE WHEN {results.col('is_unknown_scene')} THEN 'unknown' ELSE {place} END"


def _trajectory(results: Results) -> str:
    steps = f"{results.col('trajectory')}::VARCHAR"
    return f"CASE WHEN length({steps}) <= {_WHOLE_TRAJECTORY} THEN {steps} END"


def _value_columns(results: Results) -> list[str]:
    """Numbers and verdicts that indicators read and that are not shown by themselves."""
    shown = {"row", "epoch", "passed", "latency_s", "condition_seed", "started_at"}
    return [
        name
        for name, field in FIELDS.items()
        if field.type in ("int", "float", "bool") and name not in shown and results.has(name)
    ]


def _case(row: tuple[Any, ...], scores: list[str], values: list[str], evidence: list[str]) -> Case:
    reason, blame, number, case_id, scene, domain, scene_type, condition, kind, *rest = row
    epoch, status, passed, latency_s, *rest = rest
    asked, expected, output, error = (excerpt(rest[at], rest[at + 1]) for at in range(0, 8, 2))
    trajectory, *cells = rest[8:]
    steps, steps_cut = _steps(trajectory)
    numbers = [_number(cell) for cell in cells[: len(scores) + len(values)]]
    said = zip(evidence, cells[len(scores) + len(values) :], strict=True)
    return Case(
        row=number,
        case_id=case_id,
        epoch=epoch,
        scene=scene,
        domain=domain,
        scene_type=scene_type,
        condition=condition,
        kind=kind,
        status=status or "ok",
        passed=passed,
        reason=reason,
        blame=blame if reason else None,
        latency_s=latency_s,
        input=asked,
        expected=expected,
        output=output,
        error=error,
        scores=dict(zip(scores, numbers[: len(scores)], strict=True)),
        values={
            name: value
            for name, value in zip(values, numbers[len(scores) :], strict=True)
            if value is not None
        },
        evidence={name: _short(text) for name, text in said if text not in (None, "", "[]")},
        steps=steps,
        steps_cut=steps_cut,
    )


def _number(cell: Any) -> float | bool | None:
    return cell if cell is None or isinstance(cell, bool) else float(cell)


def _short(text: str) -> Excerpt:
    return Excerpt(text[:_EVIDENCE], 1 if len(text) > _EVIDENCE else 0)


def _steps(trajectory: str | None) -> tuple[tuple[str, ...], int]:
    try:
        found = orjson.loads(trajectory) if trajectory else []
    except orjson.JSONDecodeError:
        found = [trajectory]
    steps = found if isinstance(found, list) else [found]
    return tuple(_step(step) for step in steps[:_MOST_STEPS]), max(0, len(steps) - _MOST_STEPS)


def _step(step: Any) -> str:
    if not isinstance(step, Mapping):
        return one_line(step if isinstance(step, str) else orjson.dumps(step).decode(), _STEP)
    said = [str(step[key]) for key in ("type", "role", "name", "tool") if step.get(key)]
    rest = {k: v for k, v in step.items() if k not in ("type", "role", "name", "tool", "id")}
    # A lone text reads better than JSON around it.
    detail = next(iter(rest.values())) if len(rest) == 1 else rest
    shown = detail if isinstance(detail, str) else orjson.dumps(detail).decode() if rest else ""
    return one_line(" · ".join([*said, shown] if shown else said), _STEP)


def _within_budget(cases: list[Case]) -> tuple[Case, ...]:
    limit = _LONGEST
    while limit > _SHORTEST and _size(cases, limit) > _BUDGET:
        limit //= 2
    return tuple(_cut(case, limit) for case in cases)


def _size(cases: list[Case], limit: int) -> int:
    return sum(
        len(part.text[:limit].encode("utf-8", "replace"))
        for case in cases
        for part in (getattr(case, name) for name in _TEXTS)
        if part is not None
    )


def _cut(case: Case, limit: int) -> Case:
    return replace(
        case,
        input=shorter(case.input, limit),
        expected=shorter(case.expected, limit),
        output=shorter(case.output, limit),
        error=shorter(case.error, limit),
    )
