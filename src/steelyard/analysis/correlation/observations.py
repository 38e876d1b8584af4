"""What the matrix is made from: a row per case, scene or run, a column per measure."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from steelyard.analysis.correlation.case_table import CaseTable, Subject, sampled
from steelyard.analysis.correlation.content import Measure, Sample, Unit
from steelyard.indicators import compute_indicators, load_catalog
from steelyard.model import Words

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from steelyard.analysis.correlation.columns import Matrix
    from steelyard.analysis.correlation.measures import Column

    Codes = npt.NDArray[np.int64]

_GROUPS = ("scene", "domain")
_BEYOND_A_SCENE = ("adapt.", "robust.", "port.")  # these compare scenes, conditions, environments
NOWHERE = -1  # code of an observation that belongs to no group


@dataclass(frozen=True, slots=True)
class Observations:
    """Measures of the same units side by side.

    Attributes:
        unit: what a row is.
        measures: what the columns are.
        values: a row per unit; NaN where it is missing.
        groups: of every unit, by `scene` and `domain`; `NOWHERE` where it is not said.
        clusters: of every unit; equal ones are not independent.
        sample: which units these are, when they are not all.
    """

    unit: Unit
    measures: tuple[Measure, ...]
    values: Matrix
    groups: Mapping[str, Codes] = field(default_factory=dict)
    clusters: Codes | None = None
    sample: Sample | None = None

    @property
    def independent(self) -> int:
        """Units that count as independent."""
        import numpy as np

        if self.clusters is None:
            return len(self.values)
        return len(np.unique(self.clusters))

    def place(self, id_: str) -> int | None:
        """Return which column a measure is; None when it is not among them."""
        return next((at for at, measure in enumerate(self.measures) if measure.id == id_), None)


def of_cases(
    tables: Sequence[CaseTable], columns: Sequence[Column], *, most: int, seed: int
) -> Observations:
    """Return the cases of one or more runs.

    Args:
        tables: the cases of every run.
        columns: the measures.
        most: cases to use of all runs together; of more, a sample is taken.
        seed: that the sample was drawn with.
    """
    import numpy as np

    every = sum(table.cases for table in tables)
    parts, labels = [], {name: [] for name in (*_GROUPS, "cluster_key")}  # type: ignore[var-annotated]
    for table in tables:
        # Each run gives its share, so that a large one does not crowd out the others.
        where = sampled(table, max(1, most * table.cases // max(1, every)))
        found = table.means({column.id: column.sql for column in columns}, where)
        parts.append(np.column_stack([numbers_of(found[column.id]) for column in columns]))
        for name, kept in labels.items():
            kept.append(_texts(found[name]))
    values = np.vstack(parts)
    groups = {name: codes(np.concatenate(labels[name])) for name in _GROUPS}
    used = Sample(len(values), every, seed) if len(values) < every else None
    clusters = codes(np.concatenate(labels["cluster_key"]))
    kept = [at for at in range(len(columns)) if _varies(values[:, at])]
    return Observations(
        unit="case",
        measures=tuple(_measure(columns[at], values[:, at]) for at in kept),
        values=values[:, kept],
        groups={name: found for name, found in groups.items() if len(np.unique(found)) > 1},
        clusters=clusters,
        sample=used,
    )


def of_scenes(subjects: Sequence[Subject]) -> Observations:
    """Return the indicators of every scene; a scene of another run is another scene."""
    lines: list[dict[str, float | None]] = []
    for subject in subjects:
        defined = (record["id"] for record in _defined(subject.summary))
        ids = [id_ for id_ in defined if not id_.startswith(_BEYOND_A_SCENE)]
        found = compute_indicators(
            subject.con,
            ids,
            params=subject.params,
            by="scene",
            provenance=subject.provenance,
        )
        lines += [
            {id_: value.value for id_, value in values.items()}
            for scene, values in found.items()
            if scene is not None
        ]
    return _of_indicators("scene", lines, _names(subjects))


def of_runs(subjects: Sequence[Subject]) -> Observations:
    """Return the indicators of every run."""
    lines = [
        {record["id"]: record["value"] for record in _defined(subject.summary)}
        for subject in subjects
    ]
    return _of_indicators("run", lines, _names(subjects))


def chosen(found: Observations, wanted: Sequence[str]) -> Observations:
    """Return only the measures wanted, in that order; all when none is named."""
    places = [at for name in dict.fromkeys(wanted) if (at := found.place(name)) is not None]
    if not wanted:
        return found
    return Observations(
        found.unit,
        tuple(found.measures[at] for at in places),
        found.values[:, places],
        found.groups,
        found.clusters,
        found.sample,
    )


def codes(texts: npt.NDArray[Any]) -> Codes:
    """Return a number for every text, in their order; `NOWHERE` for none."""
    import numpy as np

    known = texts != ""
    found = np.full(len(texts), NOWHERE, dtype=np.int64)
    if known.any():
        found[known] = np.unique(texts[known], return_inverse=True)[1]
    return found


def _of_indicators(
    unit: Unit, lines: Sequence[Mapping[str, float | None]], names: Mapping[str, tuple[Words, str]]
) -> Observations:
    import numpy as np

    ids = [id_ for id_ in names if any(line.get(id_) is not None for line in lines)]
    nothing = float("nan")
    rows = [[nothing if (x := line.get(id_)) is None else x for id_ in ids] for line in lines]
    values = np.array(rows, dtype=np.float64).reshape(len(lines), len(ids))
    kept = [at for at in range(len(ids)) if _varies(values[:, at])]
    measures = []
    for at in kept:
        known = values[~np.isnan(values[:, at]), at]
        name, measured_in = names[ids[at]]
        mean = float(known.mean())
        measures.append(Measure(ids[at], name, "number", "outcome", measured_in, len(known), mean))
    return Observations(unit, tuple(measures), values[:, kept])


def _defined(summary: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    records = summary.get("indicators") or ()
    return [record for record in records if record.get("value") is not None]


def _names(subjects: Sequence[Subject]) -> dict[str, tuple[Words, str]]:
    catalog = load_catalog()
    found: dict[str, tuple[Words, str]] = {}
    for subject in subjects:
        for record in _defined(subject.summary):
            id_ = record["id"]
            given = record.get("name") or {}
            name = Words(given.get("en") or id_, given.get("zh") or given.get("en") or id_)
            name = catalog[id_].name if id_ in catalog else name
            found.setdefault(id_, (name, str(record.get("unit") or "")))
    return found


def _measure(column: Column, values: npt.NDArray[np.float64]) -> Measure:
    import numpy as np

    known = values[~np.isnan(values)]
    return Measure(
        id=column.id,
        name=column.name,
        kind="verdict" if column.verdict else "number",
        role=column.role,
        unit=column.unit,
        n=len(known),
        mean=_mean(known),
    )


def _mean(values: npt.NDArray[np.float64]) -> float:
    import numpy as np

    with np.errstate(over="ignore", invalid="ignore"):
        mean = float(values.mean())
    # The sum of very large numbers is infinite, their mean is not.
    return mean if math.isfinite(mean) else float((values / len(values)).sum())


def _varies(values: npt.NDArray[np.float64]) -> bool:
    import numpy as np

    known = values[np.isfinite(values)]
    return len(known) > 2 and bool(known.min() < known.max())


def numbers_of(found: Any) -> npt.NDArray[np.float64]:
    """Return a column as DuckDB gives it (masked where it is NULL) as numbers, NaN for NULL."""
    import numpy as np

    numbers = np.ma.filled(np.ma.asarray(found, dtype=np.float64), np.nan)
    return np.where(np.isfinite(numbers), numbers, np.nan)


def _texts(found: Any) -> npt.NDArray[Any]:
    import numpy as np

    filled: Any = np.ma.filled(np.ma.asarray(found, dtype=object), "")
    return np.array(["" if text is None else str(text) for text in filled], dtype=object)
