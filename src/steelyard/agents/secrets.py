"""Secrets: read from environment variables, kept out of everything people see.

Plans name variables, never values. What was read is remembered here so that it can be taken out of
error texts and replies should the other side echo it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from steelyard.agents.secret_names import pasted_hint
from steelyard.errors import AgentSetupError, AskError
from steelyard.i18n import t
from steelyard.model import MASK, is_usual_name, secret_value

_LONG_ENOUGH = 8
"""Replies lose only values this long: `EMPTY` or `test` as a key is a placeholder, and taking such
a word out of answers would change what is scored."""


class Secrets:
    """The values of some environment variables, by the use they are put to."""

    def __init__(self, variables: Mapping[str, str]) -> None:
        self.variables = dict(variables)
        self._all: re.Pattern[str] | None = None
        self._long: re.Pattern[str] | None = None
        self.longest = 0

    def __repr__(self) -> str:
        return f"Secrets({', '.join(self.names())})"

    def names(self) -> list[str]:
        """The environment variables, each once."""
        return list(dict.fromkeys(self.variables.values()))

    def read(self) -> dict[str, str]:
        """Return use to value; a variable that is unset or empty is the user's to fix."""
        values = {}
        for use, variable in self.variables.items():
            value = (secret_value(variable) or "").strip()
            if not value:
                raise _unset(variable, use)
            if not value.isprintable():
                raise AgentSetupError(t("agents.unprintable", variable=variable, use=use))
            values[use] = value
        self._remember(values)
        return values

    def scrub(self, text: str) -> str:
        """Return `text` without any of the values."""
        return self._all.sub(MASK, text) if self._all else text

    def scrub_error(self, error: AskError) -> None:
        """Take the values out of an error: it may quote an answer, and the answer our key."""
        error.message = self.scrub(error.message)
        error.args = (error.message,)

    def clean(self, value: Any) -> Any:
        """Return a JSON value whose texts hold none of the values; the same one if none did."""
        if self._long is None or value is None:
            return value
        if isinstance(value, str):
            return self._long.sub(MASK, value)
        if isinstance(value, list):
            return [self.clean(item) for item in value]
        if isinstance(value, dict):
            return {self.clean(key): self.clean(item) for key, item in value.items()}
        return value

    def _remember(self, values: Mapping[str, str]) -> None:
        # `Bearer abc` may come back as `abc`.
        wanted = {piece for value in values.values() for piece in (value, value.split()[-1])}
        self._all = _pattern(wanted)
        self._long = _pattern({piece for piece in wanted if len(piece) >= _LONG_ENOUGH})
        self.longest = max(map(len, wanted), default=0)


def _unset(variable: str, use: str) -> AgentSetupError:
    """Return what to say of a variable that is not set; its name only if it cannot be a key."""
    if not is_usual_name(variable):
        return AgentSetupError(t("agents.unset_unnamed", use=use), hint=pasted_hint())
    hint = t("agents.unset_hint", variable=variable)
    return AgentSetupError(t("agents.unset", variable=variable, use=use), hint=hint)


def _pattern(texts: set[str]) -> re.Pattern[str] | None:
    longest_first = sorted(texts, key=len, reverse=True)
    return re.compile("|".join(map(re.escape, longest_first))) if texts else None
