"""The catalogue in SQL: one engine for SQLite and PostgreSQL, one set of tables and migrations."""

from steelyard.server.db.engine import Database, open_database
from steelyard.server.db.ids import new_id

__all__ = ["Database", "new_id", "open_database"]
