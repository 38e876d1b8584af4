"""The service itself: accounts, projects, tokens, the trail, settings, health, one's account."""

from __future__ import annotations

import re
import urllib.error
import urllib.request

import pytest
from playwright.sync_api import expect

from steelyard.server.db import open_database
from steelyard.server.db.tables import AuditEntry, Member, Project, Setting, Token, User
from steelyard.server.people import adjust, lockout
from tests.ui.tabs import answer, send
from tests.ui.world import PASSWORD

pytestmark = pytest.mark.slow

ADMIN_PAGES = ("users", "audit", "settings", "health")


def test_a_project_gets_a_member_and_they_see_it(site, visit):
    admin = visit("admin")
    admin.goto(f"{site.base}/system/users")
    admin.get_by_role("button", name="New account").click()
    admin.get_by_label("Login *").fill("newcomer")
    admin.get_by_label("Name *").fill("新同事 Newcomer")
    admin.get_by_label("Password *").fill("short")
    admin.locator(".sy-dialog button[type=submit]").click()
    expect(admin.locator(".sy-dialog .sy-problem")).to_be_visible()
    admin.get_by_label("Password *").fill(PASSWORD)
    send(admin)
    expect(admin.locator("tr", has_text="newcomer")).to_be_visible()
    admin.goto(f"{site.base}/projects")
    admin.get_by_role("button", name="New project").click()
    admin.get_by_label("Name *", exact=True).fill("侦察 Recon")
    admin.get_by_label("Name in addresses *").fill("recon")
    send(admin)
    admin.get_by_role("button", name="Add a member").click()
    admin.get_by_label("Login *").fill("newcomer")
    send(admin)
    members = admin.locator(".sy-panel", has_text="Members")
    expect(members).to_contain_text("新同事 Newcomer")
    page = visit("newcomer")
    page.goto(site.base)
    expect(page.locator("tr", has_text="侦察 Recon")).to_contain_text("evaluator")
    page.get_by_text("侦察 Recon").click()
    expect(page.get_by_text("First steps")).to_be_visible()
    [project] = site.rows(Project, slug="recon")
    [user] = site.rows(User, login="newcomer")
    database = open_database(site.settings)
    with database.reading() as session:
        assert session.get(Member, (project.id, user.id)).role == "evaluator"
    database.close()


@pytest.mark.parametrize(
    "login",
    [
        "manager",  # the highest that may not; the others are refused by the same comparison
        pytest.param("viewer", marks=pytest.mark.soak),
        pytest.param("evaluator", marks=pytest.mark.soak),
    ],
)
def test_the_service_is_for_administrators(site, visit, login):
    page = visit(login)
    for name in ADMIN_PAGES:
        page.goto(f"{site.base}/system/{name}")
        expect(page.get_by_text("Not for your role")).to_be_visible()
        assert site.rows(AuditEntry, outcome="refused")[0].object_name == f"/system/{name}"
    nav = page.locator(".sy-nav")
    expect(nav.get_by_text("Accounts", exact=True)).to_have_count(0)
    page.goto(f"{site.project}/settings")
    expected = "Members" if login == "manager" else "Not for your role"
    expect(page.get_by_text(expected).first).to_be_visible()


def test_a_token_is_shown_once_and_works_until_it_is_revoked(site, visit):
    page = visit("evaluator")
    page.goto(f"{site.base}/account")
    page.get_by_role("button", name="New token").click()
    page.get_by_label("What it is for *").fill("nightly")
    page.locator(".sy-dialog button[type=submit]").click()  # shown there
    text = page.locator(".sy-once").inner_text()
    assert text.startswith("syt_")
    assert ask(site, text) == 200
    page.reload()
    expect(page.get_by_text("nightly")).to_be_visible()
    expect(page.locator(".sy-once")).to_have_count(0)
    page.get_by_role("button", name="Revoke").click()
    answer(page, "Revoke")
    expect(page.get_by_text("No token yet.")).to_be_visible()
    assert ask(site, text) == 401
    assert [one.revoked_at is not None for one in site.rows(Token, name="nightly")] == [True]


def ask(site, token):
    request = urllib.request.Request(
        f"{site.base}/api/v1/me", headers={"Authorization": f"Bearer {token}"}
    )
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.status
    except urllib.error.HTTPError as error:
        return error.code


def test_a_password_is_changed_by_who_knows_it(site, visit):
    page = visit("viewer")
    page.goto(f"{site.base}/account")
    form = page.get_by_role("form", name="Change the password")
    form.get_by_label("Password now *").fill("not this one")
    form.get_by_label("New password *", exact=True).fill("another horse battery")
    form.get_by_label("New password again *").fill("another horse battery")
    form.get_by_role("button").click()
    expect(page.locator(".sy-problem")).to_contain_text("not right")
    form.get_by_label("Password now *").fill(PASSWORD)
    form.get_by_role("button").click()
    page.wait_for_url("**/login")
    page.fill("[name=login]", "viewer")
    page.fill("[name=password]", "another horse battery")
    page.click("button[type=submit]")
    page.wait_for_selector(".sy-head")
    admin = visit("admin")
    [user] = site.rows(User, login="viewer")
    admin.goto(f"{site.base}/system/users?user={user.id}")
    admin.get_by_role("button", name="Set a new password").click()
    admin.get_by_label("New password *").fill(PASSWORD)
    send(admin)
    page.wait_for_url("**/login")  # their page learns of it by itself


def test_a_locked_account_is_seen_at_home_and_unlocked(site, visit):
    database = open_database(site.settings)
    for _ in range(site.settings.login_attempts):
        with database.transaction() as session:
            lockout.count_wrong(session, site.settings, "evaluator", "203.0.113.9")
    page = visit("admin")
    page.goto(site.base)
    attention = page.locator(".sy-panel", has_text="Needs attention")
    attention.get_by_text("account locked").click()
    expect(page.get_by_role("heading", name="Accounts")).to_be_visible()
    page.locator("tr[data-key]", has_text="evaluator").click()
    page.get_by_role("button", name="Unlock").click()
    expect(page.get_by_role("button", name="Unlock")).to_have_count(0)
    with database.reading() as session:
        assert not lockout.locked_among(session, site.settings, ["evaluator"])
    database.close()


def test_an_account_that_is_open_stands_in_the_address(site, visit):
    page = visit("admin")
    page.goto(f"{site.base}/system/users?text=evaluator")
    page.locator("tr[data-key]", has_text="evaluator").click()
    drawer = page.locator(".sy-drawer")
    expect(drawer.get_by_role("heading", name="Li Wei")).to_be_visible()
    page.wait_for_url(re.compile(r"text=evaluator&user=\w+$"))
    page.reload()
    expect(drawer.get_by_role("heading", name="Li Wei")).to_be_visible()
    drawer.focus()
    page.keyboard.press("Escape")
    expect(drawer).to_be_hidden()
    page.wait_for_url("**/system/users?text=evaluator")


def test_the_trail_is_filtered_checked_and_exported(site, visit):
    page = visit("admin")
    page.goto(f"{site.base}/system/audit?kind=agent")
    expect(page.locator("tbody tr").first).to_contain_text("agent.")
    page.locator("tbody tr").first.click()
    expect(page.locator(".sy-drawer")).to_contain_text("After")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Check the chain").click()
    expect(page.get_by_text("nothing was changed or removed")).to_be_visible()
    page.get_by_role("button", name="Export").click()
    with page.expect_download() as saved:
        page.locator(".q-menu").get_by_text("CSV").click()
    text = saved.value.path().read_text("utf-8")
    assert "agent.create" in text
    assert "session.create" not in text  # as filtered


def test_settings_are_changed_and_set_back(site, visit):
    page = visit("admin")
    page.goto(f"{site.base}/system/settings")
    page.get_by_label("Lock, minutes").fill("many")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator(".sy-problem")).to_contain_text("Lock, minutes")
    page.get_by_label("Lock, minutes").fill("20")
    page.get_by_role("button", name="Save", exact=True).click()
    field = page.get_by_label("Lock, minutes · changed here")
    expect(field).to_have_value("20")
    database = open_database(site.settings)
    with database.reading() as session:
        assert adjust.adjusted(session, site.settings).lock_minutes == 20
        assert session.get(Setting, "lock_minutes").value == 20
    field.fill("")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_label("Lock, minutes", exact=True)).to_have_value("15")
    with database.reading() as session:
        assert session.get(Setting, "lock_minutes") is None
    database.close()


def test_health_storage_and_about_say_what_is(site, visit):
    page = visit("admin")
    page.goto(f"{site.base}/system/health")
    expect(page.locator(".sy-status", has_text="works")).to_have_count(4)
    expect(page.locator("section[aria-label=Workers]")).to_contain_text("alive")
    expect(page.locator(".sy-panel", has_text="Storage").last).to_contain_text("datasets")
    page.goto(f"{site.base}/about")
    expect(page.get_by_text("orjson")).to_be_visible()
