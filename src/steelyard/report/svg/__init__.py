"""Small drawings for the page: numbers in, one SVG element out, colours from the style sheet.

Nothing but numbers and texts that are escaped here goes into a drawing.
"""

from steelyard.report.svg.axis import axis
from steelyard.report.svg.histogram import histogram
from steelyard.report.svg.interval import interval_bar

__all__ = ["axis", "histogram", "interval_bar"]
