"""A right that ends closes the socket of the pages that were opened with it, whatever they do."""

from __future__ import annotations

from contextlib import closing

import pytest

from steelyard.server.db import open_database
from steelyard.server.db.tables import Project, User
from steelyard.server.people import accounts, projects
from steelyard.server.people.policy import SERVICE, Role
from tests.ui.tabs import new_tab, settle
from tests.ui.world import PASSWORD

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

ENDS = {
    "role lowered": lambda session, project, user, _: projects.set_member(
        session, SERVICE, project, user, Role.VIEWER
    ),
    "membership removed": lambda session, project, user, _: projects.set_member(
        session, SERVICE, project, user, None
    ),
    "project archived": lambda session, project, *_: projects.change_project(
        session, SERVICE, project, archived=True
    ),
    "account disabled": lambda session, _project, user, _: accounts.change_user(
        session, SERVICE, user, disabled=True
    ),
    "password changed": lambda session, _project, user, settings: accounts.set_password(
        session, SERVICE, settings, user, "another horse battery"
    ),
    "signed out elsewhere": lambda session, _project, user, _: accounts.end_sessions(session, user),
}


@pytest.mark.parametrize("end", ENDS)
def test_a_page_that_ignores_the_end_of_its_right_loses_its_socket(site, chromium, end):
    name = end.replace(" ", "-")
    with closing(open_database(site.settings)) as database:
        with database.transaction() as session:
            project = projects.create_project(session, SERVICE, name, name)
            user = accounts.create_user(session, SERVICE, site.settings, name, PASSWORD)
            projects.set_member(session, SERVICE, project, user, Role.EVALUATOR)
            ids = project.id, user.id
        page = new_tab(chromium, site.base).page
        page.goto(f"{site.base}/login")
        page.fill("[name=login]", name)
        page.fill("[name=password]", PASSWORD)
        page.click("button[type=submit]")
        page.wait_for_selector(".sy-head")
        with page.expect_websocket() as opened:
            page.goto(f"{site.base}/p/{name}/data")
        settle(page)
        # A browser that obeys would leave by itself; this one stays.
        page.evaluate("window.open = () => {}")
        with opened.value.expect_event("close"), database.transaction() as session:
            found = session.get(Project, ids[0]), session.get(User, ids[1])
            ENDS[end](session, *found, site.settings)
        page.context.close()


def test_a_right_that_stays_keeps_the_page(site, chromium):
    """More rights, and an unrelated project, close nothing."""
    with closing(open_database(site.settings)) as database:
        with database.transaction() as session:
            project = projects.create_project(session, SERVICE, "kept", "kept")
            other = projects.create_project(session, SERVICE, "unrelated", "unrelated")
            user = accounts.create_user(session, SERVICE, site.settings, "keeper", PASSWORD)
            ended = accounts.create_user(session, SERVICE, site.settings, "ended", PASSWORD)
            for one in (user, ended):
                projects.set_member(session, SERVICE, project, one, Role.VIEWER)
                projects.set_member(session, SERVICE, other, one, Role.VIEWER)
        pages = []
        for login in ("keeper", "ended"):
            page = new_tab(chromium, site.base).page
            page.goto(f"{site.base}/login")
            page.fill("[name=login]", login)
            page.fill("[name=password]", PASSWORD)
            page.click("button[type=submit]")
            page.wait_for_selector(".sy-head")
            page.goto(f"{site.base}/p/kept/data")
            settle(page)
            page.evaluate("window.sameDocument = true")
            pages.append(page)
        with database.transaction() as session:
            where, user = session.get(Project, project.id), session.get(User, user.id)
            projects.set_member(session, SERVICE, where, user, Role.EVALUATOR)
            projects.set_member(session, SERVICE, session.get(Project, other.id), user, None)
            accounts.end_sessions(session, session.get(User, ended.id))
        pages[1].wait_for_url("**/login")  # the same look has seen the other page
        assert pages[0].evaluate("window.sameDocument") is True
        assert pages[0].evaluate("window.socket.connected") is True
        for page in pages:
            page.context.close()
