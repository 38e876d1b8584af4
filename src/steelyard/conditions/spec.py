"""The `conditions:` of a plan: what is done to the agent beside asking it plainly."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_serializer, model_validator

from steelyard.conditions.sample import Sample
from steelyard.i18n import t

Arrivals = Literal["closed", "constant", "poisson"]


class _Spec(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Perturb(_Spec):
    """Request variants of the cases with perturbed input."""

    kinds: list[str] = Field(
        ["auto"],
        min_length=1,
        description="perturbations by id; `auto` takes what suits the language of each input",
    )
    rate: float = Field(0.05, gt=0, le=0.5, description="share of the characters that is changed")
    variants: int = Field(1, ge=1, le=100, description="variants per case and perturbation")
    sample: Sample = None


class Acceptable(_Spec):
    """Up to where a load still counts as carried."""

    completion: float = Field(
        0.95, gt=0, le=1, description="least completion, relative to the lowest load"
    )
    p95: float | None = Field(None, gt=0, description="largest 95th percentile of latency, seconds")


class Load(_Spec):
    """Ask the same cases calmly, under peak load, and calmly again; or step by step upwards."""

    arrivals: Arrivals = Field(
        "closed",
        description="`closed`: so many users who wait for their answer; `constant`, `poisson`: so "
        "many requests per second, whether or not earlier ones were answered",
    )
    baseline: float = Field(1, gt=0, description="normal load: users, or requests per second")
    peak: float | None = Field(None, gt=0, description="peak load, in the same unit")
    recovery: float | None = Field(None, gt=0, description="load afterwards; as baseline if unset")
    ramp: list[Annotated[float, Field(gt=0)]] = Field(
        [], description="loads to step through, rising, to find the highest that is carried"
    )
    acceptable: Acceptable = Acceptable()
    timeout: float | None = Field(None, gt=0, description="seconds per ask; the run's if unset")
    sample: Sample = None

    @model_validator(mode="after")
    def _check(self) -> Load:
        if self.peak is None and not self.ramp:
            raise ValueError(t("conditions.load_empty"))
        if self.peak is not None and self.peak <= self.baseline:
            raise ValueError(
                t("conditions.peak_low", peak=f"{self.peak:g}", baseline=f"{self.baseline:g}")
            )
        if sorted(set(self.ramp)) != self.ramp:
            raise ValueError(t("conditions.ramp_order"))
        if self.arrivals == "closed":
            for level in (self.baseline, self.peak, self.recovery, *self.ramp):
                if level is not None and level % 1:
                    raise ValueError(t("conditions.whole_users", found=f"{level:g}"))
        return self

    @property
    def phases(self) -> dict[str, float]:
        """Name and load of each phase, in order. A step of the ramp is named after its load."""
        phases = {f"ramp {level:g}": level for level in self.ramp}
        if self.peak is None:
            return phases
        recovery = self.baseline if self.recovery is None else self.recovery
        return {"baseline": self.baseline, "peak": self.peak, "recovery": recovery} | phases


class Faults(_Spec):
    """Request cases while faults are injected into the transport."""

    kinds: list[str | dict[str, dict[str, Any]]] = Field(
        min_length=1, description="faults by id, or {id: {parameter: value}}"
    )
    hits: int | None = Field(
        1,
        ge=1,
        description="how many attempts of a case get the fault; null for every one of them",
    )
    sample: Sample = None

    def chosen(self) -> dict[str, dict[str, Any]]:
        """Return the kinds with their parameters."""
        chosen: dict[str, dict[str, Any]] = {}
        for item in self.kinds:
            chosen.update({item: {}} if isinstance(item, str) else item)
        return chosen


class Condition(_Spec):
    """One condition: exactly one of its kinds."""

    perturb: Perturb | None = None
    load: Load | None = None
    faults: Faults | None = None

    @model_validator(mode="before")
    @classmethod
    def _one_kind(cls, value: Any) -> Any:
        if isinstance(value, dict) and len(value) != 1:
            found = ", ".join(map(str, value)) or "–"
            raise ValueError(t("conditions.one_kind", found=found))
        if isinstance(value, dict):  # `- perturb:` with nothing behind it takes the defaults
            return {kind: {} if spec is None else spec for kind, spec in value.items()}
        return value

    @model_serializer
    def _as_written(self) -> dict[str, Any]:
        return {self.kind: self.spec.model_dump(mode="json")}

    @property
    def kind(self) -> str:
        """Which one it is."""
        return next(iter(self.model_fields_set))

    @property
    def spec(self) -> Perturb | Load | Faults:
        """What it says."""
        spec: Perturb | Load | Faults = getattr(self, self.kind)
        return spec
