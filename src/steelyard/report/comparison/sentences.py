"""What a comparison says in sentences: the verdict first, then what it rests on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steelyard.i18n import pick, t
from steelyard.report.comparison.changes import p_said, said_with_interval
from steelyard.report.headline import number_name
from steelyard.report.numbers import count_text, interval_text, significant, value_text
from steelyard.report.sources import (
    MADE_OF_PARTS,
    both_sources,
    difference_source,
    source_words,
)
from steelyard.report.text import one_line
from steelyard.report.wording import words
from steelyard.scorecards.headline import OVERALL

if TYPE_CHECKING:
    from collections.abc import Iterator

    from steelyard.analysis.comparison import AgainstBase, Comparison, Difference, Flips, Side


def headline(comparison: Comparison, run: AgainstBase) -> str:
    """Return the verdict on one run in one plain sentence, in the current language."""
    first = run.first
    names = {"new": name_of(run.run.label), "base": name_of(comparison.base.label)}
    if run.not_comparable is not None:
        return t("comparison.headline_refused", why=run.not_comparable, **names)
    of = "headline" if run.headline is None else "number"
    said = t(
        f"comparison.{of}_{first.verdict}",
        what=pick(number_name(first.id)),
        change=said_with_interval(first),
        **names,
    )
    if source := _sources_said(first, **names):
        said = t("comparison.sentence_more", said=said, more=source)
    flips = run.flips
    if flips is None or first.verdict == "same":
        return t("comparison.sentence", said=said)
    counts = t(
        "comparison.headline_flips", fixed=count_text(flips.fixed), broken=count_text(flips.broken)
    )
    return t("comparison.sentence_and", said=said, more=counts)


def _sources_said(first: Difference, *, base: str, new: str) -> str:
    """Return where the two numbers come from; empty when both were measured."""
    sources, parts = first.sources, first.kind in MADE_OF_PARTS
    if not sources.differ:
        known = pick(difference_source(first))
        return t("comparison.source_of_both", source=known) if _unmeasured(*sources) else ""
    said = [pick(source_words(one, made_of_parts=parts)) for one in sources]
    facts = {"base": base, "base_source": said[0], "new": new, "new_source": said[1]}
    return t("comparison.source_of_each", **facts)


def _unmeasured(*sources: str | None) -> bool:
    return any(one in ("declared", "claimed") for one in sources)


def own_reports(comparison: Comparison) -> str:
    """Return the first number of every run's own report, as that report says it.

    Empty when none of them has one.
    """
    sides = (comparison.base, *(run.run for run in comparison.runs))
    if all(side.headline.get("value") is None for side in sides):
        return ""
    return t("comparison.own_reports", each=" · ".join(_own_report(side) for side in sides))


def _own_report(side: Side) -> str:
    shown = side.headline
    value = value_text(shown.get("value"), "")
    interval = interval_text(shown.get("ci_low"), shown.get("ci_high"), "")
    what = pick(number_name(shown.get("id", OVERALL)))
    said = f"{value} {interval}".rstrip()
    said = t("comparison.own_report", name=name_of(side.label), what=what, value=said)
    source = shown.get("provenance")
    if not _unmeasured(source):
        return said
    known = pick(source_words(source, made_of_parts=shown.get("id") == OVERALL))
    return t("comparison.own_report_source", said=said, source=known)


def basis(comparison: Comparison, run: AgainstBase) -> str:
    """Return what the differences rest on: cases, pairing, scorecard, correction."""
    pairing = run.pairing
    if pairing.paired:
        parts = [t("comparison.basis_paired", n=count_text(pairing.matched))]
        if pairing.clustered:
            parts.append(t("comparison.basis_clusters", n=count_text(pairing.clusters)))
    else:
        base, new = count_text(pairing.only_base), count_text(pairing.only_new)
        parts = [t("comparison.basis_unpaired", base=base, new=new)]
    parts.append(t("comparison.basis_scorecard", id=one_line(comparison.scorecard, 60)))
    if comparison.family > 1:
        key = f"comparison.basis_{comparison.adjust}"
        parts.append(t(key, n=count_text(comparison.family)))
    return " · ".join(parts)


def pairing_lines(run: AgainstBase) -> Iterator[str]:
    """Yield which questions were left out, with some of their ids."""
    pairing = run.pairing
    if not pairing.paired:
        return
    for key in ("only_base", "only_new", "changed"):
        if count := getattr(pairing, key):
            ids = [one_line(id_, 30) for id_ in getattr(pairing, f"{key}_ids")[:5]]
            more = "…" if count > len(ids) else ""
            listed = ", ".join(ids) + more
            yield t(f"comparison.left_{key}", n=count_text(count), ids=listed)


def flips_lines(flips: Flips) -> Iterator[str]:
    """Yield the counts of flips, and whether chance explains them."""
    yield t(
        "comparison.flips_counts",
        passed=count_text(flips.both_passed),
        failed=count_text(flips.both_failed),
        fixed=count_text(flips.fixed),
        broken=count_text(flips.broken),
    )
    test = t(f"comparison.test_{flips.test}", p=p_said(flips.p))
    if flips.odds_ratio is None:
        yield test
    else:
        odds = t("comparison.odds", ratio=significant(flips.odds_ratio))
        if flips.odds_low is not None:
            high = "∞" if flips.odds_high is None else significant(flips.odds_high)
            odds = f"{odds} [{significant(flips.odds_low)}, {high}]"
        yield f"{test} · {odds}"
    if _unmeasured(*flips.sources):
        yield pick(words("source_line", source=both_sources(flips.sources)))
    if flips.majority:
        yield t("comparison.majority", n=count_text(flips.undecided))


def trouble_line(run: AgainstBase) -> str | None:
    """Return how often asking went wrong in both runs; None when it never did."""
    base, new = run.base_trouble, run.new_trouble
    if base is None or new is None:
        return None
    pairs = {
        name: (getattr(base, name), getattr(new, name))
        for name in ("errors", "timeouts", "retries")
    }
    if not any(any(pair) for pair in pairs.values()):
        return None
    return " · ".join(
        t(f"comparison.trouble_{name}", base=count_text(a), new=count_text(b))
        for name, (a, b) in pairs.items()
    )


def name_of(label: str) -> str:
    """Return the name of a run on one line."""
    return one_line(label, 60)
