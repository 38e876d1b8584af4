"""Who did what, when, from where, and what it was before and after."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import BigInteger, Index, Integer, String
from sqlalchemy.orm import Mapped, mapped_column

from steelyard.server.db.base import Base, now


class AuditEntry(Base):
    """One act. Rows are only ever added: a trigger refuses to change or remove one.

    Names stand beside identities, so that an entry still says who it was when the account is gone.
    Each entry carries the hash of the one before it; a gap or a change shows.
    """

    __tablename__ = "audit"
    __table_args__ = (
        Index("ix_audit_project_at", "project_id", "id"),
        Index("ix_audit_user_at", "user_id", "id"),
    )

    # SQLite counts by itself only for INTEGER.
    id: Mapped[int] = mapped_column(
        BigInteger().with_variant(Integer(), "sqlite"), primary_key=True, autoincrement=True
    )
    at: Mapped[datetime] = mapped_column(default=now, index=True)
    user_id: Mapped[str | None] = mapped_column(String(22))
    user_name: Mapped[str] = mapped_column(String(200))
    token_id: Mapped[str | None] = mapped_column(String(22))
    address: Mapped[str | None] = mapped_column(String(64))
    request_id: Mapped[str | None] = mapped_column(String(64))
    action: Mapped[str] = mapped_column(String(60), index=True)  # dataset.create, task.cancel, ...
    outcome: Mapped[str] = mapped_column(String(20))  # done, refused, failed
    project_id: Mapped[str | None] = mapped_column(String(22))
    object_id: Mapped[str | None] = mapped_column(String(60), index=True)
    object_name: Mapped[str | None] = mapped_column(String(300))
    before: Mapped[dict[str, Any] | None]
    after: Mapped[dict[str, Any] | None]
    chain: Mapped[str] = mapped_column(String(64))
