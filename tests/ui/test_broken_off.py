"""A run that ended before there were results: no dead end, and no word of the machine it is on."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

from steelyard.server.db import open_database
from steelyard.server.db.tables import Run, Task
from steelyard.server.tasks.runs import folder
from tests.ui.tabs import settle


@pytest.fixture
def broken_off(site):
    """A run whose task was cancelled before there were results, as it lies in the storage."""
    database, like = open_database(site.settings), site.run("nightly")
    with database.transaction() as session:
        run = Run(project_id=like.project_id, name="broken-off", path="", state="interrupted",
                  agent=like.agent, dataset=like.dataset, rows=like.rows)  # fmt: skip
        session.add(run)
        session.flush()
        run.path = f"runs/{run.id}"
        task = Task(project_id=like.project_id, name="broken-off", plan={}, run_id=run.id,
                    state="cancelled", wanted="cancel")  # fmt: skip
        session.add(task)
        session.flush()
        manifest = json.loads((folder(site.settings, like) / "manifest.json").read_text("utf-8"))
        there = folder(site.settings, run)
        there.mkdir(parents=True)
        cut = {**manifest, "state": "interrupted", "results": None}
        cut.pop("crc32")  # of what it was
        (there / "manifest.json").write_text(json.dumps(cut))
        session.expunge_all()
    yield run, task
    with database.transaction() as session:  # other tests count what is there
        for kind, row in ((Task, task), (Run, run)):
            session.delete(session.get(kind, row.id))
            session.flush()
    database.close()


@pytest.mark.slow
def test_a_run_without_results_leads_to_its_task(site, visit, broken_off):
    run, task = broken_off
    page = visit("evaluator")
    page.goto(f"{site.project}/runs/{run.id}")
    settle(page)
    expect(page.locator(".sy-main")).to_contain_text("ended before there were results")
    expect(page.get_by_role("button", name="Samples")).to_have_count(0)
    page.get_by_role("link", name="Its task").click()
    page.wait_for_url(re.compile(f"/tasks/{task.id}"))
    for path in (f"runs/{run.id}/cases", f"compare?runs={run.id},{site.run('nightly').id}"):
        page.goto(f"{site.project}/{path}")
        settle(page)
        text = page.locator(".sy-main").inner_text()
        assert str(site.settings.data_dir) not in text
        assert "steelyard resume" not in text
    expect(page.locator(".sy-main")).to_contain_text("broken-off has no results")
    page.goto(f"{site.project}/runs")
    for name in ("broken-off", "nightly"):
        page.get_by_role("row", name=name).first.get_by_role("checkbox").check()
    expect(page.get_by_role("button", name="Archive")).to_be_enabled()
    expect(page.get_by_role("button", name="Compare")).to_be_disabled()
