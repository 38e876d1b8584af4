"""`findings`: what stands out in a run, in sentences a reader can act on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from steelyard.analysis.findings.case_outcomes import outcomes_of
from steelyard.analysis.findings.content import Finding, Findings
from steelyard.analysis.findings.differences import difference_findings, held_up_findings
from steelyard.analysis.findings.failures import failure_findings
from steelyard.analysis.findings.family import difference_tests
from steelyard.analysis.findings.further import further_findings, gate_findings
from steelyard.analysis.findings.harm import harm_findings
from steelyard.analysis.findings.level import level_findings
from steelyard.analysis.findings.source import Known
from steelyard.analysis.findings.verdicts import verdict_findings

MOST = 10


def findings(known: Known, *, most: int = MOST) -> Findings:
    """Return what stands out, in the order in which it matters.

    Facts come first: harm, doubtful verdicts, the level, failures. Then differences that a test
    establishes after the correction for all other comparisons; what the data leave open is no
    finding. When the level is bad, nothing reassures.

    Args:
        known: everything a report knows about the run.
        most: sentences at most.
    """
    with outcomes_of(known.con) as found:
        compared = difference_tests(found, known.floor)
        harm = list(harm_findings(known, found))
        level = list(level_findings(known, found))
        sentences = [
            *harm,
            *verdict_findings(known, found),
            *level,
            *failure_findings(known, found),
            *difference_findings(found, compared),
            *gate_findings(known, harm),
            *held_up_findings(compared, known.floor.share),
            *further_findings(known),
        ]
    if any(one.tone == "bad" for one in level):
        sentences = _without_comfort(sentences)
    return Findings(tuple(sentences[:most]), compared)


def _without_comfort(sentences: Sequence[Finding]) -> list[Finding]:
    """Leave out what held up, and make neutral what else would reassure."""
    kept = [one for one in sentences if one.kind != "held_up"]
    return [replace(one, tone="neutral") if one.tone == "good" else one for one in kept]
