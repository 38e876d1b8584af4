"""Sentences of gates on comparisons."""

WORDS: dict[str, tuple[str, str]] = {
    "undefined": (
        "{what} has no {field} in this comparison, so the gate is not met.",
        "本次比较中 {what} 没有 {field}，门槛视为未通过。",
    ),
    "no_group": (
        "There is no change for {column} '{group}': no case that both runs decided says so, or {column} has more than 500 groups.",
        "{column} 中没有“{group}”的变化：双方均有判定的用例中没有该分组，或 {column} 的分组超过 500 个。",
    ),
    "undefined_groups": (
        "No {field} for {column}: {names}; what is undefined does not pass.",
        "{column} 的以下分组没有 {field}：{names}；无定义者不视为通过。",
    ),
    "failed_groups": ("Not met by {column}: {names}", "未达到的 {column}：{names}"),
    "against": ("{text} (against {base})", "{text}（对比 {base}）"),
    "no_baseline": (
        "The baseline {path} cannot be compared with: {why}",
        "无法与基线 {path} 比较：{why}",
    ),
    "no_baseline_hint": (
        "Give the directory of a finished run under baseline.run, relative to the plan; or leave `baseline` out for the first run and compare from then on.",
        "请在 baseline.run 中给出已完成运行的目录（相对于方案文件）；首次运行可先不写 baseline，之后再作比较。",
    ),
    "unknown": (
        "The gate '{text}' is about '{what}', which no comparison has. Close to it: {close}",
        "门槛“{text}”中的“{what}”不存在于任何比较中。相近的有：{close}",
    ),
    "unknown_hint": (
        "A gate is about overall, a part of the scorecard, an indicator, flips, latency, first_token, cost, input_tokens, output_tokens, attempts, errors, timeouts, retries, or one group such as scene.shop (scene.* for all).",
        "门槛可针对 overall、指标体系的组成部分、指标、flips、latency、first_token、cost、input_tokens、output_tokens、attempts、errors、timeouts、retries，或某一分组，例如 scene.shop（scene.* 表示全部）。",
    ),
}
