"""Differences that are established, the largest first, and conditions that the agent held up in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from steelyard.analysis.findings.case_outcomes import CaseOutcomes
from steelyard.analysis.findings.content import Finding
from steelyard.analysis.findings.difference_test import DifferenceKind, DifferenceTest
from steelyard.analysis.findings.figures import (
    About,
    Figure,
    count,
    filled,
    finding,
    listed,
    named,
    number,
    p_value,
    percent,
)
from steelyard.bundle import sql_text
from steelyard.model import Words

_NAMED = 3  # others of the same kind
_INDICATORS: dict[DifferenceKind, tuple[str, ...]] = {
    "scenario": ("adapt.worst_scene", "adapt.scene_coverage"),
    "unseen": ("adapt.scene_gap",),
    "abnormal": ("robust.abnormal_error_rate",),
    "slow": ("base.accuracy", "base.latency_p50"),
    "perturbation": ("robust.perturb_retention", "robust.perturb_flip_rate"),
    "reaction": ("robust.directional",),
    "fault": ("robust.fault_tolerance", "robust.env_tolerance"),
    "load": ("robust.concurrency_stability", "robust.load_recovery"),
    "load_time": ("robust.load_p95_inflation",),
    "environment": ("port.retention",),
    "environment_time": ("port.retention",),
}


def difference_findings(
    found: CaseOutcomes, compared: Sequence[DifferenceTest]
) -> Iterator[Finding]:
    """Yield a finding per kind of established difference, the largest first, times last."""
    kinds: dict[DifferenceKind, list[DifferenceTest]] = {}
    worse = [one for one in compared if one.established]
    for one in sorted(worse, key=lambda one: (_is_time(one), -one.effect, one.adjusted or 0.0)):
        kinds.setdefault(one.kind, []).append(one)
    for kind, members in kinds.items():
        yield _finding(kind, members, found)


def held_up_findings(compared: Sequence[DifferenceTest], least: float) -> Iterator[Finding]:
    """Yield what made no difference beyond the floor, at 95 % confidence, as one sentence.

    Args:
        compared: all comparisons.
        least: the floor of shares.
    """
    # One scenario of many is as good as the others: that is no news.
    held = [
        one
        for one in compared
        if one.low is not None and one.low > -least and one.kind != "scenario"
    ]
    if not held:
        return
    names = [filled(f"held_{one.kind}", {"name": named(one.name)}) for one in held]
    figures = {"floor": number(least * 100), "names": _shortened(names, len(names))}
    yield finding("held_up", About("further", "good", "established"), figures)


def _finding(
    kind: DifferenceKind, members: Sequence[DifferenceTest], found: CaseOutcomes
) -> Finding:
    worst, others = members[0], members[1:]
    figures = _figures(worst)
    more = None
    if others:
        texts = [_with_value(one) for one in others]
        extra = {"more": count(len(others)), "names": _shortened(texts, len(texts))}
        figures |= extra
        more = filled("and_more", extra)
    scene = worst.name.en if kind == "scenario" else None
    about = About(
        "differences",
        "bad",
        "established",
        _INDICATORS.get(kind, ()),
        _failed_cases(found, scene) if scene is not None else (),
        scene,
    )
    return finding(kind, about, figures, more=more)


def _figures(one: DifferenceTest) -> dict[str, Figure]:
    shown = number if _is_time(one) else percent
    return {
        "name": named(one.name),
        "value": shown(one.value),
        "reference": shown(one.reference),
        "n": count(one.n),
        "p": p_value(one.adjusted or 0.0),
    }


def _with_value(one: DifferenceTest) -> Words:
    name = one.name
    if name.zh[-1:].isascii():  # a blank between a Latin name and the Chinese character after it
        name = Words(name.en, f"{name.zh} ")
    figures = {**_figures(one), "name": named(name)}
    return filled("name_and_time" if _is_time(one) else "name_and_share", figures)


def _shortened(names: Sequence[Words], total: int) -> Figure:
    shown = list(names[:_NAMED])
    if total > _NAMED:
        shown.append(Words("…", "…"))
    return listed(shown)


def _is_time(one: DifferenceTest) -> bool:
    return one.kind.endswith("_time")


def _failed_cases(found: CaseOutcomes, scene: str) -> tuple[str, ...]:
    rows = found.rows(
        f"SELECT case_key FROM cases WHERE scene = {sql_text(scene)} AND success < 1"
        " ORDER BY case_key LIMIT 3"
    )
    return tuple(str(case) for (case,) in rows)
