"""What workers and whoever looks after them agree on; apart, because a worker loads much more."""

from __future__ import annotations

import socket

from steelyard.server.settings import Settings

DRAIN_SECONDS = 20


def worker_name(settings: Settings, number: int) -> str:
    """Return the stable name of one of this machine's workers."""
    return f"{settings.worker_id or socket.gethostname()}-{number}"


def engine_url(settings: Settings) -> str:
    """Return where the durable engine keeps its tables."""
    if settings.on_sqlite:
        return f"sqlite:///{(settings.data_dir / 'engine.sqlite').resolve()}"
    return settings.database
