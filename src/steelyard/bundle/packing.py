"""A run on disk as a zip: made piece by piece, for whoever sends it on."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, cast

from steelyard.bundle import layout

_BUFFER = 1 << 20


def zipped(path: Path) -> Iterator[bytes]:
    """Yield a bundle as a zip, without holding it."""
    sink = _Sink()
    with zipfile.ZipFile(
        cast("IO[bytes]", sink), "w", zipfile.ZIP_DEFLATED, compresslevel=1
    ) as archive:
        for file in sorted(path.rglob("*")):
            if not file.is_file() or file.name == layout.LOCK or file.name.endswith(".tmp"):
                continue
            info = zipfile.ZipInfo.from_file(file, file.relative_to(path).as_posix())
            # Parquet is packed already.
            packed = zipfile.ZIP_STORED if file.suffix == ".parquet" else zipfile.ZIP_DEFLATED
            info.compress_type = packed
            with file.open("rb") as source, archive.open(info, "w") as target:
                while piece := source.read(_BUFFER):
                    target.write(piece)
                    yield from sink.taken()
    yield from sink.taken()


class _Sink(io.RawIOBase):
    """A file that is only written to, and emptied by whoever sends it on."""

    def __init__(self) -> None:
        self._waiting: list[bytes] = []
        self._at = 0

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self._waiting.append(bytes(data))
        self._at += len(data)
        return len(data)

    def tell(self) -> int:
        return self._at

    def seekable(self) -> bool:
        return False

    def taken(self) -> list[bytes]:
        waiting, self._waiting = self._waiting, []
        return waiting
