"""An example plug-in: one scorer and one adapter, registered by being imported."""

from steelyard_example import length, parrot

__all__ = ["length", "parrot"]
