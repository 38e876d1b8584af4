"""Things that are odd but not wrong: counted by kind, with the first place each was seen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from steelyard.i18n import t

Note = tuple[str, tuple[tuple[str, str], ...]]
"""Code and values of one remark about one row."""


@dataclass(frozen=True, slots=True)
class DataWarning:
    """One kind of oddity.

    Attributes:
        code: a short stable word.
        count: rows it was seen in.
        file: where it was first seen; empty when it is about the dataset as a whole.
        line: line of that row; 0 when it is about the dataset as a whole.
        message: a sentence in the user's language.
    """

    code: str
    count: int
    file: str
    line: int
    message: str

    def as_dict(self) -> dict[str, Any]:
        """Return the warning as plain JSON."""
        return {
            "code": self.code,
            "count": self.count,
            "file": self.file,
            "line": self.line,
            "message": self.message,
        }


class Warnings:
    """Collects notes; bounded, because only the first thousand kinds are told apart."""

    LIMIT = 1000

    def __init__(self) -> None:
        self._seen: dict[Note, list[Any]] = {}

    def add(self, note: Note, file: str = "", line: int = 0) -> None:
        """Count `note`, remembering where it was first seen."""
        entry = self._seen.get(note)
        if entry is not None:
            entry[0] += 1
        elif len(self._seen) < self.LIMIT:
            self._seen[note] = [1, file, line]

    def all(self) -> list[DataWarning]:
        """Return every kind with its count, most frequent first."""
        ranked = sorted(self._seen.items(), key=lambda item: -item[1][0])
        return [
            DataWarning(code, count, file, line, self._say(code, dict(values), count))
            for (code, values), (count, file, line) in ranked
        ]

    @staticmethod
    def _say(code: str, values: dict[str, str], count: int) -> str:
        return t(f"cases.warn_{code}", count=count, **values)


def note(code: str, **values: str) -> Note:
    """Return a note that `Warnings` can count."""
    return code, tuple(values.items())
