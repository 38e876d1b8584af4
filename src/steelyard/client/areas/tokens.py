"""One's own API tokens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from steelyard.client.area import UNSET, Area, Unset
from steelyard.client.record import Record


@dataclass(frozen=True, kw_only=True)
class Token(Record):
    """A token, less its secret."""

    id: str
    name: str
    shown: str
    role: str
    project_id: str | None
    created_at: datetime
    expires_at: datetime | None
    used_at: datetime | None
    revoked: bool


@dataclass(frozen=True, kw_only=True)
class TokenMade(Token):
    """A new token with its text, which is shown this once."""

    text: str


class ServiceTokens(Area):
    """One's own API tokens."""

    def list(self) -> Sequence[Token]:
        """List your tokens."""
        return self._many(Token, "GET", "/me/tokens")

    def create(
        self,
        name: str,
        *,
        role: Literal["viewer", "evaluator", "manager", "admin"] | Unset = UNSET,
        project_id: str | Unset | None = UNSET,
        expires_at: datetime | Unset | None = UNSET,
    ) -> TokenMade:
        """Make a token; its text is in this answer and nowhere else."""
        return self._one(
            TokenMade,
            "POST",
            "/me/tokens",
            body={"name": name, "role": role, "project_id": project_id, "expires_at": expires_at},
        )

    def revoke(self, token: str) -> None:
        """Revoke a token; it ends at once."""
        self._nothing("DELETE", "/me/tokens/{token}", parts={"token": token})
