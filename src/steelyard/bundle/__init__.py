"""A run on disk: journal while it runs, Parquet when it is done."""

from steelyard.bundle.asks import pending_cases, read_asks, write_asks
from steelyard.bundle.atomic import replacing, write_atomic
from steelyard.bundle.bundle import Bundle
from steelyard.bundle.journal import JournalWriter, cut_torn_line, drop_damaged_lines, torn_bytes
from steelyard.bundle.lock import writing
from steelyard.bundle.results import (
    BASE_COLUMNS,
    Columns,
    Enrich,
    connect,
    enriched,
    next_generation,
    rewrite_parts,
    write_parts,
)
from steelyard.bundle.rows import RowMaker, journal_record
from steelyard.bundle.sql import sql_name, sql_text
from steelyard.bundle.table import Table

__all__ = [
    "BASE_COLUMNS",
    "Bundle",
    "Columns",
    "Enrich",
    "JournalWriter",
    "RowMaker",
    "Table",
    "connect",
    "cut_torn_line",
    "drop_damaged_lines",
    "enriched",
    "journal_record",
    "next_generation",
    "pending_cases",
    "read_asks",
    "replacing",
    "rewrite_parts",
    "sql_name",
    "sql_text",
    "torn_bytes",
    "write_asks",
    "write_atomic",
    "write_parts",
    "writing",
]
