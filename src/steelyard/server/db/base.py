"""What all tables share: names of constraints, identities, times in UTC, JSON."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, ClassVar

from sqlalchemy import JSON, DateTime, Dialect, MetaData, String, TypeDecorator
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from steelyard.server.db.ids import new_id

# Migrations on SQLite copy tables; they can only do so when every constraint has a name.
_NAMES = {
    "ix": "ix_%(column_0_N_label)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}


class Instant(TypeDecorator[datetime]):
    """A time in UTC, with its zone also on SQLite, which keeps none."""

    impl = DateTime
    cache_ok = True

    def __init__(self) -> None:
        super().__init__(timezone=True)

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Refuse a time that does not say its zone."""
        if value is None:
            return None
        if value.tzinfo is None:
            message = "a time without a zone"
            raise ValueError(message)
        try:
            return value.astimezone(UTC)
        except OverflowError:  # in UTC it would be before the first day, or after the last
            return value.replace(tzinfo=UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Give the zone back."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class Base(DeclarativeBase):
    """Base of every table."""

    metadata = MetaData(naming_convention=_NAMES)
    type_annotation_map: ClassVar[dict[Any, Any]] = {
        datetime: Instant,
        dict[str, Any]: JSON,
        list[Any]: JSON,
    }


def now() -> datetime:
    """Return the time, in UTC."""
    return datetime.now(UTC)


class Identified:
    """A row with an identity of its own and the time it was made."""

    id: Mapped[str] = mapped_column(String(22), primary_key=True, default=new_id)
    created_at: Mapped[datetime] = mapped_column(default=now)
