"""What monitoring reads: requests, tasks, workers, database, storage; in Prometheus' text format.

Requests are counted where they happen. Everything else is looked up when somebody asks, so that
one server process speaks for the whole service, its workers included. Labels have few values:
route templates instead of paths, states instead of names.
"""

from __future__ import annotations

import logging
import platform
import shutil
import threading
import time
from collections.abc import Iterable, Iterator
from datetime import timedelta
from typing import Any

from prometheus_client import (
    CONTENT_TYPE_PLAIN_0_0_4,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    generate_latest,
)
from prometheus_client.core import GaugeMetricFamily, InfoMetricFamily, Metric
from prometheus_client.registry import Collector
from sqlalchemy import QueuePool, func, select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from steelyard import __version__
from steelyard.server.db import Database
from steelyard.server.db.base import now
from steelyard.server.db.tables import Notice, Task, Worker
from steelyard.server.library.storage import open_storage
from steelyard.server.settings import Settings
from steelyard.server.tasks.states import WAITING, State

CONTENT_TYPE = CONTENT_TYPE_PLAIN_0_0_4
NO_ROUTE = "(none)"
log = logging.getLogger(__name__)
_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)
_NOTICES = ("waiting", "sent", "given_up")
_MEASURE_AGAIN = 300.0


class Meter:
    """The measurements of one server process."""

    def __init__(self, database: Database, settings: Settings) -> None:
        self._registry = CollectorRegistry()
        of_route = ("route", "method")
        self._requests = Counter(
            "steelyard_http_requests",
            "Requests answered, by route template, method and status.",
            (*of_route, "status"),
            registry=self._registry,
        )
        self._seconds = Histogram(
            "steelyard_http_request_seconds",
            "From a request's arrival to the last byte of its answer; event streams apart.",
            of_route,
            buckets=_SECONDS,
            registry=self._registry,
        )
        self.in_flight = Gauge(
            "steelyard_http_requests_in_flight",
            "Requests that are being answered, event streams included.",
            registry=self._registry,
        )
        self.streams = Gauge(
            "steelyard_event_streams", "Event streams that are open.", registry=self._registry
        )
        ProcessCollector(registry=self._registry)
        self._registry.register(_Service(database, settings))

    def count(self, route: str | None, method: str, status: int, seconds: float | None) -> None:
        """Count an answered request; `seconds` is None for an event stream."""
        route = route or NO_ROUTE
        method = method if method in _METHODS else "other"
        self._requests.labels(route, method, str(status)).inc()
        if seconds is not None:
            self._seconds.labels(route, method).observe(seconds)

    def text(self) -> bytes:
        """Return everything, as Prometheus reads it."""
        return generate_latest(self._registry)


class _Service(Collector):
    """What is true of the whole service at the time somebody asks."""

    def __init__(self, database: Database, settings: Settings) -> None:
        self._database = database
        self._settings = settings
        self._stock = _Stock(settings)

    def describe(self) -> Iterable[Metric]:
        """Name nothing beforehand: registering must not ask the database."""
        return ()

    def collect(self) -> Iterator[Metric]:
        """Look everything up."""
        build = InfoMetricFamily("steelyard_build", "What runs here.")
        kind = "sqlite" if self._settings.on_sqlite else "postgresql"
        python = platform.python_version()
        build.add_metric((), {"version": __version__, "python": python, "database": kind})
        yield build
        yield from self._from_database()
        yield from _pool(self._database)
        yield from self._stock.collect()

    def _from_database(self) -> Iterator[Metric]:
        found: list[Metric] = []
        try:
            with self._database.reading() as session:
                found = [*_tasks(session), *_workers(session, self._settings), _notices(session)]
        except SQLAlchemyError as error:
            log.warning("metrics without the database: %s", type(error).__name__)
        up = "Whether the database answered."
        yield GaugeMetricFamily("steelyard_database_up", up, value=1.0 if found else 0.0)
        yield from found


def _tasks(session: Session) -> Iterator[Metric]:
    query = select(Task.state, func.count()).group_by(Task.state)
    counts = dict(session.execute(query).all())
    tasks = GaugeMetricFamily("steelyard_tasks", "Tasks, by state.", labels=("state",))
    for state in State:
        tasks.add_metric((state.value,), counts.get(state.value, 0))
    yield tasks
    since = func.min(func.coalesce(Task.beat_at, Task.created_at))
    oldest = session.scalar(select(since).where(Task.state.in_(WAITING)))
    age = GaugeMetricFamily(
        "steelyard_queue_oldest_seconds",
        "How long the task that has waited longest has waited; absent when none waits.",
    )
    if oldest is not None:
        age.add_metric((), max(0.0, (now() - oldest).total_seconds()))
    yield age


def _workers(session: Session, settings: Settings) -> Iterator[Metric]:
    heard = now() - timedelta(seconds=settings.worker_timeout_s)
    counts = {"alive": 0, "leaving": 0, "silent": 0}
    for beat_at, leaving in session.execute(select(Worker.beat_at, Worker.leaving)):
        state = "leaving" if leaving else "alive" if beat_at > heard else "silent"
        counts[state] += 1
    workers = GaugeMetricFamily("steelyard_workers", "Workers, by state.", labels=("state",))
    for state, number in counts.items():
        workers.add_metric((state,), number)
    yield workers
    yield GaugeMetricFamily(
        "steelyard_worker_slots",
        "Tasks that the workers alive can carry at a time.",
        value=counts["alive"] * settings.tasks_per_worker,
    )


def _notices(session: Session) -> Metric:
    query = select(Notice.state, func.count()).group_by(Notice.state)
    counts = dict(session.execute(query).all())
    notices = GaugeMetricFamily("steelyard_notices", "Notices, by state.", labels=("state",))
    for state in _NOTICES:
        notices.add_metric((state,), counts.get(state, 0))
    return notices


def _pool(database: Database) -> Iterator[Metric]:
    pool = database.engine.pool
    if not isinstance(pool, QueuePool):
        return
    connections = GaugeMetricFamily(
        "steelyard_database_connections", "Connections of this process.", labels=("state",)
    )
    connections.add_metric(("in_use",), pool.checkedout())
    connections.add_metric(("idle",), pool.checkedin())
    yield connections


class _Stock:
    """How much is kept. Looking through a storage takes a while: not while somebody waits for it.

    The number is from the last look, at most a few minutes before the last question; there is none
    before the first look has ended.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._bytes: int | None = None
        self._looked = float("-inf")
        self._looking = threading.Lock()

    def collect(self) -> Iterator[Metric]:
        self._look_again()
        if self._bytes is not None:
            said = "Bytes of uploads and runs, at the last look."
            yield GaugeMetricFamily("steelyard_storage_bytes", said, value=self._bytes)
        if self._settings.data_dir.exists():
            free: Any = shutil.disk_usage(self._settings.data_dir).free
            said = "Bytes that are free where the service keeps its data."
            yield GaugeMetricFamily("steelyard_disk_free_bytes", said, value=free)

    def _look_again(self) -> None:
        due = time.monotonic() - self._looked >= _MEASURE_AGAIN
        if due and self._looking.acquire(blocking=False):
            threading.Thread(target=self._look, name="storage use", daemon=True).start()

    def _look(self) -> None:
        try:
            self._bytes = open_storage(self._settings).used()
        except Exception as error:  # noqa: BLE001 - a file that went meanwhile, a storage away
            log.warning("cannot measure the storage: %s: %s", type(error).__name__, error)
        finally:
            self._looked = time.monotonic()
            self._looking.release()
