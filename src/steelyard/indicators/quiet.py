"""Quiet indicators: best when nothing happens, so an agent that did nothing earns no score.

Latency, cost, timeouts, repeated messages and the like are perfect for a silent agent. Their value
is shown; their score is withheld when rows they rest on have an outcome and none succeeded. Rows
without any outcome say nothing either way.
"""

from __future__ import annotations

from steelyard.indicators.records import Flag
from steelyard.model import Words

NOTE = Words(
    "No score: no case it rests on succeeded, and an agent that does nothing would score best.",
    "不计分：所依据的用例无一成功，而什么都不做的智能体在此项上最好。",
)
_SUCCEEDED = "count_if(coalesce(completed, passed, false))"
_DECIDED = "count_if(coalesce(completed, passed) is not null)"

QUIET = Flag(f"{_DECIDED} > 0 and {_SUCCEEDED} = 0", NOTE, no_score=True)
# Where an indicator aggregates over groups, each group brings its counts.
OUTCOMES = {"decided_": _DECIDED, "succeeded_": _SUCCEEDED}
NESTED_QUIET = Flag("sum(decided_) > 0 and sum(succeeded_) = 0", NOTE, no_score=True)
