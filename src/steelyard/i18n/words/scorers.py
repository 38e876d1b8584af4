"""Sentences of the scorers."""

WORDS: dict[str, tuple[str, str]] = {
    "column_taken": (
        "{id}: the column '{column}' is already written by another scorer; name each scorer once",
        "{id}：列“{column}”已由另一评分算法写入；每个评分算法只能列出一次",
    ),
}
