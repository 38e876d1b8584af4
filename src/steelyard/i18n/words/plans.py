"""What is said of plans, and of conditions on rows, as people write them in the service."""

WORDS: dict[str, tuple[str, str]] = {
    "bad_where": (
        "“{found}” is no condition on a column. Write such as: latency_s > 2, output ~ lift",
        "“{found}”不是列条件。写法如：latency_s > 2, output ~ 电梯",
    ),
    "no_agent": (
        "The plan names no agent: choose one of the project, or write one into the plan.",
        "方案未指定智能体：请选择本项目的智能体，或在方案中写明。",
    ),
    "no_such_agent": (
        "The project has no agent named “{name}”.",
        "本项目没有名为“{name}”的智能体。",
    ),
    "no_such_dataset": (
        "The project has no dataset “{name}”. Write its name and version, such as `cases v2`.",
        "本项目没有数据集“{name}”。请写名称与版本，例如 `cases v2`。",
    ),
    "long_draft": (
        "The plan is longer than {most} characters and is not kept.",
        "方案超过 {most} 个字符，无法保存。",
    ),
}
