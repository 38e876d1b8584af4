"""Sentences of the trajectory scorers."""

WORDS: dict[str, tuple[str, str]] = {
    "lengths": (
        "{id}: '{first}' has {n} values and '{second}' {m}; give one of each per case",
        "{id}：“{first}”有 {n} 个值而“{second}”有 {m} 个；每个用例应各给一个",
    ),
    "number": (
        "{id}: value {at} of '{name}' is {found}; it must be a number or null",
        "{id}：“{name}”的第 {at} 个值为 {found}，应为数值或 null",
    ),
    "flag": (
        "{id}: value {at} of '{name}' is {found}; it must be true, false, 1, 0 or null",
        "{id}：“{name}”的第 {at} 个值为 {found}，应为 true、false、1、0 或 null",
    ),
    "confidence": (
        "{id}: a confidence is {found}; it must lie between 0 and 1 (divide percentages by 100)",
        "{id}：有置信度为 {found}，应在 0 到 1 之间（百分数请除以 100）",
    ),
}
