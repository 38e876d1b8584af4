"""`findings`: what stands out in a run, in sentences a reader can act on."""

from __future__ import annotations

from steelyard.analysis.findings.about_conditions import about_conditions
from steelyard.analysis.findings.about_relations import about_relations
from steelyard.analysis.findings.about_run import about_run
from steelyard.analysis.findings.about_scenes import about_scenes
from steelyard.analysis.findings.content import Finding
from steelyard.analysis.findings.source import Known

MOST = 10


def findings(known: Known, *, most: int = MOST) -> tuple[Finding, ...]:
    """Return what stands out, the most important first.

    What the data leave open is said to be open ("not established"), never to be absent; what goes
    together is never said to cause anything.

    Args:
        known: everything a report knows about the run.
        most: sentences at most.
    """
    parts = (about_run, about_scenes, about_conditions, about_relations)
    found = [finding for part in parts for finding in part(known)]
    # Stable: of two that matter alike, the one found first stays first.
    return tuple(sorted(found, key=lambda finding: -finding.importance)[:most])
