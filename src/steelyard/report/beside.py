"""What stands beside the score: the panel of the scorecard, and missions taken apart."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from steelyard.analysis.operations import STATES
from steelyard.model import Words
from steelyard.report.labels import label
from steelyard.report.numbers import value_text
from steelyard.report.outline import lack_of
from steelyard.report.sources import indicators_source
from steelyard.report.wording import known_words, need_words, reason, words

if TYPE_CHECKING:
    from steelyard.analysis.generalisation import Rate
    from steelyard.analysis.operations import Decomposition, Requirement
    from steelyard.report.content import RunReport

_SEA, _ADC = "ops.sea", "ops.adc"
_SIGNS = {">=": "≥", "<=": "≤", "!=": "≠", "==": "="}


class Line(NamedTuple):
    """One line of the panel: a number, or why there is none; `depth` 1 is part of the line above.

    `id` is empty for a requirement.
    """

    id: str
    depth: int
    name: Words
    value: float | None
    unit: str
    ci_low: float | None
    ci_high: float | None
    n: int
    why: Words


def panel_lines(report: RunReport) -> list[Line]:
    """Return the panel in the scorecard's order, requirements under the share that meets all."""
    known, lacks = {i.id: i for i in report.indicators}, lack_of(report)
    lines = []
    for id_ in report.panel:
        if id_ in known:
            i = known[id_]
            why = reason(i) if i.value is None else Words("", "")
            lines.append(Line(id_, 0, i.name, i.value, i.unit, i.ci_low, i.ci_high, i.n, why))
        elif id_ in lacks:
            lack = lacks[id_]
            name = next(label(own.name, id_) for own in lack.indicators if own.id == id_)
            lines.append(Line(id_, 0, name, None, "", None, None, 0, need_words(lack)))
        if id_ == _SEA and report.operations is not None:
            lines += [_requirement(found) for found in report.operations.requirements]
    return lines


def panel_source(report: RunReport) -> Words | None:
    """Return where the numbers of the panel come from; a requirement has the source of all."""
    return indicators_source(i for i in report.indicators if i.id in report.panel)


def adc_source(report: RunReport) -> Words | None:
    """Return where the states and what they are worth come from."""
    return indicators_source(i for i in report.indicators if i.id == _ADC)


def adc_of(report: RunReport) -> Decomposition | None:
    """Return the decomposition, if the run was one of missions that say their states."""
    return None if report.operations is None else report.operations.adc


def adc_words(adc: Decomposition) -> Words:
    """Return what the product came to, and what it may be taken for."""
    if adc.value is None:
        unseen = [s.state for s in adc.starts if s.available > 0 and s.ends is None]
        names, also = [state_words(state) for state in unseen], words("operations.and")
        listed = Words(also.en.join(n.en for n in names), also.zh.join(n.zh for n in names))
        return words("operations.adc_unseen", states=listed)
    value, mean = value_text(adc.value, "%"), value_text(adc.mean, "%")
    if adc.given:
        return words("operations.adc_given", value=value, mean=mean)
    return words("operations.adc_same_rows", value=value)


def end_headings() -> list[Words]:
    """Return the headings of the end states."""
    return [words("operations.ends_in", state=state_words(state)) for state in STATES]


def state_words(state: str) -> Words:
    """Return the name of a state."""
    return words(f"operations.state_{state}") if state in STATES else known_words("", state)


def shade(share: float | None) -> int:
    """Return how dark the cell of a share is, from 0 to 4."""
    return 0 if share is None else min(4, int(share * 4 + 0.999))


def _requirement(found: Requirement) -> Line:
    rate: Rate = found.met
    said = words(
        "operations.requirement",
        field=found.field,
        sign=_SIGNS.get(found.sign, found.sign),
        limit=f"{found.limit:g}",
    )
    return Line("", 1, said, rate.value, "", rate.ci_low, rate.ci_high, rate.n, Words("", ""))
