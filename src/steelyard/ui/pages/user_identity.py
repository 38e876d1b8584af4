"""Who signs on as an account: what the provider calls them, where there is single sign-on."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from steelyard.i18n import t
from steelyard.server.db.tables import User
from steelyard.server.people import accounts, sso
from steelyard.server.people.policy import Actor, Role
from steelyard.server.settings import SingleSignOn
from steelyard.ui.components import Field, action, ask_form, confirm, facts, label, row
from steelyard.ui.visit import Visit

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

Again = Callable[[str], Awaitable[None]]


async def find_identity(visit: Visit, user: User) -> str | None:
    """Return what the provider calls an account; None when nobody signs on as it."""
    provider = visit.settings.sso
    if provider is None:
        return None
    return await visit.ask(lambda session, _: sso.identity_of(session, provider, user))


def show_identity(visit: Visit, user: User, subject: str | None, again: Again) -> None:
    """Show it, with what an administrator may do about it; nothing without single sign-on."""
    provider = visit.settings.sso
    if provider is None:
        return
    label(t("ui_system.sign_on"), tag="h2")
    if subject is None:
        label(t("ui_system.nobody_signs_on"), "sy-quiet")
    else:
        facts([(provider.issuer, subject)])
    with row("sy-row-wrap"):
        action(t("ui_system.link"), lambda: _link(visit, provider, user, again), icon="link")
        if subject is not None:
            verb = t("ui_system.unlink")
            action(verb, lambda: _unlink(visit, provider, user, again), weight="danger")


async def _link(visit: Visit, provider: SingleSignOn, user: User, again: Again) -> None:
    async def send(values: dict[str, object]) -> None:
        def link(session: Session, actor: Actor) -> None:
            found = accounts.find_user(session, user.id)
            sso.link(session, actor, provider, found, str(values["subject"]).strip())

        await visit.act(Role.ADMIN, link)

    hint = t("ui_system.identity_hint", issuer=provider.issuer)
    field = Field("subject", t("ui_system.identity"), required=True, hint=hint, wide=True)
    if await ask_form(t("ui_system.link"), [field], t("ui_system.link"), send):
        await again(t("ui_system.linked"))


async def _unlink(visit: Visit, provider: SingleSignOn, user: User, again: Again) -> None:
    def unlink(session: Session, actor: Actor) -> None:
        sso.unlink(session, actor, provider, accounts.find_user(session, user.id))

    question = t("ui_system.unlink_question", login=user.login)
    if await confirm(question, t("ui_system.unlink_consequence"), t("ui_system.unlink")):
        await visit.act(Role.ADMIN, unlink)
        await again(t("ui_system.unlinked"))
