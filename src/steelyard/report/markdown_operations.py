"""What stands beside the score, in Markdown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steelyard.i18n import pick
from steelyard.report import beside, wording
from steelyard.report.markdown_text import escaped, source_lines, table, word
from steelyard.report.numbers import count_text, interval_text, value_text

if TYPE_CHECKING:
    from steelyard.report.content import RunReport

_STEP = "&emsp;"


def panel_lines(report: RunReport) -> list[str]:
    """Return the panel of the scorecard; nothing when it has none."""
    lines = beside.panel_lines(report)
    if not lines:
        return []
    interval = word("interval", confidence=wording.confidence_text(report))
    head = [word("indicator"), word("value"), interval, "n", word("notes")]
    body = [
        [
            _STEP * line.depth + escaped(pick(line.name)),
            escaped(value_text(line.value, line.unit)),
            interval_text(line.ci_low, line.ci_high, line.unit),
            count_text(line.n),
            escaped(pick(line.why), 400),
        ]
        for line in lines
    ]
    title = f"## {word('operations.panel')} · {word('operations.panel_hint')}"
    return [title, "", *table(head, body, "lrrrl"), *source_lines(beside.panel_source(report))]


def adc_lines(report: RunReport) -> list[str]:
    """Return missions taken apart by state; nothing when they do not say theirs."""
    adc = beside.adc_of(report)
    if adc is None:
        return []
    heads = [pick(heading) for heading in beside.end_headings()]
    head = [word("operations.start"), word("operations.available"), *heads, word("operations.runs")]
    body = []
    for start in adc.starts:
        ends = start.ends or (None,) * len(heads)
        shares = [value_text(share, "%") for share in (start.available, *ends)]
        body.append([pick(beside.state_words(start.state)), *shares, count_text(start.n)])
    ended = adc.ends or (None,) * len(heads)
    for key, cells in (("end_states", ended), ("capability", adc.capability)):
        shares = [f"**{value_text(share, '%')}**" for share in cells]
        body.append([f"**{word(f'operations.{key}')}**", "", *shares, ""])
    lines = [f"## {word('operations.adc')}", "", *table(head, body, "lrrrrr")]
    return [*lines, "", pick(beside.adc_words(adc)), *source_lines(beside.adc_source(report))]
