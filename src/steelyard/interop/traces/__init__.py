"""Traces of teams: files that tell what agents said to each other, read into one message form."""

from steelyard.interop.traces.measure import measure_traces
from steelyard.interop.traces.read import FORMATS, read_traces
from steelyard.interop.traces.table import Traces
from steelyard.interop.traces.write import write_traces

__all__ = ["FORMATS", "Traces", "measure_traces", "read_traces", "write_traces"]
