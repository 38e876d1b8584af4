"""A comparison as Markdown that reads as plain text everywhere, whatever the answers hold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steelyard.i18n import t
from steelyard.report.comparison import rows
from steelyard.report.comparison.sentences import (
    basis,
    flips_lines,
    headline,
    own_reports,
    pairing_lines,
    trouble_line,
)
from steelyard.report.content import Excerpt
from steelyard.report.markdown_text import escaped, fenced, table
from steelyard.report.numbers import count_text, gate_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from steelyard.analysis.comparison import AgainstBase, Comparison, Flip
    from steelyard.report.comparison.rows import Section

_TEXT = 600


def markdown(comparison: Comparison) -> str:
    """Return the comparison as Markdown in the current language."""
    labels = ", ".join(run.run.label for run in comparison.runs)
    heading = t("comparison.title", base=comparison.base.label, new=labels)
    lines = [f"# {escaped(heading)}", ""]
    if own := own_reports(comparison):
        lines += [escaped(own, 600), ""]
    for run in comparison.runs:
        lines += [f"**{escaped(headline(comparison, run), 600)}**", ""]
    lines += _gates(comparison)
    overview = rows.overview(comparison)
    if overview is not None:
        lines += _table(overview)
    for run in comparison.runs:
        if len(comparison.runs) > 1:
            lines += [f"## {escaped(run.run.label)}", ""]
        lines += _against(comparison, run)
    return "\n".join(lines).rstrip() + "\n"


def _against(comparison: Comparison, run: AgainstBase) -> list[str]:
    lines = [escaped(basis(comparison, run), 600), ""]
    notes = [*pairing_lines(run), *run.notes]
    lines += [f"- {escaped(note, 600)}" for note in notes]
    lines += [""] if notes else []
    sections = [
        rows.scores(comparison, run),
        rows.indicators(comparison, run, everything=True),
        rows.passes(comparison, run),
        *rows.slices(comparison, run, everything=True),
        rows.usage(comparison, run),
    ]
    for section in sections:
        if section is not None and section.rows:
            lines += _table(section)
    line = trouble_line(run)
    if line is not None:
        lines += [escaped(line), ""]
    return lines + list(_flips(run))


def _table(section: Section) -> list[str]:
    hint = f" · {escaped(section.hint)}" if section.hint else ""
    sides = "".join("r" if right else "l" for right in section.right)
    body = [[_cell(cell) for cell in row] for row in section.rows]
    head = [escaped(one) for one in section.head]
    below = [
        line
        for text in (section.source, section.below)
        if text
        for line in ("", escaped(text, 600))
    ]
    return [f"### {escaped(section.title)}{hint}", "", *table(head, body, sides), *below, ""]


def _cell(text: str) -> str:
    """Return a cell; what stands under a dimension keeps its place."""
    inner = text.lstrip(" ")
    return "&nbsp;" * (len(text) - len(inner)) + escaped(inner)


def _gates(comparison: Comparison) -> list[str]:
    lines = []
    for gate in comparison.gates:
        mark = "✓" if gate["passed"] else "✗"
        seen = gate["reason"] or t("comparison.gate_seen", value=gate_text(gate["observed"]))
        run = f" · {escaped(str(gate.get('run') or ''))}" if len(comparison.runs) > 1 else ""
        lines.append(f"- {mark} {escaped(str(gate['text']))} · {escaped(str(seen), 400)}{run}")
    return [*lines, ""] if lines else []


def _flips(run: AgainstBase) -> Iterator[str]:
    flips = run.flips
    if flips is None:
        return
    yield from (f"### {escaped(t('comparison.flips'))}", "")
    yield from (f"{escaped(line, 400)}  " for line in flips_lines(flips))
    yield ""
    for flip in flips.cases:
        yield from _flip(flip)
    if (more := flips.broken + flips.fixed - len(flips.cases)) > 0:
        yield escaped(t("comparison.more_flips", n=count_text(more)))


def _flip(flip: Flip) -> Iterator[str]:
    mark = "✗" if flip.change == "broken" else "✓"
    where = " · ".join(escaped(part, 60) for part in (flip.scene, flip.domain) if part)
    name = f"{escaped(flip.case_id, 80)}{' · ' + where if where else ''}"
    yield f"#### {mark} {escaped(t(f'comparison.flip_{flip.change}'))} · {name}"
    yield ""
    parts = {
        "flip_input": flip.input,
        "flip_expected": flip.expected,
        "flip_base": flip.base_output or flip.base_error,
        "flip_new": flip.new_output or flip.new_error,
    }
    for key, text in parts.items():
        if text is not None:
            yield f"{escaped(t(f'comparison.{key}'))}:"
            yield ""
            yield from fenced(Excerpt(text[:_TEXT], max(0, len(text) - _TEXT)))
            yield ""
