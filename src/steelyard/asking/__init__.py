"""Asks to journal: every case plainly, then under each condition, stage after stage."""

from steelyard.asking.ask_all import ask_all

__all__ = ["ask_all"]
