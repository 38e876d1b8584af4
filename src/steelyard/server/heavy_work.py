"""Heavy work of the service: a few processes with limits, a bounded queue, results kept.

A report takes seconds of a processor, a PDF a browser; a process that answers many users has
neither to spare. Whoever may see a run may ask for its reports, so more than the queue holds is
refused, to be asked for again, and equal requests share one result.
"""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

from steelyard.i18n import Language, language, t, using_language
from steelyard.server.errors import TooManyError, UnavailableError

T = TypeVar("T")
AT_ONCE = 2
"""Processes: one report of a million rows does not hold up the others."""
WAITING = 16
"""Requests that may wait for a process; more are refused."""
MEMORY = 6 << 30
"""Bytes of data that one process may hold."""
_RETRY_AFTER_S = 10
_MOST_KEPT = 24

_lock = threading.Lock()
_kept: OrderedDict[Hashable, Future[Any]] = OrderedDict()
_pool: ProcessPoolExecutor | None = None
_unfinished = 0


def run_heavy(make: Callable[..., T], *args: object) -> T:
    """Return what `make` makes of `args` in another process; waits for it.

    Args:
        make: a function of a module, so that the other process finds it.
        *args: for it; like the result, what can be sent from process to process.

    Raises:
        TooManyError: the queue is full.
        UnavailableError: the process died over it, twice.
        SteelyardError: whatever `make` raises.
    """
    return run_once(object(), make, *args, keep=False)


def run_once(key: Hashable, make: Callable[..., T], *args: object, keep: bool = True) -> T:
    """Return the result kept under `key`, or run `make` as `run_heavy` does and keep its result.

    Args:
        key: what the result depends on; the language too, if sentences are in it.
        make: as for `run_heavy`.
        *args: as for `run_heavy`.
        keep: whether the result is kept; if not, only requests of one moment share it.
    """
    for attempt in range(2):
        future: Future[T] = _wanted(key, make, args)
        try:
            found = future.result()
        except BrokenProcessPool:  # killed, as for its memory: once more with a new pool
            _forget(key, future, pool=True)
            if attempt:
                raise UnavailableError(t("server.heavy_died")) from None
        except Exception:
            _forget(key, future, pool=False)
            raise
        else:
            if not keep:
                _forget(key, future, pool=False)
            return found
    raise AssertionError


def is_kept(key: Hashable) -> bool:
    """Whether `run_once` would return at once."""
    with _lock:
        found = _kept.get(key)
    return found is not None and found.done()


def get_ready() -> None:
    """Start a process before anybody waits for it: to begin takes it a second or two."""
    with _lock:
        if _pool is None:
            _ready_pool().submit(_do_nothing)


def _wanted(key: Hashable, make: Callable[..., T], args: tuple[object, ...]) -> Future[T]:
    with _lock:
        if key in _kept:
            _kept.move_to_end(key)
            return _kept[key]
        if _unfinished >= AT_ONCE + WAITING:
            raise TooManyError(t("server.heavy_busy"), retry_after=_RETRY_AFTER_S)
        _kept[key] = future = _submit(make, args)
        while len(_kept) > _MOST_KEPT + AT_ONCE + WAITING:
            _kept.popitem(last=False)
    future.add_done_callback(_finished)
    return future


def _submit(make: Callable[..., T], args: tuple[object, ...]) -> Future[T]:
    global _unfinished
    try:
        future = _ready_pool().submit(_in_language, language(), make, args)
    except BrokenProcessPool:  # killed while nobody waited for it
        _let_pool_go()
        future = _ready_pool().submit(_in_language, language(), make, args)
    _unfinished += 1
    return future


def _finished(_: Future[Any]) -> None:
    global _unfinished
    with _lock:
        _unfinished -= 1


def _ready_pool() -> ProcessPoolExecutor:
    global _pool
    if _pool is None:
        # Not forked: the threads and connections of a server do not survive that.
        context = multiprocessing.get_context("spawn")
        _pool = ProcessPoolExecutor(AT_ONCE, mp_context=context, initializer=_begin)
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


def _in_language(wanted: Language, make: Callable[..., T], args: tuple[object, ...]) -> T:
    with using_language(wanted):
        return make(*args)


def _do_nothing() -> None:
    """To be called, the other process has imported this module."""


def _begin() -> None:
    """Bound the memory of a process of the pool, and let it end when the service does."""
    limit_memory(MEMORY)

    def follow() -> None:
        parent = multiprocessing.parent_process()
        if parent is not None:
            parent.join()
            os._exit(0)

    threading.Thread(target=follow, daemon=True).start()


def limit_memory(most: int) -> None:
    """Bound what this process may hold, where the system can."""
    try:
        import resource
    except ImportError:  # Windows
        return
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    if hard == resource.RLIM_INFINITY or hard > most:
        resource.setrlimit(resource.RLIMIT_DATA, (most, most))
