"""The plan that somebody is writing, kept as it is typed: one per person and project."""

from __future__ import annotations

from sqlalchemy.orm import Session

from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.server.library.pasted_texts import redact_text
from steelyard.server.library.secrets import secrets_of
from steelyard.server.people.accounts import find_user
from steelyard.server.people.policy import Actor

_LONGEST = 200_000
_MOST = 20  # projects; whoever has more loses the oldest
_NAME = "drafts"


def load_draft(session: Session, actor: Actor, project_id: str) -> str | None:
    """Return what the actor was writing; None when there is nothing."""
    if actor.user_id is None:
        return None
    kept = find_user(session, actor.user_id).preferences.get(_NAME) or {}
    found = kept.get(project_id)
    return found if isinstance(found, str) else None


def save_draft(session: Session, actor: Actor, project_id: str, text: str | None) -> None:
    """Keep what the actor is writing, less any key in it; None forgets it.

    Raises:
        InputError: it is longer than a plan can be.
    """
    assert actor.user_id is not None
    if text is not None and len(text) > _LONGEST:
        raise InputError(t("plans.long_draft", most=f"{_LONGEST:,}"))
    user = find_user(session, actor.user_id)
    kept = dict(user.preferences.get(_NAME) or {})
    kept.pop(project_id, None)
    if text is not None:
        names = {secret.name for secret in secrets_of(session, project_id)}
        kept[project_id] = redact_text(text, names)
    newest = dict(list(kept.items())[-_MOST:])
    user.preferences = {**user.preferences, _NAME: newest}
