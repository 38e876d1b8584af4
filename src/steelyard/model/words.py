"""A text in both languages, for names and meanings that travel with a record."""

from __future__ import annotations

from typing import NamedTuple


class Words(NamedTuple):
    """English and Chinese; `i18n.pick` chooses."""

    en: str
    zh: str
