"""The command line: one file per command."""

from steelyard.cli.main import main

__all__ = ["main"]
