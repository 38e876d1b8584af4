"""Sentences about what a plan accepts of an agent's claims."""

WORDS: dict[str, tuple[str, str]] = {
    "unknown": (
        "'{name}' is not an outcome field that an agent can claim; allowed: {known}",
        "“{name}”不是智能体可以自称的结果字段；可用：{known}",
    ),
    "is_answer": (
        "'{name}' is an answer, which scorers judge; it is always used and need not be listed",
        "“{name}”属于回答，由评分器评判，始终采用，无需列出",
    ),
    "empty_witness": (
        "each witness needs a name and at least one field: {{simulator: [state_end]}}",
        "每个见证方须有名称和至少一个字段，例如 {{simulator: [state_end]}}",
    ),
    "never_verdict": (
        "'{name}' cannot be taken from the reply: the verdict is given by the scorers; choose them under `scorers`",
        "“{name}”不能取自应答：判定由评分器给出，请在 scorers 中选择",
    ),
    "never_runner": (
        "'{name}' cannot be taken from the reply: the run measures it itself",
        "“{name}”不能取自应答：由本次运行自行测量",
    ),
    "never_condition": (
        "'{name}' cannot be taken from the reply: test conditions are made by the plan (`conditions`) or declared by the dataset",
        "“{name}”不能取自应答：评测条件由评估方案（conditions）施加或由数据集申报",
    ),
    "never_portability": (
        "'{name}' cannot be accepted as a claim: portability is measured under `environments`, reported by a `witness`, or declared by the dataset",
        "“{name}”不能作为自称值接受：可移植性由 environments 实测、由 witness 见证，或由数据集申报",
    ),
    "with_conditions": (
        "claims of success ({names}) cannot be accepted together with {kinds}: there success is measured, and a claim on one side only is no comparison; remove them from `accept`, or run the conditions in a plan of their own",
        "接受自称的成败（{names}）时不能同时使用 {kinds}：这些条件下的成败须实测，仅一侧为自称值则无从比较；请从 accept 中移除，或将这些条件另写一个评估方案",
    ),
    "rescore_differs": (
        "`accept` and `witness` of a finished run cannot change when it is re-scored (then: {before}; now: {now}). Run the plan again.",
        "重新评分时不能更改已完成运行的 accept 与 witness（原为：{before}；现为：{now}）。请重新运行该方案。",
    ),
}
