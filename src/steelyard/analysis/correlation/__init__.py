"""Correlations between indicators; importing this registers them."""

from steelyard.analysis.correlation import balance, kendall, lmg2, partial, phi, spearman

__all__ = ["balance", "kendall", "lmg2", "partial", "phi", "spearman"]
