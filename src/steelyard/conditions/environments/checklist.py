"""The compatibility checklist: every requirement against what an environment said about itself."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from steelyard.conditions.environments.holds import holds
from steelyard.conditions.environments.probe import Probe
from steelyard.conditions.environments.probe_script import ABSENT
from steelyard.conditions.environments.requirements import INSIDE, Requirement

SCHEMA = "steelyard.checklist/1"
Status = Literal["pass", "fail", "unknown"]


class Finding(NamedTuple):
    """What a probe says about one key; `probed` is False when it says nothing."""

    value: Any
    probed: bool
    reason: str | None = None
    detail: str = ""


@dataclass(frozen=True)
class Check:
    """One requirement in one environment, with its evidence."""

    requirement: Requirement
    status: Status
    finding: Finding

    def as_dict(self) -> dict[str, Any]:
        """Return the check as JSON has it."""
        asked = self.requirement.model_dump(mode="json") | {
            "critical": self.requirement.is_critical
        }
        found = {
            "found": self.finding.value,
            "reason": self.finding.reason,
            "detail": self.finding.detail or None,
        }
        return {**asked, "status": self.status, **found}


@dataclass(frozen=True)
class Checklist:
    """The checks of one environment."""

    name: str
    taken_at: str
    checks: tuple[Check, ...]

    def count(self, status: Status) -> int:
        """Return how many checks ended so; those that fail are the issues."""
        return sum(check.status == status for check in self.checks)

    @property
    def required(self) -> list[str]:
        """Keys of the critical configuration, each once."""
        keys = (c.requirement.key for c in self.checks if c.requirement.is_critical)
        return list(dict.fromkeys(keys))

    @property
    def covered(self) -> list[str]:
        """Keys of the critical configuration that have a probed value."""
        probed = {check.requirement.key for check in self.checks if check.finding.probed}
        return [key for key in self.required if key in probed]

    @property
    def coverage(self) -> float | None:
        """Share of the critical configuration that has a probed value; None if there is none."""
        return len(self.covered) / len(self.required) if self.required else None

    @property
    def failed_critical(self) -> list[str]:
        """Keys of critical requirements that do not hold."""
        failed = (
            check.requirement.key
            for check in self.checks
            if check.status == "fail" and check.requirement.is_critical
        )
        return list(dict.fromkeys(failed))

    @property
    def failed_packages(self) -> frozenset[str]:
        """Packages that are lacking or of a wrong version."""
        failed = (c.requirement.key for c in self.checks if c.status == "fail")
        keys = (key.partition(".")[::2] for key in failed)
        return frozenset(_normal(name) for prefix, name in keys if prefix == "package")

    def as_dict(self) -> dict[str, Any]:
        """Return the checklist as JSON has it."""
        return {
            "name": self.name,
            "taken_at": self.taken_at,
            "pass": self.count("pass"),
            "fail": self.count("fail"),
            "unknown": self.count("unknown"),
            "issues": self.count("fail"),
            "configs_required": self.required,
            "configs_covered": self.covered,
            "coverage": self.coverage,
            "failed_critical": self.failed_critical,
            "checks": [check.as_dict() for check in self.checks],
        }


def check_environment(requirements: Sequence[Requirement], probe: Probe, *, name: str) -> Checklist:
    """Return the checklist of one environment."""
    checks = tuple(check(requirement, probe) for requirement in requirements)
    return Checklist(name, probe.taken_at, checks)


def check(requirement: Requirement, probe: Probe) -> Check:
    """Check one requirement; what was not probed is unknown, never failed."""
    finding = find(probe, requirement.key)
    if not finding.probed:
        return Check(requirement, "unknown", finding)
    there = finding.value is not None
    if requirement.op == "exists":
        wanted = requirement.value is not False
        return Check(requirement, "pass" if there == wanted else "fail", finding)
    if not there:  # known to be absent: nothing can be said to equal or exceed
        return Check(requirement, "pass" if requirement.op == "!=" else "fail", finding)
    verdict = holds(finding.value, requirement.op, requirement.value)
    if verdict is None:
        finding = finding._replace(reason="not_comparable", detail=str(requirement.value))
        return Check(requirement, "unknown", finding)
    if verdict and isinstance(finding.value, list) and requirement.op != "!=":
        meeting = [v for v in finding.value if holds(v, requirement.op, requirement.value)]
        finding = finding._replace(value=meeting)  # of ninety flags, the one that was asked for
    return Check(requirement, "pass" if verdict else "fail", finding)


def find(probe: Probe, key: str) -> Finding:
    """Return what a probe says about a key, also one inside a list of packages or variables."""
    prefix, _, name = key.partition(".")
    whole = key not in probe.items and INSIDE.get(prefix)
    item = probe.items.get(whole or key)
    if item is None:
        return Finding(None, probed=False, reason="not_asked", detail=key)
    value, reason, detail = item["value"], item.get("reason"), str(item.get("detail", ""))
    if value is None:
        return Finding(None, probed=reason == ABSENT, reason=reason, detail=detail)
    if not whole:
        return Finding(value, probed=True)
    # The names of variables are all that is known of them.
    inside = value if prefix == "package" else {one: one for one in value}
    value = inside.get(_normal(name) if prefix == "package" else name)
    return Finding(value, probed=True, reason=None if value is not None else ABSENT, detail=name)


def _normal(package: str) -> str:
    """Return the one spelling of a package's name (PEP 503)."""
    return re.sub(r"[-_.]+", "-", package).lower()
