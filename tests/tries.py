"""How a property is tried: few examples by default, many with the slow tests, others with `soak`.

What is tried is the same in every run, so that a change is what makes a test fail; `-m soak` draws
other examples each time.
"""

from __future__ import annotations

from hypothesis import HealthCheck, settings

FEW, MANY, OTHERS = "few", "many", "others"


def choose(marks: str) -> None:
    """Say for this process which tests are run: the expression of `-m`."""
    profile = FEW if "not slow" in marks else MANY if "not soak" in marks else OTHERS
    # How long an example takes says how busy the machine is.
    settings.register_profile(
        profile,
        deadline=None,
        derandomize=profile != OTHERS,
        suppress_health_check=[HealthCheck.too_slow],
    )
    settings.load_profile(profile)


def few_or_many(few: int, many: int) -> int:
    """Return the number that holds in this process."""
    return few if settings.get_current_profile_name() == FEW else many


def tries(few: int, many: int) -> settings:
    """Decorate a property test."""
    return settings(max_examples=few_or_many(few, many))
