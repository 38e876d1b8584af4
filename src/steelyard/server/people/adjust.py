"""Settings that an administrator changes in the running service.

They are kept beside what the file and the environment say, and come before it; what is set back
follows these again. Every process of the service sees a change within seconds.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError
from sqlalchemy import select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from steelyard.errors import InputError
from steelyard.server.db import Database
from steelyard.server.db.tables import Setting
from steelyard.server.people import audit
from steelyard.server.people.policy import Actor
from steelyard.server.settings import Adjustable, Settings, wrong_settings

log = logging.getLogger(__name__)
_LOOK_SECONDS = 2.0


def adjusted(session: Session, settings: Settings) -> Settings:
    """Return the settings as they hold now."""
    return _with(settings, changes(session))


def changes(session: Session) -> dict[str, Any]:
    """Return what was changed here, by name; what this version does not know is left alone."""
    rows = session.execute(select(Setting.name, Setting.value))
    return {name: value for name, value in rows if name in Adjustable.model_fields}


def adjust(
    session: Session, actor: Actor, settings: Settings, fields: Mapping[str, Any]
) -> Settings:
    """Change settings; None sets one back to what the file and the environment say.

    Raises:
        InputError: a value is not allowed; nothing is changed.
    """
    before = changes(session)
    after = {**before, **fields}
    after = {name: value for name, value in after.items() if value is not None}
    found = _with(settings, after)
    _check(found)
    changed = sorted(name for name in fields if before.get(name) != after.get(name))
    for name in changed:
        kept = session.get(Setting, name)
        if name not in after:
            session.delete(kept)
        elif kept is None:
            session.add(Setting(name=name, value=after[name]))
        else:
            kept.value = after[name]
    if changed:
        old = _with(settings, before)
        audit.record(
            session,
            actor,
            "settings.change",
            before={name: getattr(old, name) for name in changed},
            after={name: getattr(found, name) for name in changed},
        )
    return found


class Adjusted:
    """The settings of one process, looked up now and then."""

    def __init__(self, database: Database, settings: Settings) -> None:
        self._database = database
        self._settings = settings
        self._found = settings
        self._looked = float("-inf")

    def now(self) -> Settings:
        """Return the settings, at most seconds old; those of before when the database is away."""
        if not self.fresh:
            self._looked = time.monotonic()  # others do not look as well meanwhile
            try:
                with self._database.reading() as session:
                    self._found = adjusted(session, self._settings)
            except SQLAlchemyError as error:
                log.warning("settings are those of before: %s", type(error).__name__)
        return self._found

    @property
    def fresh(self) -> bool:
        """Whether `now` would not have to look."""
        return time.monotonic() - self._looked <= _LOOK_SECONDS

    def look_again(self) -> None:
        """Look them up when they are asked for next."""
        self._looked = float("-inf")


def _with(settings: Settings, changed: Mapping[str, Any]) -> Settings:
    return settings.model_copy(update=dict(changed)) if changed else settings


def _check(settings: Settings) -> None:
    names = set(Adjustable.model_fields)
    try:
        Adjustable.model_validate(settings.model_dump(include=names))
    except ValidationError as error:
        raise InputError(wrong_settings(error)) from None
