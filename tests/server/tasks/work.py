"""Carry tasks inside a test: what a worker does, less its process and its engine."""

from __future__ import annotations

import os

from steelyard.server.db.base import now
from steelyard.server.db.tables import Worker
from steelyard.server.tasks.carry import Hands
from steelyard.server.tasks.dispatch import dispatch


def carry_all(service):
    """Carry everything that is queued to its end; return how each ended."""
    hands = Hands(service.database, service.settings, "here-0")
    ended = []
    while tickets := _let_in(service):
        ended += [hands.carry(*ticket) for ticket in tickets]
    return ended


def _let_in(service):
    here = {"id": "here-0", "host": "here", "pid": os.getpid(), "version": "0"}
    with service.database.transaction() as session:
        session.merge(Worker(**here, beat_at=now()))
    return dispatch(service.database, service.settings)
