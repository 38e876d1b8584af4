"""`compare_runs`: runs against a base, on the same cases, by the same scorecard."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeVar

from steelyard.analysis.comparison.cases import make_cases
from steelyard.analysis.comparison.checks import (
    check_pairing,
    not_comparable,
    remarks,
    side_of,
    sides_of,
)
from steelyard.analysis.comparison.content import (
    OVERALL,
    Adjustment,
    AgainstBase,
    Comparison,
    Difference,
    Flips,
    Slice,
    Sources,
    Usage,
)
from steelyard.analysis.comparison.flips import find_flips
from steelyard.analysis.comparison.indicators import (
    Both,
    indicator_differences,
    plain_differences,
)
from steelyard.analysis.comparison.own import Own, compute_own, own_interval
from steelyard.analysis.comparison.passes import IDS as PASSES
from steelyard.analysis.comparison.passes import pass_differences
from steelyard.analysis.comparison.said import words
from steelyard.analysis.comparison.scores import Weighings, score_differences
from steelyard.analysis.comparison.slices import slice_differences
from steelyard.analysis.comparison.tables import Tables, open_tables
from steelyard.analysis.comparison.usage import trouble, usage_changes
from steelyard.analysis.comparison.verdicts import judged_together, tests_in
from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.indicators import built_in, compute_indicators, using_indicators
from steelyard.model import FIELDS
from steelyard.scorecards import Weighing, read_headline, thaw_weighing
from steelyard.scorecards.headline import PASS_RATE
from steelyard.scorecards.summarise import with_card_params

if TYPE_CHECKING:
    from steelyard.bundle import Bundle

_Sourced = TypeVar("_Sourced", Flips, Usage)


@dataclass(frozen=True, slots=True)
class How:
    """What may be chosen about a comparison.

    Attributes:
        unpaired: the runs asked different cases; said wherever it matters.
        weighing: what all runs are weighed by; the base's own if not given.
        by: columns whose groups are compared one by one.
        adjust: how p values are corrected for their number.
        flips: cases that flipped and are shown in full.
        confidence: of the intervals; what is left to 1 is the error allowed.
    """

    unpaired: bool = False
    weighing: Weighing | None = None
    by: tuple[str, ...] = ("scene", "domain")
    adjust: Adjustment = "holm"
    flips: int = 20
    confidence: float = 0.95

    @property
    def alpha(self) -> float:
        """The error allowed."""
        return round(1 - self.confidence, 12)


def compare_runs(
    base: Bundle,
    *others: Bundle,
    how: How | None = None,
    on_run: Callable[[int], None] | None = None,
) -> Comparison:
    """Compare runs with a base, each on the cases both were asked.

    Args:
        base: the run to compare with.
        *others: one run or more.
        how: what may be chosen.
        on_run: called with the number of the run about to be compared, from 0.

    Raises:
        InputError: there is no other run, less than half of the cases match, or a name is wrong.
        BundleError: a run has no results yet.
    """
    how = how or How()
    _check(how, others)
    for bundle in (base, *others):
        bundle.check_results()
    weighing = how.weighing or thaw_weighing(base.manifest.values, str(base.path))
    sides = sides_of([base, *others])
    found = []
    with using_indicators(weighing.records):
        for number, other in enumerate(others):
            if on_run is not None:
                on_run(number)
            tables = open_tables(base.results_path, other.results_path, paired=not how.unpaired)
            with tables as both:
                check_pairing(both.pairing, base, other)
                one = _Compared(base, other, both, how, weighing).result()
                found.append(replace(one, run=side_of(both, "new", sides[number + 1])))
                first = side_of(both, "base", sides[0])
    return _judged(Comparison(first, tuple(found), weighing.card.id), how)


def _check(how: How, others: Sequence[Bundle]) -> None:
    if not others:
        raise InputError(t("comparison.one_run"))
    if not 0 < how.confidence < 1:
        raise InputError(t("indicators.confidence", found=how.confidence))
    if how.adjust not in ("holm", "bh"):
        raise InputError(t("comparison.adjust", found=how.adjust))
    for column in how.by:
        if column not in FIELDS:
            from difflib import get_close_matches

            names = ", ".join(get_close_matches(column, FIELDS, n=3) or ("scene", "domain"))
            raise InputError(t("scorecards.unknown_column", column=column, names=names))


class _Compared:
    """One run against the base, before the correction for many tests."""

    def __init__(
        self, base: Bundle, other: Bundle, tables: Tables, how: How, weighing: Weighing
    ) -> None:
        self.runs, self.tables, self.how, self.weighing = (base, other), tables, how, weighing
        self.params = with_card_params(base.manifest.values["plan"].get("params") or {}, self.card)

    @property
    def card(self) -> Any:
        return self.weighing.card

    def result(self) -> AgainstBase:
        how, tables = self.how, self.tables
        own = compute_own(tables, self.weighing.files, self.params, self._provenance())
        values = self._values(own)
        indicators = self._indicators(values, own)
        known = {one.id: one for one in indicators}
        weighings = Weighings(self.card, self.params, own.drawn())
        scored = score_differences(tables, values, weighings, known, how.confidence)
        make_cases(tables, how.by)
        epochs = min(int(run.manifest.values.get("epochs") or 1) for run in self.runs)
        slice_of, slices = self._slices()
        paired = tables.pairing.paired
        apart = not_comparable(*self.runs)
        return AgainstBase(
            run=side_of(tables, "new", sides_of([self.runs[1]])[0]),
            pairing=tables.pairing,
            overall=scored.overall if apart is None else _refused(scored.overall, apart),
            headline=None if apart is not None else self._headline(known),
            not_comparable=apart,
            dimensions=scored.dimensions,
            indicators=tuple(indicators),
            passes=tuple(
                pass_differences(
                    tables,
                    epochs,
                    params=self.params,
                    provenance=self._provenance(),
                    confidence=how.confidence,
                )
            ),
            slices=slices,
            slice_of=slice_of,
            flips=self._flips() if paired else None,
            usage=tuple(
                _with_sources(one, self._sources(one.id))
                for one in usage_changes(tables, confidence=how.confidence, alpha=how.alpha)
            ),
            base_trouble=trouble(tables.base),
            new_trouble=trouble(tables.new),
            notes=tuple(remarks(self.runs, tables.pairing, self.weighing, scored.left_out)),
        )

    def _headline(self, known: Mapping[str, Difference]) -> Difference | None:
        """Return the change of what the runs' own reports begin with, if that is an indicator."""
        if self.how.weighing is not None:
            return None
        ids = [read_headline(run.summary()).id or OVERALL for run in self.runs]
        shown = [known[id_] for id_ in ids if id_ in known]
        found = next((one for one in shown if one.value is not None), None)
        if found is None or found.id != PASS_RATE:
            return found
        return replace(found, name=words("slice_passed"))

    def _provenance(self) -> list[Any]:
        return [run.manifest.values.get("provenance") or {} for run in self.runs]

    def _sources(self, column: str) -> Sources:
        """Return where a column of both runs comes from."""
        return Sources(*(one.get(column, "measured") for one in self._provenance()))

    def _flips(self) -> Flips | None:
        found = find_flips(self.tables, shown=self.how.flips, confidence=self.how.confidence)
        return None if found is None else _with_sources(found, self._sources("passed"))

    def _values(self, own: Own) -> Both:
        cursors = (self.tables.base, self.tables.new)
        sides = [
            compute_indicators(
                con,
                built_in(),
                params=self.params,
                provenance=provenance,
                confidence=self.how.confidence,
            )
            | dict(apart.values)
            for con, provenance, apart in zip(cursors, self._provenance(), own, strict=True)
        ]
        return Both(*sides)

    def _indicators(self, values: Both, own: Own) -> list[Difference]:
        """Return the differences of all indicators, those of the scorecard first."""
        members = self.card.indicators()
        others = [id_ for id_ in values.base if id_ not in members and id_ not in PASSES]
        apart = set(own.base.values)
        ids = [*members, *others]
        inside = indicator_differences(
            self.tables,
            values,
            [id_ for id_ in ids if id_ not in apart],
            params=self.params,
            confidence=self.how.confidence,
        )
        outside = self._outside(values, own, [id_ for id_ in ids if id_ in apart])
        found = {one.id: one for one in (*inside, *outside)}
        return [replace(found[i], in_scorecard=i in members) for i in ids if i in found]

    def _outside(self, values: Both, own: Own, ids: Sequence[str]) -> list[Difference]:
        paired = self.tables.pairing.paired
        plain = plain_differences(values, ids, params=self.params, confidence=self.how.confidence)
        return [own_interval(one, own, paired=paired) for one in plain]

    def _slices(self) -> tuple[str | None, Mapping[str, tuple[Slice, ...]]]:
        """Return what the slices are about (verdicts, else scores), and the slices."""
        for column in ("passed", "score"):
            found = slice_differences(
                self.tables,
                column,
                self.how.by,
                sources=self._sources(column),
                adjust=self.how.adjust,
                confidence=self.how.confidence,
                alpha=self.how.alpha,
            )
            if found:
                return column, found
        return None, {}


def _with_sources(one: _Sourced, sources: Sources) -> _Sourced:
    return replace(one, base_provenance=sources.base, new_provenance=sources.new)


def _refused(overall: Difference, why: str) -> Difference:
    """Return a difference without values: scores made by different rules are not subtracted."""
    return Difference(
        overall.id, overall.name, overall.kind, overall.unit, overall.direction, None, None,
        in_scorecard=True, notes=(why,),
    )  # fmt: skip


def _judged(plain: Comparison, how: How) -> Comparison:
    """Correct the p values over all runs, each kind of difference a family of its own."""
    runs = plain.runs

    def family(parts: list[tuple[Difference, ...]]) -> list[tuple[Difference, ...]]:
        return judged_together(parts, how.adjust, how.alpha)

    overall = family([(run.overall,) for run in runs])
    headline = family([() if run.headline is None else (run.headline,) for run in runs])
    dimensions = family([run.dimensions for run in runs])
    weighed = family([tuple(i for i in run.indicators if i.in_scorecard) for run in runs])
    others = family([tuple(i for i in run.indicators if not i.in_scorecard) for run in runs])
    passes = family([run.passes for run in runs])
    return replace(
        plain,
        runs=tuple(
            replace(
                run,
                overall=overall[at][0],
                headline=headline[at][0] if headline[at] else None,
                dimensions=dimensions[at],
                indicators=(*weighed[at], *others[at]),
                passes=passes[at],
            )
            for at, run in enumerate(runs)
        ),
        adjust=how.adjust,
        family=tests_in(weighed),
        family_others=tests_in(others),
        alpha=how.alpha,
        confidence=how.confidence,
    )
