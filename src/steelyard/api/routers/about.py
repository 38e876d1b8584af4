"""What runs here, and how much it keeps."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel

from steelyard.api.files import Catalogue
from steelyard.api.guard import needs
from steelyard.api.route import Router
from steelyard.api.session import Configured, Reading
from steelyard.server import about, usage
from steelyard.server.people.policy import Actor, Role

router = Router(tags=["service"])


class PartOut(BaseModel):
    """A package that the program uses; `licence` is what it states, null if nothing."""

    name: str
    version: str
    licence: str | None


class AboutOut(BaseModel):
    """The program, what it runs on and what it is made of."""

    version: str
    licence: str
    python: str
    platform: str
    database: Literal["sqlite", "postgresql"]
    database_version: str
    parts: list[PartOut]


class UseOut(BaseModel):
    """What one project keeps of one kind."""

    project_id: str
    project: str
    kind: usage.Kind
    items: int
    size: int


class StorageOut(BaseModel):
    """What is kept, in bytes; an upload that two projects share is counted in both."""

    uses: list[UseOut]
    stored: int
    unclaimed: int
    database: int
    free: int


@router.get("/about")
def show_about(
    session: Reading, catalogue: Catalogue, _: Annotated[Actor, needs(scope="self")]
) -> AboutOut:
    """Show versions and licences."""
    return AboutOut.model_validate(about.describe(catalogue, session), from_attributes=True)


@router.get("/storage")
def show_storage(
    session: Reading,
    settings: Configured,
    _: Annotated[Actor, needs(Role.ADMIN, scope="service")],
) -> StorageOut:
    """Show how much is kept, by project and kind."""
    return StorageOut.model_validate(usage.storage_use(session, settings), from_attributes=True)
