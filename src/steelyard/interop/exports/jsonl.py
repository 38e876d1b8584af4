"""`jsonl`: the results table as one object per line, in the field names of datasets."""

from __future__ import annotations

from pathlib import Path

import orjson

from steelyard.bundle import Bundle, replacing
from steelyard.interop.exports.record import Exported, Options
from steelyard.interop.exports.results import column_types, read_rows


def write_jsonl(bundle: Bundle, target: Path, options: Options) -> Exported:
    """Write each row without what is missing in it."""
    rows = 0
    with replacing(target) as file:
        for row in read_rows(bundle, column_types(bundle), options.tell):
            file.write(orjson.dumps(row, option=orjson.OPT_APPEND_NEWLINE))
            rows += 1
    return Exported("jsonl", (target,), rows)
