"""`Draft`: the plan as text, and the same plan as values; whoever changes one changes the other."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from steelyard.errors import SteelyardError
from steelyard.server.tasks.resolve import read_plan
from steelyard.server.tasks.written import dump_plan

# The order in which a plan reads well; what is not here stands at the end.
_ORDER = ("name", "agent", "dataset", "scorers", "verdict", "judges", "conditions", "environments",
          "single", "scorecard", "indicators", "params", "run", "gates", "baseline")  # fmt: skip


class Draft:
    """A plan that is being written.

    Attributes:
        text: as it stands in the editor.
        content: what it says; None while the text is no plan.
        problem: why it is none.
    """

    def __init__(self, text: str) -> None:
        self.text = ""
        self.content: dict[str, Any] | None = None
        self.problem: str | None = None
        self.write(text)

    def write(self, text: str) -> None:
        """Take a text, right or wrong."""
        self.text = text
        try:
            self.content = read_plan(text)
            self.problem = None
        except SteelyardError as error:
            self.content, self.problem = None, str(error)

    def get(self, *path: str) -> Any:
        """Return a value of the plan; None when it says nothing."""
        found: Any = self.content
        for name in path:
            found = found.get(name) if isinstance(found, Mapping) else None
        return found

    def put(self, value: Any, *path: str) -> None:
        """Set a value of the plan; None takes it out, and what is empty then goes with it."""
        if self.content is None:
            return
        content = deepcopy(self.content)
        _put(content, path, value)
        self._take(content)

    def condition(self, kind: str) -> dict[str, Any] | None:
        """Return what a condition says; None when the plan has none of the kind."""
        for one in self.get("conditions") or ():
            if isinstance(one, Mapping) and kind in one:
                return dict(one[kind] or {})
        return None

    def put_condition(self, kind: str, spec: Mapping[str, Any] | None) -> None:
        """Set a condition, in its place among the others; None takes it out."""
        now = [one for one in self.get("conditions") or () if isinstance(one, Mapping)]
        if spec is None:
            kept = [dict(one) for one in now if kind not in one]
        elif self.condition(kind) is None:
            kept = [*map(dict, now), {kind: dict(spec)}]
        else:
            kept = [{kind: dict(spec)} if kind in one else dict(one) for one in now]
        self.put(kept or None, "conditions")

    def _take(self, content: dict[str, Any]) -> None:
        place = {name: n for n, name in enumerate(_ORDER)}
        self.content = dict(sorted(content.items(), key=lambda one: place.get(one[0], len(place))))
        self.problem = None
        self.text = dump_plan(self.content)


def _put(content: dict[str, Any], path: tuple[str, ...], value: Any) -> None:
    name, *rest = path
    if not rest:
        if value is None:
            content.pop(name, None)
        else:
            content[name] = value
        return
    below = content.get(name)
    inner = dict(below) if isinstance(below, Mapping) else {}
    _put(inner, tuple(rest), value)
    if inner:
        content[name] = inner
    else:
        content.pop(name, None)
