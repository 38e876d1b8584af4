"""Sentences about asking under conditions."""

WORDS: dict[str, tuple[str, str]] = {
    "cannot_open": ("{name}: {error}", "{name}：{error}"),
    "deployed": ("The agent runs there.", "智能体已在该环境中运行。"),
    "not_needed": ("Not needed: an earlier attempt worked.", "无需尝试：之前的尝试已成功。"),
    "not_deployed": (
        "The agent did not come to run in the environment {name}: {error}",
        "智能体未能在环境 {name} 中运行：{error}",
    ),
}
