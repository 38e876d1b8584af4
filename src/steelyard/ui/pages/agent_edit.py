"""An agent being configured: a form per adapter, secrets by name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from nicegui import ui

from steelyard.agents import AGENTS, shown_path
from steelyard.errors import InputError, SteelyardError
from steelyard.i18n import pick, t
from steelyard.server.db.tables import AgentRow
from steelyard.server.library import agents, secrets
from steelyard.server.library.keys import open_keys
from steelyard.server.library.secret_offers import keep_offered, offer_secret
from steelyard.server.people.policy import Actor, Role
from steelyard.ui.components import Field, Form, Values, action, grid, label, panel, row, title
from steelyard.ui.page import Page
from steelyard.ui.pages.agent.options import adapters, fields_of, options_of
from steelyard.ui.pages.agent.secrets import show_secrets
from steelyard.ui.visit import Visit

if TYPE_CHECKING:
    from sqlalchemy.orm import Session


async def build(visit: Visit, agent: str) -> None:
    """Show the form of an agent; `new` begins one, of the adapter in `?adapter=`."""
    found: AgentRow | None = None
    if agent != "new":
        found = await visit.ask(lambda s, _: agents.find_agent(s, visit.here.id, agent))
    known = await visit.ask(
        lambda session, _: [one.name for one in secrets.secrets_of(session, visit.here.id)]
    )
    allowed = adapters(allow_programs=visit.settings.allow_commands)
    crumbs = [(t("ui_agents.agents"), visit.url("agents"))]
    if found is not None:
        crumbs.append((found.name, visit.url("agents", found.id)))
    with title(t("ui_agents.edit") if found else t("ui_agents.new"), crumbs):
        pass
    adapter = next(iter(found.config)) if found else visit.query.get("adapter", allowed[0])
    with grid():
        with panel(span=8):
            if found is None:
                _choose_adapter(visit, adapter if adapter in allowed else allowed[0], allowed)
            _show_form(visit, found, adapter, known)
        with ui.element("div").classes("sy-span-4"):
            await show_secrets(visit)


def _choose_adapter(visit: Visit, adapter: str, allowed: list[str]) -> None:
    label(t("ui_agents.choose_adapter"), tag="h2")
    with row("sy-row-wrap"):
        for name in allowed:
            there = visit.url("agents", "new", "edit", adapter=name)
            pressed = action(
                pick(AGENTS.get(name).title),
                lambda there=there: ui.navigate.to(there),
                weight="primary" if name == adapter else "normal",
            )
            pressed.props("data-leaves")
            pressed.props["aria-pressed"] = "true" if name == adapter else "false"


def _show_form(visit: Visit, found: AgentRow | None, adapter: str, known: list[str]) -> None:
    options: dict[str, Any] = {} if found is None else dict(found.config[adapter] or {})
    concurrency = None if found is None else found.concurrency
    general = [
        Field("name", t("ui.name"), value=found.name if found else "", required=True),
        Field(
            "concurrency",
            t("ui_agents.concurrency"),
            "number",
            "" if concurrency is None else str(concurrency),
            hint=t("ui_agents.concurrency_hint"),
        ),
        Field(
            "description", t("ui.description"), value=found.description if found else "", wide=True
        ),
    ]
    own = fields_of(adapter, options, known, allow_programs=visit.settings.allow_commands)
    # An option may have the name of something that every agent has.
    named = [_renamed(field) for field in own]

    async def save(values: Values) -> None:
        typed = {field.name: values[f"option {field.name}"] for field in own}
        config = {adapter: options_of(adapter, typed, options)}
        fields = {
            "name": values["name"],
            "description": values["description"],
            "concurrency": _count(values["concurrency"]),
            "config": config,
        }
        offers.clear()
        try:
            id_ = await visit.act(Role.MANAGER, lambda s, a: _save(s, a, visit, found, fields))
        except SteelyardError:
            await _offer(visit, offers, config, lambda kept: put_name(values, kept))
            raise
        ui.notify(t("ui_agents.saved", name=values["name"]), type="positive")
        ui.navigate.to(visit.url("agents", id_))

    def put_name(values: Values, kept: dict[str, Any]) -> None:
        """Show the form as it was sent, with the name of the secret in it."""
        shown = fields_of(
            adapter, kept[adapter], known, allow_programs=visit.settings.allow_commands
        )
        changed = {f"option {field.name}": field.value for field in shown}
        form.fill({**values, **changed})
        form.complain("")

    offers = ui.element("div")
    form = Form(t("ui_agents.options"), [*general, *named], verb=t("ui.save"), on_send=save)
    form.ask_before_leaving()


async def _offer(
    visit: Visit, place: ui.element, config: dict[str, Any], put_name: Callable[..., None]
) -> None:
    """Offer to keep a pasted key as a secret, and its name in its place."""
    usable = await visit.ask(
        lambda session, _: secrets.usable_secrets(session, visit.settings, visit.here.id)
    )
    offer = offer_secret(config, usable)
    if offer is None or place.is_deleted:
        return

    async def keep() -> None:
        def kept(session: Session, actor: Actor) -> str:
            return keep_offered(session, actor, open_keys(visit.settings), visit.here.id, offer)

        name = await visit.act(Role.MANAGER, kept)
        place.clear()
        put_name(offer.options(config, name))
        ui.notify(t("ui_agents.secret_saved", name=name), type="positive")

    place.clear()
    with place, row("sy-row-wrap"):
        label(t("ui_agents.keep_offer", place=shown_path(offer.path[1:])), "sy-wrap", tag="p")
        action(t("ui_agents.keep_as", name=offer.name), keep, icon="key")


def _save(
    session: Session, actor: Actor, visit: Visit, found: AgentRow | None, fields: dict[str, Any]
) -> str:
    if found is None:
        made = agents.create_agent(session, actor, visit.settings, visit.here.id, **fields)
        return made.id
    agent = agents.find_agent(session, visit.here.id, found.id)
    agents.change_agent(session, actor, visit.settings, agent, **fields)
    return agent.id


def _renamed(field: Field) -> Field:
    return replace(field, name=f"option {field.name}")


def _count(text: str) -> int | None:
    if not text:
        return None
    if not text.isdecimal() or not 0 < int(text) <= 10_000:
        raise InputError(t("ui_agents.bad_number", field=t("ui_agents.concurrency")))
    return int(text)


PAGE = Page(
    "/p/{project}/agents/{agent}/edit",
    "ui_agents.edit",
    build,
    role=Role.MANAGER,
    parent="/p/{project}/agents",
)
