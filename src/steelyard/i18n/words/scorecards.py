"""Sentences of the scorecards, the overall score and the gates."""

WORDS: dict[str, tuple[str, str]] = {
    "low_coverage": (
        "Only {share} of the weight is backed by data; read the score with its bounds.",
        "仅有 {share} 的权重有数据支撑，请结合上下界解读该得分。",
    ),
    "nothing": (
        "There is neither an F1 nor a functional or safety accuracy to weigh.",
        "既无 F1，也无功能或安全准确率，无法加权。",
    ),
    "interval_shared_cases": (
        "No interval: F1 and the generalisation score rest on the same cases.",
        "无区间：F1 与通用化得分基于相同的用例。",
    ),
    "interval_of_part": (
        "No interval: one of its parts has none.",
        "无区间：其组成部分中有一项没有区间。",
    ),
    "score": (
        "{id}: the score '{name}' is {found}; it must be null or a number from 0 to 1",
        "{id}：得分“{name}”为 {found}，应为空或 0 至 1 之间的数",
    ),
    "weight": (
        "{id}: the weight of '{name}' is {found}; it must be a number not below 0",
        "{id}：“{name}”的权重为 {found}，应为不小于 0 的数",
    ),
    "weight_unknown": (
        "{id}: '{name}' is not one of: {allowed}",
        "{id}：“{name}”不在以下名称之中：{allowed}",
    ),
    "weights_zero": (
        "{id}: the weights add up to 0; at least one must be above 0",
        "{id}：权重之和为 0，至少应有一项大于 0",
    ),
    "not_object": (
        "{id}: '{name}' must be an object of name and score, such as {{\"a\": 0.8}}",
        '{id}：“{name}”应为名称到得分的对象，例如 {{"a": 0.8}}',
    ),
    "no_file": ("There is no scorecard file {path}", "找不到指标体系文件 {path}"),
    "no_template": (
        "There is no scorecard '{name}'. Built in: {allowed}; or give a path ending in .yaml",
        "没有名为“{name}”的指标体系。内置：{allowed}；也可给出以 .yaml 结尾的路径",
    ),
    "not_yaml": ("{source} is not YAML: {problem}", "{source} 不是有效的 YAML：{problem}"),
    "bad_file": (
        "{source} is not a scorecard ({problem}). It needs id, version, name and dimensions, each "
        "with weight, name and members",
        "{source} 不是有效的指标体系（{problem}）。需要 id、version、name 与 dimensions，"
        "每个维度含 weight、name 与 members",
    ),
    "fallback": (
        "{source}: fallback.mode cannot be {found}. Allowed: {allowed}",
        "{source}：fallback.mode 不能取 {found}。可取：{allowed}",
    ),
    "gate_form": (
        "The gate '{text}' is not of the form: indicator: field op number, such as "
        "base.f1: ci_low >= 0.8",
        "门槛“{text}”格式有误，应为“指标: 字段 比较符 数值”，例如 base.f1: ci_low >= 0.8",
    ),
    "gate_field": (
        "The gate '{text}' asks for '{found}'. Allowed: {allowed}",
        "门槛“{text}”中的字段“{found}”无效。可用：{allowed}",
    ),
    "gate_op": (
        "The gate '{text}' compares with '{found}'. Allowed: {allowed}",
        "门槛“{text}”中的比较符“{found}”无效。可用：{allowed}",
    ),
    "gate_limit": (
        "The gate '{text}' compares with '{found}', which is not a number",
        "门槛“{text}”中的“{found}”不是数值",
    ),
    "gate_undefined": (
        "{id} has no {field}, so the gate is not met. {notes}",
        "{id} 没有 {field}，门槛视为未通过。{notes}",
    ),
    "gate_not_computed": ("It was not computed.", "该指标未计算。"),
    "unknown_column": (
        "breakdowns: there is no column '{column}'; close to it, or all there are: {names}",
        "breakdowns：没有列“{column}”；相近或可用的列：{names}",
    ),
}
