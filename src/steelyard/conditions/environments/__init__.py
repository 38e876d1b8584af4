"""Environments: what they are, what an agent needs of them, and whether it comes to run there."""

from typing import TYPE_CHECKING

from steelyard.lazy import lazy_exports

if TYPE_CHECKING:
    from steelyard.conditions.environments.attempts import Attempt, DeploymentRecord, SmokeResult
    from steelyard.conditions.environments.checklist import (
        Check,
        Checklist,
        check_environment,
    )
    from steelyard.conditions.environments.deploy import Deployment
    from steelyard.conditions.environments.environment import Environment
    from steelyard.conditions.environments.issues import Issue
    from steelyard.conditions.environments.probe import Probe, Where, read_probe, take_probe
    from steelyard.conditions.environments.requirements import (
        Requirement,
        load_requirements,
        named_items,
    )

__all__ = [
    "Attempt",
    "Check",
    "Checklist",
    "Deployment",
    "DeploymentRecord",
    "Environment",
    "Issue",
    "Probe",
    "Requirement",
    "SmokeResult",
    "Where",
    "check_environment",
    "load_requirements",
    "named_items",
    "read_probe",
    "take_probe",
]
lazy_exports(
    __name__,
    {
        "attempts": ("Attempt", "DeploymentRecord", "SmokeResult"),
        "checklist": ("Check", "Checklist", "check_environment"),
        "deploy": ("Deployment",),
        "environment": ("Environment",),
        "issues": ("Issue",),
        "probe": ("Probe", "Where", "read_probe", "take_probe"),
        "requirements": ("Requirement", "load_requirements", "named_items"),
    },
)
