"""The library of a project as one archive of the files that the command line uses."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from steelyard.client.area import Area
from steelyard.client.record import Record
from steelyard.client.transfer import Content, Tell


@dataclass(frozen=True, kw_only=True)
class Import(Record):
    """What an import made or changed; and what it left out, with the reason."""

    made: list[str]
    problems: list[str]


class ProjectLibrary(Area):
    """The library of a project as one archive of the files that the command line uses."""

    def export(self, target: str | Path, *, tell: Tell | None = None) -> Path:
        """Download documents, agents and datasets of a project as a ZIP of files."""
        return self._save(target, "GET", "/projects/{project}/library", tell=tell)

    def import_library(self, content: Content, *, tell: Tell | None = None) -> Import:
        """Upload such a ZIP.

        What is known gets a new draft or version, what is wrong is left out.
        """
        return self._one(Import, "POST", "/projects/{project}/library", content=content, tell=tell)
