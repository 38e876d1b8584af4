"""Tests of a team's members: is one of them idle?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from statistics import fmean
from typing import Any

from steelyard.analysis.findings.case_outcomes import CaseOutcomes
from steelyard.analysis.findings.difference_test import DifferenceTest, PairedOutcomes, paired
from steelyard.analysis.statistics.one_sided import cluster_mean
from steelyard.model import Words
from steelyard.scorers.collaboration.heard import hear
from steelyard.scorers.collaboration.talk import agents_of

_MOST_CASES = 5_000
_MOST_MEMBERS = 20
_IDLE = 0.5  # of an equal share: roles differ, and who says less than others is not idle yet


def team_tests(
    found: CaseOutcomes, outsiders: frozenset[str] = frozenset({"user"})
) -> Iterator[DifferenceTest]:
    """Yield a comparison per member: its share of the messages against an equal share.

    Args:
        found: the run.
        outsiders: names that are no members of the team.
    """
    shares: dict[str, list[tuple[str, float, float]]] = {}
    for cluster, messages in found.rows(
        "SELECT cluster, CAST(messages AS VARCHAR) FROM requests WHERE condition IS NULL"
        f" AND messages IS NOT NULL AND collaboration ORDER BY row LIMIT {_MOST_CASES}"
    ):
        for name, (share, equal) in _shares(messages, outsiders).items():
            shares.setdefault(name, []).append((str(cluster), share, equal))
    if 2 <= len(shares) <= _MOST_MEMBERS:
        for name in sorted(shares):
            yield _member(name, shares[name])


def _member(name: str, lines: list[tuple[str, float, float]]) -> DifferenceTest:
    import numpy as np

    clusters: dict[str, list[float]] = {}
    for cluster, share, equal in lines:
        clusters.setdefault(cluster, []).append(share - equal)
    weights = np.array([float(len(values)) for values in clusters.values()])
    mean = cluster_mean(weights, np.array([sum(values) for values in clusters.values()]))
    less = sum(1 for _, share, equal in lines if share < equal)
    more = sum(1 for _, share, equal in lines if share > equal)
    value, reference = fmean(line[1] for line in lines), fmean(line[2] for line in lines)
    exact = len(clusters) == len(lines)
    found = paired(
        "partner",
        Words(name, name),
        PairedOutcomes(value, reference, mean, less, more),
        exact=exact,
    )
    idle = value <= _IDLE * reference
    return replace(found, effect=found.effect if idle else min(0.0, found.effect), low=None)


def _shares(messages: Any, outsiders: frozenset[str]) -> Mapping[str, tuple[float, float]]:
    """Return the share of every member in the messages of a case, and an equal share."""
    heard = hear(messages)
    if heard is None:
        return {}
    kept = [
        message
        for message in heard.messages
        if not {message.sender, message.receiver} & outsiders and message.sender != message.receiver
    ]
    members = agents_of(kept)
    if len(members) < 2:
        return {}
    said = Counter(message.sender for message in kept)
    return {name: (said[name] / len(kept), 1 / len(members)) for name in members}
