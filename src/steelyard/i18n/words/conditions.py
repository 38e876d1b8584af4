"""Sentences about the conditions under which cases are asked."""

WORDS: dict[str, tuple[str, str]] = {
    "one_kind": (
        "A condition is exactly one of perturb, load, faults; found: {found}",
        "每个评测条件只能是 perturb、load、faults 之一；实际为：{found}",
    ),
    "twice": (
        "The condition `{kind}` is there twice; put everything into one.",
        "评测条件 `{kind}` 出现了两次；请合并为一个。",
    ),
    "twice_environment": (
        "Two environments are called {name}; each needs a name of its own.",
        "有两个环境同名：{name}；每个环境须有唯一名称。",
    ),
    "load_empty": (
        "Say `peak: 32` (users, or requests per second), or `ramp: [1, 2, 4, 8]`, or both.",
        "请写明 `peak: 32`（用户数或每秒请求数）或 `ramp: [1, 2, 4, 8]`，也可两者都写。",
    ),
    "peak_low": (
        "The peak ({peak}) must be higher than the baseline ({baseline}).",
        "峰值（{peak}）必须高于基线（{baseline}）。",
    ),
    "ramp_order": (
        "The loads of a ramp rise, each once, such as [1, 2, 4, 8].",
        "爬坡负载须逐级升高且不重复，例如 [1, 2, 4, 8]。",
    ),
    "whole_users": (
        "Users are counted whole; found {found}. For a rate say `arrivals: constant`.",
        "用户数必须为整数；实际为 {found}。若要按速率，请写 `arrivals: constant`。",
    ),
    "claims": (
        "{n} rows of the dataset say `{flag}` themselves; this run makes the condition happen and "
        "measures it, so what they say is kept under metadata and not used.",
        "数据集中有 {n} 行自带 `{flag}`；本次运行会真实制造并测量该条件，"
        "因此这些声明仅保留在元数据中，不参与计算。",
    ),
    "deploy": ("Deploy to {name}, attempt {number}", "部署到 {name}，第 {number} 次尝试"),
    "unsuited": (
        "{kind}: nothing to change in {n} cases, so they were not asked that way.",
        "{kind}：有 {n} 个用例无可改动之处，未按该方式提问。",
    ),
}
