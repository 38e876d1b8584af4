"""Generalisation measured: each as a formula on given inputs; importing this registers them."""

from steelyard.analysis.generalisation import (
    checklist_coverage,
    contribution,
    efficiency,
    load,
    perturb,
    retention,
    trace,
)

__all__ = [
    "checklist_coverage",
    "contribution",
    "efficiency",
    "load",
    "perturb",
    "retention",
    "trace",
]
