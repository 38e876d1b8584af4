"""Multiple choice: options, expected letters, and what a reply chooses."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.scorers.matchers.choice import match_choice, read_choice
from steelyard.scorers.matchers.options import expected_letters, read_options
from tests.looped import looped
from tests.scorers.matchers.choice_replies import REPLIES

COLORS = {"A": "red", "B": "green", "C": "blue", "D": "black"}
COLOURS_ZH = {"A": "红色", "B": "绿色", "C": "蓝色", "D": "黑色"}
SUMS = {"A": "10", "B": "20", "C": "30", "D": "40"}
VITAMINS = {"A": "Vitamin A", "B": "Vitamin C", "C": "Vitamin D", "D": "Vitamin K"}
BOTH = {"A": "heat", "B": "light", "C": "both A and B", "D": "neither A nor B"}
NESTED = {"A": "red", "B": "dark red", "C": "blue", "D": "dark blue"}


@pytest.mark.parametrize(
    ("question", "options"),
    [
        ("Which?\nA. red\nB. green", {"A": "red", "B": "green"}),
        ("Which?\nA) red\nB) green\nC) blue", {"A": "red", "B": "green", "C": "blue"}),
        ("Which?\n(A) red\n(B) green", {"A": "red", "B": "green"}),
        ("Which?\n[A] red\n[B] green", {"A": "red", "B": "green"}),
        ("Which?\nA: red\nB: green", {"A": "red", "B": "green"}),
        ("Which?\nA - red\nB - green", {"A": "red", "B": "green"}),
        ("Which?\n- A. red\n- B. green", {"A": "red", "B": "green"}),
        ("Which?\n**A.** red\n**B.** green", {"A": "red", "B": "green"}),
        ("Which?\nOption A: red\nOption B: green", {"A": "red", "B": "green"}),
        ("哪个？\nA、红\nB、绿", {"A": "红", "B": "绿"}),
        ("哪个？\nＡ．红\nＢ．绿", {"A": "红", "B": "绿"}),
        ("哪个？\nA：红\nB：绿", {"A": "红", "B": "绿"}),
        ("哪个？\n（A）红\n（B）绿", {"A": "红", "B": "绿"}),
        ("哪个？\n【A】红\n【B】绿", {"A": "红", "B": "绿"}),
        ("哪个？A.红 B.绿 C.蓝", {"A": "红", "B": "绿", "C": "蓝"}),
        ("Which? A. red B. green C. blue", {"A": "red", "B": "green", "C": "blue"}),
        ("Which? (A) red (B) green", {"A": "red", "B": "green"}),
        ("Which?\nA. red   B. green\nC. blue   D. black", COLORS),
        ("Which?\na) red\nb) green", {"A": "red", "B": "green"}),
        ("Which is it: (a) red or (b) green", {"A": "red or", "B": "green"}),
        ("Which?\nA. red\nB. green\n\nAnswer:", {"A": "red", "B": "green"}),
        ("Which?\n1. red\n2. green", {}),
        ("What is vitamin A. and why?", {}),
        ("A. Lincoln was president when?", {}),
        ("", {}),
        (None, {}),
        ([{"role": "user", "content": "Which?\nA. red\nB. green"}], {"A": "red", "B": "green"}),
        ({"question": "Which?\nA. red\nB. green"}, {"A": "red", "B": "green"}),
    ],
)
def test_options_of_an_input(question, options):
    assert read_options(question) == options


def test_ten_options():
    letters = "ABCDEFGHIJ"
    question = "Which?\n" + "\n".join(f"{letter}. item {letter.lower()}x" for letter in letters)
    assert list(read_options(question)) == list(letters)


@pytest.mark.parametrize(
    ("choices", "options"),
    [
        (["red", "green"], {"A": "red", "B": "green"}),
        (["A. red", "B. green"], {"A": "red", "B": "green"}),
        (["(A) red", "(B) green"], {"A": "red", "B": "green"}),
        ([10, 20], {"A": "10", "B": "20"}),
        ([True, False], {"A": "true", "B": "false"}),
        ({"A": "red", "B": "green"}, {"A": "red", "B": "green"}),
        ({"a": "red", "b": "green"}, {"A": "red", "B": "green"}),
        ('{"A": "red", "B": "green"}', {"A": "red", "B": "green"}),
        ('["red", "green"]', {"A": "red", "B": "green"}),
        ({"text": ["red", "green"], "label": ["A", "B"]}, {"A": "red", "B": "green"}),
        ({"text": ["red", "green"], "label": ["1", "2"]}, {"A": "red", "B": "green"}),
        (["red"], {}),
        ([], {}),
        (None, {}),
        ("red", {}),
    ],
)
def test_options_given_as_choices(choices, options):
    assert read_options("Which?", choices) == options


@pytest.mark.parametrize(
    ("expected", "letters"),
    [
        ("B", "B"),
        ("b", "B"),
        ("(B)", "B"),
        ("B.", "B"),
        ("[B]", "B"),
        ("Ｂ", "B"),
        ("**B**", "B"),
        ("B. green", "B"),
        ("(B) green", "B"),
        ("B) Green", "B"),
        ("green", "B"),
        ("Green.", "B"),
        ("Option B", "B"),
        ("选项B", "B"),
        ("答案：B", "B"),
        ("The answer is B", "B"),
        ("AC", "AC"),
        ("A,C", "AC"),
        ("A, C", "AC"),
        ("A、C", "AC"),
        ("A和C", "AC"),
        ("A and C", "AC"),
        ("A B D", "ABD"),
        ('["A", "C"]', "AC"),
        ("E", ""),
        ("AE", ""),
        ("AA", ""),
        ("yellow", ""),
        ("2", ""),
        ("", ""),
        ("B. yellow", ""),
        ("A bird", ""),
    ],
)
def test_expected_letters(expected, letters):
    assert "".join(sorted(expected_letters(expected, COLORS))) == letters


CHOSEN = [
    # one letter, plainly
    ("B", "B"),
    ("b", "B"),
    ("Ｂ", "B"),
    ("B.", "B"),
    ("(B)", "B"),
    ("[B]", "B"),
    ("**B**", "B"),
    ("`B`", "B"),
    ("b)", "B"),
    ("B) green", "B"),
    ("B. green", "B"),
    ("B: green", "B"),
    ("B - green", "B"),
    ("B\n\nBecause red is darker.", "B"),
    ("B, because A is wrong.", "B"),
    ("B because the others do not fit.", "B"),
    ("green", "B"),
    ("Green.", "B"),
    ("C", "C"),
    ("A", "A"),
    ("(a)", "A"),
    # after a marker
    ("The answer is B.", "B"),
    ("the answer is b", "B"),
    ("The answer is (B).", "B"),
    ("The correct answer is (C) blue.", "C"),
    ("The correct option is C", "C"),
    ("Answer: B", "B"),
    ("Answer:\n\nB", "B"),
    ("ANSWER: B", "B"),
    ("my final answer: C", "C"),
    ("Final Answer: **C**", "C"),
    ("The answer is: option B", "B"),
    ("The best choice would be D.", "D"),
    ("So the answer must be D.", "D"),
    ("Therefore, (B) is the one.", "B"),
    ("Hence C", "C"),
    ("Thus B.", "B"),
    ("I choose B because A and C do not fit.", "B"),
    ("I'd go with C.", "C"),
    ("I would pick C", "C"),
    ("I would say C.", "C"),
    ("I think it's C.", "C"),
    ("It is C.", "C"),
    ("Option B", "B"),
    ("Option B is correct.", "B"),
    ("C is correct", "C"),
    ("C is the correct answer.", "C"),
    ("(D) is right.", "D"),
    ("A is the answer because it is bright.", "A"),
    ("The answer is A because it is bright.", "A"),
    ("The answer is A red, the first one.", "A"),
    ("Answer: A", "A"),
    ("<answer>B</answer>", "B"),
    ('{"answer": "B"}', "B"),
    ("\\boxed{B}", "B"),
    ("Thus \\(x\\) is \\boxed{\\text{B}}. We also looked at A and C.", "B"),
    ("$\\boxed{(C)}$", "C"),
    ("The answer is $\\text{C}$.", "C"),
    ("<think>Maybe A? The answer is A.</think>\nThe answer is B.", "B"),
    # Chinese
    ("答案：B", "B"),
    ("答案：(B)", "B"),
    ("答案是B", "B"),
    ("答案为 B。", "B"),
    ("正确答案为B", "B"),
    ("正确答案是选项B。", "B"),
    ("选B", "B"),
    ("选项B", "B"),
    ("B选项", "B"),
    ("B选项正确", "B"),
    ("本题选B。", "B"),
    ("我选择C。", "C"),
    ("应选C", "C"),
    ("故选C。", "C"),
    ("因此，正确选项是D。", "D"),
    ("所以答案选D", "D"),
    ("综上所述，选D。", "D"),
    ("B项正确，其余错误。", "B"),
    ("排除A、C、D，故选B。", "B"),
    ("A、C、D均不符合题意，所以选B。", "B"),
    ("首先分析B：不符合；再分析A：符合。答案选A", "A"),
    # the others ruled out
    ("Not A. The answer is B.", "B"),
    ("The answer is not A but B.", "B"),
    ("The answer is B, not A.", "B"),
    ("The answer is B not A.", "B"),
    ("答案是B不是A。", "B"),
    ("选B不选A。", "B"),
    ("正确答案不是A，而是C。", "C"),
    ("A is wrong, C is wrong, D is wrong. B is right.", "B"),
    ("A: incorrect\nB: correct\nC: incorrect\nD: incorrect", "B"),
    ("A：错误\nB：正确\nC：错误\nD：错误", "B"),
    ("It cannot be A or B. D is too large. Hence C", "C"),
    ("A and C are wrong, so B.", "B"),
    ("A isn't right. D doesn't fit. C fails. That leaves B.", "B"),
    ("B? No, C.", "C"),
    ("The answer is A. Wait, actually the answer is B.", "B"),
    ("答案是A。不对，应该是B。", "B"),
    ("Let me go through them.\nA. red: too warm\nB. green: fits\nSo I choose B.", "B"),
    # by the text of an option
    ("It is blue.", "C"),
    ("The answer is blue.", "C"),
    ("I looked at red and green, but the answer is blue.", "C"),
    ("A careful look shows that green fits.", "B"),
    ("It is not red, it is black.", "D"),
    # several
    ("A and C", "AC"),
    ("Both A and C", "AC"),
    ("A,C", "AC"),
    ("A, C", "AC"),
    ("A、C", "AC"),
    ("AC", "AC"),
    ("ABD", "ABD"),
    ("答案：ABD", "ABD"),
    ("答案：A、C", "AC"),
    ("故选AC。", "AC"),
    ("The answers are A, B and D.", "ABD"),
    ("The correct options are A and C.", "AC"),
    ("A. red\nC. blue", "AC"),
    ("A is correct. C is correct. B is wrong.", "AC"),
    ("A B C D", "ABCD"),
    # nothing, or left open
    ("", ""),
    ("I do not know.", ""),
    ("It could be A or B.", ""),
    ("The answer is A or B.", ""),
    ("The answer is either A or C.", ""),
    ("The answer is B, or maybe C.", ""),
    ("答案可能是A或B", ""),
    ("A还是B？", ""),
    ("Not B.", ""),
    ("不选B", ""),
    ("red or green", ""),
    ("Yellow.", ""),
    ("I like apples.", ""),
    ("A nice question.", ""),
]


@looped(("reply", "letters"), CHOSEN + REPLIES)
def test_what_a_reply_chooses(reply, letters):
    assert "".join(sorted(read_choice(reply, COLORS))) == letters


@pytest.mark.parametrize(
    ("reply", "options", "letters"),
    [
        ("The sum is 10 + 20 = 30, so the answer is C.", SUMS, "C"),
        ("30", SUMS, "C"),
        ("The result is 30.", SUMS, "C"),
        ("10 + 20 = 30", SUMS, "C"),
        ("50", SUMS, ""),
        ("Vitamin C", VITAMINS, "B"),
        ("The answer is Vitamin D.", VITAMINS, "C"),
        ("It is vitamin K.", VITAMINS, "D"),
        ("C", VITAMINS, "C"),
        ("C. both A and B", BOTH, "C"),
        ("The answer is both A and B.", BOTH, "C"),
        ("D. neither A nor B", BOTH, "D"),
        ("Neither A nor B.", BOTH, "D"),
        ("It is dark red.", NESTED, "B"),
        ("Red.", NESTED, "A"),
        ("是绿色。", COLOURS_ZH, "B"),
        ("应为蓝色，而不是红色。", COLOURS_ZH, "C"),
        ("不是红色", COLOURS_ZH, ""),
        ("B（绿色）", COLOURS_ZH, "B"),
        ("B绿色", COLOURS_ZH, "B"),
    ],
)
def test_options_that_look_like_answers(reply, options, letters):
    assert "".join(sorted(read_choice(reply, options))) == letters


@pytest.mark.parametrize(
    ("expected", "reply", "passed"),
    [
        ("B", "The answer is B.", True),
        ("B", "The answer is C.", False),
        ("B. green", "B", True),
        ("green", "(B)", True),
        ("green", "C", False),
        ("AC", "C and A", True),
        ("AC", "A", False),
        ("A", "A and C", False),
        ("AC", "A, B and C", False),
        ("B", "No idea.", False),
    ],
)
def test_sets_must_be_equal(expected, reply, passed):
    assert match_choice(expected, reply, COLORS).passed is passed


def test_evidence_is_the_letters_or_unread():
    assert match_choice("B", "A and C", COLORS).evidence == "AC"
    assert match_choice("B", "No idea.", COLORS).evidence == "unread"


PHRASINGS = (
    "{}",
    "({})",
    "{}.",
    "The answer is {}.",
    "Answer: {}",
    "I choose {}.",
    "The correct option is ({}).",
    "After some thought, my final answer: {}",
    "答案：{}",
    "故选{}。",
    "正确答案是{}。",
    "我选{}",
    "\\boxed{{{}}}",
    "**{}**",
    "Option {}",
    "{}选项",
    "{} is correct.",
)
TEXTS = ("red", "green", "blue", "black", "white", "brown", "pink", "orange", "gray", "violet")


@given(st.permutations(TEXTS), st.integers(2, 10), st.data())
def test_a_letter_in_any_phrasing_is_read(texts, size, data):
    options = dict(zip("ABCDEFGHIJ", texts[:size], strict=False))
    letter = data.draw(st.sampled_from(sorted(options)))
    other = data.draw(st.sampled_from(sorted(set(options) - {letter})))
    reply = data.draw(st.sampled_from(PHRASINGS)).format(letter)
    assert match_choice(letter, reply, options).passed
    assert match_choice(options[letter], reply, options).passed
    assert not match_choice(other, reply, options).passed


@given(st.permutations(TEXTS), st.integers(2, 10), st.data())
def test_lettered_lines_are_read_back(texts, size, data):
    options = dict(zip("ABCDEFGHIJ", texts[:size], strict=False))
    form = data.draw(
        st.sampled_from(["{}. {}", "{}) {}", "({}) {}", "{}、{}", "{}: {}", "[{}] {}"])
    )
    joint = data.draw(st.sampled_from(["\n", "  \n", "   "]))
    question = "Which one?\n" + joint.join(form.format(*pair) for pair in options.items())
    assert read_options(question) == options


@given(st.text(max_size=200))
def test_any_text_is_read(text):
    assert read_choice(text, COLORS) <= set(COLORS)
    assert expected_letters(text, COLORS) <= set(COLORS)


@pytest.mark.parametrize(
    "reply",
    [
        "A " * 500_000,
        "选项" * 300_000,
        "the answer is " * 80_000,
        "(" * 1_000_000,
        "not " * 200_000,
    ],
)
def test_long_replies(reply):
    read_choice(reply, COLORS)
