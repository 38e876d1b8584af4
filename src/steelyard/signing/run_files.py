"""The files of a run in a folder or a zip, read without following or unpacking anything."""

from __future__ import annotations

import os
import stat
import struct
import zipfile
import zlib
from hashlib import sha256
from pathlib import Path
from typing import IO, Any, NamedTuple, cast

from steelyard.bundle.layout import MANIFEST
from steelyard.signing.envelope import is_safe

_MOST = 1 << 28  # bytes of an envelope or of a JSON file that is read whole
# What reading says of a damaged archive or of a file that went away.
UNREADABLE = (
    OSError,
    EOFError,
    ValueError,
    OverflowError,
    RuntimeError,
    struct.error,
    zipfile.BadZipFile,
    zlib.error,
)


class Problem(NamedTuple):
    """One reason not to trust a run: the kind, the file, and a detail."""

    code: str
    path: str
    detail: str = ""


class RunFiles:
    """The files of a run by name, in a folder or a zip, and what is wrong with their kind."""

    def __init__(self, path: Path) -> None:
        self.path, self.problems = path, list[Problem]()
        self.names, self.folders = dict[str, Any](), set[str]()
        self.zip = None if path.is_dir() else zipfile.ZipFile(path)
        if self.zip is None:
            self._walk(path, "")
            return
        try:
            self._list(self.zip)
        except BaseException:
            self.zip.close()
            raise

    def __enter__(self) -> RunFiles:
        return self

    def __exit__(self, *_: object) -> None:
        if self.zip is not None:
            self.zip.close()

    def open(self, name: str) -> IO[bytes]:
        """Open a file; one that was replaced by a link meanwhile is not followed."""
        if self.zip is not None:
            return self.zip.open(self.names[name])
        flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
        return os.fdopen(os.open(self.names[name], flags), "rb")

    def read(self, name: str) -> bytes:
        """Return the content of a small file; of one that is too large, its beginning."""
        with self.open(name) as file:
            return file.read(_MOST)

    def is_same(self, name: str, listed: dict[str, Any]) -> bool:
        """Whether a file has the size and the hash that the statement lists."""
        size, digest = 0, sha256()
        if self.zip is not None and self.names[name].file_size != listed["size"]:
            return False  # the directory of the zip says something else than its content
        try:
            with self.open(name) as file:
                while size <= listed["size"] and (piece := file.read(1 << 20)):
                    size += len(piece)
                    digest.update(piece)
        except UNREADABLE:
            return False
        return [size, digest.hexdigest()] == [listed["size"], listed["sha256"]]

    def _walk(self, folder: Path, prefix: str) -> None:
        for entry in sorted(os.scandir(folder), key=lambda entry: entry.name):
            name, mode = prefix + entry.name, entry.stat(follow_symlinks=False).st_mode
            if stat.S_ISDIR(mode):
                self.folders.add(f"{name}/")
                self._walk(folder / entry.name, f"{name}/")
            elif stat.S_ISREG(mode):
                self.names[name] = folder / entry.name
            else:
                self.problems.append(Problem("special", name))

    def _list(self, archive: zipfile.ZipFile) -> None:
        entries, seen = archive.infolist(), set[str]()
        ends = [e.filename for e in entries if f"/{e.filename}".endswith(f"/{MANIFEST}")]
        prefix = ends[0].removesuffix(MANIFEST) if ends else ""  # packed with its folder
        for entry in entries:
            name, kind = entry.filename, stat.S_IFMT(entry.external_attr >> 16)
            name = name[len(prefix) :] if name.startswith(prefix) else name
            if entry.orig_filename != entry.filename or not is_safe(name.removesuffix("/") or "."):
                self.problems.append(Problem("name", entry.orig_filename))
            elif entry.is_dir():
                self.folders |= {name} - {""}
            elif kind not in (0, stat.S_IFREG):
                self.problems.append(Problem("special", name))
            elif name.casefold() in seen:
                self.problems.append(Problem("twice", name))
            else:
                self.names[name] = entry
                seen.add(name.casefold())
        if not _is_plain(archive, entries):
            self.problems.append(Problem("archive", self.path.name))


def _is_plain(archive: zipfile.ZipFile, entries: list[zipfile.ZipInfo]) -> bool:
    """Whether the entries are all there is: nothing before, between and after them, nothing odd."""
    at, gaps, file = 0, {0}, cast("IO[bytes]", archive.fp)
    for entry in sorted(entries, key=lambda entry: entry.header_offset):
        odd = entry.flag_bits & 1 or entry.compress_type not in (0, 8)
        if odd or entry.header_offset - at not in gaps:
            return False
        file.seek(entry.header_offset + 26)
        lengths = file.read(4)
        at = entry.header_offset + 30 + entry.compress_size
        at += int.from_bytes(lengths[:2], "little") + int.from_bytes(lengths[2:], "little")
        gaps = {12, 16, 20, 24} if entry.flag_bits & 8 else {0}
    file.seek(-22, 2)
    return archive.start_dir - at in gaps and file.read(4) == b"PK\x05\x06"
