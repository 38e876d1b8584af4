"""The journal: one line per reply, appended as it arrives, readable with any JSON tool.

Every line ends in a checksum of what stands before it, so damage is seen, not guessed at. A line
goes to the system in the same turn of the event loop as its reply (a killed process loses nothing)
and to the disk in groups (a power cut loses at most `SYNC_SECONDS` of replies). Only the last line
may be torn; reading forgets it, and resuming cuts it off.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple
from zlib import crc32

import orjson

from steelyard.bundle.atomic import replacing
from steelyard.errors import BundleError, JournalDamagedError
from steelyard.i18n import t

SYNC_SECONDS = 0.5
_TAIL = 18  # len(',"crc":"01234567"}')


class JournalWriter:
    """Appends replies from an event loop.

    Args:
        path: the journal; made with its header when it does not exist.
        header: written as the first line of a new journal; says which plan the lines belong to.
    """

    def __init__(self, path: Path, header: dict[str, Any]) -> None:
        new = not path.exists() or path.stat().st_size == 0
        self._descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
        self._pending: list[bytes] = []
        self._flush_planned = False
        self._sync_timer: asyncio.TimerHandle | None = None
        self._syncing: asyncio.Future[None] | None = None
        self.failure: OSError | None = None
        if new:
            _write_all(self._descriptor, encode(header))
            os.fsync(self._descriptor)

    def append(self, record: dict[str, Any]) -> None:
        """Take one record; it is with the operating system before this turn of the loop is over."""
        self.append_lines(encode(record))

    def append_lines(self, lines: bytes) -> None:
        """Take whole lines that `encode` made, here or elsewhere."""
        self._pending.append(lines)
        if not self._flush_planned:
            self._flush_planned = True
            asyncio.get_running_loop().call_soon(self._flush)

    async def close(self) -> None:
        """Write what is left, force it to disk and close."""
        self._flush()
        if self._sync_timer is not None:
            self._sync_timer.cancel()
        if self._syncing is not None:
            await asyncio.wait([self._syncing])
        os.fsync(self._descriptor)
        os.close(self._descriptor)

    def _flush(self) -> None:
        self._flush_planned = False
        if not self._pending:
            return
        lines, self._pending = b"".join(self._pending), []
        try:
            _write_all(self._descriptor, lines)
        except OSError as error:  # a full disk: the run must stop, and say so
            self.failure = error
            return
        if self._sync_timer is None:
            self._sync_timer = asyncio.get_running_loop().call_later(SYNC_SECONDS, self._sync)

    def _sync(self) -> None:
        self._sync_timer = None
        loop = asyncio.get_running_loop()
        self._syncing = loop.run_in_executor(None, os.fsync, self._descriptor)
        self._syncing.add_done_callback(self._synced)

    def _synced(self, future: asyncio.Future[None]) -> None:
        self._syncing = None
        if not future.cancelled() and isinstance(error := future.exception(), OSError):
            self.failure = error


def encode(record: dict[str, Any]) -> bytes:
    """Return the journal line of a record."""
    return sealed(_dump(record)[:-1])


def sealed(content: bytes) -> bytes:
    """Return the line of a record's content, with its checksum."""
    return b'%s,"crc":"%08x"}\n' % (content, crc32(content))


class Line(NamedTuple):
    """Where a record stands in the journal."""

    number: int  # from 1
    offset: int
    content: bytes  # without the checksum; `decode` reads it

    @property
    def row(self) -> int:
        """The row a reply answers, read without parsing the rest."""
        return int(self.content[7 : self.content.index(b",", 7)])  # after '{"row":'


def decode(content: bytes) -> dict[str, Any]:
    """Return the record in a line's content."""
    record: dict[str, Any] = orjson.loads(content + b"}")
    return record


def read_lines(path: Path) -> Iterator[Line]:
    """Yield every whole line after checking it; a torn last line is left out.

    Raises:
        JournalDamagedError: a line that is not the last is not what was written.
    """
    with path.open("rb") as file:
        yield from whole_lines(file, path)


def whole_lines(lines: Iterable[bytes], source: Path | str) -> Iterator[Line]:
    """Do the same with the lines of a journal wherever they come from."""
    offset = 0
    for number, line in enumerate(lines, start=1):
        if not line.endswith(b"\n"):
            if _is_whole(line[:-1] + b"\n"):
                raise _damaged(source, number, offset)  # whole but for its last byte
            return  # torn: the process died while writing it
        if not _is_whole(line):
            raise _damaged(source, number, offset)
        yield Line(number, offset, line[: -_TAIL - 1])
        offset += len(line)


def torn_bytes(path: Path) -> int:
    """Return the length of a torn last line; 0 when the journal ends well."""
    size = path.stat().st_size
    with path.open("rb") as file:
        return size - _end_of_last_whole_line(file, size)


def cut_torn_line(path: Path) -> None:
    """Cut off a torn last line; one that lacks only its end gets it back."""
    if torn := torn_bytes(path):
        with path.open("r+b") as file:
            start = file.seek(-torn, os.SEEK_END)
            tail = file.read()
            ends = (torn, torn - 1)  # without its end, or with another byte there
            whole = [end for end in ends if _is_whole(tail[:end] + b"\n")]
            file.seek(start + whole[0] if whole else start)
            file.write(b"\n" if whole else b"")
            file.truncate()
            os.fsync(file.fileno())


def check_header(header: dict[str, Any], plan_hash: str, path: Path) -> None:
    """Refuse a journal that another plan wrote: its replies are another agent's."""
    if header.get("plan_hash") != plan_hash:
        raise BundleError(t("bundle.other_plan", path=path), hint=t("bundle.other_plan_hint"))


def drop_damaged_lines(path: Path, header: dict[str, Any]) -> int:
    """Move every damaged line to `<journal>.damaged`, keeping the others; return how many.

    A damaged first line is replaced by `header`. The cases whose replies were on the others are
    requested again.
    """
    kept = path.with_name(path.name + ".kept")
    dropped = 0
    with (
        path.open("rb") as source,
        kept.open("wb") as good,
        path.with_name(path.name + ".damaged").open("ab") as bad,
    ):
        for number, line in enumerate(source):
            whole = _is_whole(line)
            if number == 0 and not (
                whole and decode(line[: -_TAIL - 1]).get("row") == header["row"]
            ):
                good.write(encode(header))  # also where its end was damaged: two lines became one
            (good if whole else bad).write(line)
            dropped += not whole
        good.flush()
        os.fsync(good.fileno())
    kept.replace(path)
    return dropped


def drop_failed_lines(path: Path, *, blank: bool = False) -> int:
    """Forget the replies that are no answers, so that their requests are repeated; return how many.

    The journal is replaced as a whole: a kill leaves the old one or the new one.

    Args:
        path: the journal.
        blank: no reply holds an answer; those that came are forgotten, too.
    """
    dropped = 0
    with replacing(path) as kept:
        for line in read_lines(path):
            if line.number > 1 and (blank or decode(line.content).get("status") != "ok"):
                dropped += 1
                continue
            kept.write(sealed(line.content))
    return dropped


def _is_whole(line: bytes) -> bool:
    head, tail = line[: -_TAIL - 1], line[-_TAIL - 1 :]
    return tail == b',"crc":"%08x"}\n' % crc32(head)


def _damaged(path: Path | str, number: int, offset: int) -> JournalDamagedError:
    return JournalDamagedError(
        t("bundle.damaged", path=path, line=number, offset=offset), hint=t("bundle.damaged_hint")
    )


def _end_of_last_whole_line(file: BinaryIO, size: int) -> int:
    position = size
    while position > 0:
        start = max(0, position - (1 << 16))
        file.seek(start)
        block = file.read(position - start)
        if (newline := block.rfind(b"\n")) >= 0:
            return start + newline + 1
        position = start
    return 0


def _write_all(descriptor: int, content: bytes) -> None:
    view = memoryview(content)
    while view:
        view = view[os.write(descriptor, view) :]


def _dump(record: dict[str, Any]) -> bytes:
    try:
        return orjson.dumps(record, option=orjson.OPT_NON_STR_KEYS, default=str)
    except TypeError:  # lone surrogates or huge integers inside what an agent returned
        return orjson.dumps(_plain(record), default=str)


def _plain(value: Any) -> Any:
    """Return `value` with everything JSON cannot carry made text, and lone surrogates replaced."""
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode("utf-8")
    if isinstance(value, dict):
        return {_plain(str(key)): _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, int) and not isinstance(value, bool) and value.bit_length() > 63:
        return str(value)
    return value
