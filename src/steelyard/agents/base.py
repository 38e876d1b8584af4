"""What an agent is to the rest of the house, and where the ways of asking one are listed."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from pydantic import BaseModel, ConfigDict

from steelyard.model import Case, Reply, Words
from steelyard.registry import Registry


@runtime_checkable
class Agent(Protocol):
    """Whatever answers.

    `open` and `close` may be called twice. Between them `ask` may be called any number of times at
    once. Cancelling an `ask` (this is how a timeout arrives) leaves no connection and no process
    behind.
    """

    @property
    def description(self) -> dict[str, Any]:
        """Plain JSON for the manifest: what was asked and how, without secrets."""

    @property
    def concurrency_hint(self) -> int | None:
        """How many asks can be under way at once without queueing inside; None if it is open."""

    async def open(self) -> None:
        """Get ready; raise `AgentSetupError` when the user has to fix something first."""

    async def ask(self, case: Case) -> Reply:
        """Ask one case; raise `AskError` when there is no answer."""

    async def close(self) -> None:
        """Let go of everything."""


class Config(BaseModel):
    """Options of one adapter: unknown ones are refused, values never show in error texts."""

    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)


@dataclass(frozen=True, slots=True)
class Adapter:
    """One way of asking.

    Attributes:
        name: the key under `agent:` in a plan.
        title: its name for people.
        source: the agent class, or "module:Class" to load it on use. The class has its options as
            `Config` (a subclass of `agents.Config`) and is called with (options, base folder).
    """

    name: str
    title: Words
    source: str | type[Any]

    @property
    def config(self) -> type[Config]:
        """The options it takes."""
        config: type[Config] = self._load().Config
        return config

    def make(self, options: Config, base: Path) -> Agent:
        """Make the agent; relative paths in `options` start at `base`."""
        agent: Agent = self._load()(options, base)
        return agent

    def _load(self) -> Any:
        if not isinstance(self.source, str):
            return self.source
        module, _, name = self.source.partition(":")
        return getattr(import_module(module), name)


_BUILTINS = (
    Adapter(
        "openai",
        Words("OpenAI-compatible chat completions", "兼容 OpenAI 的对话补全接口"),
        "steelyard.agents.openai:OpenAIAgent",
    ),
    Adapter(
        "http",
        Words("Any HTTP endpoint", "任意 HTTP 接口"),
        "steelyard.agents.http:HttpAgent",
    ),
    Adapter(
        "command",
        Words("A command on this machine", "本机命令"),
        "steelyard.agents.command:CommandAgent",
    ),
    Adapter(
        "function",
        Words("A Python function", "Python 函数"),
        "steelyard.agents.function:FunctionAgent",
    ),
    Adapter(
        "a2a",
        Words("An agent that speaks A2A", "支持 A2A 协议的智能体"),
        "steelyard.agents.a2a:A2AAgent",
    ),
    Adapter(
        "replay",
        Words("Answers recorded before", "回放已录制的应答"),
        "steelyard.agents.replay:ReplayAgent",
    ),
)


def _add_builtins() -> None:
    for adapter in _BUILTINS:
        AGENTS.add(adapter.name, adapter)


AGENTS: Registry[Adapter] = Registry("adapter", _add_builtins)
