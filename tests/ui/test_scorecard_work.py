"""A scorecard from its first draft to a version that others copy, by hand in a browser."""

from __future__ import annotations

import re
import secrets

import pytest
from playwright.sync_api import expect

from steelyard.scorecards import read_scorecard
from steelyard.server.db.tables import Document, DocumentVersion, Run
from tests.ui.tabs import send, until

pytestmark = pytest.mark.slow
WEIGHS_MS = 240_000  # several runs are weighed anew, beside whatever else the machine does
DIMENSIONS = ("Adaptivity", "Robustness", "Portability", "Collaboration")


def begin(site, page):
    """Make a scorecard from the usual template and open it; return its name."""
    name = f"card {secrets.token_hex(3)}"
    page.goto(f"{site.project}/scorecards")
    page.get_by_role("button", name="New scorecard").click()
    page.get_by_label("Name *").fill(name)
    send(page)
    expect(page.locator("h1")).to_have_text(name)
    expect(line(page, "Overall score")).to_contain_text("%")  # it was tried
    return name


def tree(page):
    return page.locator("table.sy-weights")


def line(page, name):
    return tree(page).locator("tr").filter(has=page.get_by_role("button", name=name, exact=True))


def choose(page, name):
    tree(page).get_by_role("button", name=name, exact=True).click()
    expect(page.locator(".sy-panel h2").get_by_text(name, exact=True)).to_be_visible()


def slider(page, name):
    return page.get_by_role("slider", name=f"Weight {name}", exact=True)


def kept(site, page, name, *, holds):
    """Return the draft that is kept, once it holds a text."""
    expect(page.locator(".cm-content")).to_contain_text(holds)
    expect(page.locator(".sy-title")).to_contain_text("kept")
    [document] = site.rows(Document, name=name)

    def found():
        [draft] = site.rows(DocumentVersion, document_id=document.id, number=0)
        return draft.text if holds in draft.text else None

    return until(page, found)


def result(page):
    return page.get_by_role("region", name="What it comes to")


def test_parts_are_added_renamed_dragged_and_removed(site, visit):
    page = visit("evaluator")
    name = begin(site, page)
    choose(page, "Robustness")
    page.get_by_role("button", name="Add an indicator").click()
    page.get_by_label("Indicator *").fill("base.accuracy")
    send(page)
    expect(line(page, "Accuracy")).to_be_visible()
    page.get_by_label("Name in English").fill("Hit rate")
    page.get_by_label("Name in English").blur()
    expect(line(page, "Hit rate")).to_contain_text("25 %")
    target = line(page, "Portability").locator("td").first  # its middle: into the group
    line(page, "Hit rate").locator("td").first.drag_to(target)
    expect(line(page, "Hit rate")).to_contain_text("17 %")
    expect(line(page, "Error rate on abnormal input")).to_contain_text("33 %")
    choose(page, "Generalization")
    page.get_by_role("button", name="Add a group").click()
    page.get_by_label("Id *").fill("manners")
    page.get_by_label("Its first indicator *").fill("safety.refusal_rate")
    page.locator(".sy-dialog").get_by_label("Name in English").fill("Manners")
    send(page)
    expect(line(page, "Manners")).to_contain_text("20 %")
    page.get_by_role("button", name="Take this part out").click()
    expect(line(page, "Manners")).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(line(page, "Manners")).to_contain_text("20 %")
    card = read_scorecard("x", kept(site, page, name, holds="manners"))
    [_, whole] = card.root.children
    assert [child.id for child in whole.children][-1] == "manners"
    assert "base.accuracy" in {one.indicator for one in whole.children[2].children}


def test_sliders_add_up_to_one_and_the_text_follows_both_ways(site, visit):
    page = visit("evaluator")
    name = begin(site, page)
    slider(page, "Adaptivity").fill("60")
    expect(slider(page, "Adaptivity")).to_have_value("60")

    def shown():
        found = [float(slider(page, one).input_value()) for one in DIMENSIONS]
        return found if sum(found) == pytest.approx(100, abs=2) else None  # whole numbers are shown

    assert until(page, shown)[0] == 60
    text = kept(site, page, name, holds="0.6")
    [_, whole] = read_scorecard("x", text).root.children
    weights = [child.weight for child in whole.children]
    assert sum(weights) == pytest.approx(1)
    assert weights[0] == pytest.approx(0.6)
    page.locator(".cm-content").click()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(text.replace("适应性", "应变能力").replace("Adaptivity", "Agility"))
    expect(line(page, "Agility")).to_be_visible()
    expect(result(page)).to_contain_text("In order")
    page.keyboard.press("Control+a")
    page.keyboard.insert_text("id: x\nversion: 1\nroot: {children: [{indicator: base.f2}]}\n")
    expect(result(page).locator(".sy-problem").first).to_contain_text("base.f2")


def test_a_result_that_is_being_worked_out_anew_says_so(site, visit):
    page = visit("evaluator")
    begin(site, page)
    expect(result(page).locator("[aria-busy]")).to_have_count(0)
    expect(result(page).locator(".sy-kpi-value")).to_be_visible()
    seen = page.evaluate_handle(
        """(shown) => { const seen = [];
           new MutationObserver(() => seen.push(!!shown.querySelector('[aria-busy=true]')))
             .observe(shown, {subtree: true, attributes: true, childList: true});
           return seen; }""",
        result(page).element_handle(),
    )
    slider(page, "Adaptivity").fill("60")
    expect(slider(page, "Adaptivity")).to_have_value("60")
    until(page, lambda: seen.json_value())
    assert seen.json_value()[0], "the old result stood there as if it were the new one"
    expect(result(page).locator("[aria-busy]")).to_have_count(0)
    expect(result(page)).to_contain_text("In order")


def test_judgements_are_mended_where_they_contradict_and_become_weights(site, visit):
    page = visit("evaluator")
    name = begin(site, page)
    choose(page, "Generalization")
    page.get_by_text("Pairwise judgements").click()
    for pair, step in (("Adaptivity : Robustness", "3"), ("Robustness : Portability", "3"),
                       ("Adaptivity : Portability", "1/7")):  # fmt: skip
        page.get_by_label(pair).select_option(step)
    weighing = page.get_by_role("region", name="Weights of the parts below")
    expect(weighing).to_contain_text("contradictory")
    expect(page.locator(".sy-worst")).to_have_count(2)
    use = page.get_by_role("button", name="Use these weights")
    ratio = weighing.get_by_text(re.compile("^Consistency ratio"))
    expect(use).to_be_disabled()
    for _ in range(6):  # each hint mends the worst one; what is left may still contradict
        was = ratio.inner_text()
        page.get_by_role("button", name=re.compile("^Put ")).click()
        expect(ratio).not_to_have_text(was)
        if use.is_enabled():
            break
    expect(page.locator(".sy-worst")).to_have_count(0)
    expect(use).to_be_enabled()
    use.click()
    expect(line(page, "Generalization")).to_contain_text("AHP")
    expect(slider(page, "Adaptivity")).to_be_disabled()
    expect(result(page)).to_contain_text("In order")
    text = kept(site, page, name, holds="method: ahp")
    [_, whole] = read_scorecard("x", text).root.children
    assert sum(child.weight for child in whole.children) == pytest.approx(1)
    page.get_by_role("button", name="Set by sliders").click()
    expect(slider(page, "Adaptivity")).to_be_enabled()


@pytest.mark.parametrize("method", ["Entropy", "CRITIC"])
def test_weights_come_from_the_spread_of_runs(site, visit, method):
    page = visit("evaluator")
    until(page, lambda: site.rows(Run, name="smoke", state="finished"))
    name = begin(site, page)
    page.get_by_role("tab", name="Weights from runs").click()
    page.get_by_label("Method").select_option(label=method)
    runs = page.get_by_role("group", name="Runs")
    expect(runs.get_by_label("nightly", exact=True)).to_be_visible()  # `all` does not wait
    for one in runs.get_by_role("checkbox").all():
        one.uncheck()
    for one in ("nightly", "small-model"):
        runs.get_by_label(one, exact=True).check()
    page.get_by_role("button", name="Find weights").click()
    expect(page.locator(".sy-problem")).to_contain_text("At least 3 runs")
    runs.get_by_label("smoke", exact=True).check()
    page.get_by_role("button", name="Find weights").click()
    found = page.get_by_role("region", name="Weights found").locator("table")
    expect(found.locator("tbody tr")).to_have_count(2, timeout=WEIGHS_MS)
    expect(
        page.get_by_role("heading", name=f"Weights found for Overall score · {method}")
    ).to_be_visible()
    wanted = found.locator("tbody tr", has_text="F1").locator("td").nth(2).inner_text()
    page.get_by_role("button", name="Use these weights").click()
    expect(page.get_by_text("The weights are in the draft.")).to_be_visible()
    page.get_by_label("Parts of").select_option(label="　Generalization")
    expect(found).to_have_count(0)  # they are of another part than the form shows
    page.get_by_role("tab", name="Tree and weights").click()
    at = round(float(wanted.removesuffix(" %")))
    expect(slider(page, "F1")).to_have_value(str(at))
    expect(page.locator(".sy-title")).to_contain_text("kept")
    [document] = site.rows(Document, name=name)

    def weight():
        [draft] = site.rows(DocumentVersion, document_id=document.id, number=0)
        found = read_scorecard("x", draft.text).root.children[0].weight
        return found if found == pytest.approx(at / 100, abs=0.01) else None

    until(page, weight)


def test_rules_and_gates_are_tried_on_the_run_that_is_chosen(site, visit):
    page = visit("evaluator")
    begin(site, page)
    before = line(page, "Overall score").inner_text()
    page.get_by_label("How scores come together").select_option("geometric")
    expect(line(page, "Overall score")).not_to_have_text(re.compile(re.escape(before.strip()[-6:])))
    page.get_by_label("Gates").fill("base.f1: ci_low >= 0.99\nbase.f1: value >= 0.1")
    page.get_by_label("Gates").blur()
    expect(result(page)).to_contain_text("base.f1: ci_low >= 0.99 missed")
    expect(result(page)).to_contain_text("base.f1: value >= 0.1 met")
    score = result(page).locator(".sy-kpi-value")
    was = score.inner_text()
    page.get_by_role("combobox", name="Try on").click()
    page.get_by_role("option", name="small-model").click()
    expect(score).not_to_have_text(was)
    page.get_by_label("Gates").fill("base.f1: sideways")
    page.get_by_label("Gates").blur()
    expect(result(page).locator(".sy-problem").first).to_be_visible()


def test_a_ranking_is_shaken_and_says_whether_it_holds(site, visit):
    page = visit("viewer")
    [card] = site.rows(Document, name="convoy-card")
    page.goto(f"{site.project}/scorecards/{card.id}?tab=firmness")
    runs = page.get_by_role("group", name="Runs")
    expect(runs.get_by_label("nightly", exact=True)).to_be_visible()  # `all` does not wait
    for one in runs.get_by_role("checkbox").all():
        one.uncheck()
    for one in ("nightly", "small-model"):
        runs.get_by_label(one, exact=True).check()
    page.get_by_role("button", name="Analyse").click()
    expect(page.get_by_role("region", name="Verdict")).to_contain_text("first", timeout=WEIGHS_MS)
    ranking = page.get_by_role("region", name="Ranking").locator("table")
    expect(ranking.locator("tbody tr").first).to_contain_text("nightly")
    expect(ranking.locator("thead")).to_contain_text("Weighted geometric mean")
    expect(page.locator(".sy-panel", has_text="Without each part")).to_be_visible()


def test_a_version_is_published_compared_and_copied(site, visit):
    page = visit("manager")
    name = begin(site, page)
    page.get_by_role("button", name="Publish").click()
    page.locator(".sy-dialog textarea").fill("as agreed")
    send(page)
    expect(page.locator(".sy-title")).to_contain_text("v1")
    expect(page.locator(".sy-title")).not_to_contain_text("changed since")
    slider(page, "F1").fill("55")
    kept(site, page, name, holds="0.55")
    expect(page.locator(".sy-title")).to_contain_text("changed since")
    page.get_by_role("tab", name="Versions").click()
    expect(page.get_by_role("region", name="Versions").first).to_contain_text("as agreed")
    changes = page.get_by_role("region", name="Values that differ").locator("tbody")
    expect(changes).to_contain_text("0.55")
    expect(page.locator(".sy-diff")).to_contain_text("0.8")
    page.get_by_role("button", name="More").click()
    page.get_by_text("Copy as your own").click()
    send(page)
    expect(page.locator("h1")).to_have_text(re.compile(f"^{name}-"))
    expect(slider(page, "F1")).to_have_value("80")  # of the version, not of the draft
