from __future__ import annotations

import base64
import hashlib
import re
from html.parser import HTMLParser

import pytest

from steelyard.i18n import using_language
from steelyard.report import html
from tests.report import runs
from tests.report.hostile import HOSTILE, everywhere

VOID = {"meta", "link"}


class Page(HTMLParser):
    """What a browser would make of a page: elements in order, attributes, text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str, str | None]] = []
        self.texts: list[str] = []
        self.open: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += [(tag, name, value) for name, value in attrs]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.texts.append(data)


@pytest.fixture
def report(tmp_path):
    return runs.report_of(tmp_path / "run.duckdb", runs.rows_of_all_kinds())


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_text_adds_no_element_and_no_attribute(text):
    calm, wild = (
        Page(html(runs.report_of(":memory:", **everywhere(said)))) for said in ("plain", text)
    )
    assert [tag for tag in wild.tags if tag != "span"] == [t for t in calm.tags if t != "span"]
    assert {(tag, name) for tag, name, _ in wild.attributes} <= {
        (tag, name) for tag, name, _ in calm.attributes
    }
    assert wild.open == []


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_no_unseen_character_reaches_the_page(text):
    page = html(runs.report_of(":memory:", **everywhere(text)))
    page.encode("utf-8")
    assert not re.search(
        r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\u200b\ufeff]", page
    )


def test_hostile_text_is_shown_as_it_is():
    text = "<script>alert(1)</script>"
    page = Page(html(runs.report_of(":memory:", **everywhere(text))))
    assert sum(text in shown for shown in page.texts) > 5


def test_a_page_of_megabytes_of_text_stays_small():
    assert len(html(runs.report_of(":memory:", **everywhere("x" * 1_000_000)))) < 100_000


def test_the_page_asks_nobody_for_anything(report):
    page = Page(html(report))
    asking = {"src", "href", "action", "srcset", "data", "poster", "formaction", "style"}
    found = [(tag, name, value) for tag, name, value in page.attributes if name in asking]
    assert found == [("link", "href", "data:,")]
    text = html(report)
    assert "@import" not in text
    assert "url(" not in text


def test_the_policy_admits_our_style_and_script_and_nothing_else(report):
    text = html(report)
    policy = next(v for t, n, v in Page(text).attributes if n == "content" and "default-src" in v)
    for tag in ("style", "script"):
        (body,) = re.findall(rf"<{tag}>(.*?)</{tag}>", text, re.DOTALL)
        digest = base64.b64encode(hashlib.sha256(body.encode()).digest()).decode()
        assert f"{tag}-src 'sha256-{digest}'" in policy
    assert "unsafe" not in policy


@pytest.mark.parametrize(("language", "tag"), [("en", "en"), ("zh", "zh-CN")])
def test_both_languages_are_there_and_the_current_one_is_shown(report, language, tag):
    with using_language(language):
        text = html(report)
    assert f'<html lang="{tag}">' in text
    page = Page(text)
    assert "Overall score" in page.texts
    assert "总体得分" in page.texts


def test_sentences_come_in_pairs(report):
    page = Page(html(report))
    spoken = [value for tag, name, value in page.attributes if tag == "span" and name == "lang"]
    assert spoken == ["en", "zh-CN"] * (len(spoken) // 2)


def test_the_parts_come_in_order(report):
    text = html(report)
    parts = ["Overall score", "Gates", "What was weighed", "By scene", "Indicators", "Not computed"]
    parts += ["Seconds per answer", "Failures", "Notes on the data", "Method and provenance"]
    found = [text.index(f">{part}") for part in parts]
    assert found == sorted(found)


def test_numbers_are_shown_with_their_doubts(report):
    shown = " ".join(Page(html(report)).texts)
    shown = re.sub(r"\s+", " ", shown)
    assert "85.3" in shown
    assert "[79.3, 90.3]" in shown
    assert "no case says whether it was completed" in shown
    assert "Blocked" in shown
    assert "base.f1@1 n=150 seed=0" in shown
    assert "ab" * 6 in shown


def test_an_empty_run_makes_a_page():
    page = Page(html(runs.report_of(":memory:", [], about={"state": "running"}, numbers={"x": 1})))
    shown = " ".join(page.texts)
    assert "No case has been asked yet." in shown
    assert "not finished" in shown
    assert page.open == []


def test_many_groups_are_folded():
    groups = [
        {
            "group": f"scene {n}",
            "n": 1,
            "indicators": {"base.accuracy": runs.value("base.accuracy", n / 200)},
        }
        for n in range(200)
    ]
    numbers = runs.summary(breakdowns={"scene": groups})
    text = html(runs.report_of(":memory:", [], numbers=numbers))
    assert "… and 188 more" in text
    assert text.index(">scene 0<") < text.index(">scene 7<") < text.index("… and 188 more")
    assert text.index("… and 188 more") < text.index(">scene 199<")
