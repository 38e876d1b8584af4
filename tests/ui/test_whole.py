"""Datasets and documents as a whole: renamed, archived, restored and removed in the same way."""

from __future__ import annotations

import re
import secrets

import pytest
from playwright.sync_api import expect

from steelyard.scorecards import template_text
from steelyard.server.db import open_database
from steelyard.server.db.tables import Dataset, Document
from steelyard.server.library import documents
from steelyard.server.people import projects
from steelyard.server.people.policy import SERVICE
from tests.ui.tabs import answer, send, settle
from tests.ui.world import PROJECT

pytestmark = pytest.mark.slow
ARCHIVED = re.compile("archived", re.IGNORECASE)


def add_dataset(site, name):
    return site.add_dataset(name, '{"input": "?", "expected_output": "!"}\n')


def add_scorecard(site, name):
    database, text = open_database(site.settings), template_text("default")
    with database.transaction() as session:
        project = projects.by_slug(session, PROJECT).id
        made = documents.create_document(session, SERVICE, project, "scorecard", name, text).id
    database.close()
    return made


def choose(page, what):
    settle(page)
    page.get_by_role("button", name="More", exact=True).click()
    page.locator(".q-menu").get_by_text(what, exact=True).click()


@pytest.mark.parametrize(
    ("place", "kind", "add", "rename"),
    [
        ("data", Dataset, add_dataset, "Name and description"),
        ("scorecards", Document, add_scorecard, "Rename"),
    ],
)
def test_from_a_name_to_nothing(site, visit, place, kind, add, rename):
    name = f"whole-{secrets.token_hex(3)}"
    id_ = add(site, name)
    page = visit("manager")
    page.goto(f"{site.project}/{place}/{id_}")
    choose(page, rename)
    page.locator(".sy-dialog").get_by_label("Name *").fill(f"{name}-new")
    send(page)
    expect(page.locator("h1")).to_have_text(f"{name}-new")
    choose(page, "Archive")
    answer(page, "Archive")
    expect(page.locator(".sy-title")).to_contain_text(ARCHIVED)
    choose(page, "Restore")
    expect(page.locator(".sy-title")).not_to_contain_text(ARCHIVED)
    assert site.rows(kind, id=id_)[0].name == f"{name}-new"
    choose(page, "Archive")
    answer(page, "Archive")
    expect(page.locator(".sy-title")).to_contain_text(ARCHIVED)
    choose(page, "Remove")
    answer(page, "Remove")
    page.wait_for_url(f"**/{place}")
    assert site.rows(kind, id=id_) == []
