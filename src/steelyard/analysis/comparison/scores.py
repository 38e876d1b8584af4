"""Differences of the scorecard: the overall score and its dimensions, drawn jointly.

Both runs are weighed by the same scorecard, over the same cases, from what is defined in both; the
resamples draw the same clusters in both, so that what the runs have in common cancels.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from steelyard.analysis.comparison.content import OVERALL, Difference
from steelyard.analysis.comparison.indicators import Both
from steelyard.analysis.comparison.said import words
from steelyard.i18n import t
from steelyard.indicators import get_indicator
from steelyard.scorecards import weigh_tree

if TYPE_CHECKING:
    from steelyard.analysis.comparison.tables import Tables
    from steelyard.model import IndicatorValue
    from steelyard.scorecards import Scorecard, Weighed

_SEED = 7


class Scored(NamedTuple):
    """The differences of a scorecard, and what was left out because one run lacks it."""

    overall: Difference
    dimensions: tuple[Difference, ...]
    left_out: tuple[str, ...]


class Weighings(NamedTuple):
    """How both runs are weighed.

    Attributes:
        card: the scorecard.
        params: parameters of its indicators.
        drawn: scores in resamples that are already there, of indicators computed apart: one
            mapping for the base and one for the new run.
    """

    card: Scorecard
    params: Mapping[str, Any]
    drawn: tuple[Mapping[str, Any], Mapping[str, Any]] = ({}, {})


def score_differences(
    tables: Tables,
    values: Both,
    how: Weighings,
    known: Mapping[str, Difference],
    confidence: float = 0.95,
) -> Scored:
    """Return the difference of the overall score and of every node below it that is no leaf.

    Args:
        tables: both results tables.
        values: the indicators of both runs.
        how: scorecard and parameters.
        known: differences of indicators; a score that rests on one of them alone has its.
        confidence: of the intervals.
    """
    members = how.card.indicators()
    both = [id_ for id_ in members if all(_scored(side, id_) for side in values)]
    left_out = [
        id_ for id_ in members if id_ not in both and any(_scored(side, id_) for side in values)
    ]
    roots = []
    for number, (con, side) in enumerate(zip((tables.base, tables.new), values, strict=True)):
        kept = {id_: side[id_] for id_ in both}
        roots.append(_weighed(con, kept, how, number, paired=tables.pairing.paired))
    pairing = tables.pairing
    counted = {"confidence": confidence, "n": pairing.matched, "clusters": pairing.clusters}
    found = [
        _difference(base, new, depth, known, counted, paired=pairing.paired)
        for (base, depth), (new, _) in zip(*map(_nodes, roots), strict=True)
    ]
    return Scored(found[0], tuple(found[1:]), tuple(left_out))


def _weighed(
    con: Any, kept: Mapping[str, IndicatorValue], how: Weighings, number: int, *, paired: bool
) -> Weighed:
    from steelyard.indicators.resample import resample_scores

    apart = how.drawn[number]
    inside = {id_: value for id_, value in kept.items() if id_ not in apart}
    # Cases that have nothing to do with each other are drawn apart.
    seed = _SEED if paired else _SEED + number
    drawn = resample_scores(con, inside, params=how.params, seed=seed, own=1 + number)
    return weigh_tree(kept, how.card, {**drawn, **apart})


def _scored(side: Mapping[str, IndicatorValue], id_: str) -> bool:
    return id_ in side and side[id_].score is not None


def _nodes(root: Weighed) -> Iterator[tuple[Weighed, int]]:
    """Yield the nodes that are no leaves, with their depth; the same in both runs."""

    def below(node: Weighed, depth: int) -> Iterator[tuple[Weighed, int]]:
        yield node, depth
        stands = node if node.instead is None else node.instead
        for child in stands.children:
            if child.node.indicator is None:
                yield from below(child, depth + 1)

    return below(root, 0)


def _difference(
    base: Weighed,
    new: Weighed,
    depth: int,
    known: Mapping[str, Difference],
    counted: Mapping[str, Any],
    *,
    paired: bool,
) -> Difference:
    root = depth == 0
    plain = Difference(
        id=OVERALL if root else base.node.id,
        name=words("overall") if root else base.node.name,
        kind="overall" if root else "dimension",
        unit="",
        direction="up",
        base=base.score,
        new=new.score,
        in_scorecard=True,
        depth=depth,
        base_provenance=None if base.score is None else base.provenance,
        new_provenance=None if new.score is None else new.provenance,
        **counted,
    )
    if base.score is None or new.score is None:
        return replace(plain, notes=(t("comparison.nothing_to_weigh"),))
    plain = replace(plain, value=new.score - base.score)
    sole = known.get(_sole_leaf(base) or "")
    if sole is not None and sole.ci_low is not None:
        return _as_score(plain, sole)
    if paired and plain.value == 0 and _no_case_differs(base, known):
        return replace(plain, verdict="same", notes=(t("comparison.no_case_differs"),))
    return _by_draws(plain, base, new, paired=paired)


def _by_draws(plain: Difference, base: Weighed, new: Weighed, *, paired: bool) -> Difference:
    if plain.clusters < 2:
        return replace(plain, notes=(t("comparison.too_few", n=plain.clusters),))
    if base.drawn is None or new.drawn is None:
        return replace(plain, notes=(t("comparison.no_interval"),))
    import numpy as np

    less = new.drawn - base.drawn
    assert plain.value is not None
    if less.max() == less.min():
        same = paired and plain.value == 0
        note = "comparison.no_case_differs" if same else "comparison.no_spread"
        return replace(plain, verdict="same" if same else "untested", notes=(t(note, n=0),))
    tail = 50 * (1 - plain.confidence)
    low, high = (float(end) for end in np.percentile(less, [tail, 100 - tail]))
    beyond = min(int((less <= 0).sum()), int((less >= 0).sum()))
    return replace(
        plain,
        ci_low=min(low, plain.value),
        ci_high=max(high, plain.value),
        ci_method="cluster_bootstrap" if paired else "independent_bootstrap",
        p=min(1.0, 2 * (1 + beyond) / (1 + len(less))),
    )


def _as_score(plain: Difference, sole: Difference) -> Difference:
    """Return the difference of a score that is one indicator's, with that one's interval."""
    low, high, effect = sole.ci_low, sole.ci_high, sole.effect
    if get_indicator(sole.id).score.rule == "complement" and low is not None and high is not None:
        low, high = -high, -low
        effect = None if effect is None else -effect
    return replace(
        plain,
        ci_low=low,
        ci_high=high,
        ci_method=sole.ci_method,
        p=sole.p,
        effect=effect,
        effect_kind=sole.effect_kind,
        verdict=sole.verdict,
        notes=(t("comparison.rests_on", id=sole.id),),
    )


def _no_case_differs(node: Weighed, known: Mapping[str, Difference]) -> bool:
    """Return whether nothing below a node changed; what cannot be seen by case has its value."""
    leaves = [known[id_] for id_ in _leaves(node) if id_ in known]
    seen = [one for one in leaves if one.clusters]
    return bool(seen) and all(
        one.verdict == "same" if one.clusters else one.value == 0 for one in leaves
    )


def _leaves(node: Weighed) -> Iterator[str]:
    if node.node.indicator is not None:
        yield node.node.indicator
    stands = node if node.instead is None else node.instead
    for child in stands.children:
        yield from _leaves(child)


def _sole_leaf(node: Weighed) -> str | None:
    """Return the indicator that a node's score is, when it is the score of one alone."""
    while node.node.indicator is None:
        stands = node if node.instead is None else node.instead
        parts = [child for child in stands.children if child.share > 0]
        if len(parts) != 1:
            return None
        node = parts[0]
    rule = get_indicator(node.node.indicator).score.rule
    return node.node.indicator if rule in ("identity", "complement") else None
