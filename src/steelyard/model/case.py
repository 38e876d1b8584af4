"""A case: one thing to ask."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

NOT_ASKED = ""
"""The input of a row that holds results and no question."""


@dataclass(frozen=True, slots=True)
class Case:
    """One thing to ask, as an agent adapter sees it.

    Attributes:
        row: number of the ask in the run, from 0; unique.
        case_id: identity of the case in its dataset.
        input: text, a list of chat messages, or an object.
        epoch: which repeat this is, from 0.
        fields: every other known field the dataset or a condition filled (see model.fields).
        metadata: everything else the dataset says, flattened to dotted keys.
    """

    row: int
    case_id: str
    input: Any
    epoch: int = 0
    fields: dict[str, Any] = field(default_factory=dict)
    metadata: dict[str, Any] = field(default_factory=dict)

    def value(self, name: str) -> Any:
        """Return what the case says under `name`, wherever it says it; None if it does not."""
        if name == "input":
            return self.input
        if name == "case_id":
            return self.case_id
        if name in self.fields:
            return self.fields[name]
        return self.metadata.get(name)


def clean_case(row: Mapping[str, Any]) -> str | None:
    """Return the case a row belongs to: its own at baseline, else the one it was made from."""
    name = "case_id" if row.get("condition") is None else "parent_case_id"
    case: str | None = row.get(name)
    return case
