"""`correlate`: how the measures of one or more runs go together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from steelyard.analysis.correlation.case_table import CaseTable, Subject, case_table, column_types
from steelyard.analysis.correlation.content import Correlation, Measure, Unit
from steelyard.analysis.correlation.derivations import computed_together
from steelyard.analysis.correlation.drivers import Effort, drivers
from steelyard.analysis.correlation.matrix import Settings, matrix
from steelyard.analysis.correlation.measures import MOST, Column, columns_of, verdict_column
from steelyard.analysis.correlation.observations import (
    Observations,
    chosen,
    of_cases,
    of_runs,
    of_scenes,
)
from steelyard.analysis.correlation.pareto_front import pareto_front
from steelyard.analysis.correlation.redundancy import redundancy
from steelyard.analysis.correlation.relations import relations
from steelyard.analysis.correlation.spoken import both
from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.model import weakest

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from steelyard.model import Words

    Numbers = npt.NDArray[np.float64]

UNITS: tuple[Unit, ...] = ("case", "scene", "run")
GROUPS = ("scene", "domain")
_FEW = 10
_FEWEST_RUNS = 3  # with two, every two measures go together perfectly


@dataclass(frozen=True, slots=True)
class Asked:
    """What to analyse, and how thoroughly.

    Attributes:
        unit: what one observation is; None: a case, or a run for three runs or more.
        columns: measures of the matrix: columns of the results, or ids of indicators; none: those
            that most analyses need.
        control: what partial correlations hold fixed: a column of numbers, `scene` or `domain`.
        confidence: of the intervals.
        most: cases of the matrix; of more, a sample is taken.
        measures: of the matrix; more are left out, and named.
        effort: of the bootstrap behind the drivers.
        seed: of everything that is drawn.
    """

    unit: Unit | None = None
    columns: tuple[str, ...] = ()
    control: str | None = None
    confidence: float = 0.95
    most: int = 200_000
    measures: int = MOST
    effort: Effort = field(default_factory=Effort)
    seed: int = 7


def correlate(subjects: Sequence[Subject], asked: Asked | None = None) -> Correlation:
    """Return how the measures of runs go together.

    Args:
        subjects: the runs; at least one.
        asked: what to analyse.

    Raises:
        InputError: there is no run, or a column, unit or control that cannot be.
    """
    asked = asked or Asked()
    unit: Unit = asked.unit or ("case" if len(subjects) < _FEWEST_RUNS else "run")
    _check(subjects, asked, unit)
    columns = _columns(subjects, asked) if unit == "case" else []
    always = _always(subjects)
    with ExitStack() as stack:
        tables = [
            stack.enter_context(case_table(subject, always, asked.seed)) for subject in subjects
        ]
        found = _observed(subjects, tables, columns, asked, unit)
        told = tuple(
            relations(subject, table, confidence=asked.confidence)
            for subject, table in zip(subjects, tables, strict=True)
        )
        front = pareto_front(subjects, tables) if len(subjects) > 1 else ()
        epochs = any(table.epochs for table in tables)
    still = [c.id for c in columns if c.id in asked.columns and found.place(c.id) is None]
    found, left_out = _limited(found, asked)
    settings = Settings(
        confidence=asked.confidence,
        control=_control(found, asked.control),
        control_group=asked.control if asked.control in GROUPS else None,
        verdict=verdict_column(subjects[0]) if unit == "case" else None,
        families=computed_together(subjects[0].scorers) if unit == "case" else (),
        seed=asked.seed,
    )
    pairs = matrix(found, settings)
    explained = drivers(found, asked.effort, asked.confidence, asked.columns)
    notes = _notes(found, subjects, epochs=epochs, left_out=left_out)
    if still:
        notes = (*notes, both("note_still", names=", ".join(still)))
    return Correlation(
        unit=unit,
        n=len(found.values),
        independent=found.independent,
        runs=tuple(subject.name for subject in subjects),
        epochs=epochs and unit == "case",
        confidence=asked.confidence,
        control=asked.control,
        measures=_with_sources(found.measures, subjects, unit),
        pairs=pairs,
        relations=told,
        redundancy=redundancy(found, pairs),
        drivers=explained,
        pareto=front,
        sample=found.sample,
        notes=notes,
    )


def _with_sources(
    measures: Sequence[Measure], subjects: Sequence[Subject], unit: Unit
) -> tuple[Measure, ...]:
    """Return the measures with their weakest source: of a column, or of an indicator."""
    each: list[Mapping[str, str]] = [subject.provenance for subject in subjects]
    if unit != "case":
        each = [
            {str(one["id"]): str(one.get("provenance")) for one in subject.summary["indicators"]}
            for subject in subjects
        ]
    return tuple(
        replace(one, provenance=weakest(known.get(one.id) for known in each)) for one in measures
    )


def _check(subjects: Sequence[Subject], asked: Asked, unit: Unit) -> None:
    if not subjects:
        raise InputError(t("correlation.no_run"))
    if unit not in UNITS:
        raise InputError(t("correlation.unit", found=unit, allowed=", ".join(UNITS)))
    if unit == "run" and len(subjects) < 2:
        raise InputError(t("correlation.one_run"), hint=t("correlation.one_run_hint"))
    if not 0 < asked.confidence < 1:
        raise InputError(t("analysis.confidence", id="correlate", found=asked.confidence))


def _columns(subjects: Sequence[Subject], asked: Asked) -> list[Column]:
    """Return the measures that every run has; the first one names them."""
    wanted = [name for name in asked.columns if name not in GROUPS]
    held = [asked.control] if asked.control and asked.control not in GROUPS else []
    every = []
    for subject in subjects:
        found = columns_of(subject, wanted or None)
        known = {column.id for column in found}
        # What is held fixed stands in the matrix too: it is what the others are told apart from.
        every.append(found + columns_of(subject, [name for name in held if name not in known]))
    common = set.intersection(*({column.id for column in columns} for columns in every))
    return [column for column in every[0] if column.id in common]


def _always(subjects: Sequence[Subject]) -> dict[str, str]:
    """Return the columns that relations and the Pareto front read, NULL where a run has none."""
    there = set.intersection(*(set(column_types(subject)) for subject in subjects))
    names = ("latency_s", "score", "cost")
    return {name: name if name in there else "NULL" for name in names}


def _control(found: Observations, wanted: str | None) -> Numbers | None:
    """Return the numbers to hold fixed; None for nothing, or for a group."""
    if wanted is None:
        return None
    if wanted in GROUPS:
        if wanted not in found.groups:
            raise InputError(t("correlation.control_group", name=wanted, unit=found.unit))
        return None
    at = found.place(wanted)
    if at is None:
        raise InputError(t("correlation.control_still", name=wanted))
    return found.values[:, at]


def _observed(
    subjects: Sequence[Subject],
    tables: Sequence[CaseTable],
    columns: Sequence[Column],
    asked: Asked,
    unit: Unit,
) -> Observations:
    if unit == "case":
        return of_cases(tables, columns, most=asked.most, seed=asked.seed)
    found = of_scenes(subjects) if unit == "scene" else of_runs(subjects)
    known = {measure.id for measure in found.measures}
    for name in asked.columns:
        if name not in known:
            allowed = ", ".join(sorted(known)) or "–"
            raise InputError(
                t("correlation.no_indicator", name=name, unit=unit),
                hint=t("correlation.no_column_hint", allowed=allowed),
            )
    return chosen(found, asked.columns)


def _limited(found: Observations, asked: Asked) -> tuple[Observations, list[str]]:
    ids = [measure.id for measure in found.measures]
    if len(ids) <= asked.measures:
        return found, []
    # What is held fixed stays, and outcomes before circumstances as they stand.
    ids.sort(key=lambda id_: id_ == asked.control, reverse=True)
    kept = set(ids[: asked.measures])
    rest = ids[asked.measures :]
    return chosen(found, [m.id for m in found.measures if m.id in kept]), rest


def _notes(
    found: Observations, subjects: Sequence[Subject], *, epochs: bool, left_out: Sequence[str]
) -> tuple[Words, ...]:
    notes = []
    unit, n = found.unit, len(found.values)
    if unit == "case" and epochs:
        notes.append(both("note_epochs"))
    if found.independent < n:
        key = "note_shared" if len(subjects) > 1 else "note_clusters"
        notes.append(both(key, n=f"{n:,}", independent=f"{found.independent:,}"))
    if found.sample is not None:
        used, every = f"{found.sample.used:,}", f"{found.sample.of:,}"
        notes.append(both("note_sample", used=used, of=every, seed=found.sample.seed))
    if n < _FEW:
        notes.append(both("note_few", n=n, unit=both(f"units_{unit}")))
    if left_out:
        names = ", ".join(left_out)
        notes.append(both("note_left_out", n=len(left_out), most=len(found.measures), names=names))
    return tuple(notes)
