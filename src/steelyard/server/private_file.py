"""`private_text`: a secret of the service in a file of its own, made by whoever needs it first."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from tempfile import mkstemp


def private_text(path: Path, make: Callable[[], str]) -> str:
    """Return the text of a file that only the service reads; the first call makes it.

    Server and workers start at once: the file appears with its content or not at all, and whoever
    comes second reads what the first one made.
    """
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        descriptor, name = mkstemp(dir=path.parent, prefix=f".{path.name}.")  # for its owner only
        whole = Path(name)
        try:
            with os.fdopen(descriptor, "w") as file:
                file.write(make())
                file.flush()
                os.fsync(file.fileno())
            _appear(whole, path)
        finally:
            whole.unlink(missing_ok=True)
    return path.read_text()


def _appear(whole: Path, path: Path) -> None:
    try:
        os.link(whole, path)
    except FileExistsError:
        return
    except OSError:  # a file system without links
        whole.replace(path)
