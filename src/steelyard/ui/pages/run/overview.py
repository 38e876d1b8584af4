"""The first look: score, gates, answers, speed; what stands out; where the score comes from."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from nicegui import background_tasks, ui
from nicegui.element import Element

from steelyard.analysis.findings import Finding
from steelyard.i18n import pick, t
from steelyard.report import RunReport, wording
from steelyard.report.content import Gate
from steelyard.report.figures.radar import radar
from steelyard.report.glance import Glance
from steelyard.report.headline import headline_lines, headline_name
from steelyard.report.judging import warning_words
from steelyard.report.numbers import NOTHING, count_text, interval_text, seconds_text, value_text
from steelyard.report.sources import column_source
from steelyard.server.db.tables import Run
from steelyard.ui.components import (
    column,
    figure,
    grid,
    kpi,
    label,
    link,
    panel,
    problem,
    row,
    skeleton,
)
from steelyard.ui.components.badge import Tone
from steelyard.ui.errors import problem_text
from steelyard.ui.pages.run.tree import part_tree
from steelyard.ui.visit import Visit

_TONES: dict[str, Tone] = {"good": "good", "bad": "bad", "neutral": "idle"}
_CLASSES: dict[Tone, str] = {"good": "sy-good", "bad": "sy-bad", "idle": "sy-idle"}


async def fill(visit: Visit, run: Run, first: Glance, report: asyncio.Task[RunReport]) -> None:
    """Show the overview: the headline now, what had to be found out as soon as it is."""
    with grid():
        _judging_warning(first.report)
        _headline(first.report)
        _verdict(first.report)
        _answers(first)
        _latency(first.report)
        drawn = radar(first.report)
        if drawn is not None:
            figure(drawn, span=5)
        with panel(t("page.findings"), span=12 if drawn is None else 7):
            found = column("sy-tight")
        tree = _tree(first.report)
    if not report.done():
        with found:
            label(t("ui_runs.making"), "sy-quiet", tag="p")
            skeleton(8)

    async def fill_in() -> None:
        with found:
            try:
                whole = await asyncio.shield(report)
            except Exception as error:  # noqa: BLE001 - shown in its place, whatever it is
                said = problem_text(error)
                _instead(found, lambda: problem(said))
                return
        _instead(found, lambda: _findings(visit, run, whole))
        if whole.generalisation.not_computed:  # which says why parts have no score
            _instead(tree, lambda: part_tree(whole))

    if report.done():
        await fill_in()
    else:
        background_tasks.create(fill_in(), name="findings of a run")


def _instead(place: Element, show: Callable[[], object]) -> None:
    if not place.is_deleted:  # else the visitor did not wait
        place.clear()
        with place:
            show()


def _tree(report: RunReport) -> Element:
    if report.scorecard is None:
        return column()
    with panel(t("report.scorecard"), flush=True) as corner:
        with corner:
            label(t("ui_runs.tree_hint"), "sy-quiet sy-small")
        with column() as place:
            part_tree(report)
    return place


def _judging_warning(report: RunReport) -> None:
    """Say first what may be wrong with the verdicts, with the answers in question."""
    judging = report.judging
    lines = [] if judging is None else warning_words(judging)
    if not lines:
        return
    with panel(pick(lines[0])):
        for line in lines[1:]:
            label(pick(line), "sy-wrap sy-small", tag="p")


def _headline(report: RunReport) -> None:
    first, name = report.headline, pick(headline_name(report))
    said = [pick(line) for line in headline_lines(report)]
    if first.value is None:
        kpi(name, NOTHING, note=" · ".join(said))
        return
    interval = interval_text(first.ci_low, first.ci_high, "%")
    if interval:
        confidence = wording.confidence_text(report)
        said.insert(0, t("report.interval_named", confidence=confidence, interval=interval))
    else:
        said.insert(0, t("report.no_interval"))
    value, _, unit = value_text(first.value, "%").partition(" ")
    bar = (first.value, first.ci_low, first.ci_high)
    kpi(name, value, unit=unit, note=" · ".join(said), bar=bar)


def _verdict(report: RunReport) -> None:
    verdict = wording.verdict(report)
    if not report.gates:
        kpi(t("report.gates"), t("report.verdict_none"), note=t("report.verdict_none_why"))
        return
    met = sum(gate.passed for gate in report.gates)
    with panel(span=3) as frame:
        frame.classes("sy-kpi")
        label(t("report.gates"), "sy-kpi-name")
        tone = "sy-good" if verdict == "passed" else "sy-bad"
        label(t(f"report.verdict_{verdict}"), tone).classes("sy-kpi-value")
        label(t("report.gates_met", met=met, all=len(report.gates)), "sy-quiet sy-small")
        for gate in report.gates[:4]:
            _gate(gate)


def _gate(gate: Gate) -> None:
    with row("sy-small"):
        word = t("report.gate_met") if gate.passed else t("report.gate_failed")
        mark = "✓" if gate.passed else "✗"
        label(f"{mark} {word}", "sy-good" if gate.passed else "sy-bad")
        shown = label(gate.text, "sy-clip sy-mono")
        with shown:
            ui.tooltip(pick(wording.observed_words(gate)))


def _answers(first: Glance) -> None:
    counts = first.report.counts
    recorded = t("report.recorded_line", n=count_text(counts.recorded))
    if counts.recorded and not counts.rows:
        kpi(t("report.answers"), NOTHING, note=recorded)
        return
    notes = [
        t("report.answered_of", rows=count_text(counts.rows)),
        t(
            "report.verdicts_line",
            passed=count_text(counts.passed),
            failed=count_text(counts.failed),
            undecided=count_text(counts.undecided),
        ),
    ]
    if counts.error or counts.timeout:
        errors, timeouts = count_text(counts.error), count_text(counts.timeout)
        notes.append(t("report.answers_line", error=errors, timeout=timeouts))
    if counts.recorded:
        notes.append(recorded)
    if first.asked is not None:
        notes.append(t("report.asked_beside", n=count_text(first.asked)))
    kpi(t("report.answers"), count_text(counts.ok), note=" · ".join(notes))


def _latency(report: RunReport) -> None:
    total = report.latency.total
    if total is None:
        kpi(t("ui_runs.latency_p95"), NOTHING, note=t("report.no_latency"))
        return
    value, _, unit = seconds_text(total.p95).partition(" ")
    of_all = t("report.latency_of_all", n=count_text(total.n))
    of_all += f" · {pick(column_source(report, 'latency_s'))}"
    note = f"P50 {seconds_text(total.p50)} · P99 {seconds_text(total.p99)} · {of_all}"
    kpi(t("ui_runs.latency_p95"), value, unit=unit, note=note)


def _findings(visit: Visit, run: Run, report: RunReport) -> None:
    if not report.findings:
        label(t("ui_runs.no_findings"), "sy-quiet", tag="p")
    for finding in report.findings:
        _finding(visit, run, finding)


def _finding(visit: Visit, run: Run, finding: Finding) -> None:
    tone = _TONES[finding.tone]
    with ui.element("div").classes("sy-finding"):
        with ui.element("span").classes("sy-status").classes(_CLASSES[tone]):
            ui.element("span").classes("sy-dot")
            ui.label(t(f"page.finding_{finding.evidence}"))
        with ui.element("div").classes("sy-column sy-tight"):
            label(pick(finding.sentence), "sy-wrap")
            to = None
            if finding.scene is not None:
                to = visit.url("runs", run.id, "cases", scene=finding.scene)
            elif finding.cases:
                to = visit.url("runs", run.id, "cases", text=str(finding.cases[0]))
            if to is not None:
                link(t("ui_runs.see_cases"), to, "sy-small")
