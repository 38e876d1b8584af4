"""Signing in and out."""

from __future__ import annotations

from dataclasses import dataclass

from steelyard.client.area import Area
from steelyard.client.areas.users import User
from steelyard.client.record import Record


@dataclass(frozen=True, kw_only=True)
class SignIn(Record):
    """Who signed in, and the token that requests which change something carry in X-CSRF-Token."""

    user: User
    csrf: str


class ServiceSession(Area):
    """Signing in and out."""

    def sign_in(self, login: str, password: str) -> SignIn:
        """Sign in; the session is an HttpOnly cookie, always a new one."""
        return self._one(SignIn, "POST", "/session", body={"login": login, "password": password})

    def sign_out(self) -> None:
        """Sign out."""
        self._nothing("DELETE", "/session")
