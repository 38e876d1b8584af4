"""Single sign-on: to the provider, back, and out; and which account is whose."""

from __future__ import annotations

from dataclasses import dataclass

from steelyard.client.area import Area, IfMatch
from steelyard.client.record import Record


@dataclass(frozen=True, kw_only=True)
class SignOnState(Record):
    """Whether people sign on through a provider, and who may still use a password."""

    enabled: bool
    name: str
    local_sign_in: str


@dataclass(frozen=True, kw_only=True)
class SignedOut(Record):
    """Where to sign out of the provider too; None when it has no such place, or is away."""

    provider: str | None


@dataclass(frozen=True, kw_only=True)
class Identity(Record):
    """What the provider calls an account; None: nobody signs on as it."""

    issuer: str
    subject: str | None


class ServiceSso(Area):
    """Single sign-on: to the provider, back, and out; and which account is whose."""

    def state(self) -> SignOnState:
        """Say whether and how people sign on."""
        return self._one(SignOnState, "GET", "/sso")

    def sign_out(self) -> SignedOut:
        """Sign out here, and say where one signs out of the provider."""
        return self._one(SignedOut, "POST", "/sso/sign-out")

    def show_identity(self, user: str) -> Identity:
        """Say who signs on as an account."""
        return self._one(Identity, "GET", "/users/{user}/identity", parts={"user": user})

    def link_identity(self, user: str, subject: str, *, if_match: IfMatch = None) -> Identity:
        """Let a person of the provider sign on as an account, instead of whoever did."""
        return self._one(
            Identity,
            "PUT",
            "/users/{user}/identity",
            parts={"user": user},
            body={"subject": subject},
            if_match=if_match,
        )

    def unlink_identity(self, user: str) -> None:
        """Let nobody sign on as an account any more; its sessions end."""
        self._nothing("DELETE", "/users/{user}/identity", parts={"user": user})
