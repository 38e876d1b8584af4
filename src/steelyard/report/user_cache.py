"""Files in the user's cache folder: what is slow to make and the same for every report.

A file is believed only if the digest in it is that of its content and of what it was made from. A
folder that cannot be read or written, or that others may write to, is as good as none.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from stat import S_IWGRP, S_IWOTH

from steelyard.bundle import write_atomic

_DIGEST = 32


def cached(name: str, made_from: bytes, make: Callable[[], bytes]) -> bytes:
    """Return what `make` makes, from the cache if it is there.

    Args:
        name: of the file.
        made_from: whatever the content depends on; another value replaces the file.
        make: called when there is nothing to believe.
    """
    found = read_cached(name, made_from)
    if found is None:
        found = make()
        write_cached(name, made_from, found)
    return found


def read_cached(name: str, made_from: bytes) -> bytes | None:
    """Return the content of a file of the cache; None when there is none to believe."""
    folder = _own_folder()
    if folder is None:
        return None
    try:
        stored = (folder / name).read_bytes()
    except OSError:
        return None
    digest, content = stored[:_DIGEST], stored[_DIGEST:]
    return content if digest == _digest(made_from, content) else None


def write_cached(name: str, made_from: bytes, content: bytes) -> None:
    """Put a file in the cache, whole or not at all."""
    folder = _own_folder()
    if folder is None:
        return
    with suppress(OSError):
        write_atomic(folder / name, _digest(made_from, content) + content)


def _digest(made_from: bytes, content: bytes) -> bytes:
    return sha256(sha256(made_from).digest() + content).digest()


def _own_folder() -> Path | None:
    """Return our folder in the user's cache, made if need be; None when it is not ours alone."""
    try:
        folder = _cache_root() / "steelyard"
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        facts = folder.stat()
    except (OSError, RuntimeError):  # there may be no home
        return None
    if sys.platform == "win32":
        return folder
    alone = facts.st_uid == os.geteuid() and not facts.st_mode & (S_IWGRP | S_IWOTH)
    return folder if alone else None


def _cache_root() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
