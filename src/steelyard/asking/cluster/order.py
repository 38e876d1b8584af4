"""What a worker is told: whom to ask, how, and its share of the plan's limits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from steelyard.agents import Agent, make_agent, secret_names
from steelyard.asking.cluster.connect import import_ray
from steelyard.asking.cluster.store import Store
from steelyard.errors import PlanError
from steelyard.i18n import Language, language, t
from steelyard.model import secret_value
from steelyard.runner import RunPolicy


@dataclass(frozen=True, slots=True)
class Order:
    """What every worker of a drive is told.

    Attributes:
        agent: the agent as the plan describes it, or one that a Python caller made, pickled.
        base: folder that relative paths in it start at.
        policy: how the run is driven, all workers together.
        secrets: values of the variables that `agent` names. They travel with the order and stand
            in no setting of the cluster, which others may read.
        language: of sentences about failures.
        store: where workers keep replies; None sends them to the driver.
    """

    agent: Mapping[str, Any] | bytes
    base: str
    policy: RunPolicy
    secrets: Mapping[str, str] = field(repr=False)
    language: Language
    store: Store | None = None

    def make_agent(self) -> Agent:
        """Make the agent, where the order arrived."""
        if isinstance(self.agent, bytes):
            agent: Agent = import_ray().cloudpickle.loads(self.agent)
            return agent
        return make_agent(self.agent, base=self.base)


def order_for(
    agent: Agent | Mapping[str, Any], base: Path, policy: RunPolicy, store: Store | None
) -> Order:
    """Return the order to ask `agent`.

    Raises:
        PlanError: it is an object that cannot be sent to another process.
    """
    if isinstance(agent, Mapping):
        names = {found.name for found in secret_names(agent)}
        secrets = {name: value for name in names if (value := secret_value(name)) is not None}
        described: Mapping[str, Any] | bytes = agent
    else:
        described, secrets = _pickled(agent), {}
    return Order(described, str(base.resolve()), policy, secrets, language(), store)


def share(policy: RunPolicy, worker: int, workers: int) -> tuple[RunPolicy, float]:
    """Return the part of one of `workers`, and the seconds until its first turn.

    Each has its share of asks in flight and of the rate, so the whole keeps to the plan whatever
    becomes of the others. First turns are spread, so that the beginning is no burst either.
    """
    more, rest = divmod(policy.concurrency, workers)
    rate = policy.rate_limit
    part = {
        "concurrency": more + (worker < rest),
        "rate_limit": None if rate is None else rate / workers,
    }
    return policy.model_copy(update=part), 0.0 if rate is None else worker / rate


def _pickled(agent: Agent) -> bytes:
    try:
        content: bytes = import_ray().cloudpickle.dumps(agent)
    except Exception as error:
        raise PlanError(t("cluster.not_sendable", error=error)) from error
    return content
