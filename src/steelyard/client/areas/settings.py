"""Settings that administrators change in the running service."""

from __future__ import annotations

from dataclasses import dataclass

from steelyard.client.area import UNSET, Area, IfMatch, Unset
from steelyard.client.record import Record


@dataclass(frozen=True, kw_only=True)
class Adjustable(Record):
    """What an administrator may also change in the running service."""

    agent_concurrency: int = 4
    project_concurrency: int = 16
    session_hours: float = 12
    login_attempts: int = 5
    lock_minutes: float = 15
    password_length: int = 10
    requests_per_minute: int = 1200
    upload_bytes: int = 2000000000
    upload_rows: int = 10000000
    expansion_ratio: int = 100
    allow_loopback: bool = False
    mail_from: str | None = None


@dataclass(frozen=True, kw_only=True)
class Settings(Record):
    """The settings that hold, and the names of those that were changed here."""

    values: Adjustable
    changed: list[str]


class ServiceSettings(Area):
    """Settings that administrators change in the running service."""

    def show(self) -> Settings:
        """Show the settings that may be changed here."""
        return self._one(Settings, "GET", "/settings")

    def change(  # noqa: PLR0913
        self,
        *,
        agent_concurrency: int | Unset | None = UNSET,
        project_concurrency: int | Unset | None = UNSET,
        session_hours: float | Unset | None = UNSET,
        login_attempts: int | Unset | None = UNSET,
        lock_minutes: float | Unset | None = UNSET,
        password_length: int | Unset | None = UNSET,
        requests_per_minute: int | Unset | None = UNSET,
        upload_bytes: int | Unset | None = UNSET,
        upload_rows: int | Unset | None = UNSET,
        expansion_ratio: int | Unset | None = UNSET,
        allow_loopback: bool | Unset | None = UNSET,
        mail_from: str | Unset | None = UNSET,
        if_match: IfMatch = None,
    ) -> Settings:
        """Change settings; they hold within seconds, for workers as well."""
        return self._one(
            Settings,
            "PATCH",
            "/settings",
            body={
                "agent_concurrency": agent_concurrency,
                "project_concurrency": project_concurrency,
                "session_hours": session_hours,
                "login_attempts": login_attempts,
                "lock_minutes": lock_minutes,
                "password_length": password_length,
                "requests_per_minute": requests_per_minute,
                "upload_bytes": upload_bytes,
                "upload_rows": upload_rows,
                "expansion_ratio": expansion_ratio,
                "allow_loopback": allow_loopback,
                "mail_from": mail_from,
            },
            if_match=if_match,
        )
