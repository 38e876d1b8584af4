"""The page about speed says what was measured."""

from __future__ import annotations

import json

from benchmarks.machine import ROOT
from benchmarks.retrieval_page import PAGE, page


def test_the_page_is_made_of_the_numbers():
    found = json.loads((ROOT / "benchmarks" / "results" / "retrieval.json").read_text())
    assert PAGE.read_text(encoding="utf-8") == page(found)
