"""Versions of a document, and what differs between two of them."""

from __future__ import annotations

from nicegui import ui

from steelyard.i18n import t
from steelyard.server.db.tables import DocumentVersion
from steelyard.server.library import papers
from steelyard.server.library.compare import Change, diff_texts
from steelyard.server.library.documents import DRAFT
from steelyard.server.library.papers import DocumentRead
from steelyard.ui.components import (
    Column,
    DataTable,
    Field,
    Form,
    Row,
    Values,
    compare_texts,
    csv_action,
    diff_view,
    empty,
    label,
    panel,
)
from steelyard.ui.visit import Visit


async def show_versions(visit: Visit, document_id: str) -> None:
    """Show all versions, and a comparison of two."""
    found = await visit.ask(lambda s, _: papers.read_document(s, visit.here.id, document_id))
    every = [found.draft, *reversed(found.versions)]
    columns = [
        Column("version", t("ui_papers.version")),
        Column("note", t("ui_papers.note")),
        Column("by", t("ui_papers.by")),
        Column("when", t("ui_papers.changed"), "time"),
        Column("hash", t("ui_papers.fingerprint"), "mono"),
    ]
    rows = [_row(found, one) for one in every]
    with panel(t("ui_papers.versions"), flush=True) as corner:
        with corner:
            csv_action("versions", [one.label for one in columns], [row.cells for row in rows])
        DataTable(t("ui_papers.versions"), columns).show(rows)
    if found.versions:
        _show_comparing(found, every)
    else:
        with panel():
            empty(t("ui_papers.no_versions"))


def version_name(number: int) -> str:
    """Return how a version is called."""
    return t("ui_papers.draft") if number == DRAFT else t("ui_papers.version_n", n=number)


def _row(found: DocumentRead, one: DocumentVersion) -> Row:
    by = found.people.get(one.created_by or "")
    when = one.created_at.isoformat()
    return Row(
        str(one.number), [version_name(one.number), one.note or None, by, when, one.sha256[:12]]
    )


def _show_comparing(found: DocumentRead, every: list[DocumentVersion]) -> None:
    texts = {str(one.number): one.text for one in every}
    options = [(str(one.number), version_name(one.number)) for one in every]
    before = str(found.versions[-1].number if found.pending else found.versions[0].number)
    after = str(DRAFT) if found.pending else str(found.versions[-1].number)
    with panel(t("ui_papers.compare")):
        fields = [
            Field("before", t("ui_papers.before"), "select", before, options=options),
            Field("after", t("ui_papers.after"), "select", after, options=options),
        ]

        def show(values: Values) -> None:
            place.clear()
            with place:
                _show_difference(texts, values["before"], values["after"])

        Form(t("ui_papers.compare"), fields, on_change=show)
        place = ui.element("div").classes("sy-column")
        show({"before": before, "after": after})


def _show_difference(texts: dict[str, str], before: str, after: str) -> None:
    old, new = texts[before], texts[after]
    if old == new:
        empty(t("ui_papers.same"))
        return
    changes = diff_texts(old, new).changes
    if changes:
        table = DataTable(
            t("ui_papers.changes"),
            [
                Column("path", t("ui_papers.path"), "mono"),
                Column("before", version_name(int(before))),
                Column("after", version_name(int(after))),
            ],
        )
        table.show([_change_row(n, one) for n, one in enumerate(changes[:200])])
    elif changes is not None:
        label(t("ui_papers.only_form"), "sy-quiet")
    names = (version_name(int(before)), version_name(int(after)))
    diff_view(names, compare_texts(old, new))


def _change_row(number: int, one: Change) -> Row:
    cells = [
        one.path,
        *(None if value is None else str(value) for value in (one.before, one.after)),
    ]
    return Row(str(number), cells)
