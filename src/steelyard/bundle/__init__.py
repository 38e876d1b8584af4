"""A run on disk: journal while it runs, Parquet when it is done."""

from typing import TYPE_CHECKING

from steelyard.lazy import lazy_exports

if TYPE_CHECKING:
    from steelyard.bundle.agent_name import agent_name
    from steelyard.bundle.analysis_connection import connect_for_analysis
    from steelyard.bundle.answered import cut_shards
    from steelyard.bundle.asks import pending_cases, read_asks, write_asks
    from steelyard.bundle.atomic import replacing, write_atomic
    from steelyard.bundle.bundle import Bundle
    from steelyard.bundle.checksums import checksum_of_file, dump_json
    from steelyard.bundle.journal import (
        JournalWriter,
        cut_torn_line,
        drop_damaged_lines,
        drop_failed_lines,
        encode,
        sealed,
        torn_bytes,
        whole_lines,
    )
    from steelyard.bundle.lock import writing
    from steelyard.bundle.manifest import restore_manifest
    from steelyard.bundle.overrides import derive, read_overrides
    from steelyard.bundle.packing import zipped
    from steelyard.bundle.quantiles import quantiles_of
    from steelyard.bundle.results import (
        BASE_COLUMNS,
        Columns,
        connect,
        next_generation,
        select_parts,
        write_parts,
    )
    from steelyard.bundle.rewrite import rewrite_parts
    from steelyard.bundle.rows import RECORDED, RowMaker, journal_record
    from steelyard.bundle.sql import sql_name, sql_text
    from steelyard.bundle.table import Table
    from steelyard.bundle.tabulate import tabulate_shards

__all__ = [
    "BASE_COLUMNS",
    "RECORDED",
    "Bundle",
    "Columns",
    "JournalWriter",
    "RowMaker",
    "Table",
    "agent_name",
    "checksum_of_file",
    "connect",
    "connect_for_analysis",
    "cut_shards",
    "cut_torn_line",
    "derive",
    "drop_damaged_lines",
    "drop_failed_lines",
    "dump_json",
    "encode",
    "journal_record",
    "next_generation",
    "pending_cases",
    "quantiles_of",
    "read_asks",
    "read_overrides",
    "replacing",
    "restore_manifest",
    "rewrite_parts",
    "sealed",
    "select_parts",
    "sql_name",
    "sql_text",
    "tabulate_shards",
    "torn_bytes",
    "whole_lines",
    "write_asks",
    "write_atomic",
    "write_parts",
    "writing",
    "zipped",
]
lazy_exports(
    __name__,
    {
        "agent_name": ("agent_name",),
        "analysis_connection": ("connect_for_analysis",),
        "answered": ("cut_shards",),
        "asks": ("pending_cases", "read_asks", "write_asks"),
        "atomic": ("replacing", "write_atomic"),
        "bundle": ("Bundle",),
        "checksums": ("checksum_of_file", "dump_json"),
        "journal": (
            "JournalWriter",
            "cut_torn_line",
            "drop_damaged_lines",
            "drop_failed_lines",
            "encode",
            "sealed",
            "torn_bytes",
            "whole_lines",
        ),
        "lock": ("writing",),
        "manifest": ("restore_manifest",),
        "overrides": ("derive", "read_overrides"),
        "packing": ("zipped",),
        "quantiles": ("quantiles_of",),
        "results": (
            "BASE_COLUMNS",
            "Columns",
            "connect",
            "next_generation",
            "select_parts",
            "write_parts",
        ),
        "rewrite": ("rewrite_parts",),
        "rows": ("RECORDED", "RowMaker", "journal_record"),
        "sql": ("sql_name", "sql_text"),
        "table": ("Table",),
        "tabulate": ("tabulate_shards",),
    },
)
