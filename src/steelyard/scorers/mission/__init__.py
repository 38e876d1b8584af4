"""Scorers of mission capability, case by case; importing this registers them."""

from steelyard.scorers.mission import (
    act,
    adc,
    case_effectiveness,
    compliance,
    decide,
    mission,
    objectives,
    observe,
    ooda,
    orient,
    resource,
    sea,
    timeliness,
)

__all__ = [
    "act",
    "adc",
    "case_effectiveness",
    "compliance",
    "decide",
    "mission",
    "objectives",
    "observe",
    "ooda",
    "orient",
    "resource",
    "sea",
    "timeliness",
]
