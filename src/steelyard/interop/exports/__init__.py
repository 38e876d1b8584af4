"""Exports: a run written for other tools."""

from steelyard.interop.exports.export_run import export_run
from steelyard.interop.exports.record import EXPORTERS, Exported, Exporter, Note, Options

__all__ = ["EXPORTERS", "Exported", "Exporter", "Note", "Options", "export_run"]
