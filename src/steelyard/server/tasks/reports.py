"""The report of a run, for pages: made once in a process of its own, kept while it is looked at.

Making one takes seconds of a processor, which a process that answers many people does not have.
What a bundle says changes only when it is scored anew, so it is kept under what it was made from.
Other things that are made of bundles are made and kept in the same way: `make_once`.
"""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any, TypeVar

from steelyard.bundle import Bundle, connect, layout
from steelyard.report import RunReport, collect
from steelyard.report.glance import Glance, glance
from steelyard.server.tasks.replaced import again_if_replaced

T = TypeVar("T")
_MOST = 24  # reports and the like that are kept
_AT_ONCE = 2  # one of a million rows does not hold up the others
_lock = threading.Lock()
_kept: OrderedDict[Hashable, Future[Any]] = OrderedDict()
_pool: ProcessPoolExecutor | None = None


def read_report(path: Path) -> RunReport:
    """Return the report of the run at `path`; waits while it is made.

    Raises:
        BundleError: there are no results yet.
    """
    return make_once(stamp(path), _make, path)


@again_if_replaced
def read_glance(path: Path) -> Glance:
    """Return what can be said of the run at `path` without waiting for its report.

    Raises:
        BundleError: there are no results yet.
    """
    bundle = Bundle(path)
    connection = connect(bundle.results_path)
    try:
        return glance(bundle.manifest.values, bundle.summary(), connection)
    finally:
        connection.close()


def get_ready() -> None:
    """Start the other process before anybody waits for it: to begin takes it a second or two."""
    with _lock:
        if _pool is None:
            _ready_pool().submit(_import_all)


def make_once(key: Hashable, make: Callable[..., T], *args: object) -> T:
    """Return what `make` makes of `args` in another process; waits while it is made.

    Args:
        key: what the result depends on, every bundle by its `stamp`.
        make: a function of a module, so that the other process finds it.
        *args: for it; like the result, what can be sent from process to process.

    Raises:
        SteelyardError: whatever `make` raises; it is tried anew by whoever asks next.
    """
    for attempt in range(2):
        future: Future[T] = _wanted(key, make, args)
        try:
            return future.result()
        except BrokenProcessPool:  # killed, as for its memory: once more with a new one
            _forget(key, future, pool=True)
            if attempt:
                raise
        except Exception:
            _forget(key, future, pool=False)
            raise
    raise AssertionError


def is_made(path: Path) -> bool:
    """Whether the report is there already, so that nobody need be told to wait."""
    with _lock:
        found = _kept.get(stamp(path))
    return found is not None and found.done()


def stamp(path: Path) -> tuple[str, str, int]:
    """Return which bundle it is, and of which scoring."""
    bundle = Bundle(path)
    summary = path / layout.SUMMARY
    changed = summary.stat().st_mtime_ns if summary.exists() else 0
    return str(path), bundle.results_path.name, changed


def _wanted(key: Hashable, make: Callable[..., T], args: tuple[object, ...]) -> Future[T]:
    with _lock:
        if key in _kept:
            _kept.move_to_end(key)
            return _kept[key]
        _kept[key] = _submit(make, args)
        while len(_kept) > _MOST:
            _kept.popitem(last=False)
        return _kept[key]


def _submit(make: Callable[..., T], args: tuple[object, ...]) -> Future[T]:
    try:
        return _ready_pool().submit(make, *args)
    except BrokenProcessPool:  # killed while nobody waited for it
        _let_pool_go()
        return _ready_pool().submit(make, *args)


def _ready_pool() -> ProcessPoolExecutor:
    global _pool
    if _pool is None:
        # Not forked: the threads and connections of a server do not survive that.
        context = multiprocessing.get_context("spawn")
        _pool = ProcessPoolExecutor(_AT_ONCE, mp_context=context, initializer=_follow_parent)
    return _pool


def _forget(key: Hashable, future: Future[Any], *, pool: bool) -> None:
    with _lock:
        if _kept.get(key) is future:
            del _kept[key]
        if pool:
            _let_pool_go()


def _let_pool_go() -> None:
    global _pool
    if _pool is not None:
        _pool.shutdown(wait=False)
        _pool = None


def _follow_parent() -> None:
    """End with the service, however that ends: nobody would ask us anything any more."""

    def follow() -> None:
        parent = multiprocessing.parent_process()
        if parent is not None:
            parent.join()
            os._exit(0)

    threading.Thread(target=follow, daemon=True).start()


def _import_all() -> None:
    """Do nothing: to be called, the other process has imported this module and all that it uses."""


@again_if_replaced
def _make(path: Path) -> RunReport:
    bundle = Bundle(path)
    connection = connect(bundle.results_path)
    try:
        return collect(bundle.manifest.values, bundle.summary(), connection)
    finally:
        connection.close()
