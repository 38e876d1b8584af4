"""What judges have said, on disk: the same question is never asked of the same judge twice.

The file has the form of the journal (one JSON object per line, each with its checksum), so a kill
costs at most the line being written. A damaged line is moved aside: its question is asked again.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import orjson

from steelyard import bundle as disk
from steelyard.bundle import journal
from steelyard.errors import JournalDamagedError
from steelyard.model import Reply

HEADER = {"row": -1, "steelyard_judgements": 1}


class Answers:
    """The answers kept in one file; keys are those of `Question.key`."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.dropped = 0
        self.spent: dict[str, dict[str, float]] = {}
        self._offsets: dict[bytes, int] = {}
        self.reload()

    def reload(self) -> None:
        """Read the file anew, after it was written to."""
        self._offsets, self.spent = {}, {}
        if not self.path.exists():
            return
        disk.cut_torn_line(self.path)
        try:
            self._index()
        except JournalDamagedError:
            self.dropped += disk.drop_damaged_lines(self.path, HEADER)
            self._offsets, self.spent = {}, {}
            self._index()

    def __contains__(self, key: str) -> bool:
        return bytes.fromhex(key) in self._offsets

    def __len__(self) -> int:
        return len(self._offsets)

    def get(self, key: str) -> str | None:
        """Return what the judge said; None when it has not been asked, or has not answered."""
        offset = self._offsets.get(bytes.fromhex(key))
        if offset is None:
            return None
        with self.path.open("rb") as file:
            file.seek(offset)
            said: str = orjson.loads(file.readline())["output"]
        return said

    def _index(self) -> None:
        for line in journal.read_lines(self.path):
            record = journal.decode(line.content)
            if "key" in record:
                self._offsets[bytes.fromhex(record["key"])] = line.offset
                self._count(record)

    def _count(self, record: dict[str, Any]) -> None:
        """Add up what the answers of each judge took; what a judge does not report is not there."""
        spent = self.spent.setdefault(record["judge"], {"answers": 0})
        spent["answers"] += 1
        for name in ("input_tokens", "output_tokens", "cost"):
            if name in record:
                spent[name] = spent.get(name, 0) + record[name]


def answer_record(key: str, judge: str, reply: Reply) -> dict[str, Any]:
    """Return the line that keeps an answer."""
    record: dict[str, Any] = {"key": key, "judge": judge, "output": reply.output or ""}
    for name in ("latency_s", "input_tokens", "output_tokens", "cost"):
        if (value := getattr(reply, name)) is not None:
            record[name] = value
    return record
