"""Interop: other tools' files, in and out."""

from steelyard.interop.traces import FORMATS, Traces, measure_traces, read_traces, write_traces

__all__ = ["FORMATS", "Traces", "measure_traces", "read_traces", "write_traces"]
