"""`correlate_runs`: the same, from runs on disk."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack, closing

from steelyard.analysis.correlation.case_table import Subject
from steelyard.analysis.correlation.content import Correlation
from steelyard.analysis.correlation.correlate import Asked, correlate
from steelyard.bundle import Bundle, connect_for_analysis
from steelyard.indicators import using_indicators
from steelyard.indicators.sandbox import records_of


def correlate_runs(bundles: Sequence[Bundle], asked: Asked | None = None) -> Correlation:
    """Return how the measures of runs on disk go together.

    Args:
        bundles: the runs; at least one.
        asked: what to analyse.

    Raises:
        InputError: there is no run, or a column, unit or control that cannot be.
        BundleError: a run has no results yet.
    """
    names = _names(bundles)
    with ExitStack() as stack:
        subjects = []
        for bundle, name in zip(bundles, names, strict=True):
            known = bundle.manifest.values
            subjects.append(
                Subject(
                    name=name,
                    con=stack.enter_context(closing(connect_for_analysis(bundle.results_path))),
                    summary=bundle.summary(),
                    params=(known.get("plan") or {}).get("params") or {},
                    provenance=known.get("provenance") or {},
                    scorers=known.get("scorers") or (),
                )
            )
            stack.enter_context(using_indicators(records_of(known.get("indicators") or ())))
        return correlate(subjects, asked)


def _names(bundles: Sequence[Bundle]) -> list[str]:
    """Return what each run is called; runs of one name go by their directories."""
    names = [
        str(bundle.called or bundle.manifest.values.get("name") or bundle.path.name)
        for bundle in bundles
    ]
    often = Counter(names)
    named = [
        name if often[name] == 1 else bundle.path.name
        for name, bundle in zip(names, bundles, strict=True)
    ]
    often = Counter(named)
    return [
        name if often[name] == 1 else str(bundle.path)
        for name, bundle in zip(named, bundles, strict=True)
    ]
