"""What a plan says about its dataset."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, RootModel, model_validator

from steelyard.cases.readers.base import LINE_LIMIT


class StepSpec(RootModel[Annotated[dict[str, Any], Field(min_length=1, max_length=1)]]):
    """One processing step: its name and its options, as a mapping with one key.

    A step without options may be written as its bare name.
    """

    @model_validator(mode="before")
    @classmethod
    def _bare_name(cls, given: Any) -> Any:
        return {given: None} if isinstance(given, str) else given

    @property
    def name(self) -> str:
        """Name of the step."""
        return next(iter(self.root))

    @property
    def options(self) -> Any:
        """What the plan says under the name; None for a bare name."""
        return self.root[self.name]


class DatasetSpec(BaseModel):
    """Where the cases are and how to read them. A plain path is enough."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    path: str | list[str] = Field(
        description="File, folder or glob, or a list of them; relative to the plan."
    )
    format: str | None = Field(
        None, description="jsonl, json, csv, tsv, xlsx or parquet; by default from the file name."
    )
    map: dict[str, str] = Field(
        default_factory=dict,
        description="Their name to ours; dots reach into objects; `metadata.x` keeps it there.",
    )
    steps: list[StepSpec] = Field(
        default_factory=list, description="Processing steps, carried out in this order."
    )
    strict: bool = Field(
        False, description="Stop at the first bad row instead of setting it aside."
    )
    encoding: str | None = Field(None, description="Encoding of text files; by default found out.")
    sheet: str | int | None = Field(
        None, description="Sheet of a workbook: name, or number from 0."
    )
    delimiter: str | None = Field(
        None, min_length=1, max_length=1, description="Character between the cells of a CSV."
    )
    split: str | None = Field(
        None, description="Which split of a folder laid out by split, such as train or test."
    )
    max_line_bytes: int = Field(LINE_LIMIT, gt=0, description="Longer lines are refused.")

    @model_validator(mode="before")
    @classmethod
    def _plain_path(cls, given: Any) -> Any:
        return {"path": given} if isinstance(given, str | list) else given
