"""Scorers of safe behaviour; importing this registers them."""

from steelyard.scorers.safety import refused

__all__ = ["refused"]
