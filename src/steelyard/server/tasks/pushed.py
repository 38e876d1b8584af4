"""What a run from elsewhere says of itself is of its kind before lists show it.

Lists and pages show what the catalogue took from a bundle without another look: one value of
another kind would break every list that it stands in.
"""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, ValidationError

from steelyard.bundle import Bundle
from steelyard.errors import DataError
from steelyard.server.tasks.runs import read_headline

_Number = Annotated[float, Field(allow_inf_nan=False)]


class _Facts(BaseModel):
    """What stands beside the score."""

    model_config = ConfigDict(strict=True)

    score: _Number | None
    ci_low: _Number | None
    ci_high: _Number | None
    coverage: _Number | None
    scorecard: str | None
    gates: int
    gates_failed: list[str]
    counts: dict[str, int]
    duration_s: _Number | None


class _Said(BaseModel):
    """What the row of a run has from its bundle, as its columns hold it."""

    model_config = ConfigDict(strict=True)

    name: str
    plan: dict[str, Any]
    run_id: str = Field(min_length=1, max_length=64)
    agent: str | None
    rows: int | None = Field(ge=0, le=2**31 - 1)
    score: _Number | None
    headline: _Facts
    finished_at: AwareDatetime | None


def check_said(bundle: Bundle) -> None:
    """Refuse a bundle whose own words the catalogue could not show.

    Raises:
        DataError: a value is missing or of another kind; says which.
    """
    values = bundle.manifest.values
    named = {name: values[name] for name in ("name", "plan") if name in values}
    try:
        _Said.model_validate({**(read_headline(bundle.path) or {}), **named})
    except ValidationError as error:
        said = (f"{'.'.join(map(str, one['loc']))}: {one['msg']}" for one in error.errors())
        raise DataError("; ".join(said)) from None
