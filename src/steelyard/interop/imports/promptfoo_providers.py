"""Providers of promptfoo as agents of a plan."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import orjson

from steelyard.interop.imports.promptfoo_config import LeftOut, load, shown
from steelyard.interop.imports.shapes import object_of

_OPENAI = "https://api.openai.com/v1"
_OLLAMA = "http://localhost:11434/v1"
_PARAMS = (
    "temperature",
    "max_tokens",
    "max_completion_tokens",
    "top_p",
    "seed",
    "stop",
    "presence_penalty",
    "frequency_penalty",
    "response_format",
    "reasoning_effort",
)
_ADDRESSES = ("url", "apiBaseUrl", "apiHost")
_OTHER_FORMS = ("embedding", "image", "moderation", "realtime", "assistant", "responses")
_ENVIRONMENT = re.compile(r"\{\{\s*env\.(\w+)\s*\}\}")
_PLACEHOLDER = re.compile(r"\{\{\s*(\w+)\s*\}\}")
_PATH = re.compile(r"json((?:\.\w+|\[\d+\]|\['\w+'\])+)")
_STEP = re.compile(r"\w+")
_SECRETS = ("authorization", "proxy-authorization", "cookie", "x-api-key", "api-key")


class Provider(NamedTuple):
    """A provider that can be asked.

    Attributes:
        label: its name.
        agent: the `agent:` of a plan.
        prompts: labels of the prompts it is asked with; None for all.
    """

    label: str
    agent: dict[str, Any]
    prompts: set[str] | None


def read_providers(
    config: dict[str, Any], base: Path, environment: Mapping[str, str], left_out: LeftOut
) -> list[Provider]:
    """Return the providers that one of our adapters can ask."""
    given = config.get("providers") or config.get("targets")
    found = []
    for one in given if isinstance(given, list) else [given]:
        for record in _records(one, base, left_out):
            agent = agent_of(record, environment, left_out)
            if agent is not None:
                if "command" in agent:  # its files stand beside the configuration
                    agent["command"]["cwd"] = str(base.resolve())
                wanted = record.get("prompts")
                listed = wanted if isinstance(wanted, list) else [wanted]
                prompts = None if wanted is None else {str(name) for name in listed}
                found.append(Provider(str(record.get("label") or record["id"]), agent, prompts))
    return found


def agent_of(
    record: dict[str, Any], environment: Mapping[str, str], left_out: LeftOut
) -> dict[str, Any] | None:
    """Return the agent of a provider; None when no adapter can ask it, which is said.

    Of the environment only addresses are filled in: whatever else it holds may be secret.
    """

    def filled(value: Any) -> str:
        return _ENVIRONMENT.sub(lambda m: environment.get(m[1], m[0]), str(value))

    id_, given = filled(record.get("id")), record.get("config")
    config = dict(object_of(given))
    if given is not None and not isinstance(given, dict):
        left_out.add(f"{id_}: config", "promptfoo.why_shape", shown(given))
    config |= {name: filled(config[name]) for name in _ADDRESSES if config.get(name)}
    kind, _, rest = id_.partition(":")
    if any(_ENVIRONMENT.search(str(text)) for text in (id_, *map(config.get, _ADDRESSES))):
        left_out.add(id_, "promptfoo.why_environment", "providers")
        return None
    if id_.startswith(("http://", "https://")) or id_ in ("http", "https"):
        return _http(id_, config, left_out)
    if kind in ("openai", "ollama") and rest and rest.partition(":")[0] not in _OTHER_FORMS:
        return _chat(kind, rest, config, left_out)
    if kind == "exec" and rest:
        # promptfoo gives the prompt as an argument, we give it on stdin.
        line = f'exec {rest.strip()} "$(cat)" "{{}}" "{{}}"'
        return {"command": {"argv": ["sh", "-c", line]}}
    key = "why_python" if kind in ("python", "file") else "why_provider"
    left_out.add(id_, f"promptfoo.{key}", "providers")
    return None


def _records(one: Any, base: Path, left_out: LeftOut) -> list[dict[str, Any]]:
    """Return a provider as records with an `id`, whichever way it is written."""
    if isinstance(one, str) and re.fullmatch(r"file://.*\.(ya?ml|json)", one):
        inner = load(base / one.removeprefix("file://"))
        listed = inner if isinstance(inner, list) else [inner]
        return [record for item in listed for record in _records(item, base, left_out)]
    if isinstance(one, str):
        return [{"id": one}]
    if isinstance(one, dict) and "id" not in one and len(one) == 1:
        [(id_, options)] = one.items()
        if options is not None and not isinstance(options, dict):
            left_out.add(str(id_), "promptfoo.why_shape", shown(options))
        return [{"id": id_, **object_of(options)}]
    if isinstance(one, dict) and one.get("id") is not None:
        return [one]
    left_out.add("provider", "promptfoo.why_shape", shown(one))
    return []


def _chat(kind: str, rest: str, config: dict[str, Any], left_out: LeftOut) -> dict[str, Any]:
    form, _, model = rest.partition(":")
    host = config.get("apiHost")
    address = config.get("apiBaseUrl") or (f"https://{host}/v1" if host else None)
    made: dict[str, Any] = {
        "base_url": address or (_OLLAMA if kind == "ollama" else _OPENAI),
        "model": model if form in ("chat", "completion") and model else rest,
    }
    variable = config.get("apiKeyEnvar") or ("OPENAI_API_KEY" if address is None else None)
    key = str(config.get("apiKey") or "")
    if named := _ENVIRONMENT.fullmatch(key.strip()):
        variable = named[1]
    elif key:
        left_out.add("apiKey", "promptfoo.why_secret", f"{kind}:{rest}")
        variable = variable or "OPENAI_API_KEY"
    if variable and kind == "openai":
        made["api_key_env"] = variable
    if params := {name: config[name] for name in _PARAMS if name in config}:
        made["params"] = params
    return {"openai": made}


def _http(id_: str, config: dict[str, Any], left_out: LeftOut) -> dict[str, Any] | None:
    body = _body(config.get("body"))
    path = config.get("transformResponse") or config.get("responseParser")
    found = None if path is None else _PATH.fullmatch(str(path).strip())
    unread = body is None or _ENVIRONMENT.search(str(body)) or (path is not None and not found)
    if config.get("request") or unread:
        left_out.add(id_, "promptfoo.why_http", "providers")
        return None
    address = str(config.get("url") or id_)
    made: dict[str, Any] = {"url": _placeholders(address), "body": _placeholders(body)}
    if method := config.get("method"):
        made["method"] = str(method).upper()
    made |= _headers(object_of(config.get("headers")), id_, left_out)
    if found:
        made["response"] = {"output": ".".join(_STEP.findall(found[1]))}
    return {"http": made}


def _headers(given: dict[str, Any], id_: str, left_out: LeftOut) -> dict[str, Any]:
    """Return headers; one that is a variable of the environment by its name, secrets not at all."""
    plain: dict[str, str] = {}
    named: dict[str, str] = {}
    for name, value in given.items():
        if variable := _ENVIRONMENT.fullmatch(str(value).strip()):
            named[str(name)] = variable[1]
        elif str(name).lower() in _SECRETS or _ENVIRONMENT.search(str(value)):
            left_out.add(str(name), "promptfoo.why_secret", id_)
        else:
            plain[str(name)] = str(value)
    made = {"headers": plain, "headers_env": named}
    return {name: found for name, found in made.items() if found}


def _body(body: Any) -> Any:
    """Return the body as JSON; None when it is a text that is none."""
    if body is None:
        return {"prompt": "{{prompt}}"}
    if not isinstance(body, str):
        return body
    try:
        return orjson.loads(body)
    except orjson.JSONDecodeError:
        return None


def _placeholders(value: Any) -> Any:
    """Return it with `{{prompt}}` and variables under the names they have here."""
    if isinstance(value, str):
        return _PLACEHOLDER.sub(
            lambda m: "{{input}}" if m[1] == "prompt" else f"{{{{metadata.vars.{m[1]}}}}}", value
        )
    if isinstance(value, list):
        return [_placeholders(one) for one in value]
    if isinstance(value, dict):
        return {name: _placeholders(one) for name, one in value.items()}
    return value
