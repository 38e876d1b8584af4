"""`weigh`: a run's indicators, weighed by a scorecard from the leaves to the root."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from steelyard.i18n import pick, t
from steelyard.i18n.numbers import share_text
from steelyard.indicators import get_indicator
from steelyard.indicators.quiet import IDLE_NOTE, NOTE
from steelyard.model import IndicatorValue, Interval
from steelyard.scorecards.dimension import LOW_COVERAGE
from steelyard.scorecards.means import Mean, weighted_mean
from steelyard.scorecards.node import Node, Scorecard
from steelyard.scorecards.overall import Overall, RuleName
from steelyard.scorecards.resampled import (
    Draws,
    Floats,
    interval_of,
    mean_of_draws,
    never_varies,
    score_interval,
)
from steelyard.scorecards.scorecard import load_scorecard
from steelyard.scorecards.weighed import Weighed

_F1, _RECALL = "base.f1", "base.recall"


def weigh(
    indicators: Mapping[str, IndicatorValue],
    scorecard: Scorecard | None = None,
    draws: Draws | None = None,
) -> Overall:
    """Return the overall score of a run, with interval and notes.

    Args:
        indicators: by id; those the scorecard names and these lack count as missing.
        scorecard: the default one if not given.
        draws: the indicators' scores in resamples, for the interval.
    """
    card = scorecard or load_scorecard()
    return overall_of(weigh_tree(indicators, card, draws))


def weigh_tree(
    indicators: Mapping[str, IndicatorValue], scorecard: Scorecard, draws: Draws | None = None
) -> Weighed:
    """Return every node of a scorecard with its score, interval, coverage and bounds."""
    return _Weigher(indicators, draws or {}).node(scorecard.root)


def overall_of(root: Weighed) -> Overall:
    """Return the overall score as the root of a weighed tree says it."""
    used = root if root.instead is None else root.instead
    parts = _parts(used)
    generalisation = next((n for n in root.walk() if n.node.id == "generalisation"), None)
    notes = list(root.notes)
    if root.score is None:
        notes = [t("scorecards.nothing")]
    return Overall(
        score=root.score,
        rule=_rule(root),
        weights_used={part.node.id: part.share for part in parts},
        coverage=root.coverage,
        lo=root.lo,
        hi=root.hi,
        generalisation=None if generalisation is None else generalisation.score,
        interval=root.interval,
        contributions={part.node.id: part.share * (part.score or 0.0) for part in parts},
        notes=tuple(notes),
    )


def _parts(used: Weighed) -> list[Weighed]:
    """Return what the score is made of at the top, with what stands in for a part taken apart."""
    parts: list[Weighed] = []
    for child in used.children:
        if child.share > 0 and child.score is not None:
            parts += [child] if child.instead is None else _parts(child.instead)
    return parts


def _rule(root: Weighed) -> RuleName:
    """Return the name of the rule, for trees of F1 and generalisation; `tree` for any other.

    The data and the scorecard decide it, never the agent: scores by one rule can be compared.
    """
    children = {child.node.id: child for child in root.children}
    if not root.has_cases:
        return "none"
    if "f1" not in children or not set(children) <= {"f1", "generalisation"}:
        return "tree"
    if root.instead is not None:
        return "fallback"
    g = children.get("generalisation")
    blended = g is not None and g.has_cases
    if children["f1"].instead is not None:
        return "fallback_and_generalisation" if blended else "fallback"
    return "f1_and_generalisation" if blended else "f1_only"


class _Weigher:
    def __init__(self, indicators: Mapping[str, IndicatorValue], draws: Draws) -> None:
        self.indicators, self.draws = indicators, draws

    def node(self, node: Node) -> Weighed:
        """Weigh a node by itself; shares below it are parts of 1."""
        found = self._leaf(node) if node.indicator else self._inner(node)
        lacking = {child.node.id for child in found.children if child.score is None}
        missing = bool(lacking & set(node.needs)) if node.needs else found.score is None
        found = found._replace(has_cases=self._has_what_it_needs(node, found))
        replaced = node.otherwise is not None and not found.has_cases
        if not replaced and not (missing and node.needs):
            return found
        if not replaced or node.otherwise is None:
            found = found._replace(score=None, interval=None, drawn=None, notes=())
            return found._replace(coverage=0.0, lo=0.0, hi=1.0)
        instead = self.node(node.otherwise)
        return found._replace(
            score=instead.score,
            coverage=instead.coverage,
            lo=instead.lo,
            hi=instead.hi,
            interval=instead.interval,
            drawn=instead.drawn,
            notes=instead.notes,
            children=tuple(child.scaled(0.0) for child in found.children),
            instead=instead,
            has_cases=instead.has_cases,
        )

    def _has_what_it_needs(self, node: Node, found: Weighed) -> bool:
        """Return whether the data has cases for the node, so that nothing stands in for it."""
        needed = [child for child in found.children if child.node.id in node.needs]
        return all(child.has_cases for child in needed) if needed else found.has_cases

    def _leaf(self, node: Node) -> Weighed:
        assert node.indicator is not None
        value = self.indicators.get(node.indicator)
        has_cases = self._has_cases(node.indicator, value)
        if value is None or value.score is None:
            notes = () if value is None else _why(value)
            return Weighed(
                node, 1.0, None, 0.0, 0.0, 1.0, notes=notes, value=value, has_cases=has_cases
            )
        score, drawn = value.score, self.draws.get(node.indicator)
        interval = None  # what has no honest interval by itself gets none here
        if value.interval is not None:
            interval = score_interval(value) or interval_of(score, drawn)
        return Weighed(
            node, 1.0, score, 1.0, score, score, interval, drawn, value=value, has_cases=has_cases
        )

    def _has_cases(self, id_: str, value: IndicatorValue | None) -> bool:
        """Return whether the data has cases for an indicator, whatever the agent made of them."""
        if value is None:
            return False
        recall = self.indicators.get(_RECALL) if id_ == _F1 else None
        if recall is not None:
            return recall.value is not None  # undefined only without any answerable case
        return value.value is not None or value.n > 0

    def _inner(self, node: Node) -> Weighed:
        children = {child.id: self.node(child) for child in node.children}
        weights = _weights(node, children)
        scores = {id_: child.score for id_, child in children.items()}
        score = weighted_mean(scores, weights, missing=node.missing, kind=node.aggregation).score
        used = {} if score is None else _used(node, scores, weights)
        low, high, coverage = _bounds(node, children, weights)
        drawn = mean_of_draws(node, children, used, score)
        only = [children[id_] for id_, weight in used.items() if weight == 1.0]
        interval = only[0].interval if only else interval_of(score, drawn)
        return Weighed(
            node,
            1.0,
            score,
            coverage,
            low,
            high,
            interval,
            drawn,
            children=tuple(child.scaled(used.get(id_, 0.0)) for id_, child in children.items()),
            notes=_remarks(score, coverage, interval, _held_fixed(children, used, drawn)),
            has_cases=any(child.has_cases for child in children.values()),
        )


def _weights(node: Node, children: Mapping[str, Weighed]) -> dict[str, float]:
    """Return the weights; a reserve counts only when nothing else is there."""
    regular = [child for child in node.children if not child.reserve]
    stands = any(children[child.id].score is not None for child in regular)
    return {child.id: 0.0 if child.reserve and stands else child.weight for child in node.children}


def _used(
    node: Node, scores: Mapping[str, float | None], weights: Mapping[str, float]
) -> dict[str, float]:
    """Return the weights after what is missing gave its own away, adding up to 1."""
    kept = {
        id_: weight
        for id_, weight in weights.items()
        if scores[id_] is not None or node.missing == "zero"
    }
    total = sum(kept.values())
    return {id_: weight / total for id_, weight in kept.items()} if total > 0 else {}


def _bounds(
    node: Node, children: Mapping[str, Weighed], weights: Mapping[str, float]
) -> tuple[float, float, float]:
    """Return the score if everything missing below were 0, or 1, and the share that is there."""
    total = sum(weights.values())
    if total <= 0:
        return 0.0, 1.0, 0.0

    def mean(ends: Mapping[str, float]) -> Mean:
        return weighted_mean(ends, weights, kind=node.aggregation)

    low = mean({id_: child.lo for id_, child in children.items()}).score
    high = mean({id_: child.hi for id_, child in children.items()}).score
    coverage = sum(weights[id_] * child.coverage for id_, child in children.items()) / total
    return low or 0.0, 1.0 if high is None else high, coverage


def _held_fixed(
    children: Mapping[str, Weighed], used: Mapping[str, float], drawn: Floats | None
) -> list[str]:
    """Return the indicators below that no resample changes: the interval leaves out their error."""
    if drawn is None:
        return []
    leaves = {id_: child for id_, child in children.items() if child.node.indicator}
    return [
        str(child.node.indicator)
        for id_, child in leaves.items()
        if used.get(id_) and never_varies(child.drawn)
    ]


def _remarks(
    score: float | None, coverage: float, interval: Interval | None, fixed: Sequence[str]
) -> tuple[str, ...]:
    if score is None:
        return ()
    notes = [] if interval is not None else [t("scorecards.interval_of_part")]
    if fixed:
        notes.append(t("scorecards.held_fixed", names=", ".join(fixed)))
    if coverage < LOW_COVERAGE:
        notes.append(t("scorecards.low_coverage", share=share_text(coverage)))
    return tuple(notes)


def _why(value: IndicatorValue) -> tuple[str, ...]:
    """Return why a leaf has no score: it has no value, or nothing to compare it with."""
    if value.value is None:
        return value.notes[:1]
    for note in map(pick, (NOTE, IDLE_NOTE)):
        if note in value.notes:
            return (note,)
    how = get_indicator(value.id).score
    names = [name for name in how.references if isinstance(name, str)]
    names += dict.fromkeys(re.findall(r"\$(\w+)", how.sql))
    if not names:
        return (t("scorecards.no_score", id=value.id),)
    return (t("scorecards.no_reference", id=value.id, names=", ".join(names)),)


def dimensions_of(root: Weighed) -> Sequence[Weighed]:
    """Return the nodes just above the leaves: the dimensions people compare."""
    return [
        node
        for node in root.walk()
        if node.children and all(child.node.indicator for child in node.children)
    ]
