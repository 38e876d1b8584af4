"""What goes together: the matrix, what drives passing, four relations, and the pairs in full."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from steelyard.analysis.correlation import Correlation, Relations
from steelyard.i18n import pick, t
from steelyard.report.correlation import document
from steelyard.report.correlation.relations import band_table, relation_table
from steelyard.report.correlation.table import Table as Plain
from steelyard.report.figures import Figure, figures_of
from steelyard.report.numbers import NOTHING, count_text, value_text
from steelyard.report.tables import Table, tables_of
from steelyard.server.db.tables import Run
from steelyard.server.tasks.shape import read_columns
from steelyard.ui.components import Drawer, column, empty, figure, grid, kpi, label, panel
from steelyard.ui.components.report_table import plain_table, report_table
from steelyard.ui.pages.choosing import results_reader
from steelyard.ui.pages.correlation.pair import links_to_cases, show_pair
from steelyard.ui.visit import Visit

_BESIDE = ("drivers", "latency_accuracy")
_MOST_LINKS = 12
_FEW = 9  # measures whose matrix is legible in half a page


async def show_correlation(visit: Visit, chosen: Sequence[Run], found: Correlation) -> None:
    """Show the analysis of these runs."""
    reader = await results_reader(visit, chosen[0])

    def make() -> tuple[list[Figure], list[Table], list[Plain], frozenset[str]]:
        plain = [table for one in found.relations for table in _relations(one)]
        if len(found.relations) > 1:
            plain = []  # of many runs, their own pages tell; here it is how runs differ
        known = reader.read(read_columns)
        return figures_of(found), tables_of(found), plain, known

    drawn, tables, plain, known = await visit.work(visit.role, make)
    if not found.pairs:
        empty(t("ui_analysis.no_pairs"))
    with grid():
        _numbers(found)
        for note in document.notes(found):
            with column("sy-span-12"):
                label(pick(note), "sy-caution sy-wrap", tag="p")
        opens = _opens_pair(visit, chosen, found, known)
        _figures(drawn, opens, many=len(found.measures) > _FEW)
        if found.unit == "case" and len(chosen) == 1:
            _to_cases(visit, chosen[0], found, known)
        for one in plain:
            plain_table(one, span=12)
        for table in tables:
            report_table(table)


def _figures(
    drawn: Sequence[Figure], pick_pair: Callable[[object, object], None], *, many: bool
) -> None:
    """Show the matrix at the left and what is smaller beside it; a large one takes the width."""
    beside = [one for one in drawn if one.id in _BESIDE]
    wide = many or not beside
    with column("sy-span-12 sy-sections" if wide else "sy-span-7 sy-sections"):
        for one in drawn:
            if one.id == "correlation":
                figure(one, on_pick=pick_pair)
    if wide:
        for one in beside:
            figure(one, span=6 if len(beside) > 1 else 12)
    else:
        with column("sy-span-5 sy-sections"):
            for one in beside:
                figure(one)
    for one in drawn:
        if one.id not in ("correlation", *_BESIDE):
            figure(one)


def _opens_pair(
    visit: Visit, chosen: Sequence[Run], found: Correlation, known: frozenset[str]
) -> Callable[[object, object], None]:
    """Return what shows the pair of measures that was clicked, beside the matrix."""
    drawer = Drawer(t("ui_analysis.pair"), lambda: None)
    pairs = {frozenset((pair.a, pair.b)): pair for pair in found.pairs}

    def look(x: object, y: object) -> None:
        if not isinstance(x, int) or not isinstance(y, int) or max(x, y) >= len(found.measures):
            return
        two = found.measures[x], found.measures[y]
        pair = pairs.get(frozenset(one.id for one in two))
        if pair is None:
            return
        place = drawer.open()
        place.clear()
        with place:
            show_pair(two, pair, drawer.close)
            if found.unit == "case" and len(chosen) == 1:
                links_to_cases(visit, chosen[0], [one for one in two if one.id in known])

    return look


def _relations(found: Relations) -> list[Plain]:
    bands = None if found.latency_accuracy is None else band_table(found.latency_accuracy)
    return [relation_table(found), *([] if bands is None else [bands])]


def _numbers(found: Correlation) -> None:
    established = sum(pair.evidence == "established" for pair in found.pairs)
    kpi(
        t("ui_analysis.observations"),
        count_text(found.n),
        note=t("ui_analysis.independent", n=count_text(found.independent)),
    )
    kpi(
        t("ui_analysis.measures"),
        count_text(len(found.measures)),
        note=t("ui_analysis.pairs_of", n=count_text(len(found.pairs))),
    )
    kpi(
        t("ui_analysis.established"),
        count_text(established),
        note=t("ui_analysis.established_note"),
    )
    drivers = found.drivers
    r2 = NOTHING if drivers is None or drivers.r2 is None else value_text(drivers.r2, "%")
    note = t("ui_analysis.explained_note")
    if drivers is not None and drivers.reason is not None:
        note = pick(drivers.reason)
    kpi(t("ui_analysis.explained"), r2, note=note)


def _to_cases(visit: Visit, run: Run, found: Correlation, known: frozenset[str]) -> None:
    """Show links to the cases at the ends of each measure, and to those of the drivers."""
    measures = [one for one in found.measures if one.id in known]
    if not measures:
        return
    with panel(t("ui_analysis.to_cases")):
        links_to_cases(visit, run, measures[:_MOST_LINKS])
