"""Secrets of a project: they go in and never come out."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from fastapi import Path
from pydantic import BaseModel, Field, SecretStr

from steelyard.api.guard import needs
from steelyard.api.route import Router
from steelyard.api.session import Configured, Reading, Writing
from steelyard.server.db.tables import Secret
from steelyard.server.library import secrets
from steelyard.server.library.keys import open_keys
from steelyard.server.people.policy import Actor, Role

router = Router(prefix="/projects/{project}/secrets", tags=["secrets"])
Manager = Annotated[Actor, needs(Role.MANAGER)]
Name = Annotated[str, Path(max_length=100)]


class SecretOut(BaseModel):
    """That there is a secret; its value is not told."""

    name: str
    created_at: datetime
    changed_at: datetime | None

    @classmethod
    def of(cls, secret: Secret) -> SecretOut:
        """Return what is shown of a secret."""
        return cls.model_validate(secret, from_attributes=True)


class SecretIn(BaseModel):
    """The value, which is encrypted at once."""

    value: SecretStr = Field(min_length=1, max_length=secrets.LONGEST)


@router.get("")
def list_secrets(
    project: str, session: Reading, _: Annotated[Actor, needs(Role.EVALUATOR)]
) -> list[SecretOut]:
    """List the names of the secrets."""
    return [SecretOut.of(secret) for secret in secrets.secrets_of(session, project)]


@router.put("/{name}")
def set_secret(
    project: str,
    name: Name,
    given: SecretIn,
    session: Writing,
    settings: Configured,
    actor: Manager,
) -> SecretOut:
    """Keep a secret, or replace it."""
    value = given.value.get_secret_value()
    kept = secrets.set_secret(session, actor, open_keys(settings), project, name, value)
    return SecretOut.of(kept)


@router.delete("/{name}", status_code=204)
def remove_secret(project: str, name: Name, session: Writing, actor: Manager) -> None:
    """Remove a secret that no agent names."""
    secrets.remove_secret(session, actor, project, name)
