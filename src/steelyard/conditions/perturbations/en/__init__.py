"""Perturbations of English text; importing this registers them."""

from steelyard.conditions.perturbations.en import case, drop, keyboard, ocr, spacing, swap

__all__ = ["case", "drop", "keyboard", "ocr", "spacing", "swap"]
