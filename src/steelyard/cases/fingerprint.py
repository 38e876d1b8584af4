"""The identity of a dataset: its files with their sizes and hashes."""

from __future__ import annotations

from hashlib import file_digest, sha256
from pathlib import Path
from typing import Any

from steelyard.cases.files import find_files, shown_name
from steelyard.cases.spec import DatasetSpec


def fingerprint(spec: DatasetSpec, base: Path) -> dict[str, Any]:
    """Return the files of the dataset with size and SHA-256, and one hash over all of them.

    Args:
        spec: the dataset.
        base: what its paths are relative to.
    """
    files = [_of_file(path, base) for path in find_files(spec, base)]
    whole = sha256("\n".join(f"{f['sha256']} {f['size']}" for f in files).encode())
    return {"files": files, "sha256": whole.hexdigest()}


def _of_file(path: Path, base: Path) -> dict[str, Any]:
    with path.open("rb") as stream:
        digest = file_digest(stream, "sha256").hexdigest()
    return {"path": shown_name(path, base), "size": path.stat().st_size, "sha256": digest}
