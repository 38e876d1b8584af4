"""Lock the process that computes a user's expression: no files, no sockets, little memory and time.

The expression has passed the allow-list and never reaches the database as text; this is for the day
one of the two lets something through.
"""

from __future__ import annotations

import math
import sys
from pathlib import Path
from typing import NoReturn

import duckdb

from steelyard.indicators.sandbox.limits import Limits

_FORBIDDEN = (
    "ctypes.",
    "ftplib.",
    "http.",
    "import",
    "open",
    "os.",
    "shutil.",
    "socket.",
    "subprocess.",
    "sqlite3.",
    "urllib.",
)
_MB = 1 << 20


def lock_database(con: duckdb.DuckDBPyConnection) -> None:
    """Take files, extensions and settings away from a connection, for good."""
    con.execute("SET python_enable_replacements = false")
    con.execute("SET enable_external_access = false")
    con.execute("SET lock_configuration = true")


def lock_process(limits: Limits) -> None:
    """Take files, sockets and processes away from this process, and bound what it may use.

    Files that are open stay open; nothing can be opened any more, modules included.
    """
    _bound(limits)
    sys.addaudithook(_refuse)


def _bound(limits: Limits) -> None:
    try:
        import resource
    except ImportError:  # no such limits on Windows: the parent's clock and the hook remain
        return
    used = resource.getrusage(resource.RUSAGE_SELF)
    spent = used.ru_utime + used.ru_stime
    seconds = math.ceil(spent + limits.seconds) + 1
    bounds = {
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_CPU: seconds,
        resource.RLIMIT_FSIZE: 0,
        resource.RLIMIT_NPROC: 0,
        resource.RLIMIT_NOFILE: 0,
    }
    # Below what the libraries have mapped already, not even a thread could start.
    size = _mapped()
    if size is not None:
        bounds[resource.RLIMIT_AS] = size + limits.memory_mb * _MB
    for name, bound in bounds.items():
        resource.setrlimit(name, (bound, bound))


def _mapped() -> int | None:
    """Return the bytes of address space in use, where the system tells."""
    try:
        pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[0]
    except OSError:
        return None
    import resource

    return int(pages) * resource.getpagesize()


def _refuse(event: str, _arguments: object) -> None:
    if event.startswith(_FORBIDDEN):
        _raise(event)


def _raise(event: str) -> NoReturn:
    message = f"not in here: {event}"
    raise PermissionError(message)
