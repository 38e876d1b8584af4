"""Compatibility issues that show only when an agent starts: packages, binaries, text encodings."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

Kind = Literal["import", "abi", "encoding", "program"]


class Issue(NamedTuple):
    """One incompatibility: what kind, and of what."""

    kind: Kind
    subject: str

    @property
    def package(self) -> str:
        """Name of the package that lacks, as a requirement would name it; else nothing."""
        root = self.subject.partition(".")[0] if self.kind == "import" else ""
        return re.sub(r"[-_.]+", "-", root).lower()


# The first that matches a line wins, so the special stand before the general.
_PATTERNS: tuple[tuple[Kind, re.Pattern[str]], ...] = (
    ("import", re.compile(r"ModuleNotFoundError: No module named ['\"]?([\w.]+)")),
    ("abi", re.compile(r"version [`'\"](GLIBC(?:XX)?_[\w.]+|CXXABI_[\w.]+)['\"] not found")),
    ("abi", re.compile(r"(\S{1,200}\.so[\w.]{0,20}): cannot open shared object file")),
    ("abi", re.compile(r"error while loading shared libraries: ([^\s:]+)")),
    ("abi", re.compile(r"(undefined symbol: \S+|symbol not found: \S+)", re.IGNORECASE)),
    ("abi", re.compile(r"((?:wrong ELF class|invalid ELF header)\b.*)")),
    ("abi", re.compile(r"(Exec format error|Illegal instruction)")),
    ("abi", re.compile(r"(module compiled against (?:API|ABI) version \S+)")),
    ("abi", re.compile(r"((?:\S{1,100} size changed, may indicate )?binary incompatibility)")),
    ("import", re.compile(r"ImportError: (.+)")),
    ("import", re.compile(r"Error: Cannot find module '([^']+)'")),
    ("encoding", re.compile(r"(Unicode(?:Decode|Encode)Error: '[\w-]+' codec)")),
    ("encoding", re.compile(r"LookupError: (unknown encoding: \S+)")),
    ("encoding", re.compile(r"locale\.Error: (unsupported locale setting)")),
)
# Agents may talk a lot: a line without any of these is not looked at twice.
_HINT = re.compile(
    r"Error|not found|cannot open|shared libraries|symbol|ELF|Exec format|Illegal instruction"
    r"|compiled against|incompatib",
    re.IGNORECASE,
)
# Exit codes of a shell, and of the guard.
NOT_FOUND, _ILLEGAL_INSTRUCTION = 127, 128 + 4


def issue_in(line: str) -> Issue | None:
    """Return the issue that a line of output tells of."""
    if _HINT.search(line) is None:
        return None
    for kind, pattern in _PATTERNS:
        if found := pattern.search(line):
            return Issue(kind, found.group(1).strip()[:200])
    return None


def issue_of_ending(code: int, program: str) -> Issue | None:
    """Return the issue that an exit code tells of: no such program, or a foreign processor."""
    if code == NOT_FOUND:
        return Issue("program", program)
    return Issue("abi", "Illegal instruction") if code == _ILLEGAL_INSTRUCTION else None
