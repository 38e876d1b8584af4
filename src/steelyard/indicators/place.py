"""Where in an expression something stands, and errors that point there."""

from __future__ import annotations

from typing import NamedTuple

from steelyard.errors import InputError
from steelyard.i18n import t


class Place(NamedTuple):
    """A byte of an expression; -1 for all of it. Without text, a place nobody wrote."""

    text: str = ""
    byte: int = -1

    @property
    def character(self) -> int:
        """Which character that is, from 1."""
        return len(self.text.encode()[: max(self.byte, 0)].decode(errors="ignore")) + 1


NOWHERE = Place()


def refusal(place: Place, reason: str, *, hint: str | None = None) -> InputError:
    """Return the error for something at a place."""
    if not place.text:
        return InputError(reason, hint=hint)
    if place.byte < 0:
        return InputError(t("indicators.refused_whole", reason=reason, text=place.text), hint=hint)
    column = place.character
    message = t("indicators.refused", reason=reason, column=column, text=place.text)
    return InputError(message, hint=hint)
