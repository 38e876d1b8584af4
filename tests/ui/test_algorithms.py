"""Algorithms: a form for each that computes its worked example, and custom indicators."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from steelyard.errors import InputError
from steelyard.model import ALGORITHMS, compute
from steelyard.server.db.tables import Document, DocumentVersion, Project
from steelyard.ui.pages.algorithm.bench import agrees, bench_fields, bench_values, read_value
from steelyard.ui.pages.indicators import first_text
from tests.ui.tabs import answer, send, settle, until

EXAMPLES = [(one, n) for one in ALGORITHMS for n in range(len(one.examples))]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("record", "number"), EXAMPLES, ids=[f"{one.id}-{n}" for one, n in EXAMPLES]
)
def test_a_worked_example_survives_its_form(record, number):
    example = record.examples[number]
    typed = {field.name: field.value for field in bench_fields(record, example)}
    inputs, params = bench_values(record, typed)
    given = {name: value for name, value in example.inputs.items() if value is not None}
    assert agrees(given, inputs)
    assert agrees(dict(example.params), params)


def test_what_is_not_of_its_type_is_said():
    with pytest.raises(InputError, match="not a number"):
        read_value("step", "float", "a lot")
    with pytest.raises(InputError, match="not JSON"):
        read_value("matrix", "list", "[1, 2")
    assert read_value("matrix", "list", "[[1, 2]]") == [[1, 2]]


def test_numbers_agree_to_the_digits_of_the_examples():
    assert agrees({"weights": [0.279, 0.6491]}, {"weights": [0.27895, 0.64912], "cr": 0.1})
    assert not agrees({"weights": [0.3]}, {"weights": [0.27895]})
    assert not agrees([1], [1, 2])


def test_the_first_text_takes_the_name():
    assert "mine.our_speed:" in first_text("Our speed")
    assert "mine.first:" in first_text("速度")


@pytest.mark.slow
def test_an_example_is_computed_on_the_bench(site, visit):
    page = visit("viewer")
    page.goto(f"{site.project}/algorithms?text=mcdm.ahp")
    page.get_by_text("Analytic hierarchy process").click()
    page.get_by_role("button", name="Compute").click()
    expect(page.get_by_text("as the worked example says")).to_be_visible()


@pytest.mark.slow
def test_what_the_bench_cannot_read_is_said_beside_it(site, visit):
    page = visit("viewer")
    page.goto(f"{site.project}/algorithms/mcdm.ahp")
    matrix = page.locator(".sy-form textarea").first
    expect(matrix).to_have_value(re.compile(r"^\["))  # the worked example
    matrix.fill("[[1, 2], [")
    page.get_by_role("button", name="Compute").click()
    expect(page.locator(".sy-form .sy-problem")).to_contain_text("not JSON")
    matrix.fill("[[1, 2], [3, 1]]")  # 1/2 is wanted where 3 stands
    page.get_by_role("button", name="Compute").click()
    expect(page.locator(".sy-form .sy-problem")).not_to_contain_text("not JSON")
    expect(page.locator(".sy-form .sy-problem")).to_be_visible()


@pytest.mark.slow
def test_an_indicator_is_published_and_weighed(site, visit):
    page = visit("manager")
    [made] = site.rows(Document, name="custom.quick_and_right")
    page.goto(f"{site.project}/indicators/{made.id}")
    preview = page.get_by_role("region", name="On a run").first
    expect(preview).to_contain_text("Quick and right")
    page.get_by_role("combobox", name="Broken down by").click()
    page.get_by_role("option", name="scene").click()
    expect(preview.locator("table")).to_have_count(2)
    page.get_by_role("button", name="Publish").click()
    send(page)
    expect(page.locator(".sy-title")).to_contain_text("v1")
    [card] = site.rows(Document, name="convoy-card")
    page.goto(f"{site.project}/scorecards/{card.id}")
    page.get_by_role("button", name="Add an indicator").click()
    page.get_by_label("Indicator *").fill("custom.quick_and_right")
    send(page)
    added = page.locator("table.sy-weights tr", has_text="Quick and right")
    expect(added.locator("td").last).to_contain_text("%")
    page.get_by_role("button", name="Undo").click()
    expect(added).to_have_count(0)


@pytest.mark.slow
def test_an_indicator_is_checked_as_it_is_typed_and_tried(site, visit):
    page = visit("evaluator")
    page.goto(f"{site.project}/indicators")
    page.get_by_role("button", name="New indicator").click()
    page.get_by_label("Name of the file").fill("quick answers")
    send(page)
    expect(page.locator("h1")).to_have_text("quick answers")
    expect(page.get_by_text("In order", exact=True)).to_be_visible()
    preview = page.get_by_role("region", name="On a run").first
    expect(preview).to_contain_text("Answered quickly")
    page.locator(".cm-content").click()
    page.keyboard.press("Control+End")
    page.keyboard.type("\nnonsense: 1")
    expect(page.get_by_text("to put right")).to_be_visible()
    [made] = site.rows(Document, name="quick answers")

    def kept():
        [draft] = site.rows(DocumentVersion, document_id=made.id, number=0)
        return draft.text if "nonsense" in draft.text else None

    until(page, kept)


@pytest.mark.slow
def test_tab_leaves_an_editor_and_the_text_as_it_is(site, visit):
    page = visit("evaluator")
    [made] = site.rows(Document, name="custom.quick_and_right")
    page.goto(f"{site.project}/indicators/{made.id}")
    settle(page)
    field = page.locator(".cm-content")
    before = field.inner_text()
    for key in ("Tab", "Shift+Tab"):
        field.focus()
        page.keyboard.press(key)
        expect(field).not_to_be_focused()
    assert field.inner_text() == before


@pytest.mark.slow
def test_managers_disable_algorithms(site, visit):
    page = visit("manager")
    page.goto(f"{site.project}/algorithms/mcdm.critic")
    page.get_by_role("button", name="Disable").click()
    answer(page, "Disable")
    expect(page.locator(".sy-title")).to_contain_text("disabled")
    assert "mcdm.critic" in site.rows(Project, slug="convoy")[0].disabled_algorithms
    page.get_by_role("button", name="Enable").click()
    expect(page.get_by_role("button", name="Disable")).to_be_visible()
    page = visit("evaluator")
    page.goto(f"{site.project}/algorithms/mcdm.critic")
    expect(page.get_by_role("button", name="Disable")).to_have_count(0)


def test_every_example_is_what_the_page_says_it_is():
    record = ALGORITHMS.get("mcdm.ahp")
    for example in record.examples:
        assert agrees(dict(example.expected), compute(record.id, example.inputs, example.params))
