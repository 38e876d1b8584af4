"""When to stop early: a limit of the plan is reached, or too much has failed."""

from __future__ import annotations

from steelyard.runner.policy import Limits, RunPolicy
from steelyard.runner.stop import End
from steelyard.runner.tally import Tally


def reached(policy: RunPolicy, tally: Tally) -> End | None:
    """Return the limit the run has reached, if any."""
    if limit := over(policy.limits, tally):
        return limit
    allowed = float(policy.fail_on_error)
    if allowed and tally.failed and _too_many(allowed, tally.failed, tally.total):
        return End.ERRORS
    return None


def over(limits: Limits, tally: Tally) -> End | None:
    """Return the limit on cases, tokens, cost or time that is reached, if any."""
    if limits.cases is not None and tally.done_before + tally.done >= limits.cases:
        return End.CASES
    if limits.tokens is not None and tally.tokens >= limits.tokens:
        return End.TOKENS
    if limits.cost is not None and tally.cost >= limits.cost:
        return End.COST
    if limits.time is not None and tally.elapsed >= limits.time:
        return End.TIME
    return None


def _too_many(allowed: float, failed: int, total: int) -> bool:
    """Below 1 a share of all asks may fail; from 1 on (true is 1) so many failures are too many."""
    return failed > allowed * total if allowed < 1 else failed >= allowed
