"""The scorecard, generalisation and what could not be computed, in Markdown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steelyard.i18n import pick
from steelyard.report import outline, wording
from steelyard.report.markdown_text import escaped, source_lines, table, word
from steelyard.report.numbers import NOTHING, bare, count_text, interval_text, value_text
from steelyard.report.scene_sentences import scene_sentences
from steelyard.report.sources import group_source

if TYPE_CHECKING:
    from steelyard.analysis.generalisation import Lack, Place, Rate, SceneKind
    from steelyard.report.content import Part, RunReport

_SHOWN = 20
_STEP = "&emsp;"


def scorecard_lines(report: RunReport) -> list[str]:
    """Return the weighed tree; nothing when there is none."""
    root = report.scorecard
    if root is None:
        return []
    replaced = root.instead is not None and root.instead.score is not None
    used = [*root.parts, *([root.instead] if replaced and root.instead else [])]
    interval = word("interval", confidence=wording.confidence_text(report))
    head = [word("part"), word("score"), interval, word("value"), word("weight")]
    head += [word("counts_for"), word("contributes"), word("covered"), word("source")]
    body = [row for part in used for row in _part_rows(part, 0)]
    return [f"## {word('scorecard')}", "", *table(head, body, "lrrrrrrrl")]


def generalisation_lines(report: RunReport) -> list[str]:
    """Return kinds of scene, scenes and domains; nothing when the cases name none."""
    found = report.generalisation
    if not found.kinds and not found.places:
        return []
    interval = word("interval", confidence=wording.confidence_text(report))
    lines = [f"## {word('part_generalisation').capitalize()}", "", word("completion_is")]
    if found.kinds:
        head = [word("scenes"), word("scenes_count"), "n", word("accuracy"), word("completion")]
        head += [interval, word("gap"), word("kept")]
        lines += ["", f"### {word('kinds')}", "", word("kinds_hint"), ""]
        lines += table(head, [_kind_cells(kind) for kind in found.kinds], "lrrrrrrr")
        lines += source_lines(group_source(found.kinds))
    for column, places in found.places.items():
        head = [word("group"), "n", word("completion"), interval, word("accuracy"), word("notes")]
        lines += ["", f"### {escaped(pick(outline.column_words(column)))}", ""]
        lines += table(head, [_place_cells(place) for place in places[:_SHOWN]], "lrrrrl")
        lines += source_lines(group_source(places))
        if (more := len(places) - _SHOWN) > 0:
            lines += ["", f"*{word('more_groups', n=more)}*"]
    said = [escaped(pick(sentence), 400) for sentence in scene_sentences(found)]
    return [*lines, *([""] if said else []), *(f"- {sentence}" for sentence in said)]


def not_computed_lines(report: RunReport) -> list[str]:
    """Return what could not be computed and what would change that."""
    weighed, others = outline.lacks(report)
    lines = [f"## {word('not_computed')}", ""]
    if not weighed and not others:
        return []
    head = [word("part"), word("indicator"), word("needs_column")]
    body = [_lack_cells(lack) for lack in (*weighed, *others)]
    return [*lines, word("not_computed_hint"), "", *table(head, body, "lll")]


def _part_rows(part: Part, depth: int) -> list[list[str]]:
    name = _STEP * depth + escaped(pick(part.name))
    source = ""
    if part.score is not None:
        source = pick(wording.part_source(part))
    row = [
        name,
        value_text(part.score, "%"),
        interval_text(part.ci_low, part.ci_high, "%"),
        "" if part.indicator is None else escaped(value_text(part.value, part.unit)),
        value_text(part.weight, "%"),
        value_text(part.share, "%"),
        NOTHING if part.contribution is None else bare(part.contribution, "%"),
        value_text(part.coverage, "%"),
        source,
    ]
    below = [*part.parts, *([part.instead] if part.instead else [])]
    return [row, *(inner for other in below for inner in _part_rows(other, depth + 1))]


def _kind_cells(kind: SceneKind) -> list[str]:
    done = kind.completion
    return [
        escaped(pick(wording.known_words("scenes", kind.kind))),
        count_text(kind.scenes),
        count_text(done.n),
        value_text(kind.accuracy.value, "%"),
        value_text(done.value, "%"),
        interval_text(done.ci_low, done.ci_high, "%"),
        _change(kind.gap, "points"),
        _change(kind.retention, "%"),
    ]


def _change(rate: Rate | None, unit: str) -> str:
    if rate is None:
        return ""
    shown = value_text(rate.value, unit)
    return f"{shown} {interval_text(rate.ci_low, rate.ci_high, unit)}".rstrip()


def _place_cells(place: Place) -> list[str]:
    done = place.completion
    return [
        escaped(pick(outline.group_words(place.name))),
        count_text(done.n),
        value_text(done.value, "%"),
        interval_text(done.ci_low, done.ci_high, "%"),
        value_text(place.accuracy.value, "%"),
        word("few") if place.few else "",
    ]


def _lack_cells(lack: Lack) -> list[str]:
    return [
        escaped(pick(outline.lack_part(lack))),
        escaped(pick(outline.lack_names(lack))),
        escaped(pick(wording.lack_words(lack)), 800),
    ]
