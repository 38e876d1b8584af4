"""Files on their way to a server and from it."""

from __future__ import annotations

import os
import ssl
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import IO, BinaryIO

from steelyard.errors import DataError
from steelyard.i18n import t

Content = str | Path | bytes | BinaryIO
# Called with the bytes that are through, and with all there are, where that is known.
Tell = Callable[[int, int | None], None]
PIECE = 1 << 18


class Source:
    """What is to be sent, from its beginning as often as needed."""

    def __init__(self, file: IO[bytes], tell: Tell | None) -> None:
        self._file = file
        self._tell = tell
        self._start = file.tell()
        self.size = file.seek(0, os.SEEK_END) - self._start

    def pieces(self) -> Iterator[bytes]:
        """Yield all of it, and tell how far it is."""
        self._file.seek(self._start)
        done = 0
        while piece := self._file.read(PIECE):
            yield piece
            done += len(piece)
            if self._tell is not None:
                self._tell(done, self.size)


@contextmanager
def opened(content: Content, tell: Tell | None) -> Iterator[Source]:
    """Open what is to be sent: a path, bytes, or a file that is open and can go back.

    Raises:
        DataError: there is no such file.
    """
    if isinstance(content, bytes):
        yield Source(BytesIO(content), tell)
        return
    if not isinstance(content, str | Path):
        yield Source(content, tell)
        return
    try:
        file = Path(content).open("rb")  # noqa: SIM115 - closed below; the error is only of opening
    except OSError as error:
        message = t("client.cannot_read", path=content, why=error.strerror or error)
        raise DataError(message) from None
    with file:
        yield Source(file, tell)


@contextmanager
def written(target: str | Path) -> Iterator[IO[bytes]]:
    """Give a file that has its name only when it is whole.

    Raises:
        DataError: it cannot be written.
    """
    path = Path(target)
    part = path.with_name(f"{path.name}.part")
    try:
        with part.open("wb") as file:
            yield file
        part.replace(path)
    except (ConnectionError, TimeoutError, ssl.SSLError):
        raise  # the line broke, not the disk
    except OSError as error:
        message = t("client.cannot_write", path=path, why=error.strerror or error)
        raise DataError(message) from None
    finally:
        part.unlink(missing_ok=True)
