"""The first administrator."""

from __future__ import annotations

from dataclasses import dataclass

from steelyard.client.area import UNSET, Area, Unset
from steelyard.client.areas.users import User
from steelyard.client.record import Record


@dataclass(frozen=True, kw_only=True)
class SetupState(Record):
    """Whether the first administrator is still to be made."""

    needed: bool


class ServiceSetup(Area):
    """The first administrator."""

    def state(self) -> SetupState:
        """Say whether the service still needs its first administrator."""
        return self._one(SetupState, "GET", "/setup")

    def make(
        self, code: str, login: str, password: str, *, name: str | Unset | None = UNSET
    ) -> User:
        """Make the first administrator. It works once, and only with the code."""
        return self._one(
            User,
            "POST",
            "/setup",
            body={"code": code, "login": login, "password": password, "name": name},
        )
