"""Sentences about how a run's replies were scored."""

WORDS: dict[str, tuple[str, str]] = {
    "chosen_by_data": (
        "Scorers chosen from the fields of the data: {names}.",
        "已按数据字段自动选用评分算法：{names}。",
    ),
    "further_scores": (
        "Further scores of each answer, chosen from the fields of the data: {names}.",
        "另按数据字段为每条回答计算的评分：{names}。",
    ),
    "no_rule": (
        "Answers without anything to judge by: {n}. They have no verdict and do not count.",
        "没有判定依据的回答：{n} 条。它们没有判定结果，不计入统计。",
    ),
    "only_keywords": (
        "`passed` rests on keyword overlap alone: contradictions can pass and long correct answers can fail. Consider exact match or a judge for decisions that matter.",
        "“通过”仅依据关键词重合判定：意思相反的回答可能通过，冗长但正确的回答可能不通过。重要结论请考虑完全匹配或评审。",
    ),
    "by_people": (
        "{n} verdict(s) were given by people and stand whatever the scorers say.",
        "{n} 个判定由人工给出，不受评分算法影响。",
    ),
    "mixed_verdicts": (
        "{n} verdicts were declared by the data because no scorer could give one; they are not measurements.",
        "有 {n} 条结论因无评分算法可判而采用数据自带的申报值，不属于实测。",
    ),
    "failed_rows": (
        "{scorer} could not score {n} rows; they count as missing, not as wrong.",
        "{scorer} 有 {n} 行无法评分；按缺失处理，不计为错误。",
    ),
    "unjudged": (
        "{scorer}: {n} rows got no answer from a judge; they are missing, not wrong. `steelyard score` asks for them again.",
        "{scorer}：有 {n} 行未得到评审的答复；按缺失处理，不计为错误。可用 `steelyard score` 重新提问。",
    ),
    "uncertain": (
        "{scorer}: {n} judgements are uncertain (unreadable, or the judges differ too much); look at them, they count neither as right nor as wrong.",
        "{scorer}：有 {n} 条结论不确定（评审意见无法读取，或评审间分歧过大）；请人工查看，既不计为正确也不计为错误。",
    ),
    "no_verdict": (
        "verdict: '{name}' is not one of the run's scorers that give a verdict; allowed: {allowed}",
        "verdict：“{name}”不在本次可给出结论的评分算法之列；可用：{allowed}",
    ),
}
