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
    "unequal": (
        "{id}: {values} values but {variances} variances; give one variance per value",
        "{id}：共 {values} 个估计值，却有 {variances} 个方差，两者应一一对应",
    ),
    "variance": (
        "{id}: item {at} of 'variances' is {found}; a variance is above 0",
        "{id}：“variances”的第 {at} 项为 {found}；方差应大于 0",
    ),
    "few_groups": (
        "Undefined: {n} groups cannot tell how much groups differ; give at least 3.",
        "无定义：{n} 组不足以估计组间差异，至少需要 3 组。",
    ),
    "few_scenes": (
        "{n} scenes cannot tell how much scenes differ; at least {least} are needed",
        "{n} 个场景不足以估计场景间的差异，至少需要 {least} 个",
    ),
    "worst": (
        "Weakest of {scenes} scenes: {scene}, {value} against {others} elsewhere; difference {gap} points at {confidence} for having been picked: {evidence}.",
        "{scenes} 个场景中最弱：{scene}，完成率 {value}，其余为 {others}；差值 {gap} 个百分点（因系挑选所得，置信水平取 {confidence}）：{evidence}。",
    ),
    "worst_plain": (
        "Weakest of {scenes} scenes: {scene}, {value} against {others} elsewhere.",
        "{scenes} 个场景中最弱：{scene}，完成率 {value}，其余为 {others}。",
    ),
    "never_seen": (
        "A scene never seen: near {value}, between {interval} % at {confidence}, from {scenes} scenes; between scenes SD {sd} points, ICC {icc}; predicting each from the others misses by {error} points.",
        "从未见过的场景：约 {value}，{confidence} 预测区间 {interval} %，依据 {scenes} 个场景；场景间标准差 {sd} 个百分点，ICC {icc}；以其余场景预测各场景，平均误差 {error} 个百分点。",
    ),
    "never_seen_short": (
        "A scene never seen: near {value}, between {interval} % at {confidence}, from {scenes} scenes; between scenes SD {sd} points, ICC {icc}.",
        "从未见过的场景：约 {value}，{confidence} 预测区间 {interval} %，依据 {scenes} 个场景；场景间标准差 {sd} 个百分点，ICC {icc}。",
    ),
    "never_seen_unknown": (
        "A scene never seen: nothing can be said; {why}.",
        "从未见过的场景：无法预计；{why}。",
    ),
    "fault_matrix": ("What became of answers under faults", "故障下应答的结果"),
    "fault": ("Fault", "故障"),
    "landed": ("Applied", "生效"),
    "fault_right": ("right", "正确"),
    "fault_wrong": ("wrong", "错误"),
    "fault_timed_out": ("timed out", "超时"),
    "fault_failed": ("failed", "出错"),
    "fault_unknown": ("no verdict", "无判定"),
    "fault_retried": ("retried", "重试"),
    "requirements": ("Requirements by environment", "各环境的清单要求"),
    "requirements_hint": (
        "✓ holds, ✗ does not, ? could not be told; * critical",
        "✓ 满足，✗ 不满足，? 无法确定；* 关键项",
    ),
    "requirement": ("Requirement", "要求"),
}
