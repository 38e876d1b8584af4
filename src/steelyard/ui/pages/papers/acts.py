"""What is done to a document as a whole: publish, copy, and what is done to other things, too."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nicegui import ui

from steelyard.i18n import t
from steelyard.server.db.tables import Document
from steelyard.server.library import documents, papers
from steelyard.server.library.checks import check_text
from steelyard.server.library.papers import DocumentRead
from steelyard.server.people import audit
from steelyard.server.people.policy import Actor, Role
from steelyard.ui.components import Field, Values, ask_form, icon_action
from steelyard.ui.pages.whole import Whole, offer_whole
from steelyard.ui.visit import Visit

if TYPE_CHECKING:
    from sqlalchemy.orm import Session


def offer_acts(visit: Visit, found: DocumentRead, shelf: str) -> None:
    """Show a menu of what the visitor may do; `shelf` is the page that lists such documents."""
    document = found.document
    with icon_action(t("ui.more"), "more_vert"), ui.menu():
        ui.menu_item(t("ui_papers.download"), lambda: _download(visit, document.id))
        if not visit.may(Role.EVALUATOR):
            return
        ui.menu_item(t("ui_papers.copy"), lambda: _copy(visit, found, shelf))
        whole = Whole(
            row=document,
            area="ui_papers",
            list_page=shelf,
            find=documents.find_document,
            change=documents.change_document,
            remove=documents.remove_document,
            consequence=t("ui_papers.remove_consequence"),
        )
        offer_whole(visit, whole)


async def ask_publish(visit: Visit, document: Document) -> bool:
    """Ask why there is a new version and publish the draft; returns whether it was done."""

    async def send(values: Values) -> None:
        def publish(session: Session, actor: Actor) -> int:
            found = documents.find_document(session, visit.here.id, document.id)
            made = papers.publish_draft(session, actor, visit.settings, found, values["note"])
            return made.number

        request = await visit.ask(
            lambda session, _: papers.draft_request(session, visit.settings, document)
        )
        # Takes time; the transaction finds its result.
        await visit.work(Role.MANAGER, lambda: check_text(request))
        number = await visit.act(Role.MANAGER, publish)
        ui.notify(t("ui_papers.published", name=document.name, n=number), type="positive")

    field = Field("note", t("ui_papers.note"), "area", rows=3, hint=t("ui_papers.note_hint"))
    return await ask_form(
        t("ui_papers.publish_question"),
        [field],
        t("ui_papers.publish"),
        send,
        explain=t("ui_papers.publish_explained"),
    )


def copy_name(name: str) -> str:
    """Return a name for a copy."""
    return f"{name[:90]}-{t('ui_papers.copy_suffix')}"


async def _download(visit: Visit, document_id: str) -> None:
    found = await visit.ask(lambda s, _: papers.read_document(s, visit.here.id, document_id))
    document = found.document
    subject = audit.Subject(document.id, document.name, document.project_id)
    await visit.act(
        visit.role,
        lambda session, actor: audit.record(
            session, actor, f"{document.kind}.download", subject, after={"number": documents.DRAFT}
        ),
    )
    name = f"{document.name}.yaml"
    ui.download.content(found.draft.text.encode(), name, "application/yaml")


async def _copy(visit: Visit, found: DocumentRead, shelf: str) -> None:
    source = found.versions[-1] if found.versions else found.draft
    made = ""

    async def send(values: Values) -> None:
        nonlocal made
        made = await visit.act(
            Role.EVALUATOR,
            lambda s, a: documents.fork(s, a, source.id, visit.here.id, values["name"]).id,
        )

    field = Field(
        "name", t("ui.name"), value=copy_name(found.document.name), required=True, wide=True
    )
    if await ask_form(t("ui_papers.copy"), [field], t("ui_papers.copy"), send):
        ui.navigate.to(visit.url(shelf, made))
