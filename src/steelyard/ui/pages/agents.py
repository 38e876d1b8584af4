"""Agents 智能体: who can be evaluated, whether they answer, and how they did."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from nicegui import ui

from steelyard.agents import AGENTS
from steelyard.i18n import pick, t
from steelyard.server.db.tables import AgentRow
from steelyard.server.library import seen
from steelyard.server.people.policy import Role
from steelyard.ui.components import Column, Listing, Nothing, Row, Slice, action, panel, title
from steelyard.ui.components.badge import Tone
from steelyard.ui.page import Page
from steelyard.ui.pages.runs import score_cell
from steelyard.ui.visit import Visit

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

_PAGE_SIZE = 50


async def build(visit: Visit) -> None:
    """Show the agents of the project."""
    may_add = visit.may(Role.MANAGER)
    new = visit.url("agents", "new", "edit")
    with title(t("ui_agents.agents")):
        ui.element("div").classes("sy-grow")
        if may_add:
            action(t("ui_agents.new"), lambda: ui.navigate.to(new), icon="add", weight="primary")
    nothing = Nothing(t("ui_agents.no_agents"), [(t("ui_agents.new"), new)])
    with panel(flush=True):
        listing = Listing(
            t("ui_agents.agents"),
            [
                Column("name", t("ui.name")),
                Column("adapter", t("ui_agents.adapter")),
                Column("address", t("ui_agents.address"), "mono"),
                Column("test", t("ui_agents.last_test"), "status"),
                Column("tested", t("ui_agents.tested_at"), "time"),
                Column("score", t("ui_agents.last_score"), "interval"),
                Column("trend", t("ui_agents.trend"), "spark"),
            ],
            lambda query, cursor: visit.ask(
                lambda session, _: _find(session, visit, query, cursor)
            ),
            query=visit.query,
            nothing=nothing if may_add else Nothing(t("ui_agents.no_agents_viewer")),
            on_open=lambda id_: ui.navigate.to(visit.url("agents", id_)),
            filters={"shelf": {"": t("ui.in_use"), "archived": t("ui_data.show_archived")}},
        )
    await listing.refresh()


def _find(session: Session, visit: Visit, query: Mapping[str, str], cursor: str | None) -> Slice:
    found, following = seen.list_agents(
        session,
        visit.here.id,
        text=query.get("text", ""),
        archived=query.get("shelf") == "archived",
        after=cursor,
        limit=_PAGE_SIZE,
    )
    return Slice([_row(one) for one in found], following)


def _row(one: seen.AgentSeen) -> Row:
    agent = one.agent
    tested = agent.tested or {}
    return Row(
        agent.id,
        [
            agent.name,
            adapter_title(agent),
            address_of(agent),
            test_cell(agent.tested),
            tested.get("at"),
            trend_score(one.trend),
            [point.score for point in one.trend] or None,
        ],
    )


def adapter_title(agent: AgentRow) -> str:
    """Return how the agent is reached."""
    name = next(iter(agent.config), "")
    try:
        return pick(AGENTS.get(name).title)
    except Exception:  # noqa: BLE001 - of a package that is not installed any more
        return name


def address_of(agent: AgentRow) -> str | None:
    """Return where the agent is, or what it is."""
    options = next(iter(agent.config.values()), None) or {}
    for name in ("base_url", "url", "model", "target", "cmd", "recording"):
        if options.get(name):
            model = f" · {options['model']}" if name == "base_url" and options.get("model") else ""
            return f"{options[name]}{model}"
    return None


def test_cell(tested: Mapping[str, Any] | None) -> tuple[str, Tone, bool]:
    """Return how the last connection test went."""
    if not tested:
        return (t("ui_agents.never_tested"), "idle", False)
    if tested.get("ok"):
        return (t("ui_agents.test_ok"), "good", False)
    return (t("ui_agents.test_failed"), "bad", False)


def trend_score(trend: tuple[seen.Scored, ...]) -> tuple[str, float, Any, Any] | None:
    """Return the last score of a trend with its interval, and which number from where it is."""
    if not trend:
        return None
    last = trend[-1]
    shown = {"score": last.score, "ci_low": last.low, "ci_high": last.high}
    return score_cell({**shown, "measure": last.measure, "provenance": last.provenance})


PAGE = Page("/p/{project}/agents", "ui_agents.agents", build, icon="smart_toy", group="build")
