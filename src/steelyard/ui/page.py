"""What a page says of itself; navigation, titles, guards and tests are made from it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Literal

from steelyard.i18n import t
from steelyard.server.people.policy import Role

Builder = Callable[..., Awaitable[None]]  # (visit, **parts of the path)
Group = Literal["evaluate", "build", "analyse", "system"]


@dataclass(frozen=True, slots=True)
class Page:
    """One page.

    Attributes:
        path: with `{project}` when it belongs to one, and other parts for the builder.
        title: key of its title.
        build: fills the page; asks the service through its visit.
        role: needed in the project, or in the service; None for whoever is signed in.
        icon: with a group, the page is in the navigation.
        parent: path of the page that it is below, for the breadcrumbs.
    """

    path: str
    title: str
    build: Builder
    role: Role | None = Role.VIEWER
    icon: str | None = None
    group: Group | None = None
    parent: str | None = None

    @property
    def in_project(self) -> bool:
        """Whether the page is of one project."""
        return "{project}" in self.path

    @property
    def name(self) -> str:
        """Its title in the visitor's language."""
        return t(self.title)


@cache
def load_pages() -> tuple[Page, ...]:
    """Return every page, in the order of the navigation."""
    files = import_module("steelyard.ui.pages").FILES
    return tuple(import_module(f"steelyard.ui.pages.{name}").PAGE for name in files)
