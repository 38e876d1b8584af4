"""The same run on a Ray cluster: many workers, one journal. Ray is loaded on use only."""

from steelyard.asking.cluster.collect import collect_stored
from steelyard.asking.cluster.connect import cluster_named_outside, connected
from steelyard.asking.cluster.drive import drive_on_cluster
from steelyard.asking.cluster.order import order_for
from steelyard.asking.cluster.spread import ray_spread
from steelyard.asking.cluster.store import Store

__all__ = [
    "Store",
    "cluster_named_outside",
    "collect_stored",
    "connected",
    "drive_on_cluster",
    "order_for",
    "ray_spread",
]
