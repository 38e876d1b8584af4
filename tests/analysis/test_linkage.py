"""Average linkage against scipy's, also where distances tie."""

from __future__ import annotations

import random

import numpy as np
import pytest
from scipy.cluster.hierarchy import fcluster, linkage

from steelyard.analysis.correlation.cluster import clusters
from steelyard.analysis.correlation.linkage import average_linkage


def matrix(rng, n, places):
    """A symmetric matrix; of few places, so that many values are equal."""
    rho = [[1.0] * n for _ in range(n)]
    for a in range(n):
        for b in range(a):
            rho[a][b] = rho[b][a] = round(rng.uniform(-1, 1), places)
    return rho


def by_scipy(rho, threshold):
    near = np.abs(np.array(rho))
    apart = 1 - near[np.triu_indices(len(rho), 1)]
    labels = fcluster(linkage(apart, "average"), 1 - threshold + 1e-12, "distance")
    order = {}
    return [order.setdefault(int(label), len(order)) for label in labels]


@pytest.mark.parametrize("places", [1, 2, 15])
def test_clusters_are_those_of_scipy(places):
    rng = random.Random(places)
    for _ in range(300):
        rho, threshold = matrix(rng, rng.randint(2, 13), places), rng.choice([0.3, 0.5, 0.7, 0.9])
        assert clusters(rho, threshold) == by_scipy(rho, threshold), rho


@pytest.mark.parametrize("places", [1, 15])
def test_distances_are_those_of_scipy_to_the_last_digit(places):
    rng = random.Random(7)
    for _ in range(100):
        n = rng.randint(2, 13)
        apart = [[1 - abs(r) for r in row] for row in matrix(rng, n, places)]
        flat = np.array(apart)[np.triu_indices(n, 1)]
        assert [one.distance for one in average_linkage(apart)] == list(
            linkage(flat, "average")[:, 2]
        )


def test_everything_equal_is_one_cluster_and_nothing_known_is_none():
    assert clusters([[1.0] * 5 for _ in range(5)]) == [0] * 5
    assert clusters([[None] * 4 for _ in range(4)]) == [0, 1, 2, 3]
    assert clusters([]) == []
    assert clusters([[1.0]]) == [0]
