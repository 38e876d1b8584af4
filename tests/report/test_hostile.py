"""Formats that have no hostile tests of their own file: JUnit and the job summary."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from steelyard.report.write import writer
from tests.report import runs
from tests.report.hostile import HOSTILE, everywhere

pytestmark = pytest.mark.slow

UNSEEN = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\u200b\ufeff]")


def made(text, to):
    report = runs.report_of(":memory:", **everywhere(text))
    found = writer(report, to)(report)
    return found if isinstance(found, str) else found.decode()


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_junit_is_whole_xml_without_unseen_characters(text):
    found = made(text, "junit")
    ElementTree.fromstring(found)
    assert not UNSEEN.search(found)
    assert len(found) < 300_000


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_the_summary_has_no_element_but_its_own(text):
    found = made(text, "summary")
    found.encode("utf-8")
    assert not UNSEEN.search(found)
    assert len(found) < 300_000
    tags = set(re.findall(r"(?<!\\)<(\w+)", re.sub(r"`+[^`]*`+", "", found)))
    assert tags <= {
        "details",
        "summary",
        "br",
        "b",
        "sub",
        "table",
        "tr",
        "td",
        "th",
        "pre",
        "code",
    }
