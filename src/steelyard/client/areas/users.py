"""Accounts, for administrators."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from steelyard.client.area import UNSET, Area, IfMatch, Unset
from steelyard.client.record import Record


@dataclass(frozen=True, kw_only=True)
class User(Record):
    """An account as others see it."""

    id: str
    login: str
    name: str
    email: str | None
    is_admin: bool
    disabled: bool
    created_at: datetime
    last_login_at: datetime | None


class ServiceUsers(Area):
    """Accounts, for administrators."""

    def list(self) -> Iterator[User]:
        """List all accounts, in the order they were made."""
        return self._pages(User, "GET", "/users")

    def create(
        self,
        login: str,
        *,
        password: str | Unset | None = UNSET,
        name: str | Unset | None = UNSET,
        email: str | Unset | None = UNSET,
        is_admin: bool | Unset = UNSET,
    ) -> User:
        """Make an account; without a password it signs in by single sign-on only."""
        return self._one(
            User,
            "POST",
            "/users",
            body={
                "login": login,
                "password": password,
                "name": name,
                "email": email,
                "is_admin": is_admin,
            },
            once=True,
        )

    def show(self, user: str) -> User:
        """Show one account."""
        return self._one(User, "GET", "/users/{user}", parts={"user": user})

    def change(
        self,
        user: str,
        *,
        name: str | Unset | None = UNSET,
        email: str | Unset | None = UNSET,
        is_admin: bool | Unset | None = UNSET,
        disabled: bool | Unset | None = UNSET,
        if_match: IfMatch = None,
    ) -> User:
        """Change an account; a disabled one loses its sessions and tokens at once."""
        return self._one(
            User,
            "PATCH",
            "/users/{user}",
            parts={"user": user},
            body={"name": name, "email": email, "is_admin": is_admin, "disabled": disabled},
            if_match=if_match,
        )

    def reset_password(self, user: str, password: str) -> None:
        """Give an account another password; its sessions end."""
        self._nothing(
            "PUT", "/users/{user}/password", parts={"user": user}, body={"password": password}
        )
