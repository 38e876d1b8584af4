"""The judges of a plan, by name: agents like any other, asked about replies instead of cases."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from functools import cached_property
from pathlib import Path
from typing import Any

import orjson

from steelyard.agents import Agent, make_agent
from steelyard.errors import PlanError
from steelyard.i18n import t
from steelyard.scorers import Question


class Judges:
    """Judges by name.

    Args:
        configs: name to `{adapter: {option: value}}`, as under `judges` in a plan.
        base: folder that relative paths start at.

    Raises:
        PlanError: a judge is described wrongly; the message says which.
    """

    def __init__(self, configs: Mapping[str, Mapping[str, Any]], base: Path) -> None:
        self.agents = {name: _make(name, config, base) for name, config in configs.items()}

    def name(self, question: Question) -> str:
        """Return the name of the judge a question is for."""
        return question.judge if question.judge is not None else next(iter(self.agents))

    def key(self, question: Question) -> str:
        """Return the identity of a question put to its judge, as that judge describes itself."""
        return question.key(self._described[self.name(question)])

    @cached_property
    def _described(self) -> dict[str, str]:
        return {
            name: orjson.dumps(agent.description, option=orjson.OPT_SORT_KEYS, default=str).decode()
            for name, agent in self.agents.items()
        }


def choose_names(asked: Any, known: Mapping[str, Any], owner: str) -> list[str]:
    """Return the names of the judges that a scorer asks for: one, several, or all if none.

    Raises:
        PlanError: the plan has no judge, or none of that name.
    """
    if not known:
        raise PlanError(t("judge.none", id=owner), hint=t("judge.none_hint"))
    names = [asked] if isinstance(asked, str) else list(asked or known)
    for name in names:
        if name not in known:
            close = get_close_matches(str(name), known, n=1)
            hint = t("judge.close", name=close[0]) if close else None
            message = t("judge.unknown", id=owner, name=name, known=", ".join(known))
            raise PlanError(message, hint=hint)
    return names


def _make(name: str, config: Mapping[str, Any], base: Path) -> Agent:
    try:
        return make_agent(config, base=base)
    except PlanError as error:
        message = f"judges.{name}: {error.message}"
        raise PlanError(message, hint=error.hint) from error
