"""Labels: which class a reply gives, out of a known set."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.scorers.matchers.label import match_label, read_label
from tests.looped import looped

SENTIMENT = ("positive", "negative", "neutral")
SPAM = ("spam", "not spam")
HAM = ("spam", "ham")
ZH = ("正面", "负面", "中性")
SATISFIED = ("满意", "不满意", "非常满意")
DIGITS = ("0", "1", "2")
TOPICS = ("World", "Sports", "Business", "Sci/Tech")
INTENTS = ("card_arrival", "lost_card", "card_payment_fee")
RISK = ("高", "中", "低")
YES_NO = ("是", "否")


@looped(
    ("labels", "reply", "label"),
    [
        # the whole reply
        (SENTIMENT, "positive", "positive"),
        (SENTIMENT, "Positive.", "positive"),
        (SENTIMENT, "**NEGATIVE**", "negative"),
        (SENTIMENT, "  neutral\n", "neutral"),
        (SENTIMENT, '"neutral"', "neutral"),
        (ZH, "正面", "正面"),
        (ZH, "负面。", "负面"),
        (ZH, "【中性】", "中性"),
        (DIGITS, "1", "1"),
        (DIGITS, "2.", "2"),
        (SPAM, "not spam", "not spam"),
        (SPAM, "Not spam!", "not spam"),
        (TOPICS, "sci/tech", "Sci/Tech"),
        (INTENTS, "lost card", "lost_card"),
        (INTENTS, "Lost-Card", "lost_card"),
        # JSON
        (SENTIMENT, '{"label": "negative", "confidence": 0.9}', "negative"),
        (SENTIMENT, '```json\n{"category": "Neutral"}\n```', "neutral"),
        (SENTIMENT, 'Here: {"class": "positive"}', "positive"),
        (SENTIMENT, '{"answer": "positive", "not": "negative"}', "positive"),
        (SENTIMENT, '{"label": "happy", "why": "positive words"}', None),
        (ZH, '{"标签": "正面"}', "正面"),
        (ZH, '{"类别": "负面", "理由": "不是正面"}', "负面"),
        (DIGITS, '{"label": 1}', "1"),
        (DIGITS, '{"label": 1, "confidence": 0}', "1"),
        # after a marker
        (SENTIMENT, "Label: positive", "positive"),
        (SENTIMENT, "Sentiment: neutral. It is neither positive nor negative.", "neutral"),
        (SENTIMENT, "Negative words appear, yet the class is positive.", "positive"),
        (SENTIMENT, "I considered positive. Category: negative", "negative"),
        (SENTIMENT, "This would be classified as negative, not positive.", "negative"),
        (SENTIMENT, "The answer is neutral", "neutral"),
        (ZH, "这条评价属于正面。", "正面"),
        (ZH, "类别：负面", "负面"),
        (ZH, "虽有正面描述，但整体判断为负面。", "负面"),
        (ZH, "情感倾向为中性", "中性"),
        (DIGITS, "Label: 1", "1"),
        (DIGITS, "1. Read the text.\n2. Decide.\nLabel: 0", "0"),
        (TOPICS, "Category: Sports", "Sports"),
        (INTENTS, "intent: card_payment_fee", "card_payment_fee"),
        # the only one mentioned
        (SENTIMENT, "The review sounds positive to me.", "positive"),
        (SENTIMENT, "I think it's NEGATIVE overall.", "negative"),
        (SENTIMENT, "This is not positive, it is negative.", "negative"),
        (SENTIMENT, "It is neither positive nor negative but neutral.", "neutral"),
        (SPAM, "This message is spam.", "spam"),
        (SPAM, "This message is not spam.", "not spam"),
        (HAM, "This is ham.", "ham"),
        (HAM, "This is a hamster.", None),
        (ZH, "这条评价不是正面，而是负面。", "负面"),
        (ZH, "我认为是中性的。", "中性"),
        (SATISFIED, "客户不满意。", "不满意"),
        (SATISFIED, "客户非常满意。", "非常满意"),
        (SATISFIED, "客户满意。", "满意"),
        (TOPICS, "This article is about sports.", "Sports"),
        (DIGITS, "It is 2", "2"),
        (DIGITS, "Confidence 0.95", None),
        # none, or two
        (SENTIMENT, "Could be positive or negative.", None),
        (SENTIMENT, "positive and negative", None),
        (SENTIMENT, "It is not positive.", None),
        (SENTIMENT, "", None),
        (SENTIMENT, "I cannot tell.", None),
        (SENTIMENT, "positively glowing", None),
        (ZH, "正面还是负面？", None),
        (ZH, "不知道", None),
        (ZH, "不是正面", None),
        (HAM, "The label is spam or ham", None),
    ],
)
def test_label_read(labels, reply, label):
    assert read_label(reply, labels) == label


def test_evidence_is_the_label_or_unread():
    assert match_label("spam", "It is spam.", HAM) == (True, "spam")
    assert match_label("spam", "It is ham.", HAM) == (False, "ham")
    assert match_label("spam", "Hello", HAM) == (False, "unread")


def test_case_and_width_of_the_expected_label_do_not_matter():
    assert match_label("Spam", "SPAM", ("spam", "ham")).passed
    assert match_label("ＳＰＡＭ", "spam", ("spam", "ham")).passed


PHRASINGS = (
    "{}",
    "{}.",
    "Label: {}",
    "The label is {}.",
    "This text is {}.",
    "Category: **{}**",
    '{{"label": "{}"}}',
    "类别：{}",
    "属于{}。",
    "判断为{}。",
)


@given(st.sampled_from([SENTIMENT, HAM, SPAM, ZH, SATISFIED, TOPICS, INTENTS]), st.data())
def test_a_label_in_any_phrasing_is_read(labels, data):
    label = data.draw(st.sampled_from(labels))
    reply = data.draw(st.sampled_from(PHRASINGS)).format(label)
    assert read_label(reply, labels) == label
    assert read_label(reply, labels[::-1]) == label
    for other in set(labels) - {label}:
        assert not match_label(other, reply, labels).passed


@given(st.text(max_size=200))
def test_any_text_is_read(text):
    assert read_label(text, ZH) in (None, *ZH)


@pytest.mark.parametrize("reply", ["positive " * 100_000, "正面" * 300_000, "{" * 500_000])
def test_long_replies(reply):
    read_label(reply, (*SENTIMENT, *ZH))
