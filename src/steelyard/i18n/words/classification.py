"""Sentences of classification."""

WORDS: dict[str, tuple[str, str]] = {
    "needs_pattern": (
        "{id}: method 'regex' needs the parameter 'pattern', such as 'Answer: (\\w+)'",
        "{id}：regex 方式需要参数“pattern”，例如“答案：(\\w+)”",
    ),
    "bad_pattern": (
        "{id}: the pattern '{pattern}' is not a regular expression: {error}",
        "{id}：“{pattern}”不是有效的正则表达式：{error}",
    ),
    "needs_labels": (
        "{id}: method '{method}' needs the parameter 'labels', the list of labels to look for",
        "{id}：{method} 方式需要参数“labels”，即要查找的类别列表",
    ),
    "label_not_text": (
        "{id}: labels[{at}] is {found}; every label must be a text that is not blank",
        "{id}：labels[{at}] 为 {found}；每个类别都应为非空文本",
    ),
    "lengths": (
        "{id}: there are {truth} right labels and {predicted} predictions; the two must be of equal length",
        "{id}：有 {truth} 个真实类别和 {predicted} 个预测类别；两者数量应相同",
    ),
    "bad_label": (
        "{id}: {name}[{at}] is {found}; a label must be a text or a number",
        "{id}：{name}[{at}] 为 {found}；类别应为文本或数值",
    ),
}
