"""The headline: the first number of a report, chosen by what was measured.

A composite is shown first only where somebody asked for it or where most of it was measured;
otherwise the first number is a plain rate that every other tool would report too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

OVERALL = "overall"
PASS_RATE = "base.accuracy"
ENOUGH = 0.5
"""Share of the weight of every part that must be measured before a composite is shown first."""

_EFFECTIVENESS = "ops.effectiveness"
# Of recorded results without a question.
_RECORDED = ("adapt.domain_mean", "port.retention", "collab.efficiency")
_BY_KIND = (PASS_RATE, "ir.ndcg_at_10", "safety.accuracy", *_RECORDED)
_NO_VERDICTS = ("no_reply", "few_verdicts")

Values = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Headline:
    """The first number of a report, and everything needed to read it.

    Attributes:
        id: `overall`, or the id of an indicator; None when nothing was measured.
        rule: why it is this one: the plan names a `scorecard`; the `coverage` of every part of the
            default one is high enough; it is what was `measured`; or `nothing` was.
        value: the score or rate; None when undefined.
        ci_low: lower end of its interval.
        ci_high: upper end of its interval.
        n: cases behind an indicator; None for the overall score.
        provenance: the weakest source of what it rests on: measured, declared or claimed; None in
            summaries that do not say it.
        beside: indicators to show next to it.
        coverage: share of the weight of the overall score that was measured.
        short: parts of the scorecard that too little was measured of, with the share that was.
        lo: the overall score if everything missing were 0.
        hi: the overall score if everything missing were 1.
    """

    id: str | None
    rule: Literal["scorecard", "coverage", "measured", "nothing"]
    value: float | None = None
    ci_low: float | None = None
    ci_high: float | None = None
    n: int | None = None
    provenance: str | None = None
    beside: tuple[str, ...] = ()
    coverage: float | None = None
    short: Mapping[str, float] = field(default_factory=dict)
    lo: float | None = None
    hi: float | None = None

    def as_dict(self) -> dict[str, Any]:
        """Return the headline as plain JSON."""
        plain = {name: getattr(self, name) for name in self.__slots__}
        return plain | {"short": dict(self.short), "beside": list(self.beside)}


def choose_headline(summary: Values, *, named: bool) -> Headline:
    """Return the first number of the report that a summary makes.

    Where too few answers have a verdict, the number that rests on verdicts is not shown.

    Args:
        summary: indicators, tree and overall score as `summarise` gives them, and `judging`.
        named: whether the plan names the scorecard.
    """
    found = _choose(summary, named=named)
    warning = (summary.get("judging") or {}).get("warning") or {}
    if found.id in (OVERALL, PASS_RATE) and warning.get("reason") in _NO_VERDICTS:
        return replace(found, value=None, ci_low=None, ci_high=None)
    return found


def _choose(summary: Values, *, named: bool) -> Headline:
    overall: Values = summary.get("overall") or {}
    indicators = {one["id"]: one for one in summary.get("indicators") or ()}
    passes: Values = indicators.get(PASS_RATE, {})
    bounds: dict[str, Any] = {key: overall.get(key) for key in ("coverage", "lo", "hi")}
    short = {} if named else dict(_short_parts(summary.get("tree") or {}))
    if named or not short:
        return Headline(
            id=OVERALL,
            rule="scorecard" if named else "coverage",
            value=overall.get("score"),
            ci_low=overall.get("ci_low"),
            ci_high=overall.get("ci_high"),
            provenance=(summary.get("tree") or {}).get("provenance"),
            beside=(PASS_RATE,) if passes.get("value") is not None else (),
            **bounds,
        )
    measured = _measured(indicators)
    if measured is None:
        return Headline(None, "nothing", short=short, **bounds)
    return Headline(
        id=measured["id"],
        rule="measured",
        value=measured["value"],
        ci_low=measured.get("ci_low"),
        ci_high=measured.get("ci_high"),
        n=measured.get("n"),
        provenance=measured.get("provenance"),
        beside=_beside(measured["id"], indicators),
        short=short,
        **bounds,
    )


def read_headline(summary: Values) -> Headline:
    """Return the headline a summary keeps; its overall score where it is of before headlines."""
    kept = summary.get("headline")
    if kept is None:
        return choose_headline(summary, named=True)
    known = {name: kept[name] for name in Headline.__slots__ if name in kept}
    return Headline(**known | {"beside": tuple(kept.get("beside") or ())})


def _short_parts(root: Values) -> Iterator[tuple[str, float]]:
    """Yield the parts with weight of which less than enough was measured, and the share that was.

    Parts are the children of the root and, below those, whole dimensions: counted over the whole
    tree, F1 alone would stand for everything.
    """
    children = root.get("children")
    if not children or root.get("instead"):
        yield root.get("id", OVERALL), 0.0
        return
    for part in children:
        inner = [child for child in part.get("children") or () if child.get("children")]
        for one in (part, *inner):
            if one["weight"] > 0 and one["coverage"] < ENOUGH:
                yield one["id"], one["coverage"]


def _measured(indicators: Mapping[str, Values]) -> Values | None:
    """Return the plain rate that says most about this data."""
    defined = {id_: one for id_, one in indicators.items() if one.get("value") is not None}
    effect = defined.get(_EFFECTIVENESS)
    # Mission cases also pass or fail; where they are the data, their effectiveness is the news.
    if effect is not None and 2 * effect["n"] >= defined.get(PASS_RATE, effect)["n"]:
        return effect
    return next((defined[id_] for id_ in _BY_KIND if id_ in defined), None)


def _beside(id_: str, indicators: Mapping[str, Values]) -> tuple[str, ...]:
    if id_ in _RECORDED:
        others = (one for one in _RECORDED if one != id_)
        return tuple(one for one in others if indicators.get(one, {}).get("value") is not None)
    labels = id_ == PASS_RATE and _of_labels(indicators.get("base.f1"))
    return ("base.f1",) if labels else ()


def _of_labels(f1: Values | None) -> bool:
    return f1 is not None and "mode=classification" in str(f1.get("signature"))
