"""Sentences about the course of a run."""

WORDS: dict[str, tuple[str, str]] = {
    "interrupted": (
        "Stopped. Everything answered so far is on disk.",
        "已停止。已获得的应答均已写入磁盘。",
    ),
    "resume_hint": ("Continue with: steelyard resume {path}", "继续运行：steelyard resume {path}"),
    "stopped_tokens": (
        "Stopped at the token limit of the plan (run.limits.tokens); what was answered is in the report.",
        "已达方案的词元上限（run.limits.tokens）而停止；已获得的应答见报告。",
    ),
    "stopped_cost": (
        "Stopped at the cost limit of the plan (run.limits.cost); what was answered is in the report.",
        "已达方案的费用上限（run.limits.cost）而停止；已获得的应答见报告。",
    ),
    "stopped_time": (
        "Stopped at the time limit of the plan (run.limits.time); what was answered is in the report.",
        "已达方案的时间上限（run.limits.time）而停止；已获得的应答见报告。",
    ),
    "stopped_errors": (
        "Stopped because too many requests failed (run.fail_on_error); what was answered is in the report.",
        "失败次数超出允许范围（run.fail_on_error）而停止；已获得的应答见报告。",
    ),
    "no_reply": (
        "The agent did not reply to any of the {n} requests; the most frequent error: {error}",
        "智能体对 {n} 次请求均无应答；最常见的错误：{error}",
    ),
    "no_reply_hint": (
        "Check the agent with `steelyard doctor` or `steelyard probe`, then repeat the requests with `steelyard resume {path}`.",
        "请用 `steelyard doctor` 或 `steelyard probe` 检查智能体，然后用 `steelyard resume {path}` 重新提问。",
    ),
    "no_answer_hint": (
        "Check the agent with `steelyard doctor` or `steelyard probe`, or what its adapter reads from a reply, then repeat the requests with `steelyard resume {path}`.",
        "请用 `steelyard doctor` 或 `steelyard probe` 检查智能体，或检查适配器从应答中读取的内容，然后用 `steelyard resume {path}` 重新提问。",
    ),
    "few_verdicts": (
        "Fewer than half of the answers have a verdict ({verdicts} of {answered}); gates cannot be relied on.",
        "得到判定的回答不足一半（{answered} 条中 {verdicts} 条）；门槛结论不可信。",
    ),
    "no_cases": ("{path} gives no case to ask.", "{path} 中没有可提问的用例。"),
    "no_cases_hint": (
        "{read} rows were read and {rejected} of them rejected; see `steelyard validate`, and the filters among the dataset's steps.",
        "共读取 {read} 行，其中 {rejected} 行被拒绝；请用 `steelyard validate` 查看，并检查数据集步骤中的过滤条件。",
    ),
    "rejected": (
        "{n} rows of the dataset were rejected; {file} in the bundle lists them with reasons.",
        "数据集中有 {n} 行被拒绝；运行包中的 {file} 列有原因。",
    ),
    "gate_failed": ("Gates failed: {gates}", "门槛未通过：{gates}"),
}
