"""A line per environment: whether the agent came to run there, and what was left of it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from steelyard.analysis.conditions.source import ASKED, Rows, rate_or_none
from steelyard.analysis.generalisation.rate import Rate

_WHERE = f"condition = 'environment' AND {ASKED}"
_MOST_CHECKS = 20


@dataclass(frozen=True, slots=True)
class Issue:
    """Something that does not fit: what kind (`import`, `abi`, ..., `checklist`), and what."""

    kind: str
    subject: str


@dataclass(frozen=True, slots=True)
class EnvironmentLine:
    """One environment.

    Attributes:
        deployed: whether the agent came to run; None when it ran there already.
        attempts: how often it was tried.
        first_worked: whether the first, unattended attempt worked.
        seconds: of all attempts.
        adaptation_cost: in the unit of the plan; None when it never came to run.
        issues: what did not fit, as far as it has a name.
        compat_issues: how many did not, the failures of the checklist among them.
        checklist_failed: requirements that do not hold.
        covered: share of the critical configuration that was probed.
        error: what the last attempt ended with.
        asked: questions asked there.
        success: completion there.
        plain: completion of the same cases in the origin.
        kept: the first relative to the second.
    """

    name: str
    deployed: bool | None
    attempts: int
    first_worked: bool | None
    seconds: float | None
    adaptation_cost: float | None
    issues: tuple[Issue, ...]
    compat_issues: int
    checklist_failed: int
    covered: float | None
    error: str | None
    asked: int
    success: Rate
    plain: float | None
    kept: Rate | None


def environment_lines(rows: Rows, planned: Sequence[str]) -> tuple[EnvironmentLine, ...]:
    """Return a line per environment, in the order of the plan.

    Args:
        rows: the run.
        planned: names of the environments.
    """
    counted = {
        name: (asked, plain)
        for name, asked, plain in rows.query(
            "SELECT deployment_env, count(*), avg(clean_success)"
            f" FROM results WHERE {_WHERE} GROUP BY deployment_env"
        )
    }
    attempts = attempts_of(rows)
    names = [name for name in planned if name in counted or name in attempts]
    names += sorted((counted.keys() | attempts.keys()) - set(names))
    if not names:
        return ()
    success = rows.success_by("deployment_env", _WHERE)
    kept = rows.indicator_by("port.retention", "deployment_env", _WHERE)
    return tuple(
        _line(
            name,
            attempts.get(name, []),
            counted.get(name, (0, None)),
            (success.get(name, Rate(None)), rate_or_none(kept.get(name))),
        )
        for name in names
    )


def attempts_of(rows: Rows) -> dict[str, list[dict[str, Any]]]:
    """Return the attempts to deploy, by environment and in their order."""
    found = rows.query(
        "SELECT deployment_env, deployment_attempt, deployment_success, compat_issues,"
        " adaptation_cost, configs_covered, configs_required, CAST(condition_proof AS VARCHAR)"
        " FROM results WHERE condition = 'environment' AND parent_case_id IS NULL"
        " AND (deployment_attempt OR compat_issues IS NOT NULL) ORDER BY attempt_no"
    )
    names = ("tried", "success", "issues", "cost", "covered", "required", "proof")
    attempts: dict[str, list[dict[str, Any]]] = {}
    for name, *values in found:
        row = dict(zip(names, values, strict=True))
        row["proof"] = _proof(row["proof"])
        attempts.setdefault(name, []).append(row)
    return attempts


def _line(
    name: str,
    rows: Sequence[Mapping[str, Any]],
    asked: tuple[int, float | None],
    outcome: tuple[Rate, Rate | None],
) -> EnvironmentLine:
    tried = [row for row in rows if row["tried"]]
    costs = [row["cost"] for row in rows if row["cost"] is not None]
    heard = [issue for row in tried for issue in row["proof"].get("issues") or []]
    counted = sum(row["issues"] or 0 for row in rows)
    return EnvironmentLine(
        name=name,
        deployed=bool(tried[-1]["success"]) if tried else None,
        attempts=len(tried),
        first_worked=bool(tried[0]["success"]) if tried else None,
        seconds=sum(row["proof"].get("seconds") or 0.0 for row in tried) if tried else None,
        adaptation_cost=costs[-1] if costs else None,
        issues=(*(Issue(str(i["kind"]), str(i["subject"])) for i in heard), *_failed(rows)),
        compat_issues=counted,
        checklist_failed=max(0, counted - len(heard)),
        covered=_covered(rows),
        error=tried[-1]["proof"].get("error") if tried else None,
        asked=asked[0],
        success=outcome[0],
        plain=asked[1],
        kept=outcome[1],
    )


def _failed(rows: Sequence[Mapping[str, Any]]) -> list[Issue]:
    """Return the requirements that do not hold, where the run wrote down which."""
    checks = [
        check
        for row in rows
        for check in (row["proof"].get("checklist") or {}).get("checks") or []
        if check.get("status") == "fail"
    ]
    return [Issue("checklist", str(check.get("key"))) for check in checks[:_MOST_CHECKS]]


def _covered(rows: Sequence[Mapping[str, Any]]) -> float | None:
    listed = [row for row in rows if row["required"]]
    if not listed:
        return None
    return len(listed[0]["covered"] or ()) / len(listed[0]["required"])


def _proof(text: str | None) -> dict[str, Any]:
    try:
        found = json.loads(text) if text else None
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}
