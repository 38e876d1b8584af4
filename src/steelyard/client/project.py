"""One project of a server, with everything in it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from steelyard.client.areas.documents import Document, ProjectDocuments
from steelyard.client.areas.everything import ProjectAreas
from steelyard.client.datasets import Datasets
from steelyard.client.events import Events
from steelyard.client.runs import Runs
from steelyard.client.tasks import Tasks

if TYPE_CHECKING:
    from steelyard.client.wire import Wire


class Project(ProjectAreas):
    """A project: each area is about one kind of thing in it, `projects` about itself."""

    def __init__(self, wire: Wire, id_: str) -> None:
        super().__init__(wire, id_)
        self.wire = wire
        self.id = id_
        self.datasets: Datasets = Datasets(wire, id_)
        self.events: Events = Events(wire, id_)
        self.runs: Runs = Runs(wire, id_)
        self.scorecards = Scorecards(self.documents)
        self.tasks: Tasks = Tasks(wire, self)

    def __repr__(self) -> str:
        return f"Project({self.wire.address.url!r}, {self.id!r})"


class Scorecards:
    """Those documents that are scorecards."""

    def __init__(self, documents: ProjectDocuments) -> None:
        self._documents = documents

    def list(self, *, text: str | None = None) -> Iterator[Document]:
        """List them, in the order they were made."""
        return self._documents.list(kind="scorecard", text=text)

    def show(self, document: str) -> Document:
        """Show one."""
        return self._documents.show(document)
