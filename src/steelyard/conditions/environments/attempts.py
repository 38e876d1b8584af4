"""What a deployment leaves behind: its attempts, its checklist, and rows for the results table."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Literal, NamedTuple

from steelyard.conditions.environments.checklist import Checklist
from steelyard.conditions.environments.environment import CostUnit
from steelyard.conditions.environments.issues import Issue

Stage = Literal["fix", "create", "start", "ready", "smoke", "done"]
_SECONDS: dict[CostUnit, float] = {"seconds": 1.0, "minutes": 60.0, "hours": 3600.0}


class SmokeResult(NamedTuple):
    """How the smoke cases went; `errors` are searched for compatibility issues."""

    passed: int
    asked: int
    errors: tuple[str, ...] = ()


@dataclass(frozen=True)
class Attempt:
    """One attempt to deploy."""

    number: int
    stage: Stage
    success: bool
    started_at: str
    seconds: float
    error: str | None
    output: tuple[str, ...]
    issues: tuple[Issue, ...]
    smoke: SmokeResult | None = None

    def as_dict(self) -> dict[str, Any]:
        """Return the attempt as evidence."""
        return {
            **asdict(self),
            "output": list(self.output),
            "issues": [issue._asdict() for issue in self.issues],
            "smoke": self.smoke and self.smoke._asdict(),
        }


@dataclass(frozen=True)
class DeploymentRecord:
    """All that is known of one environment when its deployment has ended."""

    name: str
    attempts: tuple[Attempt, ...]
    checklist: Checklist | None = None
    probe_error: str | None = None
    person_hours: float = 0.0
    cost_unit: CostUnit = "seconds"

    @property
    def succeeded(self) -> bool:
        """Whether the last attempt worked."""
        return bool(self.attempts) and self.attempts[-1].success

    @property
    def adaptation_cost(self) -> float | None:
        """Time of the later attempts and declared hours, in `cost_unit`.

        None where the agent never came to run: what was spent did not adapt it.
        """
        if not self.succeeded:
            return None
        seconds = sum(attempt.seconds for attempt in self.attempts[1:])
        return (seconds + self.person_hours * 3600.0) / _SECONDS[self.cost_unit]

    def rows(self) -> list[dict[str, Any]]:
        """Return a row of known fields per attempt.

        What belongs to the environment and not to an attempt stands once: the checklist with the
        first, the cost with the last.
        """
        of_checklist: dict[str, Any] = {}
        failed = 0
        if self.checklist is not None:
            failed = self.checklist.count("fail")
            of_checklist = {
                "configs_covered": self.checklist.covered,
                "configs_required": self.checklist.required,
            }
        if not self.attempts:
            row = {"deployment_env": self.name, "compat_issues": failed, **of_checklist}
            return [row] if of_checklist else []
        rows = [self._row(attempt) for attempt in self.attempts]
        rows[0].update(of_checklist, compat_issues=rows[0]["compat_issues"] + failed)
        if (cost := self.adaptation_cost) is not None:
            rows[-1]["adaptation_cost"] = cost
        return rows

    def as_dict(self) -> dict[str, Any]:
        """Return the record as evidence for the bundle."""
        return {
            "name": self.name,
            "succeeded": self.succeeded,
            "adaptation_cost": self.adaptation_cost,
            "cost_unit": self.cost_unit,
            "person_hours": self.person_hours,
            "probe_error": self.probe_error,
            "checklist": self.checklist and self.checklist.as_dict(),
            "attempts": [attempt.as_dict() for attempt in self.attempts],
            "rows": self.rows(),
        }

    def _row(self, attempt: Attempt) -> dict[str, Any]:
        return {
            "deployment_attempt": True,
            "deployment_env": self.name,
            "attempt_no": attempt.number,
            "deployment_success": attempt.success,
            "compat_issues": len(attempt.issues),
        }
