"""How each adapter is brought to misbehave, and which ways of misbehaving it cannot have.

A new adapter gets an entry here or the contract suite fails. Every behaviour is either driven or
exempt with a reason.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from steelyard.agents import Agent, make_agent
from steelyard.model import Case
from tests.agents.misbehaving import MisbehavingServer

HERE = Path(__file__).parent
MAX_BYTES = 1_000_000
SECRET_VARIABLE = "CONTRACT_SECRET"
SECRET = "sk-contract-0123456789abcdef"


@dataclass(frozen=True)
class Expected:
    """What `AskError` must say."""

    kind: str
    reason: str | tuple[str, ...]
    retryable: bool = True
    throttled: bool = False
    fatal: bool = False
    retry_after: tuple[float, float] | None = None


FAILURES = {
    "rate_limited": Expected("infra", "http_429", throttled=True, retry_after=(7, 7)),
    "rate_limited_until": Expected("infra", "http_429", throttled=True, retry_after=(20, 30)),
    "status/500": Expected("agent", "http_500"),
    "status/501": Expected("agent", "http_501"),
    "status/502": Expected("infra", "http_502"),
    "status/503": Expected("infra", "http_503", throttled=True),
    "status/504": Expected("infra", "http_504"),
    "status/400": Expected("agent", "http_400", retryable=False),
    "status/401": Expected("infra", "http_401", retryable=False, fatal=True),
    "status/403": Expected("infra", "http_403", retryable=False, fatal=True),
    "status/404": Expected("infra", "http_404", retryable=False, fatal=True),
    "status/405": Expected("infra", "http_405", retryable=False, fatal=True),
    "status/422": Expected("agent", "http_422", retryable=False),
    "refused": Expected("infra", "connect"),
    "unknown_host": Expected("infra", "connect"),
    "disconnect": Expected("infra", "connection"),
    "reset_in_body": Expected("infra", "connection"),
    "not_http": Expected("infra", "connection"),
    "redirect_loop": Expected("infra", "redirect", retryable=False, fatal=True),
    "redirect_away": Expected("infra", "redirect", retryable=False, fatal=True),
    "broken_json": Expected("agent", "bad_json"),
    "wrong_encoding": Expected("agent", ("bad_encoding", "bad_reply")),
    "wrong_shape": Expected("agent", "bad_reply"),
    "huge": Expected("agent", "too_large", retryable=False),
    "huge_declared": Expected("agent", "too_large", retryable=False),
    "crash": Expected("agent", ("crash", "exception")),
    "no_recording": Expected("infra", "no_recording", retryable=False),
}
OTHERS = {"echo", "slow", "hang", "empty_output", "leak", "leak_in_error"}
BEHAVIOURS = OTHERS | set(FAILURES)

_OVER_HTTP = {
    "rate_limited",
    "rate_limited_until",
    "refused",
    "unknown_host",
    "disconnect",
    "reset_in_body",
    "not_http",
    "redirect_loop",
    "redirect_away",
    "huge_declared",
} | {name for name in FAILURES if name.startswith("status/")}


@dataclass(frozen=True)
class World:
    """What a harness may use."""

    server: MisbehavingServer
    folder: Path


@dataclass(frozen=True)
class Harness:
    """One way of setting an adapter up."""

    variant: str
    make: Callable[[str, World], Agent]
    exempt: dict[str, str] = field(default_factory=dict)
    prepare: Callable[[World, list[Case]], None] = lambda world, cases: None
    asks_at_once: int = 200


def _address(behaviour: str, world: World, rest: str) -> str:
    match behaviour:
        case "refused":
            return f"http://127.0.0.1:1/{rest}"
        case "unknown_host":
            return f"http://no-such-host.invalid/{rest}"
        case "leak_in_error":
            return world.server.url("status/400", rest)
        case _:
            return world.server.url(behaviour, rest)


def _openai(behaviour: str, world: World, **options: Any) -> Agent:
    config = {
        "base_url": _address(behaviour, world, "v1"),
        "model": "stub",
        "api_key_env": SECRET_VARIABLE,
        "max_bytes": MAX_BYTES,
        **options,
    }
    return make_agent({"openai": config}, base=world.folder)


def _http(behaviour: str, world: World, **options: Any) -> Agent:
    config = {
        "url": _address(behaviour, world, "ask"),
        "headers_env": {"Authorization": SECRET_VARIABLE},
        "max_bytes": MAX_BYTES,
        **options,
    }
    return make_agent({"http": config}, base=world.folder)


def _a2a(behaviour: str, world: World, **options: Any) -> Agent:
    config = {
        "url": world.server.url("echo", ""),
        "endpoint": _address(behaviour, world, "a2a"),
        "headers_env": {"Authorization": SECRET_VARIABLE},
        "max_bytes": MAX_BYTES,
        **options,
    }
    return make_agent({"a2a": config}, base=world.folder)


def _command(behaviour: str, world: World, **options: Any) -> Agent:
    program = {"leak_in_error": "leak_and_die"}.get(behaviour, behaviour)
    config = {
        "argv": [sys.executable, str(HERE / "misbehaving_command.py"), program],
        "env": {"PIDS": str(world.folder / "pids")},
        "env_from": {"SECRET_IN_CHILD": SECRET_VARIABLE},
        "max_bytes": MAX_BYTES,
        **options,
    }
    if options.get("mode") == "persistent":
        config["argv"].append("persistent")
    elif behaviour in ("broken_json", "wrong_encoding", "wrong_shape"):
        config["output_format"] = "json"
    return make_agent({"command": config}, base=world.folder)


def _function(behaviour: str, world: World, suffix: str = "") -> Agent:
    target = f"misbehaving_functions.py:{behaviour}{suffix}"
    return make_agent({"function": {"target": target}}, base=HERE)


def _replay(behaviour: str, world: World) -> Agent:
    return make_agent({"replay": {"recording": "answers.jsonl"}}, base=world.folder)


def _record(world: World, cases: list[Case]) -> None:
    lines = [json.dumps({"case_id": case.case_id, "output": case.input}) for case in cases]
    (world.folder / "answers.jsonl").write_text("\n".join(lines), encoding="utf-8")


def _exempt(names: set[str], reason: str) -> dict[str, str]:
    return dict.fromkeys(names, reason)


_IS_HTTP = _exempt({"crash"}, "a server that dies is `disconnect`") | _exempt(
    {"no_recording"}, "asks, does not replay"
)
_NOT_HTTP = _exempt(_OVER_HTTP, "does not speak HTTP")
_IN_PROCESS = _exempt({"leak", "leak_in_error"}, "takes no secrets")

HARNESSES: dict[str, list[Harness]] = {
    "openai": [
        Harness("whole", _openai, _IS_HTTP),
        Harness("streamed", lambda b, w: _openai(b, w, stream=True), _IS_HTTP),
    ],
    "http": [Harness("default", _http, _IS_HTTP)],
    "a2a": [
        Harness("whole", _a2a, _IS_HTTP),
        Harness("streamed", lambda b, w: _a2a(b, w, stream=True), _IS_HTTP),
    ],
    "command": [
        Harness(
            "oneshot",
            _command,
            {**_NOT_HTTP, "no_recording": "asks, does not replay"},
            asks_at_once=8,
        ),
        Harness(
            "persistent",
            lambda b, w: _command(b, w, mode="persistent", workers=4),
            {**_NOT_HTTP, "no_recording": "asks, does not replay"},
        ),
    ],
    "function": [
        Harness(
            "sync",
            _function,
            {
                **_NOT_HTTP,
                **_IN_PROCESS,
                "no_recording": "asks, does not replay",
                "broken_json": "returns objects, not JSON",
                "huge": "what it returns is in memory already",
            },
        ),
        Harness(
            "async",
            lambda b, w: _function(b, w, "_later"),
            {
                **_NOT_HTTP,
                **_IN_PROCESS,
                "no_recording": "asks, does not replay",
                "broken_json": "returns objects, not JSON",
                "huge": "what it returns is in memory already",
            },
        ),
    ],
    "replay": [
        Harness(
            "recording",
            _replay,
            {
                **_NOT_HTTP,
                **_IN_PROCESS,
                **_exempt(
                    {"slow", "hang", "crash", "huge"}, "looks up in a file; nothing can wait or die"
                ),
                **_exempt(
                    {"broken_json", "wrong_encoding", "wrong_shape"}, "the file is checked on open"
                ),
            },
            prepare=_record,
        )
    ],
}
