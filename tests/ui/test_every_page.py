"""What holds for every page, whoever wrote it: made from the list of pages."""

from __future__ import annotations

import inspect
import string
from contextlib import suppress
from http.client import HTTPConnection
from urllib.parse import quote, urlsplit

import pytest
from playwright.sync_api import TimeoutError as Timeout
from playwright.sync_api import expect

from steelyard.i18n import LANGUAGES, t, using_language
from steelyard.server.db.tables import AuditEntry
from steelyard.ui.page import load_pages
from tests.ui import speech
from tests.ui.addresses import addresses
from tests.ui.axe import violations
from tests.ui.hostile import make_hostile
from tests.ui.tabs import settle, sign_in
from tests.ui.world import PROJECT, ROLES

PAGES = load_pages()
ADDRESSES = addresses()
THEMES = {"en": "light", "zh": "dark"}  # each once, with both languages at no further cost
# The order of the roles, said a second time: what the service thinks is what is being tested.
MAY = {"viewer": 1, "evaluator": 2, "manager": 3, "admin": 4}
# Pages whose own part shows nothing that people or programs name.
SILENT = {
    *("/about", "/system/settings", "/system/health", "/account", "/p/{project}/data/upload"),
    *("/p/{project}/algorithms", "/p/{project}/algorithms/{algorithm}", "/p/{project}/retrieval"),
    *("/p/{project}/portability", "/p/{project}/compare"),
    "/p/{project}/settings",  # in fields, which are no text of the page
}


@pytest.fixture(scope="module")
def tab(site, chromium):
    """Return a function that gives the one tab of an account in a language, signed in once."""
    opened, prefers = {}, {}

    def tab_of(login, language="en"):
        if prefers.get(login) != language:  # which counts when a page is loaded
            site.prefer(login, language=language, theme=THEMES[language])
            prefers[login] = language
        if (login, language) not in opened:
            opened[login, language] = sign_in(chromium, site.base, login)
        return opened[login, language]

    yield tab_of
    for one in opened.values():
        one.page.context.close()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.path)
def test_a_page_says_what_it_is(page):
    paths = {one.path: one for one in PAGES}
    assert [one.path for one in PAGES].count(page.path) == 1
    assert page.parent is None or page.parent in paths
    assert page.group is None or page.icon
    assert not page.in_project or page.role is not None  # a project is never for everybody
    names = {name for _, name, _, _ in string.Formatter().parse(page.path) if name}
    first, *rest = inspect.signature(page.build).parameters
    assert first == "visit"
    assert set(rest) == names - {"project"}
    said = set()
    for language in LANGUAGES:
        with using_language(language):
            said.add(page.name)
    assert len(said) == len(LANGUAGES)


def test_other_languages_and_keys_are_noticed():
    """The check that the pages are put to finds what it is for."""
    assert speech.foreign(["评估任务", "护航指挥问答 Convoy Q&A", "中文"], "en") == ["评估任务"]
    assert speech.foreign(["Evaluation tasks", "smoke", "Li Wei", "English"], "zh") == [
        "Evaluation tasks"
    ]
    numbered = speech.words()["ui.unforeseen"][1].format(number="ab12")
    assert speech.foreign([numbered], "en") == [numbered]
    assert speech.raw_keys(["see ui.tasks or ui_none.such", "cases.jsonl", "a.b"]) == [
        "ui.tasks",
        "ui_none.such",
    ]


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("address", ADDRESSES, ids=str)
def test_a_page_opens(site, tab, address, language):
    """In its language, in order, on its own, and for everybody."""
    admin = tab("admin", language)
    come = admin.open if language == "en" else admin.follow  # by its address, and by a link
    page = come(address.path(site))
    texts = page.evaluate(speech.SEEN)
    found = {
        "console": list(admin.said),
        "elsewhere": admin.elsewhere(),
        "problems": page.locator(".sy-problem").all_inner_texts(),
        "keys": speech.raw_keys(texts),
        "foreign": speech.foreign(texts, language),
        "frame": _frame(page, address, site, language),
        "axe": violations(page),
    }
    assert {name: value for name, value in found.items() if value} == {}


def _frame(page, address, site, language):
    """Return what is wrong with title, heading, breadcrumbs and navigation."""
    wrong = []
    with using_language(language):
        title = f"{address.page.name} · {t('ui.product')}"
    try:  # the title follows the content over the socket
        expect(page).to_have_title(title)
    except AssertionError:
        wrong.append(f"title {page.title()!r}, not {title!r}")
    if page.locator(".sy-main .sy-title h1").count() < 1:
        wrong.append("no heading")
    if (mains := page.locator("main, [role=main]").count()) != 1:
        wrong.append(f"{mains} main landmarks")
    lang = page.evaluate("document.documentElement.lang")
    if not lang.startswith(language):
        wrong.append(f"lang={lang}")
    if address.page.parent and not page.locator(".sy-crumbs a").count():
        wrong.append("no breadcrumbs")
    has_entry = address.page.group or address.page.parent
    if has_entry and page.locator(".sy-nav [aria-current=page]").count() != 1:
        wrong.append("not marked in the navigation")
    if page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"):
        wrong.append("wider than the window")
    return wrong


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("every", [False, pytest.param(True, marks=pytest.mark.soak)])
@pytest.mark.parametrize("login", ROLES)
def test_a_page_is_refused_by_address(site, tab, login, every):
    """By the highest role that may not see it, and shown to the lowest that may; or by `every`."""
    one = tab(login)
    wrong, tried = [], 0
    for address in addresses(views=False):
        needed = address.page.role.value if address.page.role else MAY["viewer"]
        if not every and MAY[login] not in (needed - 1, needed):
            continue
        tried += 1
        path = address.path(site)
        page = one.follow(path)
        refused = page.get_by_text("Not for your role").count() == 1
        if refused is (MAY[login] >= needed):
            wrong.append(f"{path}: {'refused' if refused else 'shown'} to {login}")
        elif refused and not _written_down(site, login, path):
            wrong.append(f"{path}: the refusal is not in the audit trail")
    assert wrong == []
    assert tried > 2


def _written_down(site, login, path):
    newest = site.rows(AuditEntry, outcome="refused")[0]
    names = {"viewer": "陈观", "evaluator": "Li Wei 李伟", "manager": "王主任"}
    return (newest.action, newest.object_name, newest.user_name) == ("page", path, names[login])


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_no_page_of_another_project_is_shown(site, tab):
    one = tab("manager")
    for address in addresses(views=False):
        if address.page.in_project:
            page = one.follow(address.path(site, project="empty"))
            expect(page.get_by_text("Not for your role")).to_have_count(1)


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_a_thing_of_another_project_is_not_found(site, tab, tmp_path_factory):
    """The address of one's own project with the identity of something of another."""
    other = make_hostile(site, tmp_path_factory.mktemp("hostile"))
    one = tab("manager")
    tried = 0
    for address in addresses(views=False):
        path = address.path(site)
        elsewhere = address.path(site, **{**other, "project": PROJECT})
        if address.page.in_project and elsewhere != path:
            page = one.follow(elsewhere)
            expect(page.locator(".sy-main .sy-problem")).to_have_count(1)
            assert "onerror" not in page.locator(".sy-main").inner_text()
            tried += 1
    assert tried >= 4


@pytest.mark.slow
@pytest.mark.parametrize("address", addresses(views=False), ids=str)
def test_nobody_sees_a_page_without_signing_in(site, address):
    path = address.path(site)
    connection = HTTPConnection(urlsplit(site.base).netloc, timeout=30)
    try:
        connection.request("GET", path)
        answer = connection.getresponse()
        to = "/login" if path == "/" else f"/login?next={quote(path)}"
        assert (answer.status, answer.headers["location"]) == (303, to)
    finally:
        connection.close()


@pytest.mark.slow
@pytest.mark.parametrize("address", ADDRESSES, ids=str)
def test_text_from_outside_stays_text(site, tab, tmp_path_factory, address):
    parts = make_hostile(site, tmp_path_factory.mktemp("hostile"))
    admin = tab("admin")
    page = admin.follow(address.path(site, **parts))
    row = page.locator(".sy-main tr.sy-opens").first
    main = page.locator(".sy-main").inner_text()
    assert address.page.path in SILENT or "none-such" in address.view or "onerror=" in main
    wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert page.evaluate(wide) <= 0, "a long text pushes the page aside"
    if row.count() and not page.locator(".sy-drawer").count():
        before = page.url
        row.click()  # a drawer, a dialog or another page: whatever it shows is text, too
        opened = (
            "before => location.href !== before || document.querySelector('.sy-drawer, .sy-dialog')"
        )
        with suppress(Timeout):  # or it shows more in its place
            page.wait_for_function(opened, arg=before, timeout=2000)
        settle(page)
    assert not admin.pwned()
    assert admin.said == []
    assert page.locator("img[src=x], .sy-main script, .sy-main b").count() == 0


@pytest.mark.slow
def test_back_in_haste_shows_the_page_of_the_address(site, tab):
    """Who goes back before the page came must not see it under the address of the other."""
    one = tab("viewer")
    titles = {f"/p/{PROJECT}/tasks": "Evaluation tasks", f"/p/{PROJECT}/runs": "Results"}
    for wait in (0, 15, 60, 150):
        one.open(f"/p/{PROJECT}/agents")
        page = one.open(f"/p/{PROJECT}/tasks")
        page.evaluate(
            """wait => { document.querySelector('.sy-nav a[href$="/runs"]').click();
               setTimeout(() => history.back(), wait); }""",
            wait,
        )
        page.wait_for_timeout(2500)  # whatever is still on its way arrives
        # Who is faster than the address leaves the page before it, too.
        page.wait_for_function(
            """titles => document.querySelector('.sy-main h1')?.textContent.trim() ===
               (titles[location.pathname] || 'Agents')""",
            arg=titles,
        )
    assert one.said == []


@pytest.mark.slow
def test_the_first_key_leads_to_the_content(site, tab):
    one = tab("viewer")
    page = one.open(f"/p/{PROJECT}/runs")
    page.keyboard.press("Tab")
    skip = page.locator(".sy-skip")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(page.locator("#sy-main")).to_be_focused()
