"""What the agent of a run is called where there is room for a few words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_TELLING = ("model", "url", "name", "target", "cmd", "argv", "recording")
_LONGEST = 200


def agent_name(description: Any) -> str | None:
    """Return what tells one agent from others: its model, address or name, else its kind.

    Args:
        description: of the agent, as the manifest of a run keeps it.
    """
    if not isinstance(description, Mapping):
        return None if description is None else str(description)[:_LONGEST]
    found = (description.get(key) for key in (*_TELLING, "adapter"))
    said = next((one for one in found if one), None)
    if isinstance(said, list):
        said = " ".join(str(part) for part in said)
    return None if said is None else str(said)[:_LONGEST]
