"""What of a run is worth a sentence."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field


class FindingFloor(BaseModel):
    """The smallest effects that findings tell."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    share: float = Field(
        0.05, ge=0, le=1, description="least difference of two shares; 0.05 is 5 points"
    )
    time: float = Field(
        0.2, ge=0, allow_inf_nan=False, description="least relative slowdown; 0.2 is 20 %"
    )
    seconds: float = Field(
        0.05,
        ge=0,
        allow_inf_nan=False,
        description="least slowdown in seconds; both must be reached",
    )


class FindingSettings(BaseModel):
    """How findings are made."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    floor: FindingFloor = Field(
        default_factory=FindingFloor, description="differences below it are not told"
    )
