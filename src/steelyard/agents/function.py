"""`function`: a Python callable, sync or async."""

from __future__ import annotations

import inspect
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import orjson
from pydantic import Field

from steelyard.agents.answer import bad_reply, reply_from
from steelyard.agents.base import Config
from steelyard.agents.target import load_target
from steelyard.agents.threads import Threads
from steelyard.errors import AgentSetupError, AskError
from steelyard.i18n import t
from steelyard.model import Case, Reply


class FunctionConfig(Config):
    """Options of `function`."""

    target: str = Field(
        description="module:callable, or path/to/file.py:callable relative to the plan."
    )
    threads: int = Field(
        default=64, ge=1, description="Calls at once when the function is not async."
    )


class FunctionAgent:
    """Calls a function with the input, or with the whole case if it has a parameter `case`.

    The function returns the output as text, an object with the keys of `Reply` and outcome fields,
    or a `Reply`.
    """

    Config = FunctionConfig

    def __init__(self, config: FunctionConfig, base: Path) -> None:
        self._config = config
        self._base = base
        self._function: Callable[[Case], Any] | None = None
        self._is_async = False
        self._threads = Threads(config.threads)

    @classmethod
    def of(cls, function: Callable[..., Any], *, threads: int = 64) -> FunctionAgent:
        """Make an agent of a function that is at hand."""
        module = getattr(function, "__module__", None) or type(function).__module__
        name = getattr(function, "__qualname__", None) or type(function).__qualname__
        agent = cls(FunctionConfig(target=f"{module}:{name}", threads=threads), Path())
        agent._use(function)
        return agent

    def __repr__(self) -> str:
        return f"FunctionAgent({self._config.target!r})"

    @property
    def description(self) -> dict[str, Any]:
        """The options of the plan."""
        return {"adapter": "function", **self._config.model_dump(mode="json")}

    @property
    def concurrency_hint(self) -> int | None:
        """As many as there are threads; an async function decides itself."""
        return None if self._is_async else self._config.threads

    async def open(self) -> None:
        """Import the function."""
        if self._function is None:
            self._use(load_target(self._config.target, self._base))

    async def ask(self, case: Case) -> Reply:
        """Call the function; its exceptions are the agent's failures."""
        if self._function is None:
            message = "open() comes before ask()"
            raise RuntimeError(message)
        try:
            result, latency_s = await self._timed(self._function, case)
        except AskError:
            raise
        except (Exception, SystemExit) as error:
            raise _failed(error) from error
        return _reply(result, latency_s)

    async def close(self) -> None:
        """Let the threads end; one that is stuck in the function ends with the program."""
        self._threads.close()

    def _use(self, function: Callable[..., Any]) -> None:
        self._is_async = _is_async(function)
        self._function = _taking_case(function, self._config.target)

    async def _timed(self, function: Callable[[Case], Any], case: Case) -> tuple[Any, float]:
        if self._is_async:
            started = time.perf_counter()
            return await function(case), time.perf_counter() - started

        def timed() -> tuple[Any, float]:
            # Timed in the thread: waiting for a thread is not the agent's time.
            started = time.perf_counter()
            try:
                return function(case), time.perf_counter() - started
            except AskError:
                raise
            except (Exception, SystemExit) as error:
                # Here, because StopIteration cannot cross into a coroutine.
                raise _failed(error) from error

        result, latency_s = await self._threads.call(timed)
        if inspect.isawaitable(result):
            started = time.perf_counter()
            return await result, latency_s + time.perf_counter() - started
        return result, latency_s


def _is_async(function: Callable[..., Any]) -> bool:
    call = getattr(function, "__call__", None)  # noqa: B004 - an object whose call is async
    return inspect.iscoroutinefunction(function) or inspect.iscoroutinefunction(call)


def _taking_case(function: Callable[..., Any], target: str) -> Callable[[Case], Any]:
    """Return a function of the case that gives `function` what its signature asks for."""
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):
        return lambda case: function(case.input)  # A builtin that hides its signature.
    if "case" in signature.parameters:
        if _accepts(signature, case=None):
            return lambda case: function(case=case)
        if _accepts(signature, None, case=None):
            return lambda case: function(case.input, case=case)
    elif _accepts(signature, None):
        return lambda case: function(case.input)
    message = t("agents.function_signature", target=target, signature=signature)
    raise AgentSetupError(message, hint=t("agents.function_hint"))


def _accepts(signature: inspect.Signature, *args: Any, **named: Any) -> bool:
    try:
        signature.bind(*args, **named)
    except TypeError:
        return False
    return True


def _failed(error: BaseException) -> AskError:
    where = ""
    trace = error.__traceback__
    while trace is not None:
        where = f"{Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}"
        trace = trace.tb_next
    message = t("agents.raised", error=f"{type(error).__name__}: {error}", where=where)
    return AskError(message, kind="agent", reason="exception")


def _reply(result: Any, latency_s: float) -> Reply:
    if isinstance(result, str):
        reply = Reply(output=result, latency_s=latency_s)
        if result.isascii():
            return reply
    elif isinstance(result, dict):
        reply = reply_from(result, latency_s=latency_s)
    elif isinstance(result, Reply):
        # Whatever seconds it says, those that passed here count.
        reply = replace(result, latency_s=latency_s)
    else:
        raise bad_reply(t("agents.function_returned", found=type(result).__name__))
    try:
        orjson.dumps(reply)  # Anything at all may come out of a function; a bundle holds JSON.
    except TypeError as error:
        raise bad_reply(t("agents.not_json", problem=error)) from None
    return reply
