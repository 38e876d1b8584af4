"""Built-in scorecards, to begin one's own from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from steelyard.client.area import Area
from steelyard.client.record import Record


@dataclass(frozen=True, kw_only=True)
class Template(Record):
    """A built-in scorecard; a plan names it as it is."""

    name: str
    title: str


@dataclass(frozen=True, kw_only=True)
class TemplateShown(Template):
    """A built-in scorecard with its file."""

    text: str


class ServiceTemplates(Area):
    """Built-in scorecards, to begin one's own from."""

    def list(self) -> Sequence[Template]:
        """List the built-in scorecards."""
        return self._many(Template, "GET", "/scorecard-templates")

    def show(self, name: str) -> TemplateShown:
        """Show the file of a built-in scorecard."""
        return self._one(TemplateShown, "GET", "/scorecard-templates/{name}", parts={"name": name})
