"""Sentences of the generalisation indicators that are formulas on given inputs."""

WORDS: dict[str, tuple[str, str]] = {
    "cell": (
        "{id}: '{name}' in row {at} is {found}; it must be {allowed}, or null",
        "{id}：第 {at} 行的“{name}”为 {found}，应为{allowed}，或为 null",
    ),
    "number": ("a finite number{low}", "有限数值{low}"),
    "truth": ("true or false", "true 或 false"),
    "negative": (
        "{id}: '{name}' is {found}; it must be at least 0",
        "{id}：“{name}”为 {found}，应不小于 0",
    ),
    "no_base": (
        "Undefined: there is no base to compare with, or it is 0.",
        "无定义：缺少可比较的基准，或基准为 0。",
    ),
    "item": (
        "{id}: item {at} of '{name}' is {found}; it must be a text",
        "{id}：“{name}”的第 {at} 项为 {found}，应为文本",
    ),
    "nothing_required": (
        "Undefined: nothing is required.",
        "无定义：没有应检查的配置。",
    ),
    "no_subtasks": (
        "Undefined: no subtask has both a share and weight.",
        "无定义：没有既有份额又有权重的子任务。",
    ),
    "incomplete": (
        "Undefined: it needs task_quality, communication_rounds and task_time.",
        "无定义：需要 task_quality、communication_rounds 与 task_time。",
    ),
    "no_reference": (
        "No score: set ref_rounds and ref_time to say what is usual.",
        "无得分：请设置 ref_rounds 与 ref_time 作为参照。",
    ),
    "variants": (
        "{id}: 'variants' in row {at} is {found}; it must be a list of true and false",
        "{id}：第 {at} 行的“variants”为 {found}，应为 true 与 false 的列表",
    ),
    "no_pairs": (
        "Undefined: no case has a verdict for both its clean question and a variant.",
        "无定义：没有原题与变体均有判定的用例。",
    ),
    "phases": (
        "No verdicts in these phases: {phases}.",
        "以下阶段没有判定：{phases}。",
    ),
    "sender": (
        "{id}: message {at} has no sender; give each message one",
        "{id}：第 {at} 条消息没有 sender；每条消息都应有发送方",
    ),
    "span": (
        "{id}: span {at} ends at {end}, before it starts at {start}",
        "{id}：第 {at} 个时段的结束时间 {end} 早于开始时间 {start}",
    ),
    "no_messages": (
        "There are no messages between agents.",
        "智能体之间没有消息。",
    ),
}
