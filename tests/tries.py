"""How many examples a property is tried on: few by default, many where slow tests run as well."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

FEW, MANY = "few", "many"


def choose(profile: str) -> None:
    """Say which number holds in this process."""
    # How long an example takes says how busy the machine is.
    settings.register_profile(profile, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    settings.load_profile(profile)


def tries(few: int, many: int) -> settings:
    """Decorate a property test."""
    chosen = settings.get_current_profile_name()
    return settings(max_examples=many if chosen == MANY else few)
