"""Sentences of reports about missions."""

WORDS: dict[str, tuple[str, str]] = {
    "panel": ("Beside the score", "另行展示"),
    "panel_hint": ("not blended into it", "不计入总体得分"),
    "requirement": ("{field} {sign} {limit}", "{field} {sign} {limit}"),
    "requirements_hint": (
        "Each requirement alone; jointly is what counts, and can be far less.",
        "此处为各项要求单独满足的比例；同时满足的比例可能低得多。",
    ),
    "adc": ("From start to end", "由初始到结束"),
    "adc_hint": (
        "A · D · C: starts, ends, and what those are worth",
        "A · D · C：从何种状态开始、转入何种状态、效能如何",
    ),
    "start": ("Start", "初始状态"),
    "available": ("A", "A"),
    "runs": ("runs", "次数"),
    "ends_in": ("ends {state}", "结束于{state}"),
    "end_states": ("all starts: A · D", "合计：A · D"),
    "capability": ("effectiveness: C", "效能：C"),
    "state_nominal": ("nominal", "正常"),
    "state_degraded": ("degraded", "降级"),
    "state_failed": ("failed", "失效"),
    "adc_same_rows": (
        "E = A · D · C = {value}. All three come from the same missions, so E equals their plain "
        "mean: it shows where effectiveness is lost and is no number of its own.",
        "E = A · D · C = {value}。三者取自同一批任务，故 E 等于效能的简单平均：它说明效能损失在何处，"
        "并非另一个结果。",
    ),
    "adc_given": (
        "E = A · D · C = {value}, with A from the plan, D and C from this run, whose plain mean is "
        "{mean}.",
        "E = A · D · C = {value}；其中 A 取自评估方案，D 与 C 取自本次运行，后者的简单平均为 {mean}。",
    ),
    "adc_unseen": (
        "E is undefined: by the plan missions may start {states}, and none of this run did. Add "
        "missions that do, or set that availability to 0.",
        "E 无定义：按评估方案任务可能从{states}状态开始，但本次运行中没有。请补充此类任务，"
        "或将该可用度设为 0。",
    ),
    "and": (", ", "、"),
}
