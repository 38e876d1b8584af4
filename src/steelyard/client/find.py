"""Things of a project by their name or id."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from typing import Protocol, TypeVar

from steelyard.client.errors import NotFoundError
from steelyard.i18n import t


class Named(Protocol):
    """Anything with an id and a name."""

    @property
    def id(self) -> str:
        """What never changes."""

    @property
    def name(self) -> str:
        """What people call it."""


N = TypeVar("N", bound=Named)
N_co = TypeVar("N_co", bound=Named, covariant=True)


class Listed(Protocol[N_co]):
    """An area that lists and shows named things."""

    def list(self, *, text: str | None = None) -> Iterator[N_co]:
        """List those with a text in their name."""

    def show(self, id_: str, /) -> N_co:
        """Show the one with an id."""


def find(area: Listed[N], name: str, kind: str) -> N:
    """Return the thing with that name or id.

    Raises:
        NotFoundError: there is none; it names those that are close.
    """
    if (found := by_name(area.list(text=name), name)) is not None:
        return found
    try:
        return area.show(name)
    except NotFoundError:
        known = [one.name for one in area.list()]
        close = get_close_matches(name, known, n=3) or known[:10]
        message = t("client.no_such", kind=kind, name=name)
        hint = t("client.there_are", names=", ".join(close)) if close else t("client.there_is_none")
        raise NotFoundError(message, hint=hint) from None


def by_name(things: Iterable[N], name: str) -> N | None:
    """Return the first of that very name."""
    return next((one for one in things if one.name == name), None)
