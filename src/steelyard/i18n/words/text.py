"""Sentences of the text scorers."""

WORDS: dict[str, tuple[str, str]] = {
    "needs_jieba": (
        "tokenizer: 'jieba' needs the package jieba, which is not installed",
        "tokenizer：“jieba”需要 jieba 软件包，当前未安装",
    ),
    "needs_jieba_hint": (
        "Install it with: pip install 'steelyard[jieba]', or use the tokenizer 'auto', which cuts Chinese by character.",
        "安装：pip install 'steelyard[jieba]'；或改用按字切分中文的分词方式“auto”。",
    ),
    "field_not_text": (
        "{found} is not a path; write texts such as 'user.name' or 'items.0.id'",
        "{found} 不是字段路径；请写成文本，例如“user.name”或“items.0.id”",
    ),
    "bad_pattern": (
        "'{pattern}' is not a regular expression of RE2, which has no lookaround and no backreferences: {error}",
        "“{pattern}”不是有效的 RE2 正则表达式（不支持环视和反向引用）：{error}",
    ),
    "reference_not_text": (
        "{id}: references[{at}] is {found}; every reference must be a text",
        "{id}：references[{at}] 为 {found}；references 的每一项都应为文本",
    ),
    "corpus_inputs": (
        "{id}: give either 'counts' (rows of stored counts) or both 'outputs' and 'references'",
        "{id}：请提供“counts”（已存计数的各行），或同时提供“outputs”与“references”",
    ),
    "corpus_lengths": (
        "{id}: there are {outputs} outputs and {references} lists of references; the two must be of equal length",
        "{id}：有 {outputs} 条输出和 {references} 组参考文本；两者数量应相同",
    ),
    "corpus_row": (
        "{id}: counts[{at}]: '{name}' is {found}; it must be a whole number of 0 or more",
        "{id}：counts[{at}]：“{name}”为 {found}；应为不小于 0 的整数",
    ),
    "corpus_references": (
        "{id}: references[{at}] is {found}; it must be a list of at least one text",
        "{id}：references[{at}] 为 {found}；应为至少含一条文本的列表",
    ),
    "corpus_output": (
        "{id}: outputs[{at}] is {found}; it must be a text",
        "{id}：outputs[{at}] 为 {found}；应为文本",
    ),
}
