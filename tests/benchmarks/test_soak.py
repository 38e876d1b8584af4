"""What a soak counts, and the page that is made of it."""

from __future__ import annotations

import json

import pytest

from benchmarks.machine import ROOT
from benchmarks.soak import PAGE, page
from benchmarks.soak_tally import Tally, ViolationError

FOUND = {
    "command": "python -m benchmarks soak --faults 3",
    "minutes": 2.0,
    "places": [
        {
            "place": "runs",
            "rounds": 2,
            "cases": 80,
            "requests": 85,
            "lost": 0,
            "doubled": 0,
            "unequal": 0,
            "faults": {"kill -9": {"resumed": 2}, "full disk": {"reported, resumed": 1}},
        }
    ],
}


def test_every_fault_is_counted_with_what_became_of_it():
    tally = Tally("runs")
    for answer in ("resumed", "resumed", "scored again"):
        tally.note("kill -9", answer)
    tally.note("full disk", "reported, resumed")
    tally.violate("lost", 0, "nothing")
    tally.check()
    assert tally.faults == 4
    assert tally.as_json()["faults"]["kill -9"] == {"resumed": 2, "scored again": 1}


@pytest.mark.parametrize("what", ["lost", "doubled", "unequal"])
def test_the_first_violation_ends_it(what):
    tally = Tally("runs")
    tally.violate(what, 2, "rows 3 and 4")
    with pytest.raises(ViolationError, match=f"{what}: rows 3 and 4"):
        tally.check()
    assert tally.as_json()[what] == 2


def test_the_page_shows_faults_by_kind():
    text = page(FOUND)
    assert "**3 random faults: 0 violations.**" in text
    assert "2 rounds, 80 cases, 85 requests." in text
    assert "| kill -9 | 2 | resumed 2 |" in text
    assert "| all | 3 | lost 0, doubled 0, unequal 0 |" in text


def test_the_page_is_in_step_with_the_numbers():
    kept = json.loads((ROOT / "benchmarks" / "results" / "soak.json").read_text("utf-8"))
    assert PAGE.read_text("utf-8") == page(kept)
