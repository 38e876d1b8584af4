"""From an empty service to an audited verdict: the whole way, by hand, as each role."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

import pytest
from playwright.sync_api import expect

from benchmarks.machine import openai_server
from tests.ui.service import served
from tests.ui.speech import words
from tests.ui.tabs import new_tab, send, settle, sign_in
from tests.ui.test_data import drop
from tests.ui.world import PASSWORD

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1200)]
PEOPLE = {"manager": "Wang 王", "evaluator": "Li 李", "viewer": "Chen 陈"}
CASES = 24
LOCALES = {"en": "en-GB", "zh": "zh-CN"}


@dataclass
class Journey:
    """Who goes, in which language."""

    browser: object
    base: str
    language: str

    def say(self, key, **values):
        """Return what a key says on the pages of this journey."""
        return words()[key][self.language == "zh"].format(**values)

    def starts(self, key):
        """Return a pattern for a label that may be marked as needed."""
        return re.compile(f"^{re.escape(self.say(key))}( \\*)?$")

    def enter(self, login):
        return sign_in(self.browser, self.base, login, locale=LOCALES[self.language])

    def press(self, page, key, **values):
        page.get_by_role("button", name=self.say(key, **values), exact=True).first.click()

    def fill(self, page, key, text):
        typed = page.locator("input, textarea")  # not what is only named alike
        page.get_by_label(self.starts(key)).and_(typed).first.fill(text)

    def send(self, page):
        send(page)


@pytest.mark.parametrize("language", ["en", pytest.param("zh", marks=pytest.mark.soak)])
def test_from_nothing_to_an_audited_verdict(chromium, tmp_path, language):
    """Administrator and evaluator in one language, manager and viewer in the other."""
    with served(tmp_path) as service, openai_server(tmp_path, 0.05) as agent:
        way = Journey(chromium, service.base, language)
        theirs = Journey(chromium, service.base, "en" if language == "zh" else "zh")
        admin = _set_up(way, service)
        _make_project(way, admin.page)
        manager = theirs.enter("manager")
        _add_agent(theirs, manager.page, agent)
        evaluator = way.enter("evaluator")
        _upload(way, evaluator.page)
        run = _run_a_task(way, evaluator.page)
        other = _overrule(way, evaluator.page, run)
        card = _weigh_by_judgements(way, evaluator.page)
        _publish(theirs, manager.page, card)
        _score_anew(way, evaluator.page, run)
        viewer = theirs.enter("viewer")
        _compare(theirs, viewer.page, run, other)
        indicator = _write_indicator(way, evaluator.page)
        _publish(theirs, manager.page, indicator)
        _use_indicator(way, evaluator.page, card)
        _export(theirs, viewer.page, run)
        _audit(way, admin.page)
        tabs = (admin, manager, evaluator, viewer)
        assert [one for tab in tabs for one in (*tab.said, *tab.elsewhere())] == []
        for tab in tabs:
            tab.page.context.close()


def _set_up(way, service):
    tab = new_tab(way.browser, way.base, locale=LOCALES[way.language])
    page = tab.page
    page.goto(f"{way.base}/?lang={way.language}")
    page.wait_for_url("**/setup")
    typed = {"code": "wrong", "login": "admin", "name": "Ada", "password": PASSWORD,
             "again": PASSWORD}  # fmt: skip
    for name, text in typed.items():
        page.fill(f"[name={name}]", text)
    page.click("button[type=submit]")
    expect(page.locator(".sy-problem")).to_be_visible()  # whoever came first does not own it
    tab.said.clear()  # the browser's own word on the status of that answer
    for name, text in {**typed, "code": service.code}.items():
        page.fill(f"[name={name}]", text)
    page.click("button[type=submit]")
    page.wait_for_selector(".sy-head")
    return tab


def _open(page, address):
    page.goto(address)
    settle(page)


def _make_project(way, page):
    for login, name in PEOPLE.items():
        _open(page, f"{way.base}/system/users")
        way.press(page, "ui_system.new_user")
        way.fill(page, "ui_system.login", login)
        way.fill(page, "ui_system.name", name)
        way.fill(page, "ui_system.password", PASSWORD)
        way.send(page)
        expect(page.locator("tr", has_text=login).first).to_be_visible()
    _open(page, f"{way.base}/projects")
    way.press(page, "ui_system.new_project")
    way.fill(page, "ui.name", "Recon 侦察")
    way.fill(page, "ui_system.slug", "recon")
    page.locator(".sy-dialog button[type=submit]").click()
    page.wait_for_url("**/p/recon/settings")
    for login in PEOPLE:
        way.press(page, "ui_system.add_member")
        way.fill(page, "ui_system.login", login)
        page.get_by_label(way.starts("ui_system.role")).select_option(login)
        way.send(page)
        expect(page.locator(".sy-panel tr", has_text=PEOPLE[login])).to_be_visible()


def _add_agent(way, page, url):
    _open(page, f"{way.base}/p/recon/agents/new/edit?adapter=openai")
    way.fill(page, "ui.name", "small-model")
    fields = page.locator("form.sy-form input")
    page.get_by_label(way.starts("ui_agents.base_url")).fill(url)
    page.get_by_label(way.starts("ui_agents.model")).fill("m")
    assert fields.count() > 2
    way.press(page, "ui.save")
    expect(page.locator("h1")).to_have_text("small-model")


def _upload(way, page):
    _open(page, f"{way.base}/p/recon/data/upload")
    cases = [
        {"case_id": f"c{n}", "input": f"Capital of France, {n}?",
         "expected_output": "Paris" if n % 6 else "London", "scene": "geo" if n % 2 else "地理"}
        for n in range(CASES)
    ]  # fmt: skip
    drop(page, "capitals.jsonl", "\n".join(json.dumps(case) for case in cases) + "\n")
    way.fill(page, "ui_data.name", "capitals")
    way.press(page, "ui_data.keep_it")
    expect(page.locator("h1")).to_have_text("capitals")


def _run_a_task(way, page):
    """Write a task, watch it and return the address of its result."""
    _open(page, f"{way.base}/p/recon/tasks/new")
    expect(page.get_by_text(way.say("ui_tasks.in_order"))).to_be_visible()
    way.fill(page, "ui.name", "first")
    expect(page.locator(".cm-content")).to_contain_text("name: first")
    expect(page.get_by_text(way.say("ui_tasks.in_order"))).to_be_visible()
    way.press(page, "ui_tasks.queue")
    page.wait_for_url(re.compile(r"/tasks/[0-9a-z]{20,}$"))
    done = page.locator(".sy-title .sy-status", has_text=way.say("ui.state_finished"))
    expect(done).to_be_visible(timeout=120_000)  # in place: the page was not opened anew
    expect(page.locator(".sy-kpi-value").first).to_have_text(f"{CASES} / {CASES}")
    way.press(page, "ui_tasks.open_result")
    page.wait_for_url(re.compile(r"/runs/[0-9a-z]{20,}$"))
    expect(page.locator(".sy-tree")).to_be_visible()
    return page.url


def _overrule(way, page, run):
    """Overrule a verdict and score with it; return the address of the run that is made of it."""
    _open(page, f"{run}/cases?passed=false")
    page.locator("tr.sy-opens").first.click()
    drawer = page.locator(".sy-drawer")
    drawer.get_by_text(way.say("ui_cases.overrule"), exact=True).click()
    drawer.get_by_label(way.say("ui_cases.verdict"), exact=True).select_option("passed")
    drawer.get_by_label(way.starts("ui_cases.reason")).fill("another capital is meant 另有所指")
    drawer.get_by_role("button", name=way.say("ui_cases.give")).click()
    again = way.say("ui_cases.score_with")
    drawer.get_by_role("button", name=again).click()
    page.locator(".sy-dialog").get_by_role("button", name=again).click()
    _finishes(way, page)
    way.press(page, "ui_tasks.open_result")
    page.wait_for_url(re.compile(r"/runs/[0-9a-z]{20,}$"))
    assert page.url != run
    return page.url


def _finishes(way, page):
    page.wait_for_url(re.compile(r"/tasks/[0-9a-z]{20,}$"))
    done = page.locator(".sy-title .sy-status", has_text=way.say("ui.state_finished"))
    expect(done).to_be_visible(timeout=120_000)


def _weigh_by_judgements(way, page):
    """Write a scorecard whose weights come from judgements; return its address."""
    _open(page, f"{way.base}/p/recon/scorecards")
    way.press(page, "ui_scorecards.new")
    way.fill(page, "ui.name", "ours")
    page.locator(".sy-dialog button[type=submit]").click()
    expect(page.locator("h1")).to_have_text("ours")
    parts = page.locator("table.sy-weights .sy-toggle")
    parts.nth(2).click()  # after the whole and its first part: a group of four
    expect(page.locator(".sy-panel h2", has_text=parts.nth(2).inner_text())).to_be_visible()
    page.get_by_text(way.say("ui_scorecards.judgements")).click()
    judged = page.locator(".sy-judgements select")
    expect(judged).to_have_count(6)
    contradictory = page.get_by_text(way.say("ui_scorecards.inconsistent"), exact=True)
    for number, step in ((0, "9"), (3, "9"), (1, "1/9")):
        judged.nth(number).select_option(step)
    expect(contradictory).to_be_visible()
    expect(page.locator(".sy-worst")).to_have_count(2)
    judged.nth(3).select_option("1")
    judged.nth(1).select_option("9")
    judged.nth(2).select_option("9")
    expect(page.get_by_text(way.say("ui_scorecards.consistent"), exact=True)).to_be_visible()
    way.press(page, "ui_scorecards.use_weights")
    expect(page.locator(".cm-content")).to_contain_text("method: ahp")
    expect(page.get_by_text(way.say("ui_papers.in_order"), exact=True)).to_be_visible()
    _is_kept(way, page)
    return page.url


def _is_kept(way, page):
    word = way.say("ui_papers.kept", at="").strip()
    expect(page.locator(".sy-title")).to_contain_text(word)


def _publish(way, page, address):
    _open(page, address)
    way.press(page, "ui_papers.publish")
    page.locator(".sy-dialog textarea").fill("as agreed 已商定")
    page.locator(".sy-dialog button[type=submit]").click()
    expect(page.locator(".sy-title")).to_contain_text("v1")


def _score_anew(way, page, run):
    _open(page, run)
    expect(page.locator(".sy-tree")).to_be_visible()
    way.press(page, "ui_runs.more")
    page.get_by_text(way.say("ui_runs.rescore"), exact=True).click()
    dialog = page.locator(".sy-dialog")
    dialog.get_by_label(way.starts("ui_runs.scorecard")).select_option(label="ours")
    dialog.locator("input[type=checkbox]").uncheck()  # the run itself, as the agent answered it
    dialog.locator("button[type=submit]").click()
    _finishes(way, page)


def _compare(way, page, run, other):
    """Compare a run with the one of the overruled verdict, down to the case."""
    ids = ",".join(address.rpartition("/")[2] for address in (run, other))
    _open(page, f"{way.base}/p/recon/compare?runs={ids}")
    expect(page.get_by_text(way.say("ui_analysis.overall_sides"))).to_be_visible(timeout=120_000)
    expect(page.locator(".sy-kpi-value", has_text="▲ 1")).to_be_visible()
    page.locator("tr.sy-opens").first.click()
    drawer = page.locator(".sy-drawer")
    drawer.locator("a").last.click()
    page.wait_for_url(re.compile(r"/cases\?.*text="))
    expect(page.locator("tbody tr")).to_have_count(1)


def _write_indicator(way, page):
    """Write an indicator, wrong at first; return the address of its file."""
    _open(page, f"{way.base}/p/recon/indicators")
    way.press(page, "ui_algorithms.new_indicator")
    way.fill(page, "ui_algorithms.file_name", "quick")
    page.locator(".sy-dialog button[type=submit]").click()
    expect(page.locator("h1")).to_have_text("quick")
    good = page.get_by_text(way.say("ui_papers.in_order"), exact=True)
    expect(good).to_be_visible()
    page.locator(".cm-content").click()
    page.keyboard.press("Control+End")
    page.keyboard.insert_text("\nnonsense: 1")
    expect(page.locator(".sy-problem").first).to_be_visible()
    for _ in range(len("\nnonsense: 1")):
        page.keyboard.press("Backspace")
    expect(good).to_be_visible()
    preview = page.locator(f"section[aria-label='{way.say('ui_algorithms.preview')}']")
    named = {"en": "Answered quickly", "zh": "快速作答率"}  # as its file calls it
    expect(preview).to_contain_text(named[way.language])
    _is_kept(way, page)
    return page.url


def _use_indicator(way, page, card):
    _open(page, card)
    way.press(page, "ui_scorecards.add_indicator")
    way.fill(page, "ui_scorecards.indicator", "mine.quick")
    way.send(page)
    expect(page.locator(".cm-content")).to_contain_text("mine.quick")
    expect(page.get_by_text(way.say("ui_papers.in_order"), exact=True)).to_be_visible()
    _is_kept(way, page)


def _export(way, page, run):
    _open(page, run)
    way.press(page, "ui.export")
    with page.expect_download() as download:
        page.get_by_text(way.say("ui_runs.format_json")).click()
    assert '"schema"' in download.value.path().read_text("utf-8")
    _open(page, f"{way.base}/p/recon/tasks/new")
    expect(page.get_by_text(way.say("ui.refused"))).to_be_visible()


def _audit(way, page):
    _open(page, f"{way.base}/system/audit")
    trail = page.locator("tbody")
    for done in ("row.overrule", "scorecard.publish", "indicator.publish"):
        expect(trail).to_contain_text(done)
    expect(trail).to_contain_text(PEOPLE["evaluator"])
    way.press(page, "ui_system.check_chain")
    expect(page.locator(".q-notification, .sy-main").first).to_be_visible()
    whole = next(
        key for key, pair in words().items() if "nothing was changed or removed" in pair[0]
    )
    expect(page.get_by_text(way.say(whole))).to_be_visible()
