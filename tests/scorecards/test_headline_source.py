"""The first number of a report says where it comes from, the overall score too."""

from __future__ import annotations

import pytest

from steelyard.model import IndicatorValue
from steelyard.scorecards import choose_headline, load_scorecard, weigh_tree
from steelyard.scorecards.weigh import overall_of


def summary(**sources):
    values = {
        id_: IndicatorValue(id=id_, value=0.5, score=0.5, n=20, provenance=source)
        for id_, source in sources.items()
    }
    root = weigh_tree(values, load_scorecard())
    indicators = [value.as_dict() for value in values.values()]
    return {"tree": root.as_dict(), "overall": overall_of(root).as_dict(), "indicators": indicators}


@pytest.mark.parametrize("source", ["measured", "declared", "claimed"])
def test_the_overall_score_has_the_weakest_source_of_its_parts(source):
    found = summary(**{"base.f1": "measured", "adapt.scene_coverage": source})
    headline = choose_headline(found, named=True)
    assert headline.id == "overall"
    assert headline.provenance == source


def test_what_has_no_score_does_not_weaken_it():
    found = summary(**{"base.f1": "measured"})
    lacking = IndicatorValue(id="base.recall", value=None, provenance="claimed")
    assert weigh_tree({"base.recall": lacking}, load_scorecard()).provenance == "measured"
    assert found["tree"]["provenance"] == "measured"


def test_a_summary_of_before_has_none():
    found = summary(**{"base.f1": "measured"})
    del found["tree"]["provenance"]
    assert choose_headline(found, named=True).provenance is None
