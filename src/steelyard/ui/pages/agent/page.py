"""One agent: whether it answers, how it is reached, how it did."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import yaml
from nicegui import ui

from steelyard.i18n import t
from steelyard.report.numbers import value_text
from steelyard.server.db.tables import AgentRow
from steelyard.server.library import agents, seen
from steelyard.server.people.policy import Role
from steelyard.server.tasks import catalogue
from steelyard.ui.components import (
    Column,
    DataTable,
    Row,
    action,
    badge,
    column,
    csv_action,
    empty,
    facts,
    grid,
    label,
    panel,
    problem,
    raw,
    sparkline,
    title,
)
from steelyard.ui.page import Page
from steelyard.ui.pages.agent.acts import offer_acts
from steelyard.ui.pages.agent.testing import show_test
from steelyard.ui.pages.agents import adapter_title, address_of, test_cell
from steelyard.ui.pages.runs import gates_cell, score_cell
from steelyard.ui.visit import Visit

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

_RUNS = 50


class _Found(NamedTuple):
    agent: AgentRow
    missing: list[str]
    trend: tuple[seen.Scored, ...]
    runs: catalogue.Runs


async def build(visit: Visit, agent: str) -> None:
    """Show one agent."""
    found = await visit.ask(lambda session, _: _find(session, visit, agent))
    with title(found.agent.name, [(t("ui_agents.agents"), visit.url("agents"))]):
        state = ui.element("span").classes("sy-row")
        ui.element("div").classes("sy-grow")
        if visit.may(Role.MANAGER):
            there = visit.url("agents", agent, "edit")
            action(t("ui.edit"), lambda: ui.navigate.to(there), icon="edit")
        offer_acts(visit, found.agent)
    _show_state(state, found.agent, found.agent.tested)
    for name in found.missing:
        problem(t("ui_agents.missing", name=name))
    with grid():
        show_test(visit, found.agent, lambda tested: _show_state(state, found.agent, tested))
        with panel(t("ui_agents.config"), span=5):
            _show_facts(found.agent)
            raw(yaml.safe_dump(found.agent.config, allow_unicode=True, sort_keys=False))
    _show_history(visit, found)


def _find(session: Session, visit: Visit, agent_id: str) -> _Found:
    agent = agents.find_agent(session, visit.here.id, agent_id)
    wish = catalogue.Wish(agent=agent.name, limit=_RUNS)
    [known] = seen.with_trends(session, [agent])
    return _Found(
        agent,
        agents.missing_secrets(session, agent),
        known.trend,
        catalogue.list_runs(session, visit.here.id, wish),
    )


def _show_state(place: ui.element, agent: AgentRow, tested: Mapping[str, Any] | None) -> None:
    text, tone, _ = test_cell(tested)
    place.clear()
    with place:
        badge(text, tone)
        if agent.archived_at is not None:
            badge(t("ui_agents.archived"), "warn")


def _show_facts(agent: AgentRow) -> None:
    pairs = [(t("ui_agents.adapter"), adapter_title(agent))]
    address = address_of(agent)
    if address:
        pairs.append((t("ui_agents.address"), address))
    if agent.concurrency is not None:
        pairs.append((t("ui_agents.concurrency"), str(agent.concurrency)))
    if agent.description:
        pairs.append((t("ui.description"), agent.description))
    facts(pairs)


def _show_history(visit: Visit, found: _Found) -> None:
    columns = [
        Column("name", t("ui.name")),
        Column("score", t("ui.score"), "interval"),
        Column("gates", t("ui_runs.gates"), "badges"),
        Column("dataset", t("ui.dataset")),
        Column("created", t("ui.created"), "time"),
    ]
    rows = [
        Row(
            run.id,
            [
                run.name,
                score_cell(run.headline),
                gates_cell(run.headline),
                run.dataset,
                run.created_at.isoformat(),
            ],
        )
        for run in found.runs.items
    ]
    with panel(t("ui_agents.history"), flush=True) as corner:
        with corner:
            _show_trend(found.trend)
            csv_action("runs", [one.label for one in columns], [row.cells for row in rows])
        if not rows:
            empty(t("ui_agents.no_history"), [(t("ui.new_task"), visit.url("tasks", "new"))])
            return
        table = DataTable(
            t("ui_agents.history"),
            columns,
            on_open=lambda id_: ui.navigate.to(visit.url("runs", id_)),
        )
        table.show(rows)


def _show_trend(trend: tuple[seen.Scored, ...]) -> None:
    if len(trend) < 2:
        return
    said = t("ui_agents.trend_said", n=len(trend), score=value_text(trend[-1].score, "%"))
    with column("sy-tight"):
        sparkline(said, [(one.score, one.low, one.high) for one in trend])
    label(said, "sy-quiet sy-small")


PAGE = Page("/p/{project}/agents/{agent}", "ui_agents.agent", build, parent="/p/{project}/agents")
