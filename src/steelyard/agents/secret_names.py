"""Where the options of an agent name secrets, and values pasted where a name belongs.

Options that end in `_env` and `env_from` hold names: of environment variables on a user's own
machine, of secrets of the project in the service. A key, token or password anywhere in the options
is refused, without being repeated, before anything is made, stored or shown of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from steelyard.errors import AgentSetupError, PlanError
from steelyard.i18n import t
from steelyard.model import (
    MASK,
    assigns_credential,
    holds_credential,
    is_credential,
    is_credential_after,
    is_credential_field,
    is_opaque,
    is_secret_name,
    is_usual_name,
    redact,
    redact_assigned,
    secret_value,
)

REDACTED = "REDACTED"
"""Stands where a value stood in place of a secret's name; nothing of that name can be kept."""
OptionPath = tuple[str | int, ...]
# What is sent, or started, as it is written: a credential is one there even without a known form.
_SENT = frozenset(
    ("url", "base_url", "endpoint", "argv", "cmd", "start", "fix", "command_template")
)
# Parts of a request or of an environment, in which names mean what the other side wants.
_FREE = frozenset(("body", "params", "response", "headers", "extra_headers", "env", "tools"))
_LONGEST = 40
_USUAL = "API_KEY"
_ANY = "NAME"


class NamedSecret(NamedTuple):
    """A name in the options of an agent, and where it stands."""

    path: OptionPath
    name: str


def secret_names(config: Any, path: OptionPath = ()) -> Iterator[NamedSecret]:
    """Yield the secrets that the options of an agent name, with their places."""
    for key, value in _items(config):
        here = (*path, key)
        if key in _FREE:
            continue
        if not _holds_names(key):
            yield from secret_names(value, here)
        elif isinstance(value, str):
            yield NamedSecret(here, value)
        else:
            for inner, name in _items(value):
                if isinstance(name, str):
                    yield NamedSecret((*here, inner), name)


def pasted_in(config: Any, path: OptionPath = ()) -> Iterator[OptionPath]:
    """Yield the places of values that are credentials, and of names that can be none."""
    for key, value in _items(config):
        here = (*path, key)
        if isinstance(key, str) and holds_credential(key):
            yield here
        elif isinstance(value, bytes):
            yield here  # nothing is written in binary but what should not be read
        elif isinstance(value, str):
            before = config[key - 1] if isinstance(config, list | tuple) and key else None
            if _is_pasted(here, value) or (
                isinstance(before, str) and is_credential_after(before, value)
            ):
                yield here
        else:
            yield from pasted_in(value, here)


def refuse_pasted(config: Any, path: OptionPath = ("agent",)) -> None:
    """Refuse options with a credential in them, or with something in place of a name.

    Raises:
        PlanError: says where, and not what.
    """
    for found in pasted_in(config, path):
        raise PlanError(t("agents.pasted", place=shown_path(found)), hint=pasted_hint(found))


def refuse_unresolved(
    config: Any,
    path: OptionPath = ("agent",),
    kept: Collection[str] | None = None,
    place: Callable[[OptionPath], str] | None = None,
) -> None:
    """Refuse names that stand for nothing.

    Args:
        config: the options of an agent.
        path: where they stand in the plan.
        kept: the names that stand for a secret. None: the environment variables of this machine,
            and those that are written as such, as OPENAI_API_KEY, and may be set before the run.
        place: names a place for people.

    Raises:
        AgentSetupError: says where, and not what: it may be a key.
    """
    for found in secret_names(config, path):
        if kept is None:
            known = bool((secret_value(found.name) or "").strip()) or is_usual_name(found.name)
        else:
            known = found.name in kept
        if not known:
            where = (place or shown_path)(found.path)
            # A name that only is not kept yet has no better one.
            name = _ANY if is_usual_name(found.name) else proposed_name(found.path)
            raise _nothing(where, name) if kept is None else _no_secret(where, name)


def without_pasted(config: Any, kept: Collection[str] = ()) -> Any:
    """Return options without the credentials in them; the same object when there are none.

    Args:
        config: the options of an agent.
        kept: names that stand for a secret, whatever they look like.
    """
    names = {
        found.path
        for found in secret_names(config)
        if found.name not in kept and not is_usual_name(found.name)
    }
    places = names.union(pasted_in(config))
    return config if not places else _cleaned(config, (), places, names)


def shown_path(path: Iterable[str | int]) -> str:
    """Return a place as a plan writes it, less whatever in it could be a value."""
    parts = (str(part) for part in path)
    return ".".join(part if _is_plain(part) else "…" for part in parts)


def proposed_name(path: OptionPath) -> str:
    """Return a name for the secret whose value stands at a place: API_KEY for `api_key_env`."""
    for part in reversed(path):
        if not isinstance(part, str) or not _is_plain(part):
            continue
        name = re.sub("[^A-Z0-9]+", "_", part.removesuffix("_env").upper()).strip("_")
        if is_usual_name(name):
            return name
    return _USUAL


def pasted_hint(path: OptionPath = ()) -> str:
    """Return how to keep the value at a place instead of writing it there."""
    return t("agents.pasted_hint", name=proposed_name(path))


def _nothing(place: str, name: str) -> AgentSetupError:
    message = t("agents.no_variable", place=place)
    return AgentSetupError(message, hint=t("agents.no_variable_hint", name=name))


def _no_secret(place: str, name: str) -> AgentSetupError:
    message = t("agents.no_secret", place=place)
    return AgentSetupError(message, hint=t("agents.no_secret_hint", name=name))


def _is_pasted(path: OptionPath, value: str) -> bool:
    if _names_at(path):
        return not is_secret_name(value)
    if holds_credential(value):
        return True
    if any(part in _SENT for part in path) and assigns_credential(value):
        return True
    return is_credential_field(str(path[-1])) and is_credential(value)


def _cleaned(
    value: Any, path: OptionPath, places: Collection[OptionPath], names: Collection[OptionPath]
) -> Any:
    if isinstance(value, Mapping):
        return {
            _key(key, (*path, key), places): _cleaned(inner, (*path, key), places, names)
            for key, inner in value.items()
        }
    if isinstance(value, list | tuple):
        return [_cleaned(one, (*path, at), places, names) for at, one in enumerate(value)]
    if path not in places:
        return value
    if not isinstance(value, str):
        return MASK
    if path in names or _names_at(path):
        return REDACTED
    masked = redact_assigned(value)
    return masked if masked != value else MASK


def _key(key: Any, path: OptionPath, places: Collection[OptionPath]) -> Any:
    return redact(key) if path in places and isinstance(key, str) else key


def _names_at(path: OptionPath) -> bool:
    """Whether a place holds a name: an option, or an entry of one."""
    return any(map(_holds_names, path[-2:])) and _FREE.isdisjoint(map(str, path))


def _holds_names(key: str | int) -> bool:
    if not isinstance(key, str) or key == "trust_env":
        return False
    return key.endswith("_env") or key == "env_from"


def _items(value: Any) -> Iterator[tuple[Any, Any]]:
    if isinstance(value, Mapping):
        yield from value.items()
    elif isinstance(value, list | tuple):
        yield from enumerate(value)


def _is_plain(part: str) -> bool:
    if len(part) > _LONGEST or not part.isprintable() or holds_credential(part):
        return False
    return is_usual_name(part) or not is_opaque(re.sub("[-_]", " ", part))
