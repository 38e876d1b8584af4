"""The headline in words: what the first number is called, and the lines below it.

Every renderer shows these, so that no surface puts another number first.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from steelyard.errors import UnknownNameError
from steelyard.i18n.words.report import WORDS
from steelyard.indicators import get_indicator
from steelyard.model import Words
from steelyard.report import wording
from steelyard.report.judging import badge_words, guess_words
from steelyard.report.numbers import count_text, interval_text, value_text
from steelyard.report.scorecard import walk
from steelyard.report.told import told
from steelyard.report.wording import words
from steelyard.scorecards.headline import OVERALL, PASS_RATE

if TYPE_CHECKING:
    from steelyard.report.content import Indicator, RunReport


def headline_name(report: RunReport) -> Words:
    """Return what the first number is called."""
    id_ = report.headline.id
    found = _indicator(report, id_)
    if found is None or id_ == PASS_RATE:
        return number_name(id_)
    return found.name


def number_name(id_: str | None) -> Words:
    """Return what the number with this id is called where it is a headline."""
    if id_ == OVERALL:
        return words("overall")
    if id_ in (None, PASS_RATE):
        return words("pass_rate")
    try:
        return get_indicator(str(id_)).name
    except UnknownNameError:
        return Words(str(id_), str(id_))


def headline_lines(report: RunReport) -> list[Words]:
    """Return what is said below the first number: its basis, what stands beside it, its limits."""
    if report.headline.id == OVERALL:
        below = [*_of_overall(report), *_beside(report)]
    else:
        below = [*_count(report), *_beside(report), *_not_shown(report)]
    return [*_source(report), *_judged_by(report), *below]


def _source(report: RunReport) -> Iterator[Words]:
    """Say where the first number comes from, if this run did not measure all of it."""
    source = report.headline.provenance
    if report.headline.id == OVERALL and report.scorecard is not None:
        source = f"partly_{report.scorecard.provenance}"
    if f"headline_{source}" in WORDS:
        yield words(f"headline_{source}")


def _judged_by(report: RunReport) -> Iterator[Words]:
    """Say what gave the verdicts behind the first number, and how far guessing gets."""
    if report.judging is not None:
        yield badge_words(report.judging)
        if (guess := guess_words(report.judging.guess)) is not None:
            yield guess


def _of_overall(report: RunReport) -> Iterator[Words]:
    overall, headline = report.overall, report.headline
    if overall is None or overall.score is None:
        yield words("no_overall_why")
    else:
        if overall.rule:
            yield wording.rule_words(overall, wording.part_names(report))
        if headline.coverage is not None and headline.coverage < 1:
            yield words("coverage_line", coverage=value_text(headline.coverage, "%"))
        if headline.lo is not None and headline.hi is not None and headline.lo != headline.hi:
            low, high = value_text(headline.lo, "%"), value_text(headline.hi, "%")
            yield words("bounds_line", lo=low, hi=high)
    yield from (told(note) for note in (overall.notes if overall else ()))


def _count(report: RunReport) -> Iterator[Words]:
    headline = report.headline
    if headline.id is None:
        measured = any(one.value is not None for one in report.indicators)
        yield words("no_verdicts" if measured else "nothing_measured")
    elif headline.id == PASS_RATE and headline.n:
        yield words("pass_rate_of", n=count_text(headline.n))
    elif headline.n:
        yield words("based_on", n=count_text(headline.n))


def _beside(report: RunReport) -> Iterator[Words]:
    for id_ in report.headline.beside:
        if (found := _indicator(report, id_)) is not None:
            name = words("pass_rate") if id_ == PASS_RATE else found.name
            interval = interval_text(found.ci_low, found.ci_high, found.unit)
            value = f"{value_text(found.value, found.unit)} {interval}".strip()
            yield words("beside_line", name=name, value=value)


def _not_shown(report: RunReport) -> Iterator[Words]:
    """Say why the overall score is not the headline, and between what it would be."""
    headline = report.headline
    root = report.scorecard
    if not headline.short or root is None:
        return
    id_, coverage = next(iter(headline.short.items()))
    if id_ == root.id:
        yield words("overall_without_base")
        return
    own = (part.name for part in walk(root) if part.id == id_)
    known = words(f"part_{id_}") if f"part_{id_}" in WORDS else next(own, Words(id_, id_))
    yield words(
        "overall_not_shown",
        part=known,
        coverage=value_text(coverage, "%"),
        lo=value_text(headline.lo, "%"),
        hi=value_text(headline.hi, "%"),
    )


def _indicator(report: RunReport, id_: str | None) -> Indicator | None:
    return next((one for one in report.indicators if one.id == id_), None)
