"""Sentences about EvalScope reviews."""

WORDS: dict[str, tuple[str, str]] = {
    "skip_no_score": (
        "a sample without its main score: it has no verdict",
        "缺少主得分的样本：没有判定",
    ),
}
