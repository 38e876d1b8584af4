"""`leaderboard`: many runs weighed by one scorecard, ranked with their doubts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from steelyard.analysis.leaderboard.cases import Pairing, Tables, tables
from steelyard.analysis.leaderboard.columns import columns_of, measures_of
from steelyard.analysis.leaderboard.comparable import has_headline, not_comparable, ranked_by
from steelyard.analysis.leaderboard.content import (
    Card,
    Column,
    Leaderboard,
    Line,
    Measure,
    Source,
)
from steelyard.analysis.leaderboard.entries import Entry, entries
from steelyard.analysis.leaderboard.front import Offer, front
from steelyard.analysis.leaderboard.notes import (
    board_notes,
    line_notes,
    weight_notes,
)
from steelyard.analysis.leaderboard.places import (
    Scored,
    compared,
    letter,
    letters,
    resampled_ranks,
)
from steelyard.analysis.leaderboard.weighed import (
    P50,
    P95,
    Result,
    Setting,
    measure_of,
    score_of,
    weigh_line,
)
from steelyard.analysis.leaderboard.weights import Varied, vary
from steelyard.bundle import Bundle
from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.indicators import get_indicator, using_indicators
from steelyard.indicators.resample import DRAWS
from steelyard.model import Provenance, Words, weakest
from steelyard.scorecards import Scorecard, Weighing, thaw_weighing, weighing_of
from steelyard.scorecards.headline import OVERALL
from steelyard.scorecards.ranks import rank_list
from steelyard.scorecards.weigh import overall_of

SEED = 0  # the user's own indicators are resampled with it too


class Choice(NamedTuple):
    """What a caller may choose about a leaderboard.

    Attributes:
        scorecard: name of a template or path of a file to weigh and rank by. If not given, lines
            are ranked by what the runs' own reports begin with.
        indicators: ids of indicators shown beside the scorecard's parts.
        group_by: `run`, or one line for all runs of a `name` or of an `agent`.
        pairing: `same` refuses runs over different cases, `shared` weighs them on the cases that
            all of them answered, `none` takes the cases of each as they are.
    """

    scorecard: str | None = None
    indicators: tuple[str, ...] = ()
    group_by: str = "run"
    pairing: Pairing = "same"


class _Weighed(NamedTuple):
    """A line with what it came to; None for one that has no results."""

    entry: Entry
    result: Result | None
    left_out: int = 0


def leaderboard(
    runs: Sequence[Bundle],
    choice: Choice | None = None,
    *,
    on_line: Callable[[str], object] = lambda _: None,
) -> Leaderboard:
    """Weigh runs by one scorecard and rank those that are comparable.

    Args:
        runs: the runs; those without results are listed without numbers.
        choice: what may be chosen.
        on_line: told the name of every line before it is weighed.

    Raises:
        InputError: there is no run with results, they answered different cases, or a name in
            `choice` is wrong.
    """
    choice = choice or Choice()
    every = entries(runs, choice.group_by)
    ready = [entry for entry in every if entry.runs]
    if not ready:
        raise InputError(t("leaderboard.none_finished"), hint=t("leaderboard.none_finished_hint"))
    weighing = _weighing(ready, choice)
    by = OVERALL if choice.scorecard is not None else ranked_by(ready)
    with using_indicators(weighing.records), TemporaryDirectory(prefix="steelyard-") as scratch:
        for id_ in choice.indicators:
            get_indicator(id_)
        found = tables(ready, Path(scratch), choice.pairing)
        lines = []
        for at, entry in enumerate(ready):
            on_line(entry.name)
            lines.append(_weigh(entry, found, weighing, choice, at, by))
        lines += [_Weighed(entry, None) for entry in every if not entry.runs]
        return _board(lines, weighing.card, choice, found, by)


def _weighing(ready: Sequence[Entry], choice: Choice) -> Weighing:
    """Return what all are weighed by: the scorecard asked for, else the first run's."""
    first = ready[0].runs[0]
    kept = thaw_weighing(first.manifest.values, str(first.path))
    if choice.scorecard is None:
        return kept
    return weighing_of(choice.scorecard, kept.files)


def _weigh(
    entry: Entry, found: Tables, weighing: Weighing, choice: Choice, at: int, by: str
) -> _Weighed:
    values = entry.runs[0].manifest.values
    setting = Setting(
        weighing,
        params=values["plan"].get("params") or {},
        provenance=_sources(entry.runs),
        indicators=choice.indicators,
        seed=SEED if found.paired else SEED + at,
        number=at,
        ranked_by=by,
    )
    result = weigh_line(found.paths[at], setting)
    if choice.scorecard is None and not has_headline(entry, by):
        result = result._replace(score=Measure(None), drawn=None)
    return _Weighed(entry, result, found.left_out[at])


def _sources(runs: Sequence[Bundle]) -> dict[str, Provenance]:
    """Return where the columns of a line come from: the weakest source in any of its runs."""
    each = [run.manifest.values.get("provenance") or {} for run in runs]
    return {name: weakest(one.get(name) for one in each) for name in dict.fromkeys(chain(*each))}


def _board(
    lines: Sequence[_Weighed], card: Scorecard, choice: Choice, found: Tables, by: str
) -> Leaderboard:
    results = {line.entry.name: line.result for line in lines if line.result is not None}
    apart = not_comparable(
        [(line.entry, line.result) for line in lines if _has_score(line) and line.result],
        by,
        same_cases=choice.pairing == "same",
    )
    ordered = sorted(lines, key=lambda line: _place(line, apart))
    scored = [line for line in ordered if _has_score(line) and line.entry.name not in apart]
    names = [line.entry.name for line in scored]
    columns = columns_of(results.values(), choice.indicators)
    placed = [Scored(name, results[name].score.value or 0.0, results[name].drawn) for name in names]
    pairs = compared(placed)
    groups = letters(names, pairs)
    varied = vary({name: results[name].root for name in names}) if by == OVERALL else None
    made = [_line(line, columns, apart.get(line.entry.name)) for line in ordered]
    weighed = weight_notes([results[name].root for name in names], varied)
    shown = {
        name: "".join(letter(at) for at, group in enumerate(groups) if name in group)
        for name in names
    }
    return Leaderboard(
        scorecard=Card(card.id, card.version, card.name, card.hash),
        paired=found.paired,
        cases=found.cases,
        grouped_by=choice.group_by,
        draws=DRAWS,
        seed=SEED,
        columns=columns,
        lines=tuple(
            replace(line, group=shown.get(line.name, ""))
            for line in _front(_ranked(made, placed, varied))
        ),
        pairs=pairs,
        groups=tuple(groups),
        weights=None if varied is None else varied.weights,
        notes=(
            *board_notes([line.entry for line in ordered], results, card, found),
            *(weighed if by == OVERALL else ()),
        ),
        ranked_by=by,
    )


def _has_score(line: _Weighed) -> bool:
    return line.result is not None and line.result.score.value is not None


def _place(line: _Weighed, apart: Mapping[str, Words]) -> tuple[bool, bool, float]:
    score = None if line.result is None else line.result.score.value
    return score is None, line.entry.name in apart, -(score or 0.0)


def _line(line: _Weighed, columns: Sequence[Column], apart: Words | None) -> Line:
    entry, result, left_out = line
    sources = tuple(_source(run) for run in (*entry.runs, *entry.unfinished))
    notes = (*(() if apart is None else (apart,)), *line_notes(entry, result, left_out))
    if result is None:
        return Line(entry.name, sources, Measure(None), notes=notes)
    overall = overall_of(result.root)
    return Line(
        name=entry.name,
        sources=sources,
        score=result.score,
        overall=score_of(result.root),
        coverage=overall.coverage,
        lo=overall.lo,
        hi=overall.hi,
        columns=measures_of(result, columns),
        latency_p50=measure_of(result.values.get(P50)),
        latency_p95=measure_of(result.values.get(P95)),
        cost=result.cost,
        cost_total=result.cost_total,
        rows=result.rows,
        not_comparable=apart,
        notes=notes,
    )


def _source(run: Bundle) -> Source:
    values = run.manifest.values
    return Source(
        path=str(run.path),
        run_id=str(values["run_id"]),
        name=str(values["name"]),
        state=str(run.state),
        created_at=str(values["created_at"]),
    )


def _ranked(lines: Sequence[Line], placed: Sequence[Scored], varied: Varied | None) -> list[Line]:
    """Return the lines with their ranks, over resamples and over other weights."""
    drawn = resampled_ranks(placed)
    ranks = rank_list([_rankable(line) for line in lines])
    at = {scored.name: number for number, scored in enumerate(placed)}
    made = []
    for line, rank in zip(lines, ranks, strict=True):
        facts: dict[str, float | int | None] = {"rank": rank}
        if line.name in drawn:
            facts |= drawn[line.name]._asdict()
        if line.name in at and varied is not None:
            facts |= _facts("weights_", varied.ranks._asdict(), at[line.name])
        made.append(replace(line, **facts))  # type: ignore[arg-type]
    return made


def _facts(prefix: str, drawn: Mapping[str, Sequence[float]], at: int) -> dict[str, float]:
    return {f"{prefix}{name}": values[at] for name, values in drawn.items()}


def _rankable(line: Line) -> float | None:
    return line.score.value if line.not_comparable is None else None


def _front(lines: Sequence[Line]) -> list[Line]:
    offers = [
        Offer(line.name, _rankable(line), line.latency_p50.value, line.cost.value) for line in lines
    ]
    standing = front(offers)
    return [
        replace(line, front=standing[line.name].front, beaten_by=standing[line.name].beaten_by)
        if line.name in standing
        else line
        for line in lines
    ]
