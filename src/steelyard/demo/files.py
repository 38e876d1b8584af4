"""Where the files that ship with the demo are."""

from __future__ import annotations

from pathlib import Path

DEMO_DIR = Path(__file__).parent


def plan_path() -> Path:
    """Return the plan that `steelyard demo` runs; its agents' addresses are set at run time."""
    return DEMO_DIR / "plan.yaml"


def cases_path() -> Path:
    """Return the bundled dataset."""
    return DEMO_DIR / "cases.jsonl"


def notes_path() -> Path:
    """Return what the demo agent knows."""
    return DEMO_DIR / "knowledge.jsonl"
