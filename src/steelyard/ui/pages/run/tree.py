"""The scorecard of a run as a tree: weights, scores with intervals, and what each part adds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from steelyard.analysis.generalisation import Lack
from steelyard.i18n import pick, t
from steelyard.report import RunReport, outline, wording
from steelyard.report.content import Indicator, Part
from steelyard.report.numbers import NOTHING, bare, count_text, interval_text, value_text
from steelyard.report.told import retold
from steelyard.ui.components import Branch, score_tree


def part_tree(report: RunReport) -> None:
    """Show the tree."""
    confidence = wording.confidence_text(report)
    headings = (
        t("report.part"),
        "",
        t("report.score"),
        t("report.interval", confidence=confidence),
        t("report.value"),
        t("report.weight"),
        t("report.counts_for"),
        t("report.contributes"),
        t("report.covered_or_n"),
    )
    score_tree(t("report.scorecard"), headings, list(branches(report)))


def branches(report: RunReport) -> Iterator[Branch]:
    """Yield the rows of the tree, as the report orders them."""
    root = report.scorecard
    if root is None:
        return
    rows = _Rows(report)
    replaced = root.instead is not None and root.instead.score is not None
    if replaced and root.instead is not None:
        yield from rows.of(root.instead, None, 0, "stands_in")
    for part in root.parts:
        yield from rows.of(part, None, 0, "not_blended" if replaced else "")


class _Rows:
    def __init__(self, report: RunReport) -> None:
        self._lacks: Mapping[str, Lack] = outline.lack_of(report)
        self._indicators = {found.id: found for found in report.indicators}

    def of(self, part: Part, parent: str | None, depth: int, aside: str) -> Iterator[Branch]:
        below = [(one, "") for one in part.parts]
        if part.instead is not None:
            below.append((part.instead, "stands_in"))
        key = f"{parent or ''}/{part.id}{aside}"
        yield Branch(
            key=key,
            parent=parent,
            depth=depth,
            branch=bool(below),
            name=pick(part.name),
            badges=_badges(part, aside),
            value=part.score,
            low=part.ci_low,
            high=part.ci_high,
            cells=_cells(part),
            hint=self._hint(part),
            why=self._why(part),
        )
        for one, said in below:
            yield from self.of(one, key, depth + 1, said)

    def _why(self, part: Part) -> str:
        if part.score is not None:
            return ""
        lack = self._lacks.get(part.indicator or "")
        if lack is not None:
            return pick(wording.need_words(lack))
        return t("report.nothing_below", n=outline.leaf_count(part)) if part.parts else NOTHING

    def _hint(self, part: Part) -> str:
        found = self._indicators.get(part.indicator or "")
        lines = [pick(part.name)]
        if found is not None:
            lines += _signature(found)
        if part.ci_method:
            lines.append(t("ui_runs.method_is", method=part.ci_method))
        if part.lo is not None and part.hi is not None and part.lo != part.hi:
            low, high = value_text(part.lo, "%"), value_text(part.hi, "%")
            lines.append(t("report.bounds_line", lo=low, hi=high))
        return "\n".join([*lines, *(retold(note) for note in part.notes)])


def _signature(found: Indicator) -> list[str]:
    lines = [found.id, pick(found.meaning)]
    lines.append(t("ui_runs.n_is", n=count_text(found.n), missing=count_text(found.n_missing)))
    lines.append(pick(wording.known_words("provenance", found.provenance)))
    if said := pick(wording.reason(found)):
        lines.append(said)
    return [line for line in [*lines, found.signature] if line]


def _badges(part: Part, aside: str) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    if part.direction == "down":
        found.append((t("report.lower_better"), "idle"))
    if part.provenance != "measured":
        tone = "warn" if part.provenance == "claimed" else "idle"
        found.append((pick(wording.part_source(part)), tone))
    if part.status not in ("ok", "na") and part.indicator is not None:
        found.append((pick(wording.known_words("status", part.status)), "warn"))
    if aside:
        found.append((t(f"report.{aside}"), "idle"))
    return found


def _cells(part: Part) -> list[str]:
    leaf = part.indicator is not None
    backed = f"n {count_text(part.n)}" if leaf else value_text(part.coverage, "%")
    return [
        value_text(part.score, "%"),
        interval_text(part.ci_low, part.ci_high, "%") or NOTHING,
        value_text(part.value, part.unit) if leaf else "",
        value_text(part.weight, "%"),
        value_text(part.share, "%"),
        NOTHING if part.contribution is None else bare(part.contribution, "%"),
        backed,
    ]
