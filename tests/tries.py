"""How many examples a property is tried on: few by default, many where slow tests run as well."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

FEW, MANY = "few", "many"


def choose(profile: str) -> None:
    """Say which number holds in this process."""
    # How long an example takes says how busy the machine is.
    settings.register_profile(profile, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    settings.load_profile(profile)


def few_or_many(few: int, many: int) -> int:
    """Return the number that holds in this process."""
    return many if settings.get_current_profile_name() == MANY else few


def tries(few: int, many: int) -> settings:
    """Decorate a property test."""
    return settings(max_examples=few_or_many(few, many))
