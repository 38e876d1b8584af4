from __future__ import annotations

import base64
import gzip
import hashlib
import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from steelyard.i18n import using_language
from steelyard.report import html
from steelyard.report.numbers import value_and_unit
from tests.report import runs
from tests.report.hostile import HOSTILE, everywhere

VOID = {"meta", "link", "input"}


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
        if not self.open or self.open[-1] not in ("script", "style"):
            self.texts.append(data)


@pytest.fixture
def report(tmp_path):
    return runs.report_of(tmp_path / "run.duckdb", runs.rows_of_all_kinds())


@pytest.fixture(scope="module")
def calm():
    return Page(html(runs.report_of(":memory:", **everywhere("plain"))))


@pytest.mark.slow
@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_text_adds_no_element_and_no_attribute(calm, text):
    wild = Page(html(runs.report_of(":memory:", **everywhere(text))))
    assert [tag for tag in wild.tags if tag != "span"] == [t for t in calm.tags if t != "span"]
    assert {(tag, name) for tag, name, _ in wild.attributes} <= {
        (tag, name) for tag, name, _ in calm.attributes
    }
    assert wild.open == []


@pytest.mark.slow
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


@pytest.mark.slow
def test_a_page_of_megabytes_of_text_stays_small():
    calm, wild = (
        len(html(runs.report_of(":memory:", **everywhere(text)))) for text in ("x", "x" * 1_000_000)
    )
    assert wild < calm + 150_000


def test_the_page_asks_nobody_for_anything(report):
    page = Page(html(report))
    asking = {"src", "href", "action", "srcset", "data", "poster", "formaction", "style"}
    found = [(tag, name, value) for tag, name, value in page.attributes if name in asking]
    outside = [(tag, name, value) for tag, name, value in found if not value.startswith("#")]
    assert outside == [("link", "href", "data:,")]
    text = re.sub(r'<script type="text/plain".*?</script>', "", html(report), flags=re.DOTALL)
    assert "@import" not in text
    assert "url(" not in text


def policy_of(text):
    content = next(v for t, n, v in Page(text).attributes if n == "content" and "default-src" in v)
    return {name: sources for name, *sources in (part.split() for part in content.split("; "))}


def digest_of(body):
    return f"'sha256-{base64.b64encode(hashlib.sha256(body.encode()).digest()).decode()}'"


@pytest.mark.slow
def test_the_policy_admits_our_style_and_scripts_and_nothing_else(report):
    text = html(report)
    policy = policy_of(text)
    assert policy["default-src"] == ["'none'"]
    (style,) = re.findall(r"<style>(.*?)</style>", text, re.DOTALL)
    assert policy["style-src-elem"] == [digest_of(style), digest_of("")]
    ours, drawing = re.findall(r"<script>(.*?)</script>", text, re.DOTALL)
    packed = re.search(r'id="figure-library">(.*?)</script>', text, re.DOTALL)[1]
    library = gzip.decompress(base64.b64decode(packed)).decode()
    assert policy["script-src"] == [digest_of(one) for one in (ours, drawing, library)]
    # A style attribute can ask for nothing that img-src does not admit.
    assert policy["style-src-attr"] == ["'unsafe-inline'"]
    assert policy["img-src"] == ["data:", "blob:"]
    assert set(policy) == {
        *("default-src", "style-src-elem", "style-src-attr", "script-src", "img-src"),
        *("base-uri", "form-action"),
    }


def test_a_page_without_figures_admits_no_style_attribute():
    empty = runs.report_of(":memory:", [], about={"state": "running"}, numbers={"x": 1})
    policy = policy_of(html(empty))
    assert len(policy["script-src"]) == len(policy["style-src"]) == 1
    assert not [source for sources in policy.values() for source in sources if "unsafe" in source]


@pytest.mark.slow
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
    text = text[text.index("<main>") :]
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


def test_without_figures_the_page_is_small_and_whole(report):
    text = html(report, drawn=False)
    assert len(text) < 300_000
    assert "data-figure" not in text
    assert 'class="histogram"' in text
    assert Page(text).open == []


def test_times_have_the_digits_and_unit_that_other_reports_give_them(report):
    quick = replace(report.latency.total, p95=0.0285)
    page = html(replace(report, latency=replace(report.latency, total=quick)))
    number, unit = value_and_unit(0.0285, "s")
    assert (number, unit) == ("28.5", "ms")
    assert f'{number}&nbsp;<span class="unit">{unit}</span>' in page
