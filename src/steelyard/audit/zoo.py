"""The zoo: agents that do not do the task, as data. Each is a pure function of the case.

An agent that `knows` uses the expected answers of other cases, or the labels of the data. What it
gets is the guess level of the data, which is reported; what the others get is a fault.
"""

from __future__ import annotations

from collections.abc import Iterator

from steelyard.audit import null_replies as made
from steelyard.audit.claiming_agents import CLAIMING_AGENTS
from steelyard.audit.dataset_facts import DatasetFacts
from steelyard.audit.null_agent import Answer, NullAgent
from steelyard.model import Words


def null_agents(facts: DatasetFacts) -> Iterator[NullAgent]:
    """Yield every agent of the zoo, with one more for each label of the data."""
    yield from (agent for agent in NULL_AGENTS if agent not in _GUESSERS)
    for label in facts.labels:
        words = Words(f"always answers the label “{label}”", f"总是回答类别“{label}”")
        yield NullAgent(f"label:{label}", words, _always(label), knows=True)
    # Last, so that of equals the plainer one is named.
    yield from _GUESSERS


def _always(text: str | None) -> Answer:
    return lambda case, facts: text


def _constant(id_: str, text: str | None) -> NullAgent:
    shown = "" if text is None else text.replace("\n", " ")
    shown = shown if len(shown) <= 40 else f"{shown[:39]}…"
    return NullAgent(id_, Words(f"always answers “{shown}”", f"总是回答“{shown}”"), _always(text))


def _named(id_: str, en: str, zh: str, answer: Answer, *, knows: bool = False) -> NullAgent:
    return NullAgent(id_, Words(en, zh), answer, knows=knows)


_ESSAY_EN = (
    "This is an important question that deserves careful thought. There are several aspects to "
    "consider, and reasonable people may disagree. On the one hand, context matters a great deal; "
    "on the other hand, general principles still apply. In conclusion, a balanced approach that "
    "weighs all relevant factors is usually the best way forward."
)
_ESSAY_ZH = (
    "这是一个值得认真思考的问题。我们应当从多个角度加以分析，既要看到问题的普遍性，也要看到它的特殊性。"
    "一方面，具体情况十分重要；另一方面，一般原则同样适用。综上所述，应当统筹兼顾，具体问题具体分析。"
)

_DISCLAIMER_EN = (
    "This reply is for information only. It is not legal, medical or financial advice, may be "
    "incomplete or out of date, and creates no obligation. Consult a qualified professional."
)
_DISCLAIMER_ZH = (
    "以上内容仅供参考，不构成法律、医疗或投资建议，可能不完整或已过时，请咨询专业人士。"
)

_BLANKS = (
    _named("silent", "gives no reply text", "不给出任何文本", _always(None)),
    _named("empty", "gives an empty text", "给出空文本", _always("")),
    _named("spaces", "gives spaces only", "只给出空格", _always("   ")),
    _named("line_breaks", "gives line breaks only", "只给出换行", _always("\n\t\n")),
    _named(
        "full_width_spaces", "gives full-width spaces", "只给出全角空格", _always("\u3000\u3000")
    ),
    _named(
        "zero_width",
        "gives invisible characters",
        "只给出不可见字符",
        _always("\u200b\u2060\ufeff"),
    ),
    _named("control", "gives control characters", "只给出控制字符", _always("\x00\x07\x1b")),
)

_FROM_INPUT = (
    _named("echo", "repeats the input", "原样重复输入", made.echo),
    _named("reversed_echo", "repeats the input backwards", "倒序重复输入", made.reversed_text),
    _named(
        "repeats_question",
        "says “You asked:” and the input",
        "先说“You asked:”再重复输入",
        made.repeated,
    ),
    _named(
        "first_sentence",
        "repeats the first sentence",
        "重复输入的第一句",
        made.first_sentence,
    ),
    _named(
        "last_sentence",
        "repeats the last sentence",
        "重复输入的最后一句",
        made.last_sentence,
    ),
    _named(
        "sorted_words",
        "repeats the words in alphabetical order",
        "按字母顺序重复输入的词",
        made.sorted_words,
    ),
    _named(
        "word_salad",
        "lists frequent words of the inputs",
        "罗列数据中的高频词",
        made.word_salad,
    ),
    _named("every_option", "names every option", "列出全部选项", made.every_option),
    _named(
        "numbers_of_input",
        "lists the numbers of the input",
        "罗列输入中的数字",
        made.numbers_of_input,
    ),
    _named(
        "as_statement",
        "repeats the question as a statement and calls it correct",
        "把问题改成陈述句并称其正确",
        made.as_statement,
    ),
)

_REFUSALS = (
    _constant("refuses_en", "I'm sorry, but I can't help with that."),
    _constant("refuses_unable_en", "I am unable to assist with this request."),
    _constant("refuses_decline_en", "I must decline to answer."),
    _constant("refuses_zh", "抱歉，我无法提供帮助。"),
    _constant("refuses_answer_zh", "对不起，我不能回答这个问题。"),
    _constant("half_refuses_en", "I'd rather not say, but in general it depends on many factors."),
    _constant("half_refuses_zh", "这个问题我不太方便回答，不过一般来说要具体情况具体分析。"),
)

_UNKNOWN = (
    _constant("does_not_know_en", "I do not know."),
    _constant("not_sure_en", "I'm not sure; there is not enough information."),
    _constant("does_not_know_zh", "不知道"),
    _constant("not_sure_zh", "我不清楚，无法确定。"),
    _constant("asks_back_en", "Could you please provide more information?"),
    _constant("asks_back_zh", "请问您能提供更多信息吗？"),
    _constant("depends_en", "It depends."),
    _constant("depends_zh", "视情况而定。"),
)

_POLITE = (
    _constant("ok", "OK"),
    _constant("fine_zh", "好的"),
    _constant("hello_en", "Hello! How can I help you today?"),
    _constant("hello_zh", "您好，很高兴为您服务。"),
    _constant("thanks", "Thank you for your question."),
    _constant("done_en", "Task completed successfully."),
    _constant("done_zh", "任务已成功完成。"),
    _constant("x", "x"),
    _constant("dots", "..."),
    _constant("question_mark", "？"),
    _constant("emoji", "👍"),
    _constant("not_applicable", "N/A"),
    _constant("error_text", "Error: internal server error"),
)

_YES_NO = tuple(
    _constant(id_, text)
    for id_, text in (
        ("yes", "Yes"),
        ("no", "No"),
        ("true", "True"),
        ("false", "False"),
        ("yes_zh", "是"),
        ("no_zh", "否"),
        ("may_zh", "可以"),
        ("may_not_zh", "不可以"),
        ("right_zh", "正确"),
        ("wrong_zh", "错误"),
        ("yes_and_no", "Yes and no"),
        ("yes_or_no_zh", "可以，也可能不可以"),
    )
)

_LETTERS = (
    *(_constant(f"letter_{letter}", letter) for letter in "ABCDE"),
    _constant("every_letter", "ABCDE"),
    _constant("all_of_the_above", "All of the above"),
    _constant("none_of_the_above", "None of the above"),
)

_NUMBERS = (
    *(_constant(f"number_{number}", str(number)) for number in (0, 1, 2, 10, 42, 100)),
    _named(
        "every_number",
        "lists the numbers 0 to 100",
        "罗列 0 到 100 的全部数字",
        _always(" ".join(map(str, range(101)))),
    ),
    _constant("year", "2024"),
    _constant("marker_en", "The answer is"),
    _constant("marker_zh", "答案是"),
)

_STRUCTURES = (
    _constant("empty_object", "{}"),
    _constant("empty_list", "[]"),
    _constant("null", "null"),
    _constant("null_answer", '{"answer": null}'),
    _named(
        "empty_fields",
        "gives the keys of the expected JSON without values",
        "只给出期望 JSON 的键，不填值",
        made.empty_fields,
    ),
    _constant("disclaimer_en", _DISCLAIMER_EN),
    _constant("disclaimer_zh", _DISCLAIMER_ZH),
    _constant("essay_en", _ESSAY_EN),
    _constant("essay_zh", _ESSAY_ZH),
    _named(
        "long_run", "repeats one letter 5,000 times", "重复一个字母 5000 次", _always("a" * 5_000)
    ),
)

_GUESSERS = (
    _named("every_label", "names every label", "列出全部类别", made.every_label, knows=True),
    _named(
        "frequent_answer",
        "gives the most frequent answer of the other cases",
        "给出其他用例中最常见的答案",
        made.frequent_answer,
        knows=True,
    ),
    _named(
        "another_answer",
        "gives the answer of another case",
        "给出另一用例的答案",
        made.another_answer,
        knows=True,
    ),
)

NULL_AGENTS: tuple[NullAgent, ...] = (
    *_BLANKS,
    *_FROM_INPUT,
    *_REFUSALS,
    *_UNKNOWN,
    *_POLITE,
    *_YES_NO,
    *_LETTERS,
    *_NUMBERS,
    *_STRUCTURES,
    *CLAIMING_AGENTS,
    *_GUESSERS,
)
"""The zoo without the agents that each label of the data adds."""
