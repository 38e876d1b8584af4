"""Requirements against environments: what holds where."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from steelyard.analysis.conditions.environments import attempts_of
from steelyard.analysis.conditions.source import Rows

_MOST = 200


@dataclass(frozen=True, slots=True)
class Requirement:
    """One item of the checklist in every environment.

    Attributes:
        key: what is required.
        critical: whether the agent cannot do without it.
        states: environment to `pass`, `fail` or `unknown`, for those that were checked.
        found: environment to the value found there, as text.
    """

    key: str
    critical: bool
    states: Mapping[str, str]
    found: Mapping[str, str]


def environment_matrix(rows: Rows, planned: Sequence[str]) -> tuple[Requirement, ...]:
    """Return the requirements in the order of the checklist; none when nothing was checked.

    Args:
        rows: the run.
        planned: names of the environments, in the order of the plan.
    """
    attempts = attempts_of(rows)
    names = [name for name in planned if name in attempts]
    names += sorted(attempts.keys() - set(names))
    states: dict[str, dict[str, str]] = {}
    found: dict[str, dict[str, str]] = {}
    critical: dict[str, bool] = {}
    for name in names:
        for check in _checks(attempts[name]):
            key = str(check.get("key"))
            states.setdefault(key, {})[name] = str(check.get("status") or "unknown")
            critical[key] = critical.get(key, False) or check.get("critical") is True
            if check.get("found") is not None:
                found.setdefault(key, {})[name] = str(check["found"])
    return tuple(
        Requirement(key, critical[key], states[key], found.get(key, {}))
        for key in list(states)[:_MOST]
    )


def _checks(rows: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    listed = [(row["proof"].get("checklist") or {}).get("checks") or [] for row in rows]
    return [check for checks in listed for check in checks if isinstance(check, Mapping)]
