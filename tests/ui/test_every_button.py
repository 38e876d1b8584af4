"""Role guard by event: a page keeps its buttons after the role is gone; pressing them does nothing.

Somebody opens a page as administrator, loses the role, and presses everything that is on it, with
the menus and dialogs that come up. Whatever the buttons are, the trail may show refusals only.
"""

from __future__ import annotations

from contextlib import contextmanager, suppress

import pytest
from playwright.sync_api import Error, expect
from playwright.sync_api import TimeoutError as Timeout

from steelyard.server.db import open_database
from steelyard.server.db.tables import AgentRow, AuditEntry, Task, User
from steelyard.server.people import accounts, projects
from steelyard.server.people.policy import SERVICE, Role
from steelyard.ui.page import load_pages
from tests.ui.addresses import addresses
from tests.ui.conftest import served_world
from tests.ui.tabs import settle, sign_in
from tests.ui.world import KEEP_PAGES, PASSWORD, PROJECT

LOGIN = "presser"
READING = {"download", "export"}  # what a viewer, who is left, may do
# What anybody may do for themselves; those pages are tried by their own tests.
OWN = {"/account"}
BUTTONS = ".sy-main button:visible:not([disabled]), .sy-main [role=switch]:visible"
MOST = 15  # of one view
# What kind of button each is: its look and words, and the heading of the panel that it is in.
KINDS = """all => all.map(one => [
    one.className, one.innerText, one.getAttribute('aria-label'), one.title,
    one.closest('.sy-panel, section')?.querySelector('h2, h3')?.innerText,
].join('|'))"""


@pytest.fixture(scope="module")
def site(tmp_path_factory, pytestconfig):
    """Serve a world of its own, in which pages stay open when their right has ended."""
    with served_world(tmp_path_factory, pytestconfig, KEEP_PAGES) as made:
        yield made


@pytest.fixture(scope="module")
def presser(site, chromium):
    """Return a tab of an account whose role can be taken and given, and how."""
    database = open_database(site.settings)
    with database.transaction() as session:
        user = session.query(User).filter_by(login=LOGIN).one_or_none()
        if user is None:
            user = accounts.create_user(session, SERVICE, site.settings, LOGIN, PASSWORD)
            project = projects.by_slug(session, PROJECT)
            projects.set_member(session, SERVICE, project, user, Role.VIEWER)
        user_id = user.id

    def be(*, admin):
        with database.transaction() as session:  # beside the service: no session is ended by it
            session.get(User, user_id).is_admin = admin

    tab = sign_in(chromium, site.base, LOGIN)
    yield tab, be, user_id
    tab.page.context.close()
    database.close()


@pytest.mark.slow
@pytest.mark.timeout(600)  # a page may have five views
@pytest.mark.parametrize("page", load_pages(), ids=lambda page: page.path)
def test_nothing_is_done_for_who_lost_the_role(site, presser, page):
    """In all views of a page; a button that is there again, in the next row or view, once."""
    if page.path in OWN:
        pytest.skip("for everybody")
    tab, be, user_id = presser
    before = _newest(site, user_id)
    known = set()
    for address in addresses():
        if address.page.path == page.path:
            _press_all(tab, be, address.path(site), known)
    done = [
        one.action
        for one in site.rows(AuditEntry, user_id=user_id, outcome="done")
        if one.id > before and one.action.rpartition(".")[2] not in READING
    ]
    assert done == []
    assert tab.pwned() is None


@pytest.mark.slow
def test_a_refusal_is_shown(site, visit):
    page = visit("evaluator")
    task = site.task("smoke")
    page.goto(f"{site.project}/tasks/{task.id}")
    button = page.get_by_role("button", name="Remove")
    expect(button).to_be_visible()
    with _viewer(site, "evaluator", Role.EVALUATOR):
        button.click()
        page.locator(".sy-dialog").get_by_role("button", name="Remove").click()
        expect(page.locator(".q-notification")).to_contain_text("evaluator")
        assert site.rows(Task, id=task.id)


@pytest.mark.slow
def test_a_form_that_is_refused_says_so_and_saves_nothing(site, visit):
    page = visit("manager")
    [agent] = site.rows(AgentRow, name="demo-agent")
    page.goto(f"{site.project}/agents/{agent.id}/edit")
    save = page.get_by_role("button", name="Save", exact=True)
    expect(save).to_be_visible()
    with _viewer(site, "manager", Role.MANAGER):
        page.get_by_label("Description").fill("changed by an event of an old page")
        save.click()
        expect(page.locator(".sy-problem")).to_contain_text("viewer")
    [agent] = site.rows(AgentRow, name="demo-agent")
    assert agent.description == ""


@contextmanager
def _viewer(site, login, role):
    """Let an account be a viewer of the project meanwhile; it has `role` otherwise."""
    database = open_database(site.settings)

    def give(one):
        with database.transaction() as session:
            user = session.query(User).filter_by(login=login).one()
            project = projects.by_slug(session, PROJECT)
            projects.set_member(session, SERVICE, project, user, one)

    give(Role.VIEWER)
    try:
        yield
    finally:
        give(role)
        database.close()


def _press_all(tab, be, path, known):
    """Press every button of a page that is not known yet, up to so many."""
    _open(tab, be, path)
    for _ in range(MOST):
        buttons = tab.page.locator(BUTTONS)
        kinds = buttons.evaluate_all(KINDS)
        number = next((n for n, kind in enumerate(kinds) if kind not in known), None)
        if number is None:
            return
        known.add(kinds[number])
        _press(tab.page, buttons.nth(number))
        if _left(tab, path):
            _open(tab, be, path)


def _open(tab, be, path):
    """Open a page as administrator, then be a viewer.

    What a page offers depends on the role when its frame was loaded, so a link is followed only in
    a frame that the administrator loaded: one that came since has no mark.
    """
    be(admin=True)
    if tab.page.evaluate(MARKED):
        tab.follow(path)
    else:
        tab.open(path)
        tab.page.evaluate(MARK)
    be(admin=False)


def _left(tab, path):
    """Whether another page is there, or on its way."""
    try:
        tab.page.wait_for_load_state()
        return tab.page.url != tab.base + path or tab.page.locator(".sy-main h1").count() == 0
    except Error:
        return True


# The frame counts what it sends and hears: a press that sends nothing, or after whose answer all is
# quiet, brings nothing up.
MARK = """() => {
  window.pressed = {sent: 0, heard: 0, last: 0};
  const count = name => () => { pressed[name] += 1; pressed.last = Date.now(); };
  window.socket.onAnyOutgoing(count('sent'));
  window.socket.onAny(count('heard'));
}"""
# What is left open would cover the buttons of the next page.
MARKED = """() => window.pressed !== undefined && document.querySelector('.sy-main h1') !== null
  && document.querySelector('.q-dialog, .q-menu') === null"""
BEFORE = """() => {
  document.querySelectorAll('.q-notification').forEach(one => { one.dataset.old = '1' });
  if (window.pressed) window.pressed = {sent: 0, heard: 0, last: Date.now()};
  return location.href;
}"""
# What a press brings up, with `menus` or without; what was there before it is marked as old.
NEWS = """([before, menus]) => {
  const shown = one => one.getClientRects().length > 0;
  const places = '.sy-dialog, .q-notification:not([data-old])' + (menus ? ', .q-menu' : '');
  if (location.href !== before || [...document.querySelectorAll(places)].some(shown)) return true;
  const quiet = window.pressed ? Date.now() - pressed.last : 0;
  return window.pressed && (pressed.sent === 0 ? quiet > 250 : pressed.heard > 0 && quiet > 400);
}"""
ANSWERED = """before => location.href !== before
  || document.querySelector('.q-notification:not([data-old]), .sy-dialog .sy-problem')"""
LONGEST_MS = 1500  # for a press to which nobody answers


def _click(page, button, *, menus=True):
    """Press, and wait until something comes up or nothing will."""
    before = page.evaluate(BEFORE)
    button.click(timeout=2000)
    with suppress(Timeout):
        page.wait_for_function(NEWS, arg=[before, menus], polling=50, timeout=LONGEST_MS)


def _press(page, button):
    """Press, and whatever comes up then, too."""
    try:
        _click(page, button)
        items = page.locator(".q-menu .q-item:visible")
        for n in range(items.count()):
            _click(page, items.nth(n), menus=False)
            _answer(page)
            with suppress(Timeout):
                page.locator(".q-menu").first.wait_for(state="hidden", timeout=400)
            if not page.locator(".q-menu:visible").count():
                _click(page, button)
        _answer(page)
        page.keyboard.press("Escape")
    except Error:  # covered by something else, or gone with the page: nothing to press
        page.keyboard.press("Escape")


def _answer(page):
    """Fill in and send the dialog that is open, if one is."""
    dialog = page.locator(".sy-dialog:visible")
    if not dialog.count():
        return
    for field in dialog.locator("input:visible, textarea:visible").all():
        if field.get_attribute("type") not in ("checkbox", "file"):
            field.fill("pressed by somebody who may not", timeout=2000)
    buttons = dialog.locator("button[type=submit]:visible")
    _click_last(page, buttons if buttons.count() else dialog.locator("button:visible"))
    page.keyboard.press("Escape")


def _click_last(page, buttons):
    """Press, and wait for the refusal, or for the dialog to go or to complain."""
    before = page.evaluate(BEFORE)
    buttons.last.click(timeout=2000)
    with suppress(Timeout):
        page.wait_for_function(ANSWERED, arg=before, polling=50, timeout=LONGEST_MS)


def _newest(site, user_id):
    found = site.rows(AuditEntry, user_id=user_id)
    return found[0].id if found else 0


@pytest.mark.slow
@pytest.mark.timeout(120)
def test_refusals_by_event_are_written_down(site, presser):
    """The test above would also pass if no button worked: this one sees a refusal."""
    tab, be, user_id = presser
    path = f"/p/{PROJECT}/tasks/{site.task('smoke').id}"
    _open(tab, be, path)
    page = tab.page
    page.get_by_role("button", name="Remove").click()
    page.locator(".sy-dialog").get_by_role("button", name="Remove").click()
    expect(page.locator(".q-notification").first).to_be_visible()
    newest = site.rows(AuditEntry, user_id=user_id)[0]
    assert (newest.outcome, newest.object_name) == ("refused", path)
    settle(page)
