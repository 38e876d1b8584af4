"""One's own API tokens."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from pydantic import AwareDatetime, BaseModel, Field

from steelyard.api.guard import needs
from steelyard.api.route import Router
from steelyard.api.session import Reading, Writing
from steelyard.server.db.tables import Token
from steelyard.server.people import tokens
from steelyard.server.people.policy import Actor, Role

router = Router(prefix="/me/tokens", tags=["me"])
Me = Annotated[Actor, needs(scope="self")]
TokenRole = Literal["viewer", "evaluator", "manager", "admin"]


class TokenOut(BaseModel):
    """A token, less its secret."""

    id: str
    name: str
    shown: str
    role: TokenRole
    project_id: str | None
    created_at: datetime
    expires_at: datetime | None
    used_at: datetime | None
    revoked: bool


class TokenMade(TokenOut):
    """A new token with its text, which is shown this once."""

    text: str


class TokenIn(BaseModel):
    """A new token: it may do what you may, up to `role`, and only in `project_id` if given."""

    name: str = Field(min_length=1, max_length=200)
    role: TokenRole = "evaluator"
    project_id: str | None = Field(default=None, max_length=22)
    expires_at: AwareDatetime | None = None


@router.get("")
def list_tokens(session: Reading, actor: Me) -> list[TokenOut]:
    """List your tokens."""
    found = tokens.tokens_of(session, actor)
    return [TokenOut.model_validate(_shown(token)) for token in found]


@router.post("", status_code=201)
def create_token(given: TokenIn, session: Writing, actor: Me) -> TokenMade:
    """Make a token; its text is in this answer and nowhere else."""
    token, text = tokens.create_token(
        session,
        actor,
        given.name,
        role=Role.of(given.role),
        project_id=given.project_id,
        expires_at=given.expires_at,
    )
    return TokenMade.model_validate({**_shown(token), "text": text})


@router.delete("/{token}", status_code=204)
def revoke_token(token: str, session: Writing, actor: Me) -> None:
    """Revoke a token; it ends at once."""
    tokens.revoke_token(session, actor, token)


def _shown(token: Token) -> dict[str, object]:
    return {
        "id": token.id,
        "name": token.name,
        "shown": token.shown,
        "role": token.role,
        "project_id": token.project_id,
        "created_at": token.created_at,
        "expires_at": token.expires_at,
        "used_at": token.used_at,
        "revoked": token.revoked_at is not None,
    }
