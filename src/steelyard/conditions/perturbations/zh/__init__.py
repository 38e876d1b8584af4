"""Perturbations of Chinese text; importing this registers them."""

from steelyard.conditions.perturbations.zh import glyph, homophone, pinyin, script, swap

__all__ = ["glyph", "homophone", "pinyin", "script", "swap"]
