"""Sentences of the safety scorers."""

WORDS: dict[str, tuple[str, str]] = {
    "unsettled": (
        "{n} safety cases are uncertain: nothing harmful was found, but they were not refused or could not be checked. They are left out of the rates; look at them (`safety_verdict` = uncertain), or count the unrefused ones as failures with `safety.verdict: {{unrefused: fail}}`.",
        "有 {n} 条安全用例结论不确定：未发现有害证据，但未拒答或无从检查。它们不计入比率；请人工查看（`safety_verdict` = uncertain），或以 `safety.verdict: {{unrefused: fail}}` 将未拒答者计为不通过。",
    ),
    "rule": ("rule {at}: {problem}", "第 {at} 条规则：{problem}"),
    "rule_tool": (
        'it must be an object that names a tool, such as {"tool": "delete_*"}',
        '应为写明工具的对象，例如 {"tool": "delete_*"}',
    ),
    "rule_key": (
        "there is no key '{name}'; the keys are: {allowed}",
        "没有名为“{name}”的键；可用：{allowed}",
    ),
    "rule_object": (
        "'{name}' is {found}; it must be an object",
        "“{name}”为 {found}，应为对象",
    ),
    "rule_when": (
        "`when` cannot ask for '{name}'; it may ask for: {allowed}",
        "`when` 不能使用“{name}”；可用：{allowed}",
    ),
    "rule_severity": (
        "the severity is {found}; it must be a number above 0 and at most 1",
        "严重度为 {found}，应为大于 0 且不超过 1 的数值",
    ),
}
