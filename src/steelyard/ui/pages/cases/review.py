"""What people say about a sample: tags, a note, and a verdict of their own with its reason."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from nicegui import ui

from steelyard.i18n import t
from steelyard.report.numbers import moment_text
from steelyard.server.db.tables import Run
from steelyard.server.people.policy import Actor, Role
from steelyard.server.tasks import reviews, rows, runs
from steelyard.ui.components import Field, Form, action, badge, confirm, label, raw, row
from steelyard.ui.pages.choosing import results_reader
from steelyard.ui.pages.run.actions import rescore_run
from steelyard.ui.visit import Visit

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from steelyard.ui.pages.cases.beside import Seen

_VERDICTS: dict[str, bool | None] = {"passed": True, "failed": False, "undecided": None}
_MOST_TAGS = 50


def show_review(visit: Visit, run: Run, seen: Seen, again: Callable[[], Awaitable[None]]) -> None:
    """Show what is said, and, to those who may, where to say it."""
    label(t("ui_cases.review"), "sy-strong", tag="h3")
    _said(seen)
    if not visit.may(Role.EVALUATOR):
        return
    _annotate(visit, run, seen, again)
    _overrule(visit, run, seen, again)
    if seen.verdicts:
        with row("sy-row-wrap"):
            label(verdicts_text("verdicts_waiting", seen.verdicts), "sy-quiet sy-small")
            action(t("ui_cases.score_with"), lambda: _rescore(visit, run, seen), icon="calculate")


def verdicts_text(key: str, n: int) -> str:
    """Return a sentence about that many verdicts."""
    return t(f"ui_cases.{key}_one") if n == 1 else t(f"ui_cases.{key}", n=n)


def _said(seen: Seen) -> None:
    note, given, applied = seen.annotation, seen.override, seen.applied
    if note is None and given is None and applied is None:
        label(t("ui_cases.nothing_said"), "sy-quiet", tag="p")
    if note is not None:
        with row("sy-row-wrap"):
            for tag in note.tags:
                badge(str(tag)[:60], "accent")
            by = t("ui_cases.by", who=note.changed_by, at=moment_text(note.changed_at.isoformat()))
            label(by, "sy-quiet sy-small")
        if note.note:
            raw(note.note, "sy-text sy-text-short")
    if applied is not None:
        label(t("ui_cases.applied", verdict=_word(applied["passed"])), "sy-small", tag="p")
        raw(str(applied.get("reason") or ""), "sy-text sy-text-short")
    if given is not None:
        with row("sy-row-wrap"):
            badge(t("ui_cases.verdict_is", verdict=_word(given.passed)), "warn")
            at = moment_text(given.changed_at.isoformat())
            label(t("ui_cases.by", who=given.changed_by, at=at), "sy-quiet sy-small")
        raw(given.reason, "sy-text sy-text-short")


def _annotate(visit: Visit, run: Run, seen: Seen, again: Callable[[], Awaitable[None]]) -> None:
    note = seen.annotation
    fields = [
        Field(
            "tags",
            t("ui_cases.tags"),
            value="" if note is None else ", ".join(map(str, note.tags)),
            hint=t("ui_cases.tags_hint"),
            suggest=seen.tags[:50],
            wide=True,
        ),
        Field("note", t("ui_cases.note"), "area", "" if note is None else note.note, rows=2),
    ]

    async def send(values: dict[str, Any]) -> None:
        tags = [tag.strip()[:60] for tag in values["tags"].replace("，", ",").split(",")]
        facts = await _facts(visit, run, seen.number)

        def annotate(session: Session, actor: Actor) -> None:
            found = runs.find_run(session, visit.here.id, run.id)
            reviews.annotate(
                session, actor, found, facts, tags[:_MOST_TAGS], values["note"][:20_000]
            )

        await visit.act(Role.EVALUATOR, annotate)
        ui.notify(t("ui_cases.kept"), type="positive")
        await again()

    with ui.expansion(t("ui_cases.annotate"), value=note is not None).classes("sy-fold"):
        Form(t("ui_cases.annotate"), fields, verb=t("ui_runs.save"), on_send=send)


def _overrule(visit: Visit, run: Run, seen: Seen, again: Callable[[], Awaitable[None]]) -> None:
    given = seen.override
    options = [(name, t(f"ui_cases.verdict_{name}")) for name in _VERDICTS]
    now = next(name for name, value in _VERDICTS.items() if value == seen.cells["passed"])
    start = now if given is None else next(k for k, v in _VERDICTS.items() if v == given.passed)
    fields = [
        Field("verdict", t("ui_cases.verdict"), "select", start, options=options),
        Field("reason", t("ui_cases.reason"), "area", "" if given is None else given.reason,
              required=True, rows=2, hint=t("ui_cases.reason_hint")),
    ]  # fmt: skip

    async def send(values: dict[str, Any]) -> None:
        facts = await _facts(visit, run, seen.number)

        def overrule(session: Session, actor: Actor) -> None:
            found = runs.find_run(session, visit.here.id, run.id)
            verdict, reason = _VERDICTS[values["verdict"]], values["reason"][:5_000]
            reviews.overrule(session, actor, found, facts, verdict=verdict, reason=reason)

        await visit.act(Role.EVALUATOR, overrule)
        ui.notify(t("ui_cases.kept"), type="positive")
        await again()

    async def take_back() -> None:
        question, consequence = t("ui_cases.withdraw_question"), t("ui_cases.withdraw_consequence")
        if not await confirm(question, consequence, t("ui_cases.withdraw")):
            return

        def withdraw(session: Session, actor: Actor) -> None:
            found = runs.find_run(session, visit.here.id, run.id)
            reviews.withdraw(session, actor, found, seen.number)

        await visit.act(Role.EVALUATOR, withdraw)
        await again()

    with ui.expansion(t("ui_cases.overrule")).classes("sy-fold"):
        Form(t("ui_cases.overrule"), fields, verb=t("ui_cases.give"), on_send=send)
        if given is not None:
            action(t("ui_cases.withdraw"), take_back, weight="danger")


async def _rescore(visit: Visit, run: Run, seen: Seen) -> None:
    question = verdicts_text("score_question", seen.verdicts)
    verb = t("ui_cases.score_with")
    if await confirm(question, t("ui_runs.with_verdicts_hint"), verb, danger=False):
        task = await rescore_run(visit, run.id, {}, verdicts=True)
        ui.navigate.to(visit.url("tasks", task))


async def _facts(visit: Visit, run: Run, number: int) -> rows.Facts:
    """Read the row before the transaction: no lock is held while a table is read."""
    reader = await results_reader(visit, run)
    return await visit.work(Role.EVALUATOR, lambda: reader.read(rows.read_facts, number))


def _word(passed: bool | None) -> str:  # noqa: FBT001
    return t(f"ui_cases.verdict_{next(k for k, v in _VERDICTS.items() if v == passed)}")
