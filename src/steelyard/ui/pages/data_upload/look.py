"""What was found in an upload, and what can be changed about how it is read."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from pathlib import PurePath
from typing import Any

from nicegui import ui

from steelyard.cases import READERS
from steelyard.errors import SteelyardError
from steelyard.i18n import pick, t
from steelyard.model import declarable
from steelyard.report.numbers import count_text
from steelyard.ui.components import (
    Field,
    Form,
    Values,
    action,
    grid,
    kpi,
    label,
    panel,
    problem,
    raw,
)
from steelyard.ui.components.mapping import ColumnMapping, MappingRow
from steelyard.ui.errors import problem_text
from steelyard.ui.pages.data_upload.draft import Draft
from steelyard.ui.pages.dataset.rejects import show_rejects

_ENCODINGS = ("utf-8", "gb18030", "big5", "utf-16", "latin-1")
_SHOWN_WARNINGS = 6


class DraftView:
    """The draft on the page, built anew whenever the file was read again."""

    def __init__(self, draft: Draft, again: Callable[[], None]) -> None:
        self._draft, self._again = draft, again
        with ui.element("div") as self._around:
            self._place = ui.element("div").classes("sy-column sy-sections")
        self._show()

    def _show(self, trouble: str = "") -> None:
        draft = self._draft
        self._place.classes(remove="sy-busy")
        self._place.clear()
        with self._place:
            with grid():
                _show_reading(draft, self._change, self._again, trouble)
                _show_mapping(draft, self._choose)
            if draft.profile is None:
                problem(f"{t('ui_data.nothing_usable')} {draft.trouble}")
                return
            _show_found(draft.profile)
            if draft.rejects:
                show_rejects(
                    draft.rejects,
                    draft.reading.get("map") or {},
                    draft.fixes,
                    total=draft.profile["rows_rejected"],
                    apply=self._apply,
                )
            _show_keeping(draft, draft.profile)

    async def _change(self, reading: dict[str, Any]) -> None:
        before = self._draft.reading
        kept = {name: before[name] for name in ("map",) if before.get(name)}
        self._draft.reading = {**kept, **reading}
        await self._try(self._draft.read(), before)

    async def _choose(self, column: str, target: str) -> None:
        await self._try(self._draft.map(column, target), self._draft.reading)

    async def _try(self, reading: Awaitable[None], before: dict[str, Any]) -> None:
        """Read the file again; what cannot be is said, and it stays as it was."""
        self._place.classes(add="sy-busy")
        try:
            await reading
        except SteelyardError as error:
            self._draft.reading = before
            self._show(problem_text(error))
        else:
            self._show()

    async def _apply(self) -> None:
        count = await self._draft.correct()
        with self._around:  # what was pressed is gone once it is built anew
            self._show()
            ui.notify(t("ui_data.applied", n=count), type="positive")


def _show_reading(
    draft: Draft, change: Callable[[dict[str, Any]], Any], again: Callable[[], None], trouble: str
) -> None:
    now = draft.reading
    names = [reader.name for reader in READERS]

    async def send(values: Values) -> None:
        sheet: Any = values["sheet"]
        given = {
            "format": values["format"] or None,
            "encoding": values["encoding"] or None,
            "delimiter": {"tab": "\t"}.get(values["delimiter"], values["delimiter"]) or None,
            "sheet": int(sheet) if sheet.isdecimal() else sheet or None,
        }
        await change({name: value for name, value in given.items() if value is not None})

    with panel(t("ui_data.how_read"), span=4) as corner:
        with corner:
            action(t("ui_data.other_file"), again, weight="plain")
        label(draft.name, "sy-strong sy-wrap")
        if trouble:
            problem(trouble)
        Form(
            t("ui_data.how_read"),
            [
                Field(
                    "format",
                    t("ui_data.format"),
                    "select",
                    now.get("format", ""),
                    options=[("", t("ui_data.by_name")), *((name, name) for name in names)],
                ),
                Field(
                    "encoding",
                    t("ui_data.encoding"),
                    value=now.get("encoding", ""),
                    placeholder=t("ui_data.found_out"),
                    suggest=_ENCODINGS,
                ),
                Field(
                    "delimiter",
                    t("ui_data.delimiter"),
                    "select",
                    {"\t": "tab"}.get(now.get("delimiter", ""), now.get("delimiter", "")),
                    options=[
                        ("", t("ui_data.found_out")),
                        *((c, c) for c in (",", ";", "|", "tab")),
                    ],
                ),
                Field(
                    "sheet",
                    t("ui_data.sheet"),
                    value=str(now.get("sheet", "")),
                    placeholder=t("ui_data.first_sheet"),
                ),
            ],
            verb=t("ui_data.read_again"),
            on_send=send,
        )


def _show_mapping(draft: Draft, choose: Callable[[str, str], Any]) -> None:
    fields = [("", t("ui_data.as_metadata"))]
    fields += [(field.name, f"{field.name} · {pick(field.words)}") for field in declarable()]
    rows: list[MappingRow] = [
        (
            one.name,
            " · ".join(one.samples),
            f"{one.filled} / {draft.looked_at}",
            one.field or "",
        )
        for one in draft.columns
    ]
    with panel(t("ui_data.mapping"), span=8):
        label(t("ui_data.mapping_explained"), "sy-quiet sy-small", tag="p")
        ColumnMapping(rows, fields, choose)


def _show_found(profile: Mapping[str, Any]) -> None:
    repeated = profile["duplicates"]
    further = repeated["normalised"] - repeated["exact"]
    with grid():
        kpi(t("ui_data.rows_read"), count_text(profile["rows_read"]))
        kpi(t("ui_data.usable"), count_text(profile["cases"]))
        kpi(t("ui_data.set_aside"), count_text(profile["rows_rejected"]))
        kpi(
            t("ui_data.duplicates"),
            count_text(repeated["exact"]),
            note=t("ui_data.duplicates_note", n=count_text(further)) if further else "",
        )
    if profile["warnings"]:
        with panel(t("ui_data.odd")):
            for one in profile["warnings"][:_SHOWN_WARNINGS]:
                raw(one["message"], "sy-wrap")


def _show_keeping(draft: Draft, profile: Mapping[str, Any]) -> None:
    async def keep(values: Values) -> None:
        name = values.get("name", "")
        dataset, version, is_new = await draft.keep(name, values.get("description", ""))
        said = "ui_data.kept" if is_new else "ui_data.known_content"
        ui.notify(t(said, name=dataset.name, n=version.number), type="positive")
        ui.navigate.to(draft.visit.url("data", dataset.id, v=str(version.number)))

    if draft.dataset is not None:
        heading, fields = t("ui_data.keep_version", name=draft.dataset.name), []
    else:
        heading = t("ui_data.keep_as")
        stem = PurePath(draft.name).name.split(".")[0]
        fields = [
            Field("name", t("ui_data.name"), value=stem, required=True),
            Field("description", t("ui.description")),
        ]
    with panel(heading):
        if profile["cases"]:
            form = Form(heading, fields, verb=t("ui_data.keep_it"), on_send=keep)
            # The file is kept nowhere yet.
            form.ask_before_leaving(begun=True)
        else:
            problem(t("ui_data.nothing_usable"))
