"""Interop: other tools' files, in and out."""

from steelyard.interop.imports import (
    ANSWERS,
    CASES,
    IMPORTERS,
    ImportOptions,
    Recording,
    find_logs,
    write_recording,
)
from steelyard.interop.imports.promptfoo_plan import plans_from_promptfoo
from steelyard.interop.traces import FORMATS, Traces, measure_traces, read_traces, write_traces

__all__ = [
    "ANSWERS",
    "CASES",
    "FORMATS",
    "IMPORTERS",
    "ImportOptions",
    "Recording",
    "Traces",
    "find_logs",
    "measure_traces",
    "plans_from_promptfoo",
    "read_traces",
    "write_recording",
    "write_traces",
]
