"""The zoo: agents that do not do the task, as data. Each is a pure function of the case.

An agent that `knows` uses the expected answers of other cases, or the labels of the data. What it
gets is the guess level of the data, which is reported; what the others get is a fault.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from steelyard.audit.dataset_facts import DatasetFacts, option_texts
from steelyard.audit.null_agent import Answer, Case, NullAgent
from steelyard.model import Words
from steelyard.scorers.matchers.input_text import input_text

_SENTENCE = re.compile(r"[^。！？.!?\n]+[。！？.!?]?")


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


def _echo(case: Case, facts: DatasetFacts) -> str:
    return input_text(case.get("input"))


def _reversed(case: Case, facts: DatasetFacts) -> str:
    return _echo(case, facts)[::-1]


def _repeats(case: Case, facts: DatasetFacts) -> str:
    return f"You asked: {_echo(case, facts)}"


def _first_sentence(case: Case, facts: DatasetFacts) -> str:
    found = _SENTENCE.findall(_echo(case, facts))
    return found[0].strip() if found else ""


def _last_sentence(case: Case, facts: DatasetFacts) -> str:
    found = [one for one in _SENTENCE.findall(_echo(case, facts)) if one.strip()]
    return found[-1].strip() if found else ""


def _sorted_words(case: Case, facts: DatasetFacts) -> str:
    return " ".join(sorted(_echo(case, facts).split()))


def _word_salad(case: Case, facts: DatasetFacts) -> str:
    return " ".join(facts.words) or "x"


def _every_option(case: Case, facts: DatasetFacts) -> str:
    return "\n".join(option_texts(case)) or "A, B, C, D, E"


def _every_label(case: Case, facts: DatasetFacts) -> str:
    return ", ".join(facts.labels) or "x"


def _frequent(case: Case, facts: DatasetFacts) -> str:
    return facts.frequent_answer(case) or "x"


def _another(case: Case, facts: DatasetFacts) -> str:
    return facts.another_answer(case) or "x"


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
    _named("echo", "repeats the input", "原样重复输入", _echo),
    _named("reversed_echo", "repeats the input backwards", "倒序重复输入", _reversed),
    _named(
        "repeats_question",
        "says “You asked:” and the input",
        "先说“You asked:”再重复输入",
        _repeats,
    ),
    _named("first_sentence", "repeats the first sentence", "重复输入的第一句", _first_sentence),
    _named("last_sentence", "repeats the last sentence", "重复输入的最后一句", _last_sentence),
    _named(
        "sorted_words",
        "repeats the words in alphabetical order",
        "按字母顺序重复输入的词",
        _sorted_words,
    ),
    _named("word_salad", "lists frequent words of the inputs", "罗列数据中的高频词", _word_salad),
    _named("every_option", "names every option", "列出全部选项", _every_option),
)

_REFUSALS = (
    _constant("refuses_en", "I'm sorry, but I can't help with that."),
    _constant("refuses_unable_en", "I am unable to assist with this request."),
    _constant("refuses_decline_en", "I must decline to answer."),
    _constant("refuses_zh", "抱歉，我无法提供帮助。"),
    _constant("refuses_answer_zh", "对不起，我不能回答这个问题。"),
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
    _constant("essay_en", _ESSAY_EN),
    _constant("essay_zh", _ESSAY_ZH),
    _named(
        "long_run", "repeats one letter 5,000 times", "重复一个字母 5000 次", _always("a" * 5_000)
    ),
)

_GUESSERS = (
    _named("every_label", "names every label", "列出全部类别", _every_label, knows=True),
    _named(
        "frequent_answer",
        "gives the most frequent answer of the other cases",
        "给出其他用例中最常见的答案",
        _frequent,
        knows=True,
    ),
    _named(
        "another_answer",
        "gives the answer of another case",
        "给出另一用例的答案",
        _another,
        knows=True,
    ),
)

_CLAIMS = (
    NullAgent(
        "claims_success",
        Words("says “x” and claims success", "回答“x”并自称成功"),
        _always("x"),
        {"completed": True, "passed": True, "score": 1.0, "task_quality": 1.0, "confidence": 1.0},
    ),
    NullAgent(
        "claims_deployment",
        Words("says “x” and claims a perfect deployment", "回答“x”并自称部署成功"),
        _always("x"),
        {
            **{"deployment_attempt": True, "deployment_success": True, "attempt_no": 1},
            **{"compat_issues": 0, "adaptation_time": 0.0, "adaptation_cost": 0.0},
            **{"original_score": 1.0, "transferred_score": 1.0},
        },
    ),
    NullAgent(
        "claims_mission",
        Words("says “x” and claims an accomplished mission", "回答“x”并自称完成任务"),
        _always("x"),
        {
            **{"objectives": [{"id": "all", "weight": 1, "achieved": 1}], "constraints": []},
            **{"t_observe": 0.0, "t_decide": 0.0, "t_act": 1.0, "resource_used": 0.0},
            **{"state_start": "nominal", "state_end": "nominal"},
        },
    ),
    NullAgent(
        "claims_team",
        Words("says “x” and claims perfect teamwork", "回答“x”并自称协作完美"),
        _always("x"),
        {
            **{"collaboration": True, "messages_total": 1, "messages_correct": 1},
            **{"collab_time": 0.001, "single_time": 10.0, "task_quality": 1.0},
            **{"communication_rounds": 1, "task_time": 0.001},
        },
    ),
    NullAgent(
        "abstains",
        Words("gives no text and says that it abstains", "不作答并声明放弃"),
        _always(None),
        {"abstained": True, "confidence": 0.0},
    ),
    NullAgent(
        "empty_ranking",
        Words("returns an empty ranking", "返回空的检索结果"),
        _always("x"),
        {"retrieved": [], "events_reported": [], "actions_performed": []},
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
    *_CLAIMS,
    *_GUESSERS,
)
"""The zoo without the agents that each label of the data adds."""
