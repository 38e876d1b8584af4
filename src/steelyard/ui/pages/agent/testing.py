"""The connection test: one question, the reply as it came."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from nicegui import ui

from steelyard.i18n import t
from steelyard.report.numbers import moment_text, seconds_text
from steelyard.server.db.tables import AgentRow
from steelyard.server.library import agents, secrets
from steelyard.server.people.policy import Actor, Role
from steelyard.ui.components import Field, Form, Values, badge, facts, label, panel, raw, row
from steelyard.ui.pages.agents import test_cell
from steelyard.ui.visit import Visit

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from steelyard.model import Outside

_LONGEST = 2000


def show_test(
    visit: Visit, agent: AgentRow, on_tested: Callable[[Mapping[str, Any]], None]
) -> None:
    """Show the last test, and for evaluators a way to ask again."""
    with panel(t("ui_agents.test"), span=7):
        label(t("ui_agents.test_explained"), "sy-quiet sy-small", tag="p")
        if visit.may(Role.EVALUATOR):
            field = Field(
                "question",
                t("ui_agents.question"),
                value=t("ui_agents.default_question"),
                required=True,
                wide=True,
            )
            Form(
                t("ui_agents.test"),
                [field],
                verb=t("ui_agents.ask_it"),
                on_send=lambda values: ask(values),
            )
        place = ui.element("div").classes("sy-column")

    async def ask(values: Values) -> None:
        place.clear()
        with place, row():
            ui.spinner(size="sm")
            label(t("ui_agents.asking"), "sy-quiet")
        try:
            found = await test_agent(visit, agent.id, values["question"][:_LONGEST])
        except BaseException:
            place.clear()
            raise
        _show_result(place, found)
        on_tested(found)

    if agent.tested:
        _show_result(place, agent.tested)


async def test_agent(visit: Visit, agent_id: str, question: str) -> dict[str, Any]:
    """Ask an agent of the project one thing, and remember how it went."""

    def prepare(session: Session, _actor: Actor) -> tuple[Mapping[str, Any], Outside]:
        config = agents.find_agent(session, visit.here.id, agent_id).config
        names = secrets.names_in(config)
        return config, secrets.outside_of(session, visit.settings, visit.here.id, names)

    def keep(session: Session, actor: Actor) -> None:
        agent = agents.find_agent(session, visit.here.id, agent_id)
        agents.record_test(session, actor, agent, found)

    config, outside = await visit.ask(prepare)
    found = await visit.work(
        Role.EVALUATOR, lambda: agents.try_agent(config, outside, question=question)
    )
    await visit.act(Role.EVALUATOR, keep)
    return found


def _show_result(place: ui.element, found: Mapping[str, Any]) -> None:
    text, tone, _ = test_cell(found)
    place.clear()
    with place:
        with row():
            badge(text, tone)
        facts(
            [
                (t("ui_agents.tested_at"), moment_text(found.get("at"))),
                (t("ui_agents.latency"), seconds_text(found.get("latency_s"))),
            ]
        )
        if found.get("error"):
            label(t("ui_agents.why_not"), tag="h3")
            raw(str(found["error"]))
        elif found.get("excerpt") is not None:
            label(t("ui_agents.reply"), tag="h3")
            raw(str(found["excerpt"]))
