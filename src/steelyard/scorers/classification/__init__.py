"""Scorers and figures of classification; importing this registers them."""

from steelyard.scorers.classification import label, report

__all__ = ["label", "report"]
