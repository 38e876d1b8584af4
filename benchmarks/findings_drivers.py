"""How often the findings name a measure that has nothing to do with passing."""

from __future__ import annotations

from typing import NamedTuple

from benchmarks.findings_data import Agent, level_of, results_of
from steelyard.analysis.correlation import Asked, Effort, Subject, correlate
from steelyard.analysis.findings import Known, findings

SUMMARY: dict[str, list[str]] = {"indicators": []}
# The shares of drivers play no part here; their bootstrap is kept short.
_ASKED = Asked(unit="case", effort=Effort(10, 5_000))
# With the latency, which every simulated row has, eight measures.
MEASURES = (
    *("first_token_s", "input_tokens", "output_tokens", "cost", "confidence", "attempts"),
    "agent_steps",
)


class Driver(NamedTuple):
    """Whether a report names a driver, and whether some interval alone would have."""

    named: bool
    uncorrected: bool


def driver_of(agent: Agent, seed: int) -> Driver:
    """Return what one simulated report says about the measures of an agent."""
    with results_of(agent, seed) as con:
        found = correlate([Subject("simulated", con, SUMMARY)], _ASKED)
        report = findings(Known(con, SUMMARY, level_of(con), correlation=found))
    named = any(one.kind == "driver" for one in report.sentences)
    measures = {"latency_s", *agent.measures}
    intervals = [
        (pair.spearman.ci_low, pair.spearman.ci_high)
        for pair in found.pairs
        if "passed" in (pair.a, pair.b) and {pair.a, pair.b} & measures
    ]
    alone = any(low is not None and high is not None and low * high > 0 for low, high in intervals)
    return Driver(named, alone)
