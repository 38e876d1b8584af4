"""The account that is asking."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from steelyard.client.area import UNSET, Area, IfMatch, Unset
from steelyard.client.areas.users import User
from steelyard.client.record import Record


@dataclass(frozen=True, kw_only=True)
class Preferences(Record):
    """How pages look to the account; null: as the browser asks."""

    language: str | None = None
    theme: str | None = None


@dataclass(frozen=True, kw_only=True)
class Me(Record):
    """Who is asking and what they may do, by project; a token may do less than its owner."""

    user: User
    preferences: Preferences
    roles: dict[str, str]


@dataclass(frozen=True, kw_only=True)
class Session(Record):
    """A session of the account; `current` is the one that asks."""

    id: str
    created_at: datetime
    seen_at: datetime
    expires_at: datetime
    address: str | None
    browser: str | None
    current: bool


class ServiceMe(Area):
    """The account that is asking."""

    def show(self) -> Me:
        """Say who is asking."""
        return self._one(Me, "GET", "/me")

    def change(
        self,
        *,
        name: str | Unset | None = UNSET,
        preferences: Mapping[str, Any] | Unset | None = UNSET,
        if_match: IfMatch = None,
    ) -> Me:
        """Change your name, or how pages look."""
        return self._one(
            Me, "PATCH", "/me", body={"name": name, "preferences": preferences}, if_match=if_match
        )

    def change_password(self, current: str, password: str) -> None:
        """Change your password; all your sessions end, this one too."""
        self._nothing("PUT", "/me/password", body={"current": current, "password": password})

    def list_sessions(self) -> Sequence[Session]:
        """List your sessions, the newest first."""
        return self._many(Session, "GET", "/me/sessions")

    def end_session(self, sign_in: str) -> None:
        """End one of your sessions."""
        self._nothing("DELETE", "/me/sessions/{sign_in}", parts={"sign_in": sign_in})
