"""What people say about single rows of a run: tags and notes, and verdicts of their own."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import BigInteger, ForeignKey, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from steelyard.server.db.base import Base, Identified, now


class Annotation(Identified, Base):
    """Tags and a note on a row."""

    __tablename__ = "annotations"
    __table_args__ = (UniqueConstraint("run_id", "row"),)

    run_id: Mapped[str] = mapped_column(ForeignKey("runs.id", ondelete="CASCADE"))
    row: Mapped[int] = mapped_column(BigInteger)
    case_id: Mapped[str | None] = mapped_column(String(500))
    tags: Mapped[list[Any]] = mapped_column(default=list)
    note: Mapped[str] = mapped_column(Text, default="")
    changed_by: Mapped[str] = mapped_column(String(200))
    changed_at: Mapped[datetime] = mapped_column(default=now)


class Override(Identified, Base):
    """The verdict of a person on a row; it counts in runs that are made by scoring with it."""

    __tablename__ = "overrides"
    __table_args__ = (UniqueConstraint("run_id", "row"),)

    run_id: Mapped[str] = mapped_column(ForeignKey("runs.id", ondelete="CASCADE"))
    row: Mapped[int] = mapped_column(BigInteger)
    case_id: Mapped[str | None] = mapped_column(String(500))
    passed: Mapped[bool | None]  # None: the row is not to count
    was: Mapped[bool | None]  # as it was scored
    reason: Mapped[str] = mapped_column(Text)
    changed_by: Mapped[str] = mapped_column(String(200))
    changed_at: Mapped[datetime] = mapped_column(default=now)
