"""What the service itself remembers."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, String
from sqlalchemy.orm import Mapped, mapped_column

from steelyard.server.db.base import Base, now


class Setting(Base):
    """A setting that is changed in the running service."""

    __tablename__ = "settings"

    name: Mapped[str] = mapped_column(String(100), primary_key=True)
    value: Mapped[Any] = mapped_column(JSON)
    changed_at: Mapped[datetime] = mapped_column(default=now, onupdate=now)


class Throttle(Base):
    """How often something was tried from one place lately."""

    __tablename__ = "throttles"

    key: Mapped[str] = mapped_column(String(200), primary_key=True)
    count: Mapped[int]
    since: Mapped[datetime] = mapped_column(default=now)


class Idempotency(Base):
    """The answer a creating request got, given again when it is repeated with its key."""

    __tablename__ = "idempotency"

    key: Mapped[str] = mapped_column(String(200), primary_key=True)
    user_id: Mapped[str] = mapped_column(String(22), primary_key=True)
    request: Mapped[str] = mapped_column(String(64))  # hash of method, path and body
    status: Mapped[int]
    body: Mapped[Any] = mapped_column(JSON)
    created_at: Mapped[datetime] = mapped_column(default=now, index=True)
