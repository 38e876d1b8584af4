"""What lists and drawer say of a row in the same words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from steelyard.i18n import pick
from steelyard.report.conditions import condition_words, fault_words, kind_words
from steelyard.report.wording import known_words
from steelyard.ui.components.badge import Tone

VERDICTS: dict[bool | None, tuple[Tone, str]] = {
    True: ("good", "passed"),
    False: ("bad", "failed"),
    None: ("idle", "undecided"),
}

# Which columns say what was done, the most telling first, and how its name is said.
_KINDS: dict[str, Callable[[str], str]] = {
    "perturbation": lambda kind: pick(kind_words(kind)),
    "fault": lambda fault: pick(fault_words(fault)),
    "deployment_env": str,
    "phase": lambda phase: pick(known_words("phase", phase)),
}


def condition_text(row: Mapping[str, Any], *, short: bool = False) -> str | None:
    """Return under which condition a row was asked; None when plainly."""
    if not row.get("condition"):
        return None
    kind = next((name(str(row[column])) for column, name in _KINDS.items() if row.get(column)), "")
    said = pick(condition_words(str(row["condition"])))
    if short:
        return kind or said
    return f"{said} · {kind}" if kind else said
