"""The terminal that results are printed to."""

from __future__ import annotations

import sys

from rich.console import Console


class ResultConsole(Console):
    """Standard output: as wide as the terminal, 100 columns elsewhere."""

    def __init__(self) -> None:
        super().__init__(width=None if sys.stdout.isatty() else 100, highlight=False)

    def on_broken_pipe(self) -> None:
        """Let the command line deal with a reader that has gone."""
        raise BrokenPipeError
