"""How a run is driven: the `run:` section of a plan."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, field_validator

from steelyard.i18n import t

_RATE = re.compile(r"\s*(\d+(?:\.\d+)?)\s*/\s*(s|sec|second|min|minute|h|hour)\s*")
_SECONDS = {"s": 1, "sec": 1, "second": 1, "min": 60, "minute": 60, "h": 3600, "hour": 3600}


def _per_second(value: Any) -> Any:
    """Accept 5 (per second) or "300/min"."""
    if isinstance(value, str):
        if not (found := _RATE.fullmatch(value)):
            raise ValueError(t("runner.bad_rate", found=value))
        return float(found[1]) / _SECONDS[found[2]]
    return value


class Limits(BaseModel):
    """When to stop early; what was answered is kept, and raising a limit lets the run resume."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    cases: int | None = Field(None, ge=1, description="stop after this many replies")
    tokens: int | None = Field(None, ge=1, description="stop after this many tokens, in and out")
    cost: float | None = Field(None, gt=0, description="stop after this cost")
    time: float | None = Field(None, gt=0, description="stop after this many seconds")


class RaySettings(BaseModel):
    """Where the cluster is and what of it a run may use."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    address: str | None = Field(
        None,
        min_length=1,
        description="host:port of the cluster's head; if unset STEELYARD_RAY_ADDRESS, "
        "else a cluster is started on this machine",
    )
    workers: int | None = Field(
        None, ge=1, le=100_000, description="workers at once; as many as the cluster has CPUs"
    )
    storage: str | None = Field(
        None,
        min_length=1,
        description="a folder that every node sees, or a URL such as s3://bucket/path: workers "
        "write replies there; if unset they send them to the run",
    )

    @field_validator("address")
    @classmethod
    def _of_a_node(cls, address: str | None) -> str | None:
        if address is not None and "://" in address:
            raise ValueError(t("runner.ray_client", found=address))
        return address


class OnRay(BaseModel):
    """The long form of `executor: ray`."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    ray: RaySettings


class RunPolicy(BaseModel):
    """How a run is driven."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    concurrency: int = Field(16, ge=1, le=10_000, description="asks in flight at the same time")
    timeout: float = Field(60, gt=0, description="seconds one attempt may take")
    case_timeout: float | None = Field(
        None, gt=0, description="seconds one case may take with all its attempts and waits"
    )
    retries: int = Field(2, ge=0, le=100, description="further attempts after a failed one")
    backoff: float = Field(0.5, ge=0, description="seconds before the first retry; doubles")
    patience: float = Field(
        120,
        ge=0,
        description="seconds a case waits out throttling or an unreachable agent; "
        "these waits do not use up retries",
    )
    epochs: int = Field(1, ge=1, le=10_000, description="how often each case is asked")
    seed: int = Field(0, description="seed of everything random")
    executor: Literal["local", "ray"] | OnRay = Field(
        "local",
        description="where the asks are made: local, ray, or {ray: {address, workers, storage}}",
    )
    rate_limit: Annotated[float | None, BeforeValidator(_per_second)] = Field(
        None, gt=0, description='most asks per second; a number or text such as "300/min"'
    )
    fail_on_error: bool | float = Field(
        False,
        ge=0,
        description="stop when asks fail: true at the first, below 1 a share of all, else a count",
    )
    limits: Limits = Limits()

    @property
    def ray(self) -> RaySettings | None:
        """The cluster that asks, if one does."""
        if isinstance(self.executor, OnRay):
            return self.executor.ray
        return RaySettings() if self.executor == "ray" else None

    def fitting(self, hint: int | None) -> RunPolicy:
        """Return it with no more at once than the agent takes: queueing there is not latency."""
        if hint is None or hint >= self.concurrency:
            return self
        return self.model_copy(update={"concurrency": hint})
