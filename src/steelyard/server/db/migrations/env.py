"""Alembic runs this: migrations are made on the connection that `migrate` gives."""

from __future__ import annotations

from typing import Any, Literal

from alembic import context

from steelyard.server.db import tables  # noqa: F401 - fills the metadata
from steelyard.server.db.base import Base, Instant


def render(kind: str, item: Any, _context: Any) -> str | Literal[False]:
    """Write our own type as the templates import it."""
    return "Instant()" if kind == "type" and isinstance(item, Instant) else False


connection = context.config.attributes["connection"]
context.configure(
    connection=connection,
    target_metadata=Base.metadata,
    render_as_batch=connection.dialect.name == "sqlite",
    compare_type=True,
    render_item=render,
    transactional_ddl=True,  # of SQLite, too: all migrations are seen at once, or none
)
with context.begin_transaction():
    context.run_migrations()
connection.commit()
