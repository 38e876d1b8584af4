"""Scorecards: a tree that is dragged and weighed, the same as text, and what it comes to."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playwright.sync_api import expect

from steelyard.errors import InputError
from steelyard.scorecards import read_scorecard, template_names, template_text
from steelyard.server.db.tables import Document, DocumentVersion
from steelyard.ui.pages.scorecard.draft import CardDraft
from steelyard.ui.pages.scorecard.judging import nearest, written_matrix
from steelyard.ui.pages.scorecard.shares import rebalanced, rounded, shown_weights
from steelyard.ui.pages.scorecards import with_id
from tests.ui.tabs import send, until

CARD = """\
# ours
id: ours
version: 1
root:
  id: overall
  needs: [quality]
  children:
    - {id: quality, weight: 0.6, children: [{indicator: base.f1, weight: 1}]}
    - id: speed
      weight: 0.4  # agreed in May
      children:
        - {indicator: base.latency_p50, weight: 3}
        - {indicator: base.accuracy, weight: 1}
"""


def draft():
    found = CardDraft(CARD)
    assert found.problem is None
    return found


def names(found):
    return [(one.place, one.raw.get("id") or one.raw.get("indicator")) for one in found.nodes()]


@given(
    st.lists(st.floats(0, 1), min_size=1, max_size=8),
    st.integers(0, 7),
    st.floats(0, 1),
)
def test_one_weight_moves_and_all_add_up_to_one(weights, at, value):
    at %= len(weights)
    found = rebalanced(weights, at, value)
    assert math.isclose(math.fsum(found), 1, abs_tol=1e-9)
    if len(weights) > 1:
        assert found[at] == value
    written = rounded(found)
    assert round(math.fsum(written) * 10_000) == 10_000
    assert all(abs(one - other) <= 1e-4 for one, other in zip(written, found, strict=True))


def test_the_others_keep_their_proportions():
    assert rebalanced([0.5, 0.3, 0.2], 0, 0.0) == [0.0, 0.6, 0.4]
    assert rebalanced([1.0, 0.0, 0.0], 0, 0.4) == [0.4, 0.3, 0.3]


def test_shares_multiply_down_the_tree():
    shares = {one.place: one.share for one in draft().nodes()}
    assert shares == pytest.approx({"": 1, "0": 0.6, "0.0": 0.6, "1": 0.4, "1.0": 0.3, "1.1": 0.1})


def test_a_weight_is_changed_in_the_text_and_comments_stay():
    found = draft()
    found.put_weight("1", 0.25)
    assert "# agreed in May" in found.text
    assert "# ours" in found.text
    card = read_scorecard("x", found.text)
    assert [child.weight for child in card.root.children] == [0.75, 0.25]
    assert CardDraft(found.text).content == found.content


def test_a_node_is_moved_into_another():
    found = draft()
    assert found.move("1.1", "0", "into") == "0.1"
    assert names(found) == [
        ("", "overall"), ("0", "quality"), ("0.0", "base.f1"), ("0.1", "base.accuracy"),
        ("1", "speed"), ("1.0", "base.latency_p50"),
    ]  # fmt: skip
    assert shown_weights(found.at("0")) == {0: 0.5, 1: 0.5}
    assert shown_weights(found.at("1")) == {0: 1.0}


def test_siblings_change_places():
    found = draft()
    assert found.move("0", "1", "after") == "1"
    assert [id_ for place, id_ in names(found) if place in ("0", "1")] == ["speed", "quality"]
    assert shown_weights(found.at("")) == pytest.approx({0: 0.4, 1: 0.6})
    assert found.move("1", "0", "before") == "0"
    assert found.content == draft().content


def test_nothing_is_moved_into_itself_and_no_group_is_left_empty():
    found = draft()
    assert found.move("1", "1.0", "before") == "1"
    with pytest.raises(InputError):
        found.move("0.0", "1", "into")
    with pytest.raises(InputError):
        found.remove("0.0")
    with pytest.raises(InputError):
        found.remove("")


def test_what_is_removed_is_not_needed_any_more():
    found = draft()
    found.remove("0")
    assert "needs" not in found.at("")
    assert shown_weights(found.at("")) == {0: 1.0}
    read_scorecard("x", found.text)


def test_an_added_indicator_gets_its_share():
    found = draft()
    assert found.add("1", {"indicator": "base.f1"}) == "1.2"
    weights = shown_weights(found.at("1"))
    assert math.isclose(math.fsum(weights.values()), 1)
    assert weights[0] == pytest.approx(3 * weights[1], abs=1e-3)


def test_judgements_give_way_when_children_change():
    found = draft()
    found.put("1", weights={"method": "ahp", "matrix": [[1, 3], ["1/3", 1]]})
    for n in (0, 1):
        found.put(f"1.{n}", weight=None)
    assert shown_weights(found.at("1")) == pytest.approx({0: 0.75, 1: 0.25})
    assert written_matrix(found.at("1")) == [[1, 3], [pytest.approx(1 / 3), 1]]
    found.add("1", {"indicator": "base.f1"})
    assert "weights" not in found.at("1")
    read_scorecard("x", found.text)


def test_the_nearest_step_is_by_proportion():
    assert nearest(0.45) == 0.5
    assert nearest(20) == 9
    assert nearest(1.3) == 1


@pytest.mark.parametrize("name", template_names())
def test_a_template_survives_the_editor(name):
    text = with_id(template_text(name), "our card")
    before = read_scorecard(name, text)
    assert (before.id, before.version) == ("our-card", 1)
    found = CardDraft(text)
    assert found.problem is None
    found.put_card(gates=None if not before.gates else list(before.gates))
    after = read_scorecard(name, found.text)
    assert after.root.as_dict() == before.root.as_dict()


def test_a_text_that_is_none_says_why_and_is_kept():
    found = CardDraft("id: [")
    assert found.problem
    assert found.nodes() == []
    found.write(CARD)
    assert found.problem is None


@pytest.mark.slow
def test_a_slider_changes_the_draft_and_the_sum_stays_one(site, visit):
    page = visit("evaluator")
    [card] = site.rows(Document, name="convoy-card")
    page.goto(f"{site.project}/scorecards/{card.id}")
    slider = page.get_by_role("slider", name="Weight F1")
    slider.focus()
    slider.press("ArrowLeft")
    slider.press("ArrowLeft")
    expect(page.get_by_role("slider", name="Weight Generalization")).to_have_value("22")
    expect(page.locator(".sy-title")).to_contain_text("kept")

    def kept():
        [row] = site.rows(DocumentVersion, document_id=card.id, number=0)
        return row.text if "f1: 0.78" in row.text else None

    assert "generalisation: 0.22" in until(page, kept)


@pytest.mark.slow
def test_contradictory_judgements_are_shown_and_not_used(site, visit):
    page = visit("evaluator")
    [card] = site.rows(Document, name="convoy-card")
    page.goto(f"{site.project}/scorecards/{card.id}")
    page.get_by_role("button", name="Generalization", exact=True).click()
    expect(page.locator(".sy-panel h2", has_text="Generalization")).to_be_visible()
    page.get_by_text("Pairwise judgements").click()
    page.get_by_label("Adaptivity : Robustness").select_option("2")
    page.get_by_label("Robustness : Portability").select_option("2")
    page.get_by_label("Adaptivity : Portability").select_option("1/9")
    expect(page.locator(".sy-problem")).to_contain_text("Portability")
    expect(page.locator(".sy-worst")).to_have_count(2)
    expect(page.get_by_role("button", name="Use these weights")).to_be_disabled()


@pytest.mark.slow
def test_viewers_look_and_managers_publish(site, visit):
    [card] = site.rows(Document, name="convoy-card")
    page = visit("viewer")
    page.goto(f"{site.project}/scorecards/{card.id}")
    expect(page.get_by_role("slider").first).to_be_disabled()
    expect(page.get_by_role("button", name="Publish")).to_have_count(0)
    page = visit("manager")
    page.goto(f"{site.project}/scorecards/{card.id}")
    page.get_by_role("button", name="Publish").click()
    page.locator(".sy-dialog textarea").fill("first")
    send(page)
    expect(page.locator(".sy-title")).to_contain_text("v1")
    assert len(site.rows(DocumentVersion, document_id=card.id, number=1)) == 1
