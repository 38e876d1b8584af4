"""What can be done with a run: look at its samples, repeat, retry, score anew, take along."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nicegui import ui

from steelyard.i18n import t
from steelyard.server.db.tables import Run
from steelyard.server.people.policy import Actor, Role
from steelyard.server.tasks import manage, reviews, runs, written
from steelyard.server.tasks.choosing import READY
from steelyard.server.tasks.transfer import report_formats
from steelyard.ui.components import Field, action, ask_form, confirm, export_menu
from steelyard.ui.visit import Visit

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

_AS_IT_WAS = ""


def run_actions(visit: Visit, run: Run) -> None:
    """Show the buttons; each asks the service, which decides."""
    ready = run.state in READY
    if ready:
        cases = visit.url("runs", run.id, "cases")
        action(t("ui_runs.samples"), lambda: ui.navigate.to(cases), icon="table_rows",
               weight="primary")  # fmt: skip
    if visit.may(Role.EVALUATOR):
        again = visit.url("tasks", "new", run=run.id)
        action(t("ui_runs.repeat"), lambda: ui.navigate.to(again), icon="replay")
        with action(t("ui_runs.more"), None, icon="more_horiz"), ui.menu():
            if ready:
                ui.menu_item(t("ui_runs.retry"), lambda: _retry(visit, run))
                ui.menu_item(t("ui_runs.rescore"), lambda: _rescore(visit, run))
            ui.menu_item(t("ui_runs.rename"), lambda: _rename(visit, run))
            archived = run.archived_at is not None
            word = t("ui_runs.unarchive") if archived else t("ui_runs.archive")
            ui.menu_item(word, lambda: _archive(visit, run, archived=not archived))
    if ready:
        export_menu(export_choices(visit, run))


def export_choices(visit: Visit, run: Run) -> list[tuple[str, str]]:
    """Return the downloads of a run."""
    base = f"/api/v1/projects/{visit.here.id}/runs/{run.id}/download?format="
    return [(t(f"ui_runs.format_{name}"), base + name) for name in report_formats()]


async def _retry(visit: Visit, run: Run) -> None:
    def retry(session: Session, actor: Actor) -> str:
        found = runs.find_run(session, visit.here.id, run.id)
        return manage.retry_failed(session, actor, found).id

    question, consequence = t("ui_runs.retry_question"), t("ui_runs.retry_consequence")
    if await confirm(question, consequence, t("ui_runs.retry"), danger=False):
        task = await visit.act(Role.EVALUATOR, retry)
        ui.navigate.to(visit.url("tasks", task))


async def _rescore(visit: Visit, run: Run) -> None:
    def known(session: Session, _: Actor) -> tuple[dict[str, str], int]:
        found = runs.find_run(session, visit.here.id, run.id)
        cards = written.find_choices(session, visit.here.id).scorecards
        return cards, len(reviews.spoken(session, found.id))

    cards, verdicts = await visit.ask(known)
    options = [(_AS_IT_WAS, t("ui_runs.same_scorecard")), *cards.items()]
    fields = [Field("scorecard", t("ui_runs.scorecard"), "select", _AS_IT_WAS, options=options)]
    if verdicts:
        said = t("ui_runs.with_verdict" if verdicts == 1 else "ui_runs.with_verdicts", n=verdicts)
        hint = t("ui_runs.with_verdicts_hint")
        fields.append(Field("verdicts", said, "switch", True, hint=hint))

    made: list[str] = []

    async def send(values: dict[str, object]) -> None:
        changes = {"scorecard": values["scorecard"]} if values["scorecard"] else {}
        verdicts = bool(values.get("verdicts"))
        made.append(await rescore_run(visit, run.id, changes, verdicts=verdicts))

    question, verb = t("ui_runs.rescore_question"), t("ui_runs.rescore")
    explain = t("ui_runs.rescore_consequence")
    if await ask_form(question, fields, verb, send, explain=explain):
        ui.navigate.to(visit.url("tasks", made[0]))


async def rescore_run(
    visit: Visit, run_id: str, changes: dict[str, object], *, verdicts: bool
) -> str:
    """Queue that a run is scored anew; return the task."""

    def rescore(session: Session, actor: Actor) -> str:
        found = runs.find_run(session, visit.here.id, run_id)
        score = manage.rescore_overruled if verdicts else manage.rescore
        return score(session, actor, visit.settings, found, changes).id

    return await visit.act(Role.EVALUATOR, rescore)


async def _rename(visit: Visit, run: Run) -> None:
    async def send(values: dict[str, object]) -> None:
        tags = [one.strip()[:60] for one in str(values["tags"]).split(",") if one.strip()]

        def rename(session: Session, actor: Actor) -> None:
            found = runs.find_run(session, visit.here.id, run.id)
            runs.change_run(session, actor, found, name=str(values["name"])[:200], tags=tags[:20])

        await visit.act(Role.EVALUATOR, rename)

    fields = [
        Field("name", t("ui.name"), value=run.name, required=True, wide=True),
        Field(
            "tags",
            t("ui_runs.tags"),
            value=", ".join(map(str, run.tags)),
            hint=t("ui_runs.tags_hint"),
            wide=True,
        ),
    ]
    if await ask_form(t("ui_runs.rename"), fields, t("ui_runs.save"), send):
        ui.navigate.reload()


async def _archive(visit: Visit, run: Run, *, archived: bool) -> None:
    def archive(session: Session, actor: Actor) -> None:
        found = runs.find_run(session, visit.here.id, run.id)
        runs.change_run(session, actor, found, archived=archived)

    question, consequence = t("ui_runs.archive_question"), t("ui_runs.archive_consequence")
    if not archived or await confirm(question, consequence, t("ui_runs.archive")):
        await visit.act(Role.EVALUATOR, archive)
        ui.navigate.reload()
