"""The same cases in other environments: deploy the agent there, ask, end everything.

That an agent does not come to run is a finding: its cases there count as failed, and the rows of
its deployment say how far it came.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from steelyard.agents import make_agent
from steelyard.conditions.environments import Deployment, DeploymentRecord, Environment, SmokeResult
from steelyard.errors import AskError
from steelyard.i18n import t
from steelyard.model import Case, Reply
from steelyard.runner import Asked


def is_deployment(case: Case) -> bool:
    """Whether a row stands for an attempt to deploy, and not for a question."""
    return case.fields.get("deployment_attempt") is True


def deployment(
    environment: Environment,
    plan_agent: dict[str, Any],
    base: Path,
    cases: Callable[[], Iterator[Case]],
) -> Deployment:
    """Return the deployment of the agent, with the first of `cases` as its smoke cases."""

    async def smoke(deployment: Deployment) -> SmokeResult:
        assert environment.smoke is not None
        agent = make_agent(deployment.agent(plan_agent), base=base)
        passed, errors = 0, []
        await agent.open()
        try:
            chosen = list(islice(cases(), environment.smoke.cases))
            for case in chosen:
                try:
                    passed += (await agent.ask(case)).status == "ok"
                except AskError as error:
                    errors.append(str(error))
        finally:
            await agent.close()
        return SmokeResult(passed, len(chosen), tuple(errors))

    some = next(cases(), None) is not None
    return Deployment(environment, base=base, smoke=smoke if some else None)


def attempts_of(found: DeploymentRecord, cases: Iterable[Case]) -> Iterator[tuple[Case, Asked]]:
    """Yield what became of each attempt to deploy; one that was not needed says so."""
    rows = found.rows()
    attempts = [attempt.as_dict() for attempt in found.attempts]
    for case in cases:
        at = int(case.fields["attempt_no"]) - 1
        needed = at < len(attempts) and case.epoch == 0
        facts: dict[str, Any] = {"deployment_attempt": needed, "condition_landed": needed}
        if at < len(rows) and case.epoch == 0:
            facts |= rows[at]
        said = t("asking.not_needed")
        if needed:
            checklist = found.checklist.as_dict() if found.checklist and at == 0 else None
            facts["condition_proof"] = attempts[at] | {"checklist": checklist}
            said = attempts[at]["error"] or t("asking.deployed")
        yield case, Asked(Reply(said), 1, time.time(), facts)


def absent(name: str, error: str | None, cases: Iterable[Case]) -> Iterator[tuple[Case, Asked]]:
    """Yield the failures of the cases of an environment in which the agent never ran."""
    message = t("asking.not_deployed", name=name, error=error or "–")
    reply = Reply(status="error", error_kind="agent", error=message, error_reason="not_deployed")
    for case in cases:
        yield case, Asked(reply, 0, time.time())
