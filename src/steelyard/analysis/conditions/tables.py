"""`condition_tables`: what a run did to the agent, as people read it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from steelyard.analysis.conditions.environment_matrix import Requirement, environment_matrix
from steelyard.analysis.conditions.environments import EnvironmentLine, environment_lines
from steelyard.analysis.conditions.fault_matrix import FaultOutcomes, fault_matrix
from steelyard.analysis.conditions.faults import fault_lines
from steelyard.analysis.conditions.knee import Knee
from steelyard.analysis.conditions.lines import Applied, FaultLine, KindLine, PhaseLine
from steelyard.analysis.conditions.load import knee_of, phase_lines
from steelyard.analysis.conditions.perturbed import kind_lines
from steelyard.analysis.conditions.source import ASKED, SUCCESS, Rows
from steelyard.analysis.conditions.team import TeamTable, team_table
from steelyard.analysis.generalisation.rate import Rate

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

    from steelyard.model import Provenance

_INDICATORS = {
    "perturb": (
        "robust.perturb_retention",
        "robust.perturb_flip_rate",
        "robust.perturb_worst_case",
        "robust.directional",
        "robust.abnormal_error_rate",
    ),
    "load": (
        "robust.concurrency_stability",
        "robust.load_recovery",
        "robust.load_p95_inflation",
    ),
    "fault": ("robust.fault_tolerance", "robust.env_tolerance"),
    "environment": (
        "port.retention",
        "port.deploy_success",
        "port.compat_issues",
        "port.cost_coefficient",
        "port.checklist_coverage",
    ),
    "single": ("collab.time_delta",),
}
_PLANNED = {"perturb": "perturb", "load": "load", "fault": "faults"}
# Where a refusal or a question is wanted there is nothing to keep; a fault that did not land did
# nothing; of a load, the peak is what is put on the agent. So do their indicators count.
_COMPARED = (
    f"{ASKED} AND condition IS NOT NULL"
    " AND NOT (condition = 'perturb' AND coalesce(expected_behavior, 'answer') != 'answer')"
    " AND NOT (condition = 'fault' AND NOT coalesce(condition_landed, false))"
    " AND NOT (condition = 'load' AND phase IS DISTINCT FROM 'peak')"
)


@dataclass(frozen=True, slots=True)
class Conditions:
    """What was done to the agent beside asking it plainly.

    Attributes:
        plain: baseline rows.
        asked: rows asked under a condition.
        applied: each condition as a whole, in the order of the plan.
        kinds: perturbations.
        phases: of the load.
        arrivals: how requests of the load arrive: `closed`, `constant` or `poisson`.
        knee: up to where the ramp was carried.
        faults: kinds of fault.
        environments: where else it was deployed to.
        team: how its agents talked.
        claims: flags of the dataset that a condition measured instead, with how many rows.
        fault_outcomes: what became of the rows on which each kind of fault landed.
        requirements: items of the checklist in every environment.
    """

    plain: int
    asked: int
    applied: tuple[Applied, ...]
    kinds: tuple[KindLine, ...]
    phases: tuple[PhaseLine, ...]
    arrivals: str
    knee: Knee | None
    faults: tuple[FaultLine, ...]
    environments: tuple[EnvironmentLine, ...]
    team: TeamTable | None
    claims: Mapping[str, int]
    fault_outcomes: tuple[FaultOutcomes, ...] = ()
    requirements: tuple[Requirement, ...] = ()


def condition_tables(
    con: DuckDBPyConnection,
    plan: Mapping[str, Any] | None = None,
    *,
    made: Mapping[str, Any] | None = None,
    provenance: Mapping[str, Provenance] | None = None,
) -> Conditions | None:
    """Return the tables of a run; None when there is only a baseline.

    Args:
        con: a connection with the view `results`.
        plan: of the run, as plain values.
        made: what the run noted while it multiplied the cases: `claims` and `unsuited`.
        provenance: outcome columns to `measured` or `declared`.
    """
    plan, made = plan or {}, made or {}
    rows = Rows(con, plan.get("params") or {}, provenance or {})
    if not rows.has_conditions():
        return None
    settings = _settings(plan)
    [(plain, asked)] = rows.query(
        f"SELECT count_if(condition IS NULL), count_if(condition IS NOT NULL AND {ASKED})"
        " FROM results"
    )
    phases = phase_lines(rows)
    planned = list(settings.get("environment", {}))
    return Conditions(
        plain=plain,
        asked=asked,
        applied=_applied(rows, settings),
        kinds=kind_lines(rows, made.get("unsuited") or {}),
        phases=phases,
        arrivals=str(settings.get("load", {}).get("arrivals", "closed")),
        knee=knee_of(phases, settings.get("load", {})),
        faults=fault_lines(rows),
        environments=environment_lines(rows, planned),
        team=team_table(rows),
        claims=dict(made.get("claims") or {}),
        fault_outcomes=fault_matrix(rows),
        requirements=environment_matrix(rows, planned),
    )


def _settings(plan: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    """Return what the plan says about each condition, in its order."""
    named = {planned: condition for condition, planned in _PLANNED.items()}
    found: dict[str, Mapping[str, Any]] = {}
    for condition in plan.get("conditions") or ():
        found |= {named.get(kind, kind): spec or {} for kind, spec in condition.items()}
    if plan.get("environments"):
        found["environment"] = {one["name"]: _place(one) for one in plan["environments"]}
    if plan.get("single"):
        # Which agent it is; how it is reached may hold secrets, and says nothing here.
        found["single"] = {"adapter": next(iter(plan["single"]))}
    return found


def _place(environment: Mapping[str, Any]) -> dict[str, Any]:
    kept = ("workdir", "venv", "limits", "requirements", "sample")
    given = {name: environment.get(name) for name in kept}
    given["limits"] = {k: v for k, v in (given["limits"] or {}).items() if v is not None}
    given["variables"] = sorted(environment.get("env") or {})
    return {name: value for name, value in given.items() if value not in (None, [], {}, ".")}


def _applied(rows: Rows, settings: Mapping[str, Mapping[str, Any]]) -> tuple[Applied, ...]:
    counted = rows.query(
        "SELECT condition, count(DISTINCT parent_case_id), count(*),"
        " CASE WHEN count(condition_landed) > 0 THEN count_if(condition_landed) END"
        f" FROM results WHERE {ASKED} AND condition IS NOT NULL GROUP BY condition"
    )
    plain = dict(
        rows.query(
            "SELECT condition, avg(clean_success) FROM results"
            f" WHERE {_COMPARED} GROUP BY condition"
        )
    )
    plain["single"] = _plain_of_alone(rows)
    success = rows.success_by("condition", _COMPARED)
    order = [*settings, *_INDICATORS]
    return tuple(
        Applied(
            condition=condition,
            cases=cases,
            asked=asked,
            landed=landed,
            success=success.get(condition, Rate(None)),
            plain=plain.get(condition),
            indicators=_INDICATORS.get(condition, ()),
            settings=settings.get(condition, {}),
        )
        for condition, cases, asked, landed in sorted(
            counted, key=lambda row: order.index(row[0]) if row[0] in order else len(order)
        )
    )


def _plain_of_alone(rows: Rows) -> float | None:
    # A case is asked alone before its baseline request, so its row does not know its twin.
    [(plain,)] = rows.query(
        f"SELECT avg({SUCCESS}) FROM results WHERE condition IS NULL AND case_id IN"
        " (SELECT parent_case_id FROM results WHERE condition = 'single')"
    )
    return None if plain is None else float(plain)
