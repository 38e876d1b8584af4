"""A backup as one file: a tar, packed if its name ends in .gz, its hashes in a manifest.

tables/NAME.jsonl   the catalogue
objects/…           uploads, named by the hash of their content
runs/ID/…           bundles
secret-keys         what secrets are encrypted with, unless a variable has it
manifest.json       what belongs to it, with sizes and hashes; without it, the file was cut off
"""

from __future__ import annotations

import hashlib
import io
import os
import re
import tarfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import orjson

from steelyard.bundle.atomic import sync_directory
from steelyard.errors import DataError, UserError
from steelyard.i18n import t

FORMAT = 1
MANIFEST = "manifest.json"
KEYS = "secret-keys"
_MOST_MANIFEST = 1 << 30
_NAMES = re.compile(
    r"tables/[a-z_]{1,63}\.jsonl|objects/[0-9a-f]{2}/[0-9a-f]{64}"
    r"|runs/[0-9a-z]{22}(?:/(?!\.{1,2}/)[^/\0]{1,200}){1,4}|secret-keys"
)


class ArchiveWriter:
    """Adds files one by one, and remembers what it added."""

    def __init__(self, out: tarfile.TarFile) -> None:
        self._out = out
        self.files: dict[str, list[Any]] = {}

    def add(self, name: str, file: IO[bytes]) -> None:
        """Add what an open file holds now; what is written behind it meanwhile stays out."""
        info = tarfile.TarInfo(name)
        info.size, info.mode = os.fstat(file.fileno()).st_size, 0o600
        hashed = _Hashed(file)
        self._out.addfile(info, hashed)
        self.files[name] = [info.size, hashed.sha256.hexdigest()]

    def add_bytes(self, name: str, content: bytes) -> None:
        """Add a file of that content."""
        info = tarfile.TarInfo(name)
        info.size, info.mode = len(content), 0o600
        self._out.addfile(info, io.BytesIO(content))
        self.files[name] = [len(content), hashlib.sha256(content).hexdigest()]


@contextmanager
def writing_archive(path: Path) -> Iterator[ArchiveWriter]:
    """Give what fills a new archive; it gets its name when the block ends well.

    Raises:
        UserError: there is something of that name, or it cannot be written.
    """
    if path.exists():
        raise UserError(t("admin.exists", path=path))
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except OSError as error:
        raise UserError(t("admin.cannot_write", path=path, reason=error.strerror)) from None
    try:
        with os.fdopen(descriptor, "wb") as file:
            with _opened(file, path) as out:
                yield ArchiveWriter(out)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    sync_directory(path.parent)


def read_archive(path: Path, folder: Path, tell: Callable[[str], None]) -> dict[str, Any]:
    """Unpack an archive into a folder and check everything in it; return its manifest.

    Raises:
        DataError: it was cut off or changed, or is none.
        UserError: it cannot be read, or is of a newer version.
    """
    found: dict[str, list[Any]] = {}
    manifest: dict[str, Any] | None = None
    try:
        with tarfile.open(path, "r|*") as archive:
            for entry in archive:
                stream = archive.extractfile(entry) if entry.isreg() else None
                if stream is None:
                    raise DataError(t("admin.bad_entry", name=entry.name[:200]))
                if entry.name == MANIFEST:
                    manifest = orjson.loads(stream.read(_MOST_MANIFEST))
                else:
                    tell(entry.name)
                    found[entry.name] = _unpack(entry.name, stream, folder)
    except OSError as error:
        if isinstance(error, tarfile.TarError):
            raise DataError(t("admin.cut_off", path=path)) from None
        raise UserError(t("admin.cannot_read", path=path, reason=error.strerror or error)) from None
    except (tarfile.TarError, EOFError, zlib.error, orjson.JSONDecodeError):
        raise DataError(t("admin.cut_off", path=path)) from None
    if manifest is None:
        raise DataError(t("admin.cut_off", path=path))
    _check(manifest, found)
    return manifest


def _check(manifest: dict[str, Any], found: dict[str, list[Any]]) -> None:
    if not isinstance(manifest.get("format"), int) or manifest["format"] > FORMAT:
        raise UserError(t("admin.newer_archive", found=manifest.get("format")))
    files: dict[str, list[Any]] = manifest["files"]
    wrong = [name for name in files if found.get(name) != files[name]]
    wrong += [name for name in found if name not in files]
    wrong += [
        name
        for name, (_, sha256) in found.items()
        if name.startswith("objects/") and not name.endswith(sha256)
    ]
    if wrong:
        raise DataError(t("admin.changed", n=len(wrong), name=sorted(wrong)[0]))


def _unpack(name: str, stream: IO[bytes], folder: Path) -> list[Any]:
    if not _NAMES.fullmatch(name):
        raise DataError(t("admin.bad_entry", name=name[:200]))
    target = folder / name
    target.parent.mkdir(parents=True, exist_ok=True)
    hashed = _Hashed(stream)
    size = 0
    with target.open("xb") as out:
        while piece := hashed.read(1 << 20):
            out.write(piece)
            size += len(piece)
    return [size, hashed.sha256.hexdigest()]


def _opened(file: IO[bytes], path: Path) -> tarfile.TarFile:
    if path.suffix in (".gz", ".tgz"):
        return tarfile.open(fileobj=file, mode="w:gz", compresslevel=1, format=tarfile.PAX_FORMAT)
    return tarfile.open(fileobj=file, mode="w", format=tarfile.PAX_FORMAT)


class _Hashed(io.RawIOBase):
    """Hashes what is read through it."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self.sha256 = hashlib.sha256()

    def read(self, size: int = -1) -> bytes:
        piece = self._file.read(size)
        self.sha256.update(piece)
        return piece
