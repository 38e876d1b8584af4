"""`weigh`: the overall score of a run from its indicators, by a scorecard."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from steelyard.i18n import t
from steelyard.indicators.intervals import Part, square_and_add
from steelyard.model import IndicatorValue, Interval
from steelyard.scorecards.dimension import LOW_COVERAGE
from steelyard.scorecards.means import weighted_mean
from steelyard.scorecards.overall import Overall, overall
from steelyard.scorecards.scorecard import Scorecard, load_scorecard

_SOURCES = {"f1": "base.f1", "functional": "base.accuracy", "safety": "safety.accuracy"}


def weigh(indicators: Mapping[str, IndicatorValue], scorecard: Scorecard | None = None) -> Overall:
    """Return the overall score of a run, with interval and notes.

    Args:
        indicators: by id; those the scorecard names and these lack count as missing.
        scorecard: the default one if not given.
    """
    card = scorecard or load_scorecard()
    scores = {part: _score(indicators, id_) for part, id_ in _SOURCES.items()}
    dims = dimension_scores(indicators, card)
    found = overall(scores["f1"], dims, scores["functional"], scores["safety"], card.rule)
    interval, reason = _interval(found, indicators)
    notes = list(found.notes)
    if reason and found.score is not None:
        notes.append(t(f"scorecards.{reason}"))
    if found.score is not None and found.coverage < LOW_COVERAGE:
        notes.append(t("scorecards.low_coverage", share=f"{found.coverage:.0%}"))
    return replace(found, interval=interval, notes=tuple(notes))


def dimension_scores(
    indicators: Mapping[str, IndicatorValue], scorecard: Scorecard
) -> dict[str, float | None]:
    """Return the score of every dimension; None where none of its indicators is defined."""
    return {
        id_: weighted_mean(
            {member: _score(indicators, member) for member in dimension.members},
            dimension.members,
        ).score
        for id_, dimension in scorecard.dimensions.items()
    }


def _score(indicators: Mapping[str, IndicatorValue], id_: str) -> float | None:
    return indicators[id_].score if id_ in indicators else None


def _interval(
    found: Overall, indicators: Mapping[str, IndicatorValue]
) -> tuple[Interval | None, str | None]:
    """Return F1's interval when F1 is the score; the parts' added up when they are independent.

    Functional and safety accuracy rest on different cases, so their errors are independent. F1 and
    the generalisation score share cases: adding theirs up would promise too much.
    """
    if "generalisation" in found.weights_used:
        return None, "interval_shared_cases"
    parts = []
    confidence = 0.95
    for part, weight in found.weights_used.items():
        value = indicators[_SOURCES[part]]
        if value.interval is None or value.score is None:
            return None, "interval_of_part"
        if len(found.weights_used) == 1:
            return value.interval, None
        confidence = value.interval.confidence
        parts.append(Part(weight, value.score, value.interval.low, value.interval.high))
    if not parts:
        return None, None
    low, high = square_and_add(parts)
    return Interval(max(0.0, low), min(1.0, high), "square_and_add", confidence), None
