"""Retrieval 检索评估: rankings against judgements, from files that are uploaded here."""

from __future__ import annotations

from nicegui import ui

from steelyard.errors import InputError, SteelyardError
from steelyard.i18n import t
from steelyard.report.numbers import size_text
from steelyard.server.people.policy import Role
from steelyard.server.tasks.retrievals import Uploaded, Wanted, evaluate_uploads
from steelyard.ui import uploads
from steelyard.ui.components import (
    Field,
    Form,
    Uploader,
    Values,
    badge,
    column,
    empty,
    grid,
    icon_action,
    label,
    panel,
    problem,
    row,
    skeleton,
    title,
)
from steelyard.ui.errors import problem_text
from steelyard.ui.page import Page
from steelyard.ui.pages.retrieval.result import show_result
from steelyard.ui.visit import Visit

_ACCEPT = ".txt,.trec,.qrels,.run,.csv,.tsv,.json,.jsonl,.parquet,.gz"
_MOST = 8
_HIGHEST_CUTOFF = 1_000_000


async def build(visit: Visit) -> None:
    """Show where to put files, and what came of them."""
    with title(t("ui_analysis.retrieval")):
        pass
    label(t("ui_analysis.retrieval_intro"), "sy-quiet", tag="p")
    desk = _Desk(visit)
    ui.context.client.on_delete(desk.clear)
    desk.build()


class _Desk:
    """The files of one page; they are gone with it."""

    def __init__(self, visit: Visit) -> None:
        self._visit = visit
        self._parked: list[uploads.Parked] = []
        self._qrels: Uploaded | None = None
        self._rankings: list[Uploaded] = []

    def build(self) -> None:
        """Build the places for files, the choices and the place for the result."""
        with grid():
            with panel(t("ui_analysis.qrels"), span=6):
                label(t("ui_analysis.qrels_hint"), "sy-quiet sy-small sy-wrap", tag="p")
                self._qrels_place = column()
            with panel(t("ui_analysis.rankings"), span=6):
                label(t("ui_analysis.rankings_hint"), "sy-quiet sy-small sy-wrap", tag="p")
                self._runs_place = column()
            with panel(t("ui_analysis.choices")):
                Form(
                    t("ui_analysis.choices"),
                    _fields(),
                    verb=t("ui_analysis.evaluate"),
                    on_send=self._evaluate,
                )
        self._result = ui.element("div").classes("sy-column sy-sections")
        with self._result:
            empty(t("ui_analysis.retrieval_teach"))
        self._show_qrels()
        self._show_rankings()

    def clear(self) -> None:
        """Let go of every file."""
        for parked in self._parked:
            uploads.forget_file(parked)

    # Each place is built alone: building the other one anew would end an upload that runs there.
    def _show_qrels(self) -> None:
        self._qrels_place.clear()
        with self._qrels_place:
            if self._qrels is None:
                self._uploader(self._got_qrels)
            else:
                _file(self._qrels, self._drop_qrels)

    def _show_rankings(self) -> None:
        self._runs_place.clear()
        with self._runs_place:
            for n, one in enumerate(self._rankings):
                _file(one, lambda n=n: self._drop_ranking(n), first=n == 0)
            if len(self._rankings) < _MOST:
                self._uploader(self._got_ranking)

    def _uploader(self, got: object) -> None:
        parked = uploads.expect_file(self._visit)
        self._parked.append(parked)
        most = self._visit.settings.upload_bytes
        Uploader(
            parked.address,
            lambda name, _size: got(Uploaded(parked.file, name)),  # type: ignore[operator]
            accept=_ACCEPT,
            most=most,
            hint=t("ui_analysis.retrieval_formats", most=size_text(most)),
        )

    def _got_qrels(self, given: Uploaded) -> None:
        self._qrels = given
        self._show_qrels()

    def _got_ranking(self, given: Uploaded) -> None:
        self._rankings.append(given)
        self._show_rankings()

    def _drop_qrels(self) -> None:
        self._qrels = None
        self._show_qrels()

    def _drop_ranking(self, number: int) -> None:
        del self._rankings[number]
        self._show_rankings()

    async def _evaluate(self, values: Values) -> None:
        qrels, rankings, wanted = self._qrels, list(self._rankings), _wanted(values)
        if qrels is None or not rankings:
            raise InputError(t("ui_analysis.files_needed"))
        self._result.clear()
        with self._result:
            skeleton(6)
        try:
            found = await self._visit.work(
                self._visit.role, lambda: evaluate_uploads(qrels, rankings, wanted)
            )
        except SteelyardError as error:
            self._result.clear()
            with self._result:
                problem(problem_text(error))
            return
        if self._result.is_deleted:
            return
        self._result.clear()
        with self._result:
            show_result(found)


def _file(given: Uploaded, drop: object, *, first: bool = False) -> None:
    with row():
        ui.icon("description").props("aria-hidden=true")
        label(given.name[-120:], "sy-clip sy-mono")
        if first:
            badge(t("ui_analysis.base"), "accent")
        ui.element("div").classes("sy-grow")
        icon_action(t("ui.remove"), "close", drop)  # type: ignore[arg-type]


def _fields() -> list[Field]:
    gains = [(one, t(f"ui_analysis.gain_{one}")) for one in ("exp", "linear")]
    missing = [(one, t(f"ui_analysis.unretrieved_{one}")) for one in ("skip", "zero")]
    return [
        Field("cutoffs", t("ui_analysis.cutoffs"), value="5,10,20", required=True),
        Field("gain", t("ui_analysis.gain"), "select", "exp", options=gains),
        Field("least", t("ui_analysis.least"), "number", hint=t("ui_analysis.least_hint")),
        Field("missing", t("ui_analysis.unretrieved"), "select", "skip", options=missing),
        Field("none", t("ui_analysis.irrelevant"), "select", "skip", options=missing),
    ]


def _wanted(values: Values) -> Wanted:
    """Read the choices.

    Raises:
        InputError: a number is none.
    """
    try:
        cutoffs = tuple(sorted({int(one) for one in str(values["cutoffs"]).split(",") if one}))
        least = float(values["least"]) if str(values["least"]).strip() else None
    except ValueError:
        raise InputError(t("ui_analysis.bad_choices")) from None
    if not cutoffs or cutoffs[0] < 1 or cutoffs[-1] > _HIGHEST_CUTOFF:
        raise InputError(t("ui_analysis.bad_choices"))
    return Wanted(
        cutoffs=cutoffs[:10],
        gain="linear" if values["gain"] == "linear" else "exp",
        min_relevance=least,
        unretrieved="zero" if values["missing"] == "zero" else "skip",
        empty_query="zero" if values["none"] == "zero" else "skip",
    )


PAGE = Page(
    "/p/{project}/retrieval",
    "ui_analysis.retrieval",
    build,
    role=Role.EVALUATOR,
    icon="manage_search",
    group="analyse",
)
