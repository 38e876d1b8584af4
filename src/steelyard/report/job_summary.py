"""A short Markdown page for the summary of a job in continuous integration.

The verdict first, then the gates, the scores or changes, and the cases to look at, folded away.
GitHub and those like it take 1 MiB at most; what is longer is cut at a line and says so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from steelyard.analysis.comparison.content import Comparison
from steelyard.i18n import pick, t
from steelyard.report import outline, wording
from steelyard.report.comparison import changes
from steelyard.report.content import Excerpt
from steelyard.report.findings import harm_lines
from steelyard.report.headline import headline_lines, headline_name, number_name
from steelyard.report.judging import warning_words
from steelyard.report.markdown_text import escaped, fenced, table
from steelyard.report.numbers import NOTHING, count_text, gate_text, interval_text, value_text
from steelyard.report.sources import difference_source
from steelyard.report.text import excerpt, shorter
from steelyard.report.told import told

if TYPE_CHECKING:
    from steelyard.analysis.comparison.content import AgainstBase, Difference, Flip
    from steelyard.model import Words
    from steelyard.report.content import Example, RunReport

LIMIT = 1024 * 1024
_MOST_CASES = 20
_MOST_ROWS = 20
_TEXT = 400


def job_summary(content: RunReport | Comparison, *, limit: int = LIMIT) -> str:
    """Return a run or a comparison as a short Markdown page of at most `limit` bytes."""
    lines = _comparison(content) if isinstance(content, Comparison) else _run(content)
    return _within(lines, limit)


def _run(report: RunReport) -> list[str]:
    gates = [_gate_row(gate.text, gate.passed, gate.observed, gate.reason) for gate in report.gates]
    failed = sum(not gate.passed for gate in report.gates)
    counts = report.counts
    asked = t(
        "junit.asked",
        ok=count_text(counts.ok),
        rows=count_text(counts.rows),
        failed=count_text(counts.failed),
        passed=count_text(counts.passed),
    )
    if counts.recorded:
        recorded = t("report.recorded_line", n=count_text(counts.recorded))
        asked = f"{asked}; {recorded}" if counts.rows else recorded
    head = _heading(wording.run_name(report), failed, len(gates))
    lines = [] if report.judging is None else _quoted(warning_words(report.judging))
    lines += [head, "", *harm_lines(report), _score(report), ""]
    lines += [*(f"- {escaped(pick(line), 600)}" for line in headline_lines(report)), "", asked]
    lines += ["", *_gates(gates), *_parts(report)]
    examples = [(group, one) for group in report.failures for one in group.examples]
    total = sum(group.count for group in report.failures)
    shown = []
    for group, example in examples[:_MOST_CASES]:
        reason = pick(wording.known_words("reason", group.reason))
        shown += [f"**{_case_name(example)}** · {escaped(reason)}", "", *_example(example)]
    return [*lines, *_folded(t("junit.failures", n=count_text(total)), shown, total, len(examples))]


def _quoted(lines: Sequence[Words]) -> list[str]:
    """Return what must be read before any score."""
    return [part for line in lines for part in (f"> {escaped(pick(line), 600)}", ">")][:-1] + (
        [""] if lines else []
    )


def _comparison(comparison: Comparison) -> list[str]:
    several = len(comparison.runs) > 1
    gates = [_compared_gate(gate, several=several) for gate in comparison.gates]
    failed = sum(not gate["passed"] for gate in comparison.gates)
    names = ", ".join(against.run.label for against in comparison.runs)
    name = t("junit.against", run=names, base=comparison.base.label)
    lines = [_heading(name, failed, len(gates)), ""]
    for against in comparison.runs:
        lines += _against(against, named=several)
    return [*lines[:2], *_gates(gates), *lines[2:]]


def _against(against: AgainstBase, *, named: bool) -> list[str]:
    flips, overall = against.flips, against.first
    interval = escaped(changes.interval_text(overall.ci_low, overall.ci_high, overall.unit))
    facts = {
        "what": escaped(pick(number_name(overall.id))),
        "change": changes.said_change(overall),
        "interval": f" {interval}" if interval else "",
        "fixed": NOTHING if flips is None else count_text(flips.fixed),
        "broken": NOTHING if flips is None else count_text(flips.broken),
    }
    lines = [f"### {escaped(against.run.label)}", ""] if named else []
    lines += [t("junit.changed", **facts), ""]
    lines += [escaped(pick(wording.words("source_line", source=difference_source(overall)))), ""]
    lines += _changes(against)
    if flips is None:
        return lines
    for change, count in (("broken", flips.broken), ("fixed", flips.fixed)):
        cases = [flip for flip in flips.cases if flip.change == change]
        shown = [line for flip in cases[:_MOST_CASES] for line in _flip(flip)]
        title = t(f"junit.{change}_cases", n=count_text(count))
        lines += _folded(title, shown, count, len(cases))
    return lines


def _heading(name: str, failed: int, total: int) -> str:
    key = "no_gates" if not total else "blocked" if failed else "passed"
    return f"## {t(f'junit.{key}', name=escaped(name, 120), n=failed, total=total)}"


def _score(report: RunReport) -> str:
    first, name = report.headline, escaped(pick(headline_name(report)))
    if first.value is None:
        return t("junit.no_score", name=name)
    interval = escaped(interval_text(first.ci_low, first.ci_high, ""))
    score = value_text(first.value, "")
    return t("junit.score", name=name, score=score, interval=interval).rstrip()


def _gate_row(text: str, passed: bool, observed: float | None, reason: str | None) -> list[str]:  # noqa: FBT001
    seen = gate_text(observed)
    said = f"{seen} {escaped(pick(told(reason)), 300)}" if reason else seen
    return [escaped(text), said, t("junit.met" if passed else "junit.not_met")]


def _compared_gate(gate: Mapping[str, Any], *, several: bool) -> list[str]:
    text = f"{gate['text']} ({gate['run']})" if several else str(gate["text"])
    return _gate_row(text, gate["passed"], gate["observed"], gate["reason"])


def _gates(rows: Sequence[list[str]]) -> list[str]:
    if not rows:
        return []
    head = [t(f"junit.head_{key}") for key in ("gate", "seen", "verdict")]
    return [*table(head, list(rows), "lrl"), ""]


def _parts(report: RunReport) -> list[str]:
    rows = [
        [
            "&nbsp;" * 2 * depth + escaped(pick(part.name)),
            value_text(part.score, ""),
            escaped(interval_text(part.ci_low, part.ci_high, "")),
            "" if part.score is None else escaped(pick(wording.part_source(part))),
        ]
        for depth, part in outline.part_rows(report)[:_MOST_ROWS]
    ]
    if not rows:
        return []
    head = [t(f"junit.head_{key}") for key in ("part", "score", "interval", "source")]
    return [*table(head, rows, "lrrl"), ""]


def _changes(against: AgainstBase) -> list[str]:
    every = [*against.dimensions, *(one for one in against.indicators if one.in_scorecard)]
    rows = [_change(one) for one in every if one.value is not None][:_MOST_ROWS]
    if not rows:
        return []
    head = [
        t(f"junit.head_{key}") for key in ("part", "base", "new", "change", "interval", "source")
    ]
    return [*table(head, rows, "lrrrrl"), ""]


def _change(one: Difference) -> list[str]:
    return [
        escaped(pick(one.name)),
        value_text(one.base, one.unit),
        value_text(one.new, one.unit),
        changes.change_text(one.value, one.unit),
        escaped(changes.interval_text(one.ci_low, one.ci_high, one.unit)),
        escaped(pick(difference_source(one))),
    ]


def _case_name(example: Example) -> str:
    name = f"#{example.row}" if example.case_id is None else example.case_id
    return escaped(name if example.scene is None else f"{name} ({example.scene})", 120)


def _example(example: Example) -> list[str]:
    names = ("input", "expected", "output", "error")
    return _texts({name: getattr(example, name) for name in names})


def _flip(flip: Flip) -> list[str]:
    name = flip.case_id if flip.scene is None else f"{flip.case_id} ({flip.scene})"
    texts = {
        "input": flip.input,
        "expected": flip.expected,
        "base_output": flip.base_error or flip.base_output,
        "new_output": flip.new_error or flip.new_output,
    }
    shown = {name: _of_flip(text, cut=flip.cut) for name, text in texts.items()}
    return [f"**{escaped(name, 120)}**", "", *_texts(shown)]


def _of_flip(text: str | None, *, cut: bool) -> Excerpt | None:
    """Return a text of a flip; of one that was cut before, how much is missing is not known."""
    if text is not None and cut and len(text) > _TEXT:
        return Excerpt(text[: _TEXT - 1] + "…")
    return excerpt(text)


def _texts(texts: Mapping[str, Excerpt | None]) -> list[str]:
    lines: list[str] = []
    for name, part in texts.items():
        if short := shorter(part, _TEXT):
            lines += [t(f"junit.{name}", text="").rstrip(), "", *fenced(short), ""]
    return lines


def _folded(title: str, lines: Sequence[str], total: int, listed: int) -> list[str]:
    """Return lines that open on a click; nothing when there is nothing to show."""
    if not lines:
        return []
    more = total - min(listed, _MOST_CASES)
    rest = [t("junit.more", n=count_text(more)), ""] if more > 0 else []
    return [f"<details><summary>{title}</summary>", "", *lines, *rest, "</details>", ""]


def _within(lines: Sequence[str], limit: int) -> str:
    """Join lines up to `limit` bytes; a block that is open where it is cut is closed."""
    whole = "\n".join([*lines, ""])
    if len(whole.encode()) <= limit:
        return whole
    end = t("junit.too_long")
    if limit < 2 * len(end.encode()):
        return ""  # the page is full
    kept: list[str] = []
    size, fence, folded = len(end.encode()) + 64, "", False
    for line in lines:
        size += len(line.encode()) + 1
        if size > limit:
            break
        kept.append(line)
        fence = _open_fence(line, fence)
        folded = (folded or line.startswith("<details>")) and line != "</details>"
    closing = [*([fence] if fence else []), *(["", "</details>"] if folded else [])]
    return "\n".join([*kept, *closing, "", end, ""])


def _open_fence(line: str, fence: str) -> str:
    """Return the fence that is open after a line."""
    if fence:
        return "" if line == fence else fence
    return line.removesuffix("text") if line.startswith("```") else ""
