"""The head of a dataset: `feature_config`, values that hold for all of its cases.

In JSON it stands beside the list of cases, in JSON Lines it is the first line.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from steelyard.cases.files import find_files, reader_for, shown_name
from steelyard.cases.readers.base import Source
from steelyard.cases.readers.json import read_head
from steelyard.cases.spec import DatasetSpec
from steelyard.errors import DataError
from steelyard.i18n import t


def read_feature_config(spec: DatasetSpec, base: Path) -> dict[str, Any]:
    """Return what the heads of the dataset's files say; empty when none has a head.

    Raises:
        DataError: two files differ about a value.
    """
    found: dict[str, Any] = {}
    base = base.absolute()
    for path in find_files(spec, base):
        if reader_for(path, spec).name not in ("json", "jsonl") or not path.stat().st_size:
            continue
        name = shown_name(path, base)
        head = read_head(Source(path, name, encoding=spec.encoding))
        for key, value in head.items():
            if found.get(key, value) != value:
                raise DataError(
                    t("cases.head_differs", file=name, key=key, found=value, before=found[key])
                )
        found |= head
    return found
