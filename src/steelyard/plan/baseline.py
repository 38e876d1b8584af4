"""The run that new runs of a plan are compared with, and what must hold of the difference."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field, field_validator

from steelyard.errors import InputError
from steelyard.scorecards.gates import read_gate


class Baseline(BaseModel):
    """A finished run, and gates on what changed against it."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    run: str = Field(min_length=1, description="directory of the run, relative to the plan")
    fail_on: list[str] = Field(
        default_factory=list,
        description='what must hold of the change, such as "overall: ci_low > -0.02"',
    )

    @field_validator("fail_on")
    @classmethod
    def _of_the_form(cls, gates: list[str]) -> list[str]:
        for gate in gates:
            try:
                read_gate(gate)
            except InputError as error:
                raise ValueError(error.message) from error
        return gates
