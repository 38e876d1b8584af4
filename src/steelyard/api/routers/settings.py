"""Settings that administrators change in the running service."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Request, Response
from pydantic import BaseModel, Field
from sqlalchemy.orm import Session

from steelyard.api.guard import needs
from steelyard.api.match import IfMatch, refuse_stale, tagged
from steelyard.api.route import Router
from steelyard.api.session import Reading, Writing
from steelyard.server.people import adjust
from steelyard.server.people.policy import Actor, Role
from steelyard.server.settings import Adjustable, Settings

router = Router(prefix="/settings", tags=["service"])
Admin = Annotated[Actor, needs(Role.ADMIN, scope="service")]
Whole = Annotated[int | None, Field(default=None, ge=1, le=2**53)]
Span = Annotated[float | None, Field(default=None, gt=0, le=100_000)]


class SettingsOut(BaseModel):
    """The settings that hold, and the names of those that were changed here."""

    values: Adjustable
    changed: list[str]


class SettingsChange(BaseModel):
    """What is to change; null sets back to what the file and the environment say."""

    model_config = {"extra": "forbid"}

    agent_concurrency: Whole
    project_concurrency: Whole
    session_hours: Span
    login_attempts: Whole
    lock_minutes: Span
    password_length: int | None = Field(default=None, ge=8, le=1000)
    requests_per_minute: Whole
    upload_bytes: Whole
    upload_rows: Whole
    expansion_ratio: Whole
    allow_loopback: bool | None = None
    mail_from: str | None = Field(default=None, min_length=3, max_length=320)


@router.get("")
def show_settings(request: Request, session: Reading, _: Admin, response: Response) -> SettingsOut:
    """Show the settings that may be changed here."""
    shown = _shown(session, request.app.state.settings)
    tagged(response, shown)
    return shown


@router.patch("")
def change_settings(
    request: Request,
    given: SettingsChange,
    session: Writing,
    actor: Admin,
    response: Response,
    if_match: IfMatch = None,
) -> SettingsOut:
    """Change settings; they hold within seconds, for workers as well."""
    state = request.app.state
    refuse_stale(if_match, _shown(session, state.settings))
    fields: dict[str, Any] = given.model_dump(exclude_unset=True)
    adjust.adjust(session, actor, state.settings, fields)
    session.flush()
    shown = _shown(session, state.settings)
    tagged(response, shown)
    state.adjusted.look_again()
    return shown


def _shown(session: Session, settings: Settings) -> SettingsOut:
    names = set(Adjustable.model_fields)
    values = adjust.adjusted(session, settings).model_dump(include=names)
    return SettingsOut(values=Adjustable(**values), changed=sorted(adjust.changes(session)))
