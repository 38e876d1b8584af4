"""The two README files keep step, links lead somewhere, generated pages are fresh."""

from __future__ import annotations

import json
import re
import subprocess
import sys

import pytest

from tests.docs.documents import (
    ALL,
    README,
    README_ZH,
    ROOT,
    anchor,
    blocks,
    commands,
    headings,
    links,
    prose,
)
from tests.looped import looped


def test_both_readmes_have_the_same_headings_and_tables():
    english, chinese = headings(README), headings(README_ZH)
    assert [level for level, _ in english] == [level for level, _ in chinese]
    assert shape(README) == shape(README_ZH)


def shape(path):
    """Return what each line of the prose is: a row, an item, a heading, text or nothing."""
    return [line[:1] if line[:1] in "|-#!" else bool(line) for line in prose(path).splitlines()]


def test_both_readmes_have_the_same_blocks():
    english, chinese = list(blocks(README)), list(blocks(README_ZH))
    assert [block.language for block in english] == [block.language for block in chinese]
    for ours, theirs in zip(english, chinese, strict=True):
        if ours.language == "console":
            told = [[c.text for c in commands(block)] for block in (ours, theirs)]
            assert told[0] == told[1]
        else:
            assert code(ours.text) == code(theirs.text)


def code(text):
    return [re.sub(r"\s+#.*$", "", line) for line in text.splitlines()]


def test_both_readmes_link_to_the_same_pages():
    ours = [link.replace("-en.png", ".png") for link in links(README)]
    theirs = [link.replace("-zh.png", ".png") for link in links(README_ZH)]
    theirs = [re.sub(r"\.zh(-CN)?\.md$", ".md", link) for link in theirs]
    assert ours[0] == README_ZH.name
    assert theirs[0] == README.name
    assert ours[1:] == theirs[1:]


@looped("path", ALL, ids=lambda path: path.name)
def test_every_link_leads_somewhere(path):
    for link in links(path):
        assert not link.startswith("http"), f"{link}: documents are read offline"
        file, _, fragment = link.partition("#")
        target = (path.parent / file).resolve() if file else path
        assert target.exists(), link
        if fragment:
            assert fragment in {anchor(heading) for _, heading in headings(target)}, link


@pytest.mark.parametrize("language", ["en", "zh"])
def test_pictures_are_small(language):
    picture = ROOT / "docs" / "images" / f"report-{language}.png"
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert picture.stat().st_size <= 300_000


@pytest.mark.slow
def test_generated_pages_are_fresh():
    done = subprocess.run(
        [sys.executable, ROOT / "scripts" / "reference.py", "--check"],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr


def test_the_readme_claims_what_was_measured():
    found = json.loads((ROOT / "benchmarks" / "results" / "suite.json").read_text())
    measured = {one["id"]: one for one in found["measures"]}
    rate = measured["runner/rate/0 ms/raw"]["ratio"]["median"]
    cpu = measured["runner/cpu/0 ms/raw"]["ratio"]["median"]
    claims = [f"{cpu:.1f}", f"{rate:.0%}".replace("%", " %")]
    claims += ["50 ms", "100,000", f"{measured['runner/memory']['ours']['median']:.0f} MB"]
    assert measured["runner/rate/50 ms/raw"]["ratio"]["median"] > 0.98
    assert "100,000" in measured["runner/memory"]["name"]
    for path in (README, README_ZH):
        [said] = [line for line in prose(path).splitlines() if "aiohttp" in line]
        for claim in claims:
            assert claim in said


@looped("path", ALL, ids=lambda path: path.name)
def test_no_place_on_a_machine_is_named(path):
    assert not re.search(r"(?<![\w.])/(?:work|root|home|tmp)/", path.read_text(encoding="utf-8"))
