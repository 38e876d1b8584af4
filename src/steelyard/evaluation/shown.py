"""`Shown`: what everything read from Python has: a report, figures, and its text when printed."""

from __future__ import annotations

from abc import ABC, abstractmethod
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Generic, TypeVar

from steelyard.report import suffix_of, write_report
from steelyard.report.figures import Figure, figure_of, figures_of

if TYPE_CHECKING:
    from rich.console import Console

T = TypeVar("T")
_WIDTH = 100


class Shown(ABC, Generic[T]):
    """Something to read.

    Attributes:
        content: all of it as records.
    """

    name: str  # of the file a report is written to

    def __init__(self, content: T) -> None:
        self.content = content

    def report(self, to: str = "html", path: str | Path | None = None) -> Path:
        """Write it as `html`, `pdf`, `md`, `json`, `xlsx`, ...; return where it is."""
        target = Path(path) if path is not None else Path(f"{self.name}.{suffix_of(to)}")
        return write_report(self.content, to, target)

    @property
    def figures(self) -> list[Figure]:
        """Every figure there is something to draw for."""
        return figures_of(self.content)

    def figure(self, id_: str) -> Figure:
        """Return one figure by its id; a notebook shows it."""
        return figure_of(self.content, id_)

    @abstractmethod
    def print_on(self, console: Console) -> None:
        """Print what the command line prints."""

    def __str__(self) -> str:
        from rich.console import Console

        text = StringIO()
        self.print_on(Console(file=text, width=_WIDTH, highlight=False))
        return text.getvalue()
