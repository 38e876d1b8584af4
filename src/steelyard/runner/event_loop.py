"""Run a coroutine to its end from code that is not asynchronous."""

from __future__ import annotations

import asyncio
import contextvars
import threading
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


def run_async(work: Coroutine[Any, Any, T]) -> T:
    """Run to the end, also where an event loop is already running (a notebook)."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(work)
    result: list[T] = []
    failure: list[BaseException] = []

    def target() -> None:
        try:
            result.append(asyncio.run(work))
        except BaseException as error:  # noqa: BLE001 - handed to the caller's thread
            failure.append(error)

    # The language and the outside of the caller hold there too.
    context = contextvars.copy_context()
    thread = threading.Thread(target=context.run, args=(target,), name="steelyard-run")
    thread.start()
    thread.join()
    if failure:
        raise failure[0]
    return result[0]
