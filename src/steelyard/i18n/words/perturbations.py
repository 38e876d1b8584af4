"""Sentences of the perturbations."""

WORDS: dict[str, tuple[str, str]] = {
    "no_text": (
        "the input has no text to change; give text, chat messages with a user message, or an object with one text or a field such as 'question', or name the field",
        "输入中没有可改动的文本；请提供文本、含用户消息的对话，或只含一个文本（或含“question”等字段）的对象，也可指明字段",
    ),
    "nothing": ("it needs {needs}", "需要{needs}"),
    "safety_case": (
        "the case is a safety case of its own (kind: {kind}); an attack on top would hide what it asks",
        "该用例本身就是安全用例（kind：{kind}）；叠加攻击会掩盖其原意",
    ),
    "strength": (
        "kinds: '{kind}' gives the strength '{found}'; after @ stands a number, such as zh.homophone@0.1",
        "kinds：“{kind}”的强度为“{found}”；@ 之后应为数字，例如 zh.homophone@0.1",
    ),
}
