"""Replies that repeat the input."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.scorers.matchers.echo import is_echo, without_input
from tests.tries import tries

QUESTION = "Which planet of the solar system is the largest one?"
ASKED = "高层住宅发生火灾时，为什么不能乘坐电梯逃生？"


@pytest.mark.parametrize(
    ("question", "reply"),
    [
        (QUESTION, QUESTION),
        (QUESTION, QUESTION.upper()),
        (QUESTION, f"  {QUESTION}\n"),
        (QUESTION, QUESTION.rstrip("?")),
        (QUESTION, QUESTION + "!"),
        (QUESTION, QUESTION + " A"),
        (QUESTION, QUESTION[::-1]),
        (QUESTION, "The largest planet of the solar system is which one?"),
        (QUESTION, "Which planet of the solar system"),
        (QUESTION, " ".join(sorted(QUESTION.split()))),
        (QUESTION, f"{QUESTION}\n{QUESTION}"),
        (ASKED, ASKED),
        (ASKED, ASKED.replace("，", "")),
        (ASKED, ASKED[::-1]),
        (ASKED, "高层住宅发生火灾时，为什么不能乘坐电梯"),
        (ASKED, "发生火灾时为什么不能乘坐电梯逃生"),
        ("这个系统支持离线使用吗？", "系统支持离线使用吗"),
        ("Paris or Lyon: which is the capital?", "Paris or Lyon: which is the capital?"),
        ("法国的首都是哪里？", "法国的首都是哪里"),
    ],
)
def test_an_echo(question, reply):
    assert is_echo(question, reply)


@pytest.mark.parametrize(
    ("question", "reply"),
    [
        (QUESTION, ""),
        (QUESTION, "Jupiter"),
        (QUESTION, "The largest planet of the solar system is Jupiter."),
        (QUESTION, f"{QUESTION} Jupiter."),
        (QUESTION, "The largest one"),
        (ASKED, "火灾时电梯可能断电。"),
        (ASKED, f"{ASKED}因为会断电。"),
        ("", "anything"),
        ("Is the capital Paris or Lyon?", "The capital is Paris."),  # one of the alternatives
        ("应当正向行驶还是倒车行驶？", "应当倒车行驶。"),
        ("Is the valve open?", "The valve is open."),  # a statement
        ("Can pets enter the hall?", "Pets can enter the hall."),
        ("这里可以停车吗？", "这里可以停车。"),
        ("这个系统支持离线使用吗？", "支持离线使用。"),  # without its subject
        ("Is the valve open?", "The valve is not open."),
        ("2 + 2", "4"),
    ],
)
def test_no_echo(question, reply):
    assert not is_echo(question, reply)


@pytest.mark.parametrize(
    ("question", "reply", "left"),
    [
        (QUESTION, f"{QUESTION} Jupiter.", "Jupiter."),
        (QUESTION, f"You asked: {QUESTION}\nJupiter.", "You asked: \n\nJupiter."),
        (ASKED, f"{ASKED}会断电。", "会断电。"),
        ("请问“首都”是哪个城市？", "请问“首都”是哪个城市？北京。", "北京。"),
        (QUESTION, "Jupiter.", "Jupiter."),
        ("Paris", "Paris is the capital.", "Paris is the capital."),  # too short to be cut out
        ("", "Jupiter.", "Jupiter."),
        (QUESTION, QUESTION, QUESTION),  # an echo, not a longer reply
        ("How many are 5 and 5?", "How many are 5 and 5. That is correct.", "That is correct."),
        ("火警电话是多少号码？", "火警电话是多少号码。很好。", "很好。"),
    ],
)
def test_the_input_is_cut_out_of_a_longer_reply(question, reply, left):
    assert without_input(question, reply).strip() == left


@tries(60, 300)
@given(st.text(max_size=80), st.text(max_size=80))
def test_any_text_is_read(question, reply):
    is_echo(question, reply)
    assert isinstance(without_input(question, reply), str)


@tries(40, 200)
@given(st.lists(st.sampled_from([*"abcdefgh", "水", "火", "电梯"]), min_size=4, max_size=12))
def test_a_text_is_an_echo_of_itself_in_any_order_of_characters(words):
    text = " ".join(words)
    assert is_echo(text, text)
    assert is_echo(text, text[::-1])


@pytest.mark.parametrize("piece", ["not ", "不", "7", "a,b "])
def test_a_megabyte(piece):
    text = piece * (1_000_000 // len(piece))
    assert is_echo(text, text)
    assert not is_echo(text, "Jupiter is the largest planet")
