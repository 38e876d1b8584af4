"""Where uploads and runs are kept: a directory, or S3 and its like through fsspec.

An upload is an object named by the hash of its content; a run is a folder named by its id. No name
that a person gives ever becomes a path.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, Protocol

from steelyard.bundle.atomic import sync_directory
from steelyard.errors import MissingPackageError
from steelyard.i18n import t
from steelyard.server.errors import NotFoundError, TooLargeError
from steelyard.server.settings import Settings

KEEP_FREE = 256_000_000  # bytes of the disk that uploads leave: the database needs room to write
_CHUNK = 1 << 20
_PLACES = re.compile(r"objects/[0-9a-f]{2}/[0-9a-f]{64}|runs/[0-9a-z]{22}")


class Stored(NamedTuple):
    """An object in the storage."""

    path: str
    sha256: str
    size: int


class Storage(Protocol):
    """What the service asks of a storage."""

    scratch: Path
    """A folder of this machine for what is under way."""

    def keep(self, file: Path) -> Stored:
        """Take a finished file of the scratch folder in; the file is gone afterwards."""

    def open(self, path: str) -> BinaryIO:
        """Open an object for reading."""

    def local(self, path: str) -> Path:
        """Return an object as a file of this machine, which must not be changed."""

    def run_folder(self, run_id: str) -> Path:
        """Return the folder of a run on this machine, fetched if it is kept elsewhere."""

    def save_run(self, run_id: str) -> str:
        """Keep what the folder of a run holds now; return its path."""

    def remove(self, path: str) -> None:
        """Remove an object or a run, if it is there."""

    def used(self) -> int:
        """Return the bytes that are kept."""

    def sizes(self) -> dict[str, int]:
        """Return the bytes of every object and every run, by path."""

    def check(self) -> None:
        """Raise an OSError or a SteelyardError if nothing can be kept now."""

    def objects(self, before: datetime) -> Iterator[str]:
        """Yield the paths of objects that were put there before a time."""


def open_storage(settings: Settings) -> Storage:
    """Return the storage of these settings."""
    folder = settings.data_dir / "storage"
    if settings.storage_url is None:
        return FolderStorage(folder)
    return RemoteStorage(settings.storage_url, folder)


class FolderStorage:
    """A directory."""

    def __init__(self, root: Path) -> None:
        self._root = root.absolute()
        self.scratch = self._root / "scratch"
        self.scratch.mkdir(parents=True, exist_ok=True, mode=0o700)

    def keep(self, file: Path) -> Stored:
        """Take a finished file in; the same content is kept once."""
        stored = _identify(file)
        target = self._root / stored.path
        target.parent.mkdir(parents=True, exist_ok=True)
        if target.exists():
            target.touch()  # young again: nobody takes it away before it is named
            file.unlink()
        else:
            file.chmod(0o440)
            file.replace(target)
            sync_directory(target.parent)
        return stored

    def open(self, path: str) -> BinaryIO:
        """Open an object for reading."""
        return self.local(path).open("rb")

    def local(self, path: str) -> Path:
        """Return the object's own file."""
        found = self._root / _checked(path)
        if not found.exists():
            raise NotFoundError(t("storage.gone", path=path))
        return found

    def run_folder(self, run_id: str) -> Path:
        """Return the folder of a run, which its bundle makes."""
        folder = self._root / _checked(f"runs/{run_id}")
        folder.parent.mkdir(parents=True, exist_ok=True)
        return folder

    def save_run(self, run_id: str) -> str:
        """Nothing is to be done: it is there."""
        return _checked(f"runs/{run_id}")

    def remove(self, path: str) -> None:
        """Remove an object or a run."""
        found = self._root / _checked(path)
        if found.is_dir():
            shutil.rmtree(found)
        else:
            found.unlink(missing_ok=True)

    def used(self) -> int:
        """Return the bytes of all objects and runs."""
        return sum(path.stat().st_size for path in self._root.rglob("*") if path.is_file())

    def sizes(self) -> dict[str, int]:
        """Return the bytes of objects and runs."""
        found: Counter[str] = Counter()
        for folder in ("objects", "runs"):
            for path in (self._root / folder).rglob("*"):
                with contextlib.suppress(FileNotFoundError):  # gone meanwhile
                    if path.is_file():
                        found[_place(path.relative_to(self._root).parts)] += path.stat().st_size
        return dict(found)

    def check(self) -> None:
        """Write a little, and see that the disk has room."""
        with scratch_file(self.scratch) as file:
            file.write_bytes(b"steelyard")
        if shutil.disk_usage(self.scratch).free < KEEP_FREE:
            raise TooLargeError(t("storage.full"))

    def objects(self, before: datetime) -> Iterator[str]:
        """Yield the paths of older objects."""
        for path in sorted((self._root / "objects").glob("*/*")):
            if path.stat().st_mtime < before.timestamp():
                yield path.relative_to(self._root).as_posix()


class RemoteStorage:
    """A place that fsspec knows, with a directory of this machine in front of it.

    What was fetched stays in that directory: objects never change, and a run changes only where it
    is carried. The directory may be emptied while the service is down.
    """

    def __init__(self, url: str, front: Path) -> None:
        try:
            import fsspec  # type: ignore[import-untyped]
        except ImportError:
            raise MissingPackageError(t("storage.no_fsspec")) from None
        self._front = FolderStorage(front)
        self.scratch = self._front.scratch
        self._files, root = fsspec.core.url_to_fs(url)
        self._root = str(root).rstrip("/")

    def keep(self, file: Path) -> Stored:
        """Take a finished file in, here and there."""
        stored = self._front.keep(file)
        there = self._there(stored.path)
        if not self._files.exists(there):
            self._upload(self._front.local(stored.path), there)
        return stored

    def open(self, path: str) -> BinaryIO:
        """Open an object for reading."""
        return self.local(path).open("rb")

    def local(self, path: str) -> Path:
        """Fetch an object, unless it was."""
        try:
            return self._front.local(path)
        except NotFoundError:
            there = self._there(path)
            if not self._files.exists(there):
                raise
        with scratch_file(self.scratch) as file:
            self._files.get_file(there, str(file))
            self._front.keep(file)
        return self._front.local(path)

    def run_folder(self, run_id: str) -> Path:
        """Return the folder of a run, fetched unless it is here."""
        folder = self._front.run_folder(run_id)
        there = self._there(f"runs/{run_id}")
        if not folder.exists() and self._files.exists(there):
            with tempfile.TemporaryDirectory(dir=self.scratch) as scratch:
                fetched = Path(scratch) / "run"
                for path in self._files.find(there):
                    target = fetched / str(path)[len(there) + 1 :]
                    target.parent.mkdir(parents=True, exist_ok=True)
                    self._files.get_file(path, str(target))
                fetched.replace(folder)
        return folder

    def save_run(self, run_id: str) -> str:
        """Send what the folder of a run holds, and remove there what it no longer does."""
        folder = self._front.run_folder(run_id)
        there = self._there(f"runs/{run_id}")
        wanted = set()
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                target = f"{there}/{path.relative_to(folder).as_posix()}"
                self._upload(path, target)
                wanted.add(target)
        for path in self._files.find(there):
            if str(path) not in wanted:
                self._files.rm_file(path)
        return f"runs/{run_id}"

    def remove(self, path: str) -> None:
        """Remove an object or a run, here and there."""
        self._front.remove(path)
        if self._files.exists(self._there(path)):
            self._files.rm(self._there(path), recursive=True)

    def used(self) -> int:
        """Return the bytes that are kept there."""
        found = self._files.find(self._root, detail=True)
        return sum(int(facts["size"] or 0) for facts in found.values())

    def sizes(self) -> dict[str, int]:
        """Return the bytes of objects and runs there."""
        found: Counter[str] = Counter()
        for path, facts in self._files.find(self._root, detail=True).items():
            parts = tuple(str(path)[len(self._root) + 1 :].split("/"))
            found[_place(parts)] += int(facts["size"] or 0)
        return dict(found)

    def check(self) -> None:
        """See that this machine's directory can be written and the place there answers."""
        self._front.check()
        self._files.exists(self._root)

    def objects(self, before: datetime) -> Iterator[str]:
        """Yield the paths of older objects."""
        for path in self._files.find(f"{self._root}/objects"):
            made = self._files.modified(path)
            made = made if made.tzinfo else made.replace(tzinfo=UTC)
            if made < before:
                yield str(path)[len(self._root) + 1 :]

    def _there(self, path: str) -> str:
        return f"{self._root}/{_checked(path)}"

    def _upload(self, file: Path, target: str) -> None:
        self._files.makedirs(target.rpartition("/")[0], exist_ok=True)
        self._files.put_file(str(file), target)


@contextmanager
def scratch_file(folder: Path) -> Iterator[Path]:
    """Give the path of a new file; what is still there at the end is removed."""
    descriptor, name = tempfile.mkstemp(dir=folder)
    os.close(descriptor)
    path = Path(name)
    try:
        yield path
    finally:
        path.unlink(missing_ok=True)


class Incoming:
    """An upload on its way into a file; it is refused as soon as it is too large."""

    def __init__(self, file: Path, most: int, free: int = KEEP_FREE) -> None:
        self._file = file.open("wb")
        self._most = most
        self._left = shutil.disk_usage(file.parent).free - free
        self.size = 0

    def write(self, data: bytes) -> None:
        """Add to it.

        Raises:
            TooLargeError: it is over the limit, or the disk is nearly full.
        """
        self.size += len(data)
        if self.size > self._most:
            raise TooLargeError(t("storage.too_large", most=self._most))
        if self.size > self._left:
            raise TooLargeError(t("storage.full"))
        self._file.write(data)

    def __enter__(self) -> Incoming:
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def close(self) -> None:
        """Let it reach the disk; this may take a while."""
        self._file.flush()
        os.fsync(self._file.fileno())
        self._file.close()


def pieces(stream: BinaryIO) -> Iterable[bytes]:
    """Yield a stream in pieces, and close it."""
    with stream:
        while piece := stream.read(_CHUNK):
            yield piece


def _identify(file: Path) -> Stored:
    with file.open("rb") as stream:
        sha256 = hashlib.file_digest(stream, "sha256").hexdigest()
    return Stored(f"objects/{sha256[:2]}/{sha256}", sha256, file.stat().st_size)


def _place(parts: tuple[str, ...]) -> str:
    """Return the object or the run that a file belongs to."""
    return "/".join(parts[:3] if parts[0] == "objects" else parts[:2])


def _checked(path: str) -> str:
    """Return a path that can only be one of ours."""
    if not _PLACES.fullmatch(path):
        raise NotFoundError(t("storage.gone", path=path[:100]))
    return path
