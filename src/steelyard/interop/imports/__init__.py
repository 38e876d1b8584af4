"""Imports: runs that other tools made, read into rows that the pipeline replays."""

from steelyard.interop.imports.find import Log, find_logs, supported
from steelyard.interop.imports.record import (
    IMPORTERS,
    Imported,
    Importer,
    ImportOptions,
    Setting,
    Skipped,
    SourceRun,
)
from steelyard.interop.imports.recording import ANSWERS, CASES, Recording, write_recording

__all__ = [
    "ANSWERS",
    "CASES",
    "IMPORTERS",
    "ImportOptions",
    "Imported",
    "Importer",
    "Log",
    "Recording",
    "Setting",
    "Skipped",
    "SourceRun",
    "find_logs",
    "supported",
    "write_recording",
]
