"""Keys pasted into a plan: found before anything else looks at it, and never repeated."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

from steelyard.agents import (
    OptionPath,
    pasted_hint,
    pasted_in,
    refuse_unresolved,
    shown_path,
    without_pasted,
)
from steelyard.errors import PlanError
from steelyard.i18n import t
from steelyard.model import holds_credential, redact

AGENTS = ("agent", "single", "judges", "environments")
"""The parts of a plan that say how agents are reached; what is wrong in them is not repeated."""
# Judges were once options of scorers, and people still write them there.
_STRICT = (*AGENTS, "scorers")
Place = Callable[[OptionPath], str]


def refuse_pasted_secrets(content: Any, place: Place = shown_path) -> None:
    """Refuse a plan with a credential in it.

    Args:
        content: of the plan, as it was read; it need not be right.
        place: names a place for people.

    Raises:
        PlanError: says where, and not what.
    """
    try:
        path = next(pasted_in_plan(content), None)
    except RecursionError:  # an anchor inside itself
        raise PlanError(t("plan.endless")) from None
    if path is not None:
        raise PlanError(t("agents.pasted", place=place(path)), hint=pasted_hint(path))


def refuse_unresolved_secrets(
    content: Any, kept: Collection[str] | None = None, place: Place = shown_path
) -> None:
    """Refuse a plan that names a secret there is not; see `refuse_unresolved`.

    Raises:
        AgentSetupError: says where, and not what.
    """
    for path, config in agents_in(content):
        refuse_unresolved(config, path, kept, place)


def pasted_in_plan(content: Any) -> Iterator[OptionPath]:
    """Yield the places in a plan that hold a credential, or no name where one belongs."""
    if not isinstance(content, Mapping):
        return
    for key, value in content.items():
        if key in _STRICT:
            yield from pasted_in({key: value})
        else:
            yield from _credentials({key: value}, ())


def without_pasted_secrets(content: Any, kept: Collection[str] = ()) -> Any:
    """Return a plan without credentials; the same object when there are none."""
    if not isinstance(content, Mapping):
        return content
    cleaned = {
        key: without_pasted({key: value}, kept)[key] if key in _STRICT else _redacted(value)
        for key, value in content.items()
    }
    return content if cleaned == content else cleaned


def agents_in(content: Any) -> Iterator[tuple[OptionPath, Any]]:
    """Yield the options of every agent in a plan, with their places."""
    if isinstance(content, Mapping):
        for key in AGENTS:
            if content.get(key) is not None:
                yield (key,), content[key]


def _credentials(value: Any, path: OptionPath) -> Iterator[OptionPath]:
    if isinstance(value, str) and holds_credential(value):
        yield path
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            if isinstance(key, str) and holds_credential(key):
                yield (*path, key)
            else:
                yield from _credentials(inner, (*path, key))
    elif isinstance(value, list | tuple):
        for number, inner in enumerate(value):
            yield from _credentials(inner, (*path, number))


def _redacted(value: Any) -> Any:
    if isinstance(value, str):
        return redact(value)
    if isinstance(value, Mapping):
        return {_redacted(key): _redacted(inner) for key, inner in value.items()}
    return [_redacted(one) for one in value] if isinstance(value, list | tuple) else value
