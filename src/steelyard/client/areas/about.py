"""What runs here, and how much it keeps."""

from __future__ import annotations

from dataclasses import dataclass

from steelyard.client.area import Area
from steelyard.client.record import Record


@dataclass(frozen=True, kw_only=True)
class Part(Record):
    """A package that the program uses; `licence` is what it states, null if nothing."""

    name: str
    version: str
    licence: str | None


@dataclass(frozen=True, kw_only=True)
class About(Record):
    """The program, what it runs on and what it is made of."""

    version: str
    licence: str
    python: str
    platform: str
    database: str
    database_version: str
    parts: list[Part]


@dataclass(frozen=True, kw_only=True)
class Use(Record):
    """What one project keeps of one kind."""

    project_id: str
    project: str
    kind: str
    items: int
    size: int


@dataclass(frozen=True, kw_only=True)
class Storage(Record):
    """What is kept, in bytes; an upload that two projects share is counted in both."""

    uses: list[Use]
    stored: int
    unclaimed: int
    database: int
    free: int


class ServiceAbout(Area):
    """What runs here, and how much it keeps."""

    def show(self) -> About:
        """Show versions and licences."""
        return self._one(About, "GET", "/about")

    def show_storage(self) -> Storage:
        """Show how much is kept, by project and kind."""
        return self._one(Storage, "GET", "/storage")
