"""Sentences about the assertions of a case."""

WORDS: dict[str, tuple[str, str]] = {
    # What an assertion may be.
    "allowed_list": ("a list of assertions {type, value}", "断言列表 {type, value}"),
    "allowed_object": ("an object with a type", "带有 type 的对象"),
    "allowed_members": (
        "only type, value, threshold, weight and not",
        "只能有 type、value、threshold、weight 与 not",
    ),
    "allowed_types": (
        "one of {names}, with not- before it for the opposite",
        "{names} 之一；前面加 not- 表示相反",
    ),
    "allowed_not": ("true or false", "true 或 false"),
    "allowed_number": ("a number of at least 0", "不小于 0 的数"),
    "allowed_share": ("a number from 0 to 1", "0 到 1 之间的数"),
    "allowed_no_limit": ("none: this type has no threshold", "不应给出：该类型没有阈值"),
    "allowed_anything": (
        "a text, a number, an object or a list",
        "文本、数、对象或列表",
    ),
    "allowed_text": ("a text that is not empty", "非空文本"),
    "allowed_texts": ("a list of texts that are not empty", "非空文本的列表"),
    "allowed_one_or_more_texts": (
        "a text or a list of texts, none of them empty",
        "文本或文本列表，均不为空",
    ),
    "allowed_range": (
        "a number, or an object with min, max or both",
        "数，或含 min、max 之一或两者的对象",
    ),
    "allowed_nothing": ("none: this type has no value", "不应给出：该类型没有 value"),
    # Why one could not be decided.
    "wrong": (
        "{place} is {found}; allowed: {allowed}",
        "{place} 为 {found}；允许：{allowed}",
    ),
    "one": ("the assertion", "断言"),
    "no_answer": ("there is no answer", "没有回答"),
    "unchecked": ("nothing here can check it", "此处无法检查"),
    "not_measured": ("{column} is not known", "{column} 未知"),
    "bad_pattern": (
        "the pattern cannot be evaluated: it is wrong, or uses lookaround, backreferences or \\u, which RE2 does not have",
        "表达式无法求值：写法有误，或用了 RE2 不支持的环视、反向引用或 \\u",
    ),
    "too_tangled": (
        "too many braces to look for an object among them",
        "花括号过多，无法从中查找对象",
    ),
    # What a reader of the results should know.
    "undecided": (
        "{n} case(s) have assertions that could not be decided; the column text_asserts_evidence says why.",
        "{n} 个用例含有无法判定的断言，原因见 text_asserts_evidence 列。",
    ),
}
