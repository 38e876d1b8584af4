"""Messages held against the facts a team shares: worked by hand, and by a second reading."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.scorers.collaboration import Facts
from tests.tries import tries

FACTS = Facts(
    {
        "bridge_load": 40,
        "truck weight": "28.5",
        "destination": ["north depot", "depot N"],
        "目的地": "北岸仓库",
        "承重": 40,
        "depth": -3,
        "people": 1200,
        "open": True,
        "nothing": None,
        "nested": {"x": 1},
    }
)


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        # Numbers: the first one after the name.
        ("The bridge load is 40 t.", True),
        ("The bridge load is 30 t.", False),
        ("Bridge_Load=40", True),
        ("bridge load: about 40.0 tonnes, so 30 would do", True),
        ("40 is the bridge load", None),
        ("I will check the bridge load.", None),
        ("Is the bridge load 30?", None),
        ("Is the bridge load 30? The bridge load is 40.", True),
        ("The bridge load is 40. The truck weight is 28.5 t", True),
        ("bridge load 40, truck weight 30", False),
        ("bridge load and truck weight are 28.5", True),
        ("depth −3 m", True),
        ("depth 3 m", False),
        ("people: 1,200", True),
        ("people: 1 200", False),
        ("The bridge loads are 7", None),
        ("footbridge load 7", None),
        # Texts.
        ("The destination is the North Depot.", True),
        ("destination: depot n", True),
        ("The destination is the south depot.", False),
        ("We drive to the destination now.", None),
        ("destination: north depots", False),
        # Chinese, full-width too.
        ("桥梁承重为40吨。", True),
        ("桥梁承重为３０吨。", False),
        ("目的地是北岸仓库", True),
        ("目的地：南岸仓库；承重40", False),
        ("目的地还不清楚", None),
        ("目的地是南岸仓库吗？", None),
        # Nothing to hold it against.
        ("open: false", None),
        ("nested is 2; nothing is 3", None),
        ("hello", None),
        ("", None),
        (None, None),
    ],
)
def test_by_hand(text, verdict):
    assert FACTS.judge(text) is verdict


def test_no_facts_judge_nothing():
    assert not Facts({})
    assert not Facts({"a": None, "": 3, "b": [], "c": float("nan")})
    assert Facts({}).judge("a is 3") is None


@tries(400, 2000)
@given(
    value=st.integers(-999, 9999),
    claims=st.lists(
        st.tuples(
            st.sampled_from(["alpha", "beta", "无关"]),
            st.integers(-999, 9999),
            st.sampled_from([".", "。", "?", "？", "\n", "; "]),
        ),
        max_size=4,
    ),
)
def test_against_claims_whose_truth_is_known(value, claims):
    text = " ".join(f"{name} is {number}{end}" for name, number, end in claims)
    known = [
        number == value for name, number, end in claims if name == "alpha" and end not in "?？"
    ]
    assert Facts({"alpha": value}).judge(text) is (all(known) if known else None)


@tries(100, 500)
@given(
    text=st.text(max_size=200), name=st.text(max_size=5), value=st.text(max_size=5) | st.floats()
)
def test_any_text_gets_a_verdict_or_none(text, name, value):
    verdict = Facts({name: value}).judge(f"{text}{name} is {value} {text}")
    assert verdict in (True, False, None)


def test_long_texts_are_judged():
    text = "the load is 40, " * 20_000
    assert Facts({"load": 40}).judge(text) is True
    assert Facts({"load": 41}).judge(text) is False
    assert Facts({"load": 40}).judge("." * 100_000) is None
