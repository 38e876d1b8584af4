"""How the agents of a team talked, and their time against one who works alone."""

from __future__ import annotations

from dataclasses import dataclass

from steelyard.analysis.conditions.source import SUCCESS, Rows

_MEASURES = (
    "collab_messages",
    "communication_rounds",
    "collab_response_rate",
    "collab_redundancy",
    "collab_balance",
    "collab_parallelism",
)


@dataclass(frozen=True, slots=True)
class TeamTable:
    """Means over the cases that a team answered; None where nothing is known.

    Attributes:
        cases: cases a team answered at baseline.
        messages: per case.
        rounds: per case.
        response_rate: questions that were answered.
        accuracy: right messages among those judged.
        redundancy: messages that repeat an earlier one.
        balance: evenness over the agents.
        parallelism: agents busy at once.
        together_s: seconds taken together, where one alone was timed too.
        alone_s: seconds of one alone on the same cases.
        paired: cases with both times.
        success: completion of the team.
        alone_success: completion of one alone on the same cases.
        provenance: `declared` when the dataset brought what these rest on.
    """

    cases: int
    messages: float | None
    rounds: float | None
    response_rate: float | None
    accuracy: float | None
    redundancy: float | None
    balance: float | None
    parallelism: float | None
    together_s: float | None
    alone_s: float | None
    paired: int
    success: float | None
    alone_success: float | None
    provenance: str


def team_table(rows: Rows) -> TeamTable | None:
    """Return the table; None when no case was answered by a team."""
    there = rows.names()
    means = [f"avg({name})" if name in there else "CAST(NULL AS DOUBLE)" for name in _MEASURES]
    both = "collab_time IS NOT NULL AND single_time IS NOT NULL"
    [(cases, right, judged, together, alone, paired, success, *values)] = rows.query(
        "SELECT count(*), sum(messages_correct), sum(messages_total),"
        f" avg(collab_time) FILTER (WHERE {both}), avg(single_time) FILTER (WHERE {both}),"
        f" count_if({both}), avg({SUCCESS}), {', '.join(means)}"
        " FROM results WHERE condition IS NULL AND collaboration"
    )
    if not cases:
        return None
    messages, rounds, answered, repeated, balance, parallel = values
    return TeamTable(
        cases=cases,
        messages=messages,
        rounds=rounds,
        response_rate=answered,
        accuracy=right / judged if judged else None,
        redundancy=repeated,
        balance=balance,
        parallelism=parallel,
        together_s=together,
        alone_s=alone,
        paired=paired or 0,
        success=success,
        alone_success=_alone(rows),
        provenance=rows.provenance.get("collaboration", "measured"),
    )


def _alone(rows: Rows) -> float | None:
    [(success,)] = rows.query(
        f"SELECT avg({SUCCESS}) FROM results WHERE condition = 'single' AND parent_case_id IN"
        " (SELECT case_id FROM results WHERE condition IS NULL AND collaboration)"
    )
    return None if success is None else float(success)
