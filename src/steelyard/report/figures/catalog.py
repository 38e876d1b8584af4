"""Every figure, by what it is drawn from; `figures_of` draws those that have something to show."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.model import Words
from steelyard.report.figures.correlation import correlation
from steelyard.report.figures.differences import differences, scene_changes, spending
from steelyard.report.figures.drivers import drivers
from steelyard.report.figures.environments import environments
from steelyard.report.figures.faults import faults
from steelyard.report.figures.figure import Figure
from steelyard.report.figures.flips import flips
from steelyard.report.figures.indicators import indicators
from steelyard.report.figures.latency import latency
from steelyard.report.figures.latency_accuracy import latency_accuracy
from steelyard.report.figures.load import load
from steelyard.report.figures.pareto import pareto
from steelyard.report.figures.perturbations import perturbations, severity
from steelyard.report.figures.radar import radar
from steelyard.report.figures.ranks import ranks, scores
from steelyard.report.figures.scenes import domains, scene_kinds, scenes
from steelyard.report.figures.scorecard import scorecard
from steelyard.report.text import one_line

Maker = Callable[[Any], Figure | None]

# By the class of the content, in the order in which a reader wants them.
FIGURES: Mapping[str, tuple[Maker, ...]] = {
    "RunReport": (
        radar,
        scorecard,
        indicators,
        scenes,
        domains,
        scene_kinds,
        latency,
        perturbations,
        severity,
        load,
        faults,
        environments,
    ),
    "Comparison": (differences, flips, scene_changes, spending),
    "Leaderboard": (scores, ranks, pareto),
    "Correlation": (correlation, drivers, latency_accuracy, pareto),
}


def figures_of(content: Any) -> list[Figure]:
    """Return the figures of a run's report, a comparison, a leaderboard or a correlation."""
    if type(content).__name__ == "Comparison":
        return list(_of_runs(content))
    made = (draw(content) for draw in FIGURES[type(content).__name__])
    figures = [figure for figure in made if figure is not None]
    # The report of a run holds the correlation of its own cases.
    inside = getattr(content, "correlation", None)
    return figures if inside is None else figures + figures_of(inside)


def figure_of(content: Any, id_: str) -> Figure:
    """Return one figure by its id; an error names those there are."""
    known = {figure.id: figure for figure in figures_of(content)}
    if id_ in known:
        return known[id_]
    key = "figures.unknown" if known else "figures.unknown_none"
    raise InputError(t(key, found=id_, known=", ".join(known)))


def _of_runs(comparison: Any) -> Iterator[Figure]:
    """Draw each run against the base; with several, figures are numbered and name their run."""
    for number, against in enumerate(comparison.runs, 1):
        one = replace(comparison, runs=(against,))
        for draw in FIGURES["Comparison"]:
            if (figure := draw(one)) is not None:
                several = len(comparison.runs) > 1
                yield _named(figure, number, against.run.label) if several else figure


def _named(figure: Figure, number: int, label: str) -> Figure:
    title = Words(*(f"{text} · {one_line(label, 80)}" for text in figure.title))
    return replace(figure, id=f"{figure.id}-{number}", title=title)
