"""Reading what a judge said: every form judges use, and nothing that could be read two ways."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.model import compute
from steelyard.scorers.judge import read_score, read_winner, rule
from tests.tries import tries

READABLE = [
    ('{"score": 7, "reason": "ok"}', 7),
    ('{"reason": "ok", "score": 7.5}', 7.5),
    ('{"Score": "7"}', 7),
    ('{"score": "7/10"}', 7),
    ('```json\n{"score": 7}\n```', 7),
    ('Sure! Here is my grade: {"score": 7, "reason": "a {b} c"} Hope it helps.', 7),
    ('{"score": 7, "reason": "line\nbreak"}', 7),
    ("{'score': 7, 'reason': 'it is fine'}", 7),
    ('{"score": 7, "reason": "trailing",}', 7),
    ('{"reason": "cut off", "score": 7', 7),
    ("Score: 7/10", 7),
    ("Some text.\n**Score:** 7 / 10\nMore text.", 7),
    ("**Score**: 7", 7),
    ("Overall score (0-10): 7", 7),
    ("The rating is 7 out of 10.", 7),
    ("评分：7", 7),
    ("我给出的得分为 7 分。", 7),
    ("I would give it 7/10.", 7),
    ("7", 7),
    (" 7.5 ", 7.5),
    ("7/10", 7),
    ("7分", 7),
    ("0", 0),
    ("10", 10),
    ('<think>maybe {"score": 2}, score: 3</think>\n{"score": 7}', 7),
    ('{"score": 7} ... as I said, {"score": 7}', 7),
    ('{"criteria": {"a": {"score": 3}}, "score": 7}', 7),
]
UNREADABLE = [
    "",
    "I cannot judge this.",
    "It has 7 strengths.",
    "Score: 7-8",
    "Score: 7/5",
    "score: 11",
    "Score: -1",
    '{"score": 11}',
    '{"score": null}',
    '{"score": true}',
    '{"score": NaN}',
    '{"score": 1e999}',
    '{"score": [7]}',
    '{"score": "high"}',
    '{"score": 3, "score": 9}',
    '{"score": 10} no, {"score": 1}',
    "Score: 3. On reflection, score: 8.",
    "5/10 for style, 8/10 for content",
    "3/4/2025",
    "{" * 5000,
    '{"a":' * 3000,
]


@pytest.mark.parametrize(("text", "score"), READABLE)
def test_readable(text, score):
    assert read_score(text, 0, 10).found == score


@pytest.mark.parametrize("text", UNREADABLE, ids=lambda text: text[:20])
def test_unreadable(text):
    assert read_score(text, 0, 10).found is None


def test_other_scales():
    assert read_score("Score: 4/5", 1, 5).found == 4
    assert read_score('{"score": 0}', 1, 5).found is None
    assert read_score('{"score": -0.5}', -1, 1).found == -0.5
    assert read_score("Score: 70%", 0, 100).found == 70


def test_the_reason_is_kept():
    assert read_score('{"score": 7, "reason": " why "}', 0, 10).reason == "why"
    assert read_score("{'reason': 'why', 'score': 7}", 0, 10).reason == "why"
    assert read_score("No idea.", 0, 10).reason == "No idea."


@pytest.mark.parametrize(
    ("text", "winner"),
    [
        ('{"winner": "A"}', "A"),
        ('{"winner": "b", "reason": "x"}', "B"),
        ('{"winner": "Tie"}', "tie"),
        ('{"winner": "Answer B"}', "B"),
        ('{"winner": "平局"}', "tie"),
        ("[[A]]", "A"),
        ("Winner: B", "B"),
        ("**Winner:** Answer A", "A"),
        ("The better is B.", "B"),
        ("更好的是 A", "A"),
        ("A", "A"),
        (" tie. ", "tie"),
        ('{"winner": "A"} or {"winner": "B"}', None),
        ("[[A]] [[B]]", None),
        ("Winner: Alice", None),
        ('{"winner": 1}', None),
        ("Both are fine.", None),
        ("", None),
    ],
)
def test_winners(text, winner):
    assert read_winner(text).found == winner


@tries(160, 800)
@given(st.text(max_size=200), st.integers(0, 10), st.text(max_size=80))
def test_json_is_read_wherever_it_stands(before, score, reason):
    """Whatever a judge talks around its JSON, that number or none is found: never another."""
    said = json.dumps({"score": score, "reason": reason})
    assert read_score(said, 0, 10).found == score
    assert read_score(f"```json\n{said}\n```", 0, 10).found == score
    assert read_score(f"{before}\n{said}", 0, 10).found in (score, None)


@tries(160, 800)
@given(st.text(max_size=300))
def test_any_text_gives_a_score_on_the_scale_or_none(text):
    found = read_score(text, 0, 10).found
    assert found is None or 0 <= found <= 10
    assert read_winner(text).found in ("A", "B", "tie", None)


SCORES = st.one_of(st.none(), st.integers(0, 10).map(lambda n: n / 10))
PANELS = st.lists(st.lists(SCORES, min_size=1, max_size=3), min_size=1, max_size=4)


@tries(100, 500)
@given(PANELS, st.integers(0, 10), st.integers(0, 10))
def test_rulings(panel, threshold, margin):
    found = rule(panel, threshold=threshold / 10, margin=margin / 10)
    known = [score for samples in panel for score in samples if score is not None]
    size = sum(map(len, panel))
    if not known:
        assert (found.value, found.verdict) == (None, "uncertain")
        return
    assert min(known) - 1e-12 <= found.value <= max(known) + 1e-12
    # In tenths, where arithmetic is exact.
    apart = round(max(known) * 10) - round(min(known) * 10)
    open_ = apart > margin or 2 * len(known) <= size
    assert (found.verdict == "uncertain") == open_
    assert found.passed is None if open_ else found.passed in (True, False)
    if not open_ and apart == 0:
        assert found.passed == (round(known[0] * 10) >= threshold)


def test_one_unreadable_judge_among_three_does_not_stop_the_others():
    said = ['{"score": 8}', "no idea", '{"score": 7}']
    found = compute("judge.rubric", {"judgements": said})
    assert (found["value"], found["verdict"]) == (pytest.approx(0.75), "pass")
    assert compute("judge.rubric", {"judgements": said[:2]})["verdict"] == "uncertain"


def test_nothing_said_is_nothing_known():
    assert compute("judge.rubric", {"judgements": []})["verdict"] is None
    assert compute("judge.rubric", {"judgements": [None, '{"score": 1}']})["value"] is None
    assert compute("judge.pairwise", {"judgements": []})["verdict"] is None


def test_reading_in_many_threads():
    texts = [text for text, _ in READABLE] * 20
    alone = [read_score(text, 0, 10) for text in texts]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(lambda text: read_score(text, 0, 10), texts)) == alone
