"""Sentences of the scorers."""

WORDS: dict[str, tuple[str, str]] = {
    "column_taken": (
        "scorers: {id} would write the column '{column}', which {other} already writes",
        "scorers：{id} 要写入的列“{column}”已由 {other} 写入",
    ),
    "column_taken_hint": (
        "Name a scorer once, or give one of the two entries a name, which its columns then carry: "
        "- {id}: {{as: my_name}}",
        "同一评分算法请只列一次；确需两次时给其中一项命名，其各列即以该名开头：- {id}: {{as: my_name}}",
    ),
    "bad_name": (
        "{id}: 'as' is {found}; it names columns, so it must be a-z, 0-9 and _, begin with a letter "
        "and be at most 40 long, such as tone or bleu_zh",
        "{id}：as 为 {found}；它用作列名，只能由小写字母、数字与下划线组成，以字母开头，不超过 40 个字符，"
        "例如 tone 或 bleu_zh",
    ),
    "name_taken": (
        "{id}: named '{name}' it would write the column '{column}', which belongs to {owner}; "
        "choose another name",
        "{id}：命名为“{name}”时将写入列“{column}”，而该列属于{owner}；请换一个名称",
    ),
    "results_table": ("the results table itself", "结果表本身"),
}
