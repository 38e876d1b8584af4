"""ETag and If-Match: what was changed by someone else meanwhile is not overwritten."""

from __future__ import annotations

import hashlib
from typing import Annotated

from fastapi import Header, Response
from pydantic import BaseModel

from steelyard.i18n import t
from steelyard.server.errors import StaleError

IfMatch = Annotated[str | None, Header(max_length=1000)]


def tagged(response: Response, shown: BaseModel) -> None:
    """Say which state of a thing an answer shows."""
    response.headers["ETag"] = tag_of(shown)


def refuse_stale(if_match: str | None, shown: BaseModel) -> None:
    """Refuse a change of a thing that is not as the caller knows it.

    Raises:
        StaleError: it is not.
    """
    if if_match is None or if_match.strip() == "*":
        return
    if tag_of(shown) not in tags_in(if_match):
        raise StaleError(t("api.stale"))


def tags_in(header: str) -> set[str]:
    """Return the tags that a header lists; a proxy may have made them weak."""
    return {tag.strip().removeprefix("W/") for tag in header.split(",")}


def tag_of(shown: BaseModel) -> str:
    """Return the tag of a thing as it is shown."""
    return f'"{hashlib.sha256(shown.model_dump_json().encode()).hexdigest()[:32]}"'
