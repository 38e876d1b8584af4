"""A key pasted into the options of an agent: how it could be kept as a secret instead."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from copy import deepcopy
from typing import Any, NamedTuple

from sqlalchemy.orm import Session

from steelyard.agents import OptionPath, pasted_in, proposed_name, secret_names
from steelyard.model import is_usual_name
from steelyard.server.library.keys import Keys
from steelyard.server.library.secrets import secrets_of, set_secret
from steelyard.server.people.policy import Actor

# Where a value stands as it is sent, and the option next to it that holds names instead.
_NAMES_INSTEAD = {"headers": "headers_env", "extra_headers": "headers_env", "env": "env_from"}
_LONGEST_PATH = 3  # adapter, option, entry


class SecretOffer(NamedTuple):
    """A value that could be kept as a secret; `repr` does not show it.

    Attributes:
        path: where it stands: adapter, option, and the entry of an option that has several.
        value: to be kept.
        name: proposed.
    """

    path: OptionPath
    value: str
    name: str

    def __repr__(self) -> str:
        """Return it without the value, which must not reach a log."""
        return f"SecretOffer({self.name})"

    def options(self, config: Mapping[str, Any], name: str) -> dict[str, Any]:
        """Return the options of an agent with the name in the place of the value."""
        changed: dict[Any, Any] = deepcopy(dict(config))
        adapter, option, *entry = self.path
        if not entry:
            changed[adapter][option] = name
            return changed
        instead = _NAMES_INSTEAD.get(str(option), option)
        if instead != option:
            del changed[adapter][option][entry[0]]
        changed[adapter].setdefault(instead, {})[entry[0]] = name
        return changed


def offer_secret(config: Mapping[str, Any], usable: Collection[str]) -> SecretOffer | None:
    """Return how the first pasted value of an agent could be kept; None when there is no way.

    Args:
        config: the options, by the name of the adapter.
        usable: names that stand for a secret already.
    """
    unknown = [
        found.path
        for found in secret_names(config)
        if found.name not in usable and not is_usual_name(found.name)
    ]
    for path in (*pasted_in(config), *unknown):
        value = _value_at(config, path)
        if value is not None and _can_be_named(path):
            return SecretOffer(path, value, _free(proposed_name(path), usable))
    return None


def keep_offered(
    session: Session, actor: Actor, keys: Keys, project_id: str, offer: SecretOffer
) -> str:
    """Keep the value as a secret of the project; return its name, which no other secret has.

    Raises:
        InputError: the value cannot be a secret.
    """
    taken = {secret.name for secret in secrets_of(session, project_id)}
    name = _free(offer.name, taken)
    set_secret(session, actor, keys, project_id, name, offer.value)
    return name


def _can_be_named(path: OptionPath) -> bool:
    if not 1 < len(path) <= _LONGEST_PATH:
        return False
    option = str(path[1])
    if len(path) == _LONGEST_PATH:
        return option in _NAMES_INSTEAD or option in _NAMES_INSTEAD.values()
    return option.endswith("_env")


def _value_at(config: Any, path: OptionPath) -> str | None:
    for part in path:
        if not isinstance(config, Mapping) or part not in config:
            return None
        config = config[part]
    return config if isinstance(config, str) else None


def _free(name: str, taken: Collection[str]) -> str:
    if name not in taken:
        return name
    return next(one for n in range(2, len(taken) + 3) if (one := f"{name}_{n}") not in taken)
