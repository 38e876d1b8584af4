"""From the `agent:` mapping of a plan to an agent, and the JSON Schema of that mapping."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from steelyard.agents.base import AGENTS, Adapter, Agent, Config
from steelyard.agents.function import FunctionAgent
from steelyard.agents.secret_names import refuse_pasted
from steelyard.errors import PlanError, UnknownNameError
from steelyard.i18n import say, t, wrong_value


def make_agent(
    config: Mapping[str, Any] | Callable[..., Any] | Agent, *, base: str | Path = "."
) -> Agent:
    """Make the agent that `config` describes.

    Args:
        config: `{adapter: {option: value}}` with exactly one adapter; or a Python function; or an
            agent, which is returned as it is.
        base: folder that relative paths start at: the plan's.

    Raises:
        PlanError: the mapping is wrong; the message says where and what is allowed.
    """
    if isinstance(config, Agent):
        return config
    if not isinstance(config, Mapping):
        if callable(config):
            return FunctionAgent.of(config)
        raise PlanError(t("agents.not_a_mapping", found=type(config).__name__, names=_names()))
    refuse_pasted(config)
    adapter, options = _choose(config)
    return adapter.make(_check(adapter, options), Path(base))


def adapter_schema() -> dict[str, Any]:
    """Return the JSON Schema of the `agent:` mapping: one branch per registered adapter."""
    return {
        "type": "object",
        "description": "The agent to ask: exactly one adapter with its options.",
        "oneOf": [_branch(adapter) for adapter in AGENTS],
    }


def _choose(config: Mapping[str, Any]) -> tuple[Adapter, Mapping[str, Any]]:
    if len(config) != 1:
        found = ", ".join(map(str, config)) or t("agents.nothing")
        raise PlanError(t("agents.one_adapter", found=found, names=_names()))
    [(name, options)] = config.items()
    try:
        adapter = AGENTS.get(str(name))
    except UnknownNameError as error:
        message = f"agent: {say(error)}"
        raise PlanError(message) from None
    if options is None:
        options = {}
    if not isinstance(options, Mapping):
        found = type(options).__name__
        raise PlanError(t("agents.options_not_a_mapping", adapter=name, found=found))
    return adapter, options


def _names() -> str:
    return ", ".join(AGENTS.names())


def _check(adapter: Adapter, options: Mapping[str, Any]) -> Config:
    try:
        return adapter.config.model_validate(dict(options))
    except ValidationError as error:
        lines = [_explain(adapter, problem) for problem in error.errors(include_url=False)]
    raise PlanError("\n".join(lines))


def _explain(adapter: Adapter, problem: Any) -> str:
    place = ".".join(["agent", adapter.name, *map(str, problem["loc"])])
    match problem["type"]:
        case "extra_forbidden":
            return _explain_unknown(adapter, problem["loc"], place)
        case "missing":
            return t("agents.missing_option", place=place)
        case "value_error":
            return f"{place}: {wrong_value(problem)}"
        case _:
            found = type(problem["input"]).__name__
            return t("agents.bad_option", place=place, found=found, problem=wrong_value(problem))


def _explain_unknown(adapter: Adapter, loc: tuple[Any, ...], place: str) -> str:
    allowed = _allowed(adapter, loc)
    close = get_close_matches(str(loc[-1]), allowed, n=1, cutoff=0.6)
    key = "agents.unknown_option_close" if close else "agents.unknown_option"
    return t(key, place=place, close="".join(close), allowed=", ".join(allowed))


def _allowed(adapter: Adapter, loc: tuple[Any, ...]) -> list[str]:
    """Options allowed where `loc` points, also inside a nested record."""
    schema = _inlined(adapter.config.model_json_schema())
    for step in loc[:-1]:
        choices = schema["properties"][str(step)]
        schema = next(c for c in (choices, *choices.get("anyOf", ())) if "properties" in c)
    return list(schema["properties"])


def _branch(adapter: Adapter) -> dict[str, Any]:
    options = _inlined(adapter.config.model_json_schema())
    options["title"] = adapter.title.en
    return {
        "properties": {adapter.name: options},
        "required": [adapter.name],
        "additionalProperties": False,
    }


def _inlined(schema: dict[str, Any]) -> dict[str, Any]:
    """Put nested records in place of references, so that the schema can live inside another."""
    records = schema.pop("$defs", {})

    def walk(node: Any) -> Any:
        if isinstance(node, list):
            return [walk(item) for item in node]
        if not isinstance(node, dict):
            return node
        if "$ref" in node:
            record = walk(records[node["$ref"].rsplit("/", 1)[1]])
            return {**record, **{k: v for k, v in node.items() if k != "$ref"}}
        return {key: walk(value) for key, value in node.items()}

    inlined: dict[str, Any] = walk(schema)
    return inlined
