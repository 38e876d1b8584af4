"""One file per format; each registers itself in READERS."""

from steelyard.cases.readers.base import READERS, RawRow, Reader, Source

__all__ = ["READERS", "RawRow", "Reader", "Source"]
