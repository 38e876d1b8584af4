"""The shell around every page: header, navigation, and the place where pages are built.

Everything here is made from the list of pages. A page is built only after its guard: the visitor is
looked up anew, the project of the path is found, and the role that the page names is required.
"""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Callable, Mapping
from copy import copy
from typing import Any
from urllib.parse import urlencode

from nicegui import Client, PageArguments, background_tasks, ui

from steelyard.i18n import t
from steelyard.server.heavy_work import get_ready
from steelyard.server.people import accounts, projects
from steelyard.server.people.policy import ForbiddenError
from steelyard.ui.components import action, icon_action, label, link, problem, skeleton
from steelyard.ui.components.afterwards import Afterwards
from steelyard.ui.components.unsaved import Unsaved
from steelyard.ui.errors import problem_text
from steelyard.ui.page import Group, Page, load_pages
from steelyard.ui.revoked import remember, remember_visit
from steelyard.ui.visit import ProjectSeen, Visit
from steelyard.ui.visitor import Visitor, visitor

_GROUPS: tuple[Group, ...] = ("evaluate", "build", "analyse", "system")
_MAIN = "sy-main"


def shell() -> None:
    """Build the frame for whoever opened a page; every path of the pages comes here."""
    who = visitor()
    client = ui.context.client
    remember(client, who)
    client.page = copy(client.page)  # its own, so that language and theme are this visitor's
    client.page.language = "zh-CN" if who.language == "zh" else "en-US"
    client.page.dark = who.theme == "dark"
    client.page.title = t("ui.product")
    _give_up_main(client)
    Unsaved()
    Afterwards()
    with ui.element("div").classes("sy-shell"):
        ui.link(t("ui.skip"), "#sy-main").classes("sy-skip")
        header = ui.element("header").classes("sy-head")
        nav = ui.element("nav").classes("sy-nav")
        nav.props["aria-label"] = t("ui.navigation")
        frame = _Frame(who, header, nav)
        with ui.element("main").classes(_MAIN).props('id="sy-main" tabindex="-1"'):
            _Places({page.path: frame.route(page) for page in load_pages()})


def _give_up_main(client: Client) -> None:
    """Make what NiceGUI puts around everything no landmark: a `main` holds no navigation."""
    around = client.content.parent_slot
    assert around is not None
    around.parent.tag = "div"


class _Places(ui.sub_pages):
    """Where pages are built; an address that is none of theirs is said in our words."""

    def _render_404(self) -> None:
        with ui.element("div").classes("sy-page"):
            label(t("ui.no_such_page"), tag="h1")
            label(t("ui.no_such_page_explained"), "sy-quiet", tag="p")
            link(t("ui.home"), "/")


class _Frame:
    """The parts around a page that change with it."""

    def __init__(self, who: Visitor, header: ui.element, nav: ui.element) -> None:
        self._who = who
        self._header, self._nav = header, nav
        self._drawn: tuple[str | None, str] | None = None

    def route(self, page: Page) -> Callable[..., Any]:
        """Return what NiceGUI calls when the address is this page's."""

        async def open_page(args: PageArguments) -> None:
            with ui.element("div").classes("sy-page") as place:
                skeleton(6)
            try:
                visit = await self._visit(page, args)
            except Exception as error:  # noqa: BLE001 - shown in the place of the page, whatever it is
                self._draw(None, page)
                _show_instead(place, error)
                return
            self._draw(visit.project, page)
            if visit.project is not None:  # whoever looks into a project will look at results
                background_tasks.create(asyncio.to_thread(get_ready), name="ready for reports")
            ui.page_title(f"{page.name} · {t('ui.product')}")
            parts = {k: v for k, v in args.path_parameters.items() if k != "project"}
            await _build(place, page, visit, parts)

        # NiceGUI looks at the annotation itself, which `annotations` made a string.
        parameter = inspect.Parameter("args", inspect.Parameter.POSITIONAL_OR_KEYWORD,
                                      annotation=PageArguments)  # fmt: skip
        open_page.__signature__ = inspect.Signature([parameter])  # type: ignore[attr-defined]
        return open_page

    async def _visit(self, page: Page, args: PageArguments) -> Visit:
        query = {name: str(value) for name, value in args.query_parameters.items()}
        visit = Visit(self._who, args.path, None, None, query)
        slug = args.path_parameters.get("project")
        if slug is not None:
            found = await visit.ask(lambda session, _: projects.by_slug(session, slug))
            archived = found.archived_at is not None
            seen = ProjectSeen(found.id, found.slug, found.name, archived)
            visit = Visit(self._who, args.path, page.role, seen, query)
        else:
            visit = Visit(self._who, args.path, page.role, None, query)
        address = f"{args.path}?{urlencode(query)}" if query else args.path
        await remember_visit(ui.context.client, visit, address)  # the guard: raises and is audited
        return visit

    def _draw(self, project: ProjectSeen | None, page: Page) -> None:
        """Draw header and navigation; nothing when they are right already."""
        now = (None if project is None else project.slug, page.path)
        if now == self._drawn:
            return
        if self._drawn is None or self._drawn[0] != now[0]:
            self._header.clear()
            with self._header:
                _fill_header(self._who, project)
        self._drawn = now
        self._nav.clear()
        with self._nav:
            _fill_nav(self._who, project, page)


async def _build(place: ui.element, page: Page, visit: Visit, parts: Mapping[str, str]) -> None:
    place.clear()
    place.props("aria-busy=true")  # its parts come one after the other
    try:
        with place:
            await page.build(visit, **parts)
    except Exception as error:  # noqa: BLE001 - as above
        _show_instead(place, error)
    finally:
        if not place.is_deleted:  # as it is when the visitor went elsewhere
            place.props(remove="aria-busy")


def _show_instead(place: ui.element, error: Exception) -> None:
    place.clear()
    with place:
        if isinstance(error, ForbiddenError):
            label(t("ui.refused"), tag="h1")
        problem(problem_text(error))
        link(t("ui.home"), "/")


def _fill_header(who: Visitor, project: ProjectSeen | None) -> None:
    link(t("ui.product"), "/", "sy-brand")
    if project is not None:
        with action(project.name, None, icon="folder_open", weight="plain"):
            _project_menu(who)
    ui.element("div").classes("sy-grow")
    other = "en" if who.language == "zh" else "zh"
    words = {"en": "English", "zh": "中文"}
    # `data-leaves`: forms ask before what was typed is lost.
    action(words[other], lambda: _prefer(who, language=other), weight="plain").props("data-leaves")
    dark = who.theme == "dark"
    icon_action(
        t("ui.light") if dark else t("ui.dark"),
        "light_mode" if dark else "dark_mode",
        lambda: _prefer(who, theme="light" if dark else "dark"),
    ).props("data-leaves")
    with action(who.actor.name, None, icon="account_circle", weight="plain"), ui.menu():
        account = ui.menu_item(t("ui.my_account"), lambda: ui.navigate.to("/account"))
        account.props("data-leaves")
        ui.menu_item(t("ui.sign_out"), _sign_out).props("data-leaves")


def _project_menu(who: Visitor) -> None:
    with ui.menu() as menu:
        place = ui.element("div")

    async def fill() -> None:
        visit = Visit(who, "/", None)
        found = await visit.ask(lambda session, actor: projects.projects_of(session, actor))
        place.clear()
        with place:
            for one in found:
                there = f"/p/{one.slug}"
                entry = ui.menu_item(one.name, lambda there=there: ui.navigate.to(there))
                entry.props("data-leaves")
            ui.separator()
            everything = ui.menu_item(t("ui.all_projects"), lambda: ui.navigate.to("/projects"))
            everything.props("data-leaves")

    menu.on("before-show", fill)


def _up_from(page: Page) -> list[str]:
    """Return the path of a page and of those it is below."""
    parents = {one.path: one.parent for one in load_pages()}
    found = [page.path]
    while (parent := parents.get(found[-1])) is not None and parent not in found:
        found.append(parent)
    return found


def _fill_nav(who: Visitor, project: ProjectSeen | None, current: Page) -> None:
    above = _up_from(current)
    for group in _GROUPS:
        offered = [
            page for page in load_pages() if page.group == group and _offers(who, page, project)
        ]
        if not offered:
            continue
        ui.label(t(f"ui.group_{group}")).classes("sy-nav-group")
        for page in offered:
            path = page.path if project is None else page.path.replace("{project}", project.slug)
            with ui.link(target=path) as entry:
                ui.icon(page.icon or "circle").props("aria-hidden=true")
                ui.label(page.name)
            if page.path in above:
                entry.classes("sy-current").props("aria-current=page")


def _offers(who: Visitor, page: Page, project: ProjectSeen | None) -> bool:
    if page.in_project and project is None:
        return False
    return page.role is None or who.actor.may(
        page.role, project.id if page.in_project and project else None
    )


async def _prefer(who: Visitor, **likes: str) -> None:
    visit = Visit(who, "/", None)
    assert who.actor.user_id is not None
    await visit.act(None, lambda session, actor: accounts.prefer(session, actor, **likes))
    ui.navigate.reload()


def _sign_out() -> None:
    ui.run_javascript(
        "const f = document.createElement('form'); f.method = 'post'; f.action = '/logout';"
        "document.body.append(f); f.submit();"
    )
