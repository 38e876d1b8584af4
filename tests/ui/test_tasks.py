"""Evaluation tasks: written as a form or as text, watched while they run, refused to viewers."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from steelyard.i18n import using_language
from steelyard.server.db import open_database
from steelyard.server.db.base import now
from steelyard.server.db.tables import AuditEntry, Task
from steelyard.ui.pages.task.progress import state_cell
from tests.ui.tabs import answer


@pytest.mark.slow
def test_a_task_is_written_kept_and_started(site, visit):
    page = visit("evaluator")
    page.goto(f"{site.project}/tasks/new")
    expect(page.get_by_text("The plan is in order")).to_be_visible()
    page.get_by_label("Name", exact=True).fill("journey")
    editor = page.locator(".cm-content")
    expect(editor).to_contain_text("name: journey")
    expect(page.get_by_text("Draft kept")).to_be_visible()
    page.reload()
    expect(editor).to_contain_text("name: journey")  # nothing typed is lost
    editor.click()
    page.keyboard.press("Control+End")
    page.keyboard.type("gates:\n- 'base.accuracy: value >= 0.99'\n")
    expect(page.get_by_label("Gates, one per line")).to_have_value(re.compile("0.99"))
    expect(page.get_by_text("The plan is in order")).to_be_visible()
    page.get_by_role("button", name="Start the task").click()
    page.wait_for_url(re.compile(r"/tasks/[0-9a-z]{20,}$"))
    finished = page.locator(".sy-title .sy-status", has_text="finished")
    expect(finished).to_be_visible(timeout=120_000)  # in place: the page was not opened anew
    expect(page.locator(".sy-kpi-value").first).to_have_text("189 / 189")
    task = site.task("journey")
    assert (task.state, task.gates_failed) == ("finished", True)
    page.get_by_role("button", name="Open the result").click()
    expect(page.get_by_text("1 not met").first).to_be_visible()


@pytest.mark.slow
def test_wrong_plans_cannot_be_started(site, visit):
    page = visit("manager")
    page.goto(f"{site.project}/tasks/new")
    expect(page.get_by_text("The plan is in order")).to_be_visible()
    editor = page.locator(".cm-content")
    start = page.get_by_role("button", name="Start the task")
    for text, said in (
        ("scorecard: none-such\n", "none-such"),
        ("conditions: [{perturb: {rate: 7}}]\n", "rate"),
        ("broken: [", "plan"),
    ):
        editor.click()
        page.keyboard.press("Control+End")
        page.keyboard.type(text)
        expect(page.locator(".sy-problem")).to_contain_text(said)
        expect(start).to_be_disabled()
        for _ in text:
            page.keyboard.press("Backspace")
        expect(page.get_by_text("The plan is in order")).to_be_visible()


@pytest.mark.slow
def test_the_form_writes_conditions(site, visit):
    page = visit("manager")
    page.goto(f"{site.project}/tasks/new")
    expect(page.get_by_text("The plan is in order")).to_be_visible()
    page.get_by_role("switch", name="Ask under load").click()
    editor = page.locator(".cm-content")
    expect(editor).to_contain_text("load:")
    page.get_by_label("Users at the peak").fill("24")
    expect(editor).to_contain_text("peak: 24")
    page.get_by_role("switch", name="Ask under load").click()
    expect(editor).not_to_contain_text("load:")


@pytest.mark.slow
def test_a_paused_task_is_cancelled_after_a_question(site, visit):
    page = visit("evaluator")
    page.goto(f"{site.project}/tasks/{site.task('paused-one').id}")
    page.get_by_role("button", name="Cancel task").click()
    answer(page, "Leave it")
    assert site.task("paused-one").state == "paused"
    page.get_by_role("button", name="Cancel task").click()
    answer(page, "Cancel task")
    expect(page.locator(".sy-title .sy-status", has_text="cancelled")).to_be_visible()
    assert site.task("paused-one").state == "cancelled"


@pytest.mark.slow
def test_a_schedule_is_made_and_removed(site, visit):
    page = visit("manager")
    page.goto(f"{site.project}/tasks/new")
    expect(page.get_by_text("The plan is in order")).to_be_visible()
    page.get_by_role("button", name="Run regularly").click()
    answer(page, "Run regularly")
    page.wait_for_url("**/schedules")
    expect(page.get_by_text("0 2 * * *")).to_be_visible()
    for name in ("Agent", "Dataset"):
        said = page.locator("dt", has_text=name).locator("+ dd")
        expect(said).not_to_have_text("–")
    page.get_by_role("button", name="Remove").click()
    answer(page, "Remove")
    expect(page.get_by_text("No schedule yet")).to_be_visible()


@pytest.mark.slow
def test_filters_stand_in_the_address(site, visit):
    page = visit("viewer")
    page.goto(f"{site.project}/tasks?text=nightly")
    rows = page.locator("tbody tr")
    expect(rows).to_have_count(1)
    page.get_by_role("searchbox", name="Search").fill("smoke")
    page.wait_for_url("**text=smoke")
    expect(rows.first).to_contain_text("smoke")
    page.reload()
    expect(rows).to_have_count(1)


@pytest.mark.slow
def test_viewers_are_refused_by_address_and_by_event(site, visit):
    page = visit("viewer")
    page.goto(f"{site.project}/tasks/new")
    expect(page.get_by_text("Not for your role")).to_be_visible()
    page.goto(f"{site.project}/tasks")
    expect(page.get_by_role("button", name="New task")).to_have_count(0)
    refused = [one for one in site.rows(AuditEntry, outcome="refused") if one.action == "page"]
    assert any("/tasks/new" in str(one.object_name) for one in refused)


@pytest.mark.slow
def test_scoring_anew_is_no_evaluation_that_got_no_answer(site, visit):
    """It asks nobody, so there is no rate and nothing to count; what it is at and how long is."""
    database = open_database(site.settings)
    with database.transaction() as session:
        made = Task(
            project_id=site.task("smoke").project_id, name="weighed", kind="rescore", plan={},
            state="finished", started_at=now(), finished_at=now(), progress={},
        )  # fmt: skip
        session.add(made)
        session.flush()
        id_ = made.id
    page = visit("viewer")
    page.goto(f"{site.project}/tasks/{id_}")
    expect(page.locator(".sy-title h1")).to_have_text("weighed · re-scored")
    expect(page.locator(".sy-kpi-name")).to_have_text(["Stage", "Time"])
    expect(page.locator(".sy-kpi-value")).to_have_text(["finished", "0 s"])
    with database.transaction() as session:
        session.delete(session.get(Task, id_))
    database.close()


def test_once_everything_is_asked_the_state_says_what_is_done_with_it():
    facts = {"done": 189, "total": 189, "stage": "tabulating"}
    with using_language("en"):
        assert state_cell("running", facts) == ("scoring the answers", "accent", True)
        assert state_cell("running", {**facts, "done": 188})[0] == "running"
        assert state_cell("finished", facts) == ("finished", "good", False)
    with using_language("zh"):
        assert state_cell("running", {**facts, "stage": "summarising"})[0] == "汇总指标"
