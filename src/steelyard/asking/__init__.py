"""Asks to journal: every case plainly, then under each condition, stage after stage."""

from steelyard.asking.ask_all import ask_all
from steelyard.asking.cluster import cluster_named_outside, connected
from steelyard.asking.others import open_others

__all__ = ["ask_all", "cluster_named_outside", "connected", "open_others"]
