"""Findings about what was done to the agent: perturbations, load, faults, environments."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from steelyard.analysis.conditions import Conditions, KindLine
from steelyard.analysis.findings.content import Finding
from steelyard.analysis.findings.figures import (
    About,
    Figure,
    count,
    finding,
    limits,
    named,
    number,
    percent,
)
from steelyard.analysis.findings.source import Known
from steelyard.analysis.generalisation import Rate
from steelyard.model import Words
from steelyard.registry import Registry


def about_conditions(known: Known) -> Iterator[Finding]:
    """Yield what stands out about conditions; nothing when cases were only asked plainly."""
    found = known.conditions
    if found is None:
        return
    yield from _perturbation(found)
    yield from _knee(found)
    yield from _fault(found)
    yield from _environments(found)


def _perturbation(found: Conditions) -> Iterator[Finding]:
    """Yield the costliest perturbation: established when its interval lies below 1."""
    able = [line for line in found.kinds if line.kept and line.kept.value is not None]
    if not able:
        return
    sure = [line for line in able if _lost(line.kept)]
    worst = min(sure or able, key=_kept)
    assert worst.kept is not None
    figures = _kept_figures(worst.kept)
    if figures is None:
        return
    figures["kind"] = named(_kind_name(worst))
    ids = ("robust.perturb_retention", "robust.perturb_flip_rate")
    if sure:
        about = About("established", "bad", 0.78 + 0.1 * (1 - _kept(worst)), ids)
        yield finding("perturbation", "perturbation", about, figures)
        return
    about = About("not_established", "neutral", 0.43, ids)
    yield finding("perturbation", "perturbation_open", about, figures)


def _knee(found: Conditions) -> Iterator[Finding]:
    knee = found.knee
    if knee is None or (knee.level is None and knee.next_level is None):
        return
    ids = ("robust.concurrency_stability", "robust.load_p95_inflation")
    rate = "_rate" if found.arrivals != "closed" else ""
    if knee.next_level is None and knee.level is not None:
        figures = {"level": number(knee.level)}
        about = About("observed", "good", 0.4, ids)
        yield finding("load_knee", f"load_carried{rate}", about, figures)
    elif knee.next_level is not None and knee.level is None:
        figures = {"next": number(knee.next_level)}
        about = About("observed", "bad", 0.8, ids)
        yield finding("load_knee", f"load_none{rate}", about, figures)
    elif knee.next_level is not None and knee.level is not None:
        figures = {"level": number(knee.level), "next": number(knee.next_level)}
        about = About("observed", "bad", 0.74, ids)
        what = "p95" if knee.limit == "p95" else "completion"
        yield finding("load_knee", f"load_knee_{what}{rate}", about, figures)


def _fault(found: Conditions) -> Iterator[Finding]:
    """Yield the fault that leaves least."""
    able = [line for line in found.faults if line.kept and line.kept.value is not None]
    if not able:
        return
    sure = [line for line in able if _lost(line.kept)]
    worst = min(sure or able, key=lambda line: line.kept.value if line.kept else 0.0)  # type: ignore[arg-type, return-value]
    assert worst.kept is not None
    figures = _kept_figures(worst.kept)
    if figures is None or worst.kept.value is None:
        return
    figures |= {"kind": named(_fault_name(worst.fault)), "landed": count(worst.landed)}
    ids = ("robust.fault_tolerance", "robust.env_tolerance")
    if sure:
        about = About("established", "bad", 0.76 + 0.1 * (1 - worst.kept.value), ids)
        yield finding("fault", "fault", about, figures)
        return
    about = About("not_established", "neutral", 0.41, ids)
    yield finding("fault", "fault_open", about, figures)


def _environments(found: Conditions) -> Iterator[Finding]:
    broken = [line for line in found.environments if line.deployed is False]
    if broken:
        figures = {"name": named(broken[0].name), "n": count(len(broken))}
        figures["of"] = count(len(found.environments))
        about = About("observed", "bad", 0.9, ("port.deploy_success",))
        yield finding("environment", "environment_broken", about, figures)
        return
    lost = [line for line in found.environments if _lost(line.kept)]
    if lost:
        worst = min(lost, key=lambda line: line.kept.value if line.kept else 0.0)  # type: ignore[arg-type, return-value]
        assert worst.kept is not None
        figures = {"name": named(worst.name), **(_kept_figures(worst.kept) or {})}
        about = About("established", "bad", 0.77, ("port.retention",))
        yield finding("environment", "environment_lost", about, figures)
        return
    failed = [line for line in found.environments if line.checklist_failed]
    if failed:
        most = max(failed, key=lambda line: line.checklist_failed)
        figures = {"name": named(most.name), "n": count(most.checklist_failed)}
        about = About("observed", "bad", 0.62, ("port.compat_issues", "port.checklist_coverage"))
        yield finding("environment", "environment_checklist", about, figures)


def _lost(kept: Rate | None) -> bool:
    """Whether less is kept for sure."""
    return kept is not None and kept.ci_high is not None and kept.ci_high < 1


def _kept(line: KindLine) -> float:
    return line.kept.value if line.kept and line.kept.value is not None else 1.0


def _kept_figures(kept: Rate) -> dict[str, Figure] | None:
    between = limits(kept, percent)
    if between is None or kept.value is None:
        return None
    return {"kept": percent(kept.value), **between}


def _kind_name(line: KindLine) -> Words:
    from steelyard.conditions.perturbations import PERTURBATIONS

    title = _title(PERTURBATIONS, line.kind)
    if line.strength is None:
        return title
    return Words(f"{title.en} ({line.strength:g})", f"{title.zh}（{line.strength:g}）")


def _fault_name(fault: str) -> Words:
    from steelyard.conditions.faults import FAULTS

    return _title(FAULTS, fault)


def _title(registry: Registry[Any], id_: str) -> Words:
    """Return the name of something registered; a dataset may name what is not."""
    found: Words = registry.get(id_).title if id_ in registry else Words(id_, id_)
    return found
