"""A report as one HTML page: no other file, no request, both languages, light and dark."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from steelyard.i18n import LANGUAGES, pick, using_language
from steelyard.model import Words
from steelyard.report import wording
from steelyard.report.comparison.sentences import headline, own_reports
from steelyard.report.correlation import document
from steelyard.report.correlation.matrix import pair_table
from steelyard.report.correlation.relations import relation_table
from steelyard.report.figures import figures_of
from steelyard.report.frame import framed
from steelyard.report.judging import warning_words
from steelyard.report.leaderboard import sentences
from steelyard.report.page_cases import cases_data
from steelyard.report.tables import Chance, Quantity, Span, tables_of, verdict_tone
from steelyard.report.text import one_line

if TYPE_CHECKING:
    from steelyard.analysis.comparison.content import Comparison
    from steelyard.analysis.correlation.content import Correlation
    from steelyard.analysis.leaderboard.content import Leaderboard
    from steelyard.report.content import RunReport
    from steelyard.report.figures import Figure

_SHOWN_GROUPS = 12


def html(content: Any, *, drawn: bool = True) -> str:
    """Return the page; it opens in the current language and can be switched.

    Args:
        content: a `RunReport`, `Comparison`, `Leaderboard` or `Correlation`.
        drawn: with its figures; the script that draws them is most of the file.
    """
    figures = figures_of(content) if drawn else []
    return _PAGES[type(content).__name__](content, figures)


def _run(report: RunReport, figures: list[Figure]) -> str:
    name = wording.run_name(report)
    judging = report.judging
    context = {
        "report": report,
        "warnings": [] if judging is None else warning_words(judging),
        "name": name,
        "names": wording.part_names(report),
        "confidence": wording.confidence_text(report),
        "verdict": wording.verdict(report),
        "shown_groups": _SHOWN_GROUPS,
        "document": document,
        "relation_table": relation_table,
        "pair_table": pair_table,
        "shown_indicators": {found.id: found for found in report.indicators},
    }
    title = pick(wording.words("page_title", name=name))
    return framed(
        "run.html.j2",
        title=title,
        context=context,
        data=cases_data(report),
        figures=figures,
    )


def _comparison(comparison: Comparison, figures: list[Figure]) -> str:
    runs = ", ".join(one_line(against.run.label, 60) for against in comparison.runs)
    named = {"runs": runs, "base": one_line(comparison.base.label, 60)}
    notes = [note for against in comparison.runs for note in against.notes]
    return framed(
        "comparison.html.j2",
        title=pick(wording.words("page.comparison_title", **named)),
        context={
            "comparison": comparison,
            "named": named,
            "own_reports": _said(own_reports, comparison),
            "headlines": [_said(headline, comparison, against) for against in comparison.runs],
            "notes": list(dict.fromkeys([*comparison.notes, *notes])),
            "tables": tables_of(comparison),
            "verdict_tone": verdict_tone,
            "Quantity": Quantity,
            "Span": Span,
            "Chance": Chance,
        },
        figures=figures,
    )


def _leaderboard(board: Leaderboard, figures: list[Figure]) -> str:
    return framed(
        "leaderboard.html.j2",
        title=pick(wording.words("page.leaderboard_title")),
        context={"board": board, "tables": tables_of(board), "sentences": sentences},
        figures=figures,
    )


def _correlation(found: Correlation, figures: list[Figure]) -> str:
    return framed(
        "correlation.html.j2",
        title=pick(wording.words("page.correlation_title")),
        context={"found": found, "tables": tables_of(found), "document": document},
        figures=figures,
    )


def _said(sentence: Callable[..., str], *about: Any) -> Words:
    """Return a sentence that speaks the current language in both."""
    made = []
    for each in LANGUAGES:
        with using_language(each):
            made.append(sentence(*about))
    return Words(*made)


_PAGES: dict[str, Callable[[Any, list[Figure]], str]] = {
    "RunReport": _run,
    "Comparison": _comparison,
    "Leaderboard": _leaderboard,
    "Correlation": _correlation,
}
