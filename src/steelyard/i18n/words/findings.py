"""What stands out in a run: sentences with their numbers, never a claim about causes."""

WORDS: dict[str, tuple[str, str]] = {
    # Harm.
    "leak": (
        "{n} of {of} cases with a secret leaked it{interval}.",
        "{of} 个含金丝雀的用例中有 {n} 个发生泄露{interval}。",
    ),
    "harmful_call": (
        "{n} of {of} cases with tool calls made a harmful one{interval}.",
        "{of} 个含工具调用的用例中有 {n} 个出现有害调用{interval}。",
    ),
    "injection": (
        "{n} of {of} injection attacks succeeded{interval}.",
        "{of} 个注入攻击用例中有 {n} 个被攻破{interval}。",
    ),
    "personal_data": (
        "{n} of {of} cases disclosed personal data{interval}.",
        "{of} 个用例中有 {n} 个泄露了个人信息{interval}。",
    ),
    "harm_gate": ("Gate not met: {gate}.", "门槛未达到：{gate}。"),
    # Verdicts.
    "may_not_fit": (
        "The scorer may not fit these answers: `{scorers}` would pass {then} of them, not {now}.",
        "评分算法可能不适合这些应答：改用 `{scorers}` 时通过率为 {then}，而非 {now}。",
    ),
    "no_verdict": (
        "{n} of {of} answers have no verdict ({share}) and count in no rate.",
        "{of} 个应答中有 {n} 个没有判定结果（{share}），不计入任何比率。",
    ),
    "no_verdict_one": (
        "{n} of {of} answers has no verdict ({share}) and counts in no rate.",
        "{of} 个应答中有 {n} 个没有判定结果（{share}），不计入任何比率。",
    ),
    # Level.
    "level": (
        "{passed} of {n} cases passed ({value}){interval}.",
        "{n} 个用例中有 {passed} 个通过（{value}）{interval}。",
    ),
    "level_one": (
        "{passed} of {n} case passed ({value}){interval}.",
        "{n} 个用例中有 {passed} 个通过（{value}）{interval}。",
    ),
    "level_epochs": (
        "{value} of the answers to {n} cases passed{interval}, averaged over epochs.",
        "{n} 个用例的应答通过率为 {value}{interval}（按重复轮次平均）。",
    ),
    # Failures by reason.
    "timeout": (
        "{times} of {n} requests timed out ({share}).",
        "{n} 次请求中有 {times} 次超时（{share}）。",
    ),
    "agent_error": (
        "{times} of {n} requests ended with an agent error ({share}).",
        "{n} 次请求中有 {times} 次因智能体出错而失败（{share}）。",
    ),
    "infra_error": (
        "{times} of {n} requests failed on the way to the agent ({share}) and count in no rate.",
        "{n} 次请求中有 {times} 次未能送达智能体（{share}），不计入任何比率。",
    ),
    "blank": (
        "{times} of {n} replies are blank ({share}).",
        "{n} 次应答中有 {times} 次为空（{share}）。",
    ),
    "unread": (
        "In {times} of {n} replies no answer could be read ({share}).",
        "{n} 次应答中有 {times} 次无法读出答案（{share}）。",
    ),
    "over_refused": (
        "{times} of {n} requests are harmless and were refused ({share}).",
        "{n} 次请求中有 {times} 次属正常请求却被拒答（{share}）。",
    ),
    "environment_broken": (
        "The agent failed to start in environment “{name}” ({n} of {of} environments).",
        "智能体未能在环境“{name}”中启动（{of} 个环境中有 {n} 个）。",
    ),
    "completed_but_wrong": (
        "{wrong} of {completed} completed cases ({share}) are completed and still wrong.",
        "{completed} 个已完成的用例中有 {wrong} 个（{share}）虽已完成但结果错误。",
    ),
    "declared_completed_but_wrong": (
        "{wrong} of the {completed} cases that the dataset declares as completed ({share}) are wrong.",
        "数据集申报为已完成的 {completed} 个用例中，有 {wrong} 个（{share}）结果错误。",
    ),
    "claimed_completed_but_wrong": (
        "{wrong} of the {completed} cases that the agent claims to have completed ({share}) are wrong.",
        "智能体自称已完成的 {completed} 个用例中，有 {wrong} 个（{share}）结果错误。",
    ),
    # Differences.
    "scenario": (
        "Scenario “{name}” is weaker: {value} completed against {reference} in the other scenarios ({n} cases, {p}).",
        "场景“{name}”较弱：完成率 {value}，其余场景为 {reference}（{n} 个用例，{p}）。",
    ),
    "unseen": (
        "Unseen scenarios are weaker: {value} completed against {reference} in training scenarios ({n} cases, {p}).",
        "非训练场景较弱：完成率 {value}，训练场景为 {reference}（{n} 个用例，{p}）。",
    ),
    "abnormal": (
        "Abnormal inputs are answered worse: {value} passed against {reference} of the normal ones ({n} cases, {p}).",
        "异常输入下表现更差：通过率 {value}，正常输入为 {reference}（{n} 个用例，{p}）。",
    ),
    "slow": (
        "Slow answers are worse: {value} passed against {reference} of the fast ones ({n} slow cases, {p}).",
        "慢应答更差：通过率 {value}，快应答为 {reference}（{n} 个慢应答用例，{p}）。",
    ),
    "perturbation": (
        "Under perturbation “{name}”, {value} of the cases are completed against {reference} in the baseline (the same {n} cases, {p}).",
        "施加扰动“{name}”后完成率为 {value}，原始条件下为 {reference}（同样的 {n} 个用例，{p}）。",
    ),
    "reaction": (
        "Under perturbation “{name}”, the agent reacts as it should in {value} of the cases; it passed {reference} of them in the baseline (the same {n} cases, {p}).",
        "施加扰动“{name}”后，智能体反应正确的比例为 {value}，原始条件下通过率为 {reference}（同样的 {n} 个用例，{p}）。",
    ),
    "fault": (
        "Under fault “{name}”, {value} of the cases are completed against {reference} in the baseline (the same {n} cases, {p}).",
        "故障“{name}”生效时完成率为 {value}，原始条件下为 {reference}（同样的 {n} 个用例，{p}）。",
    ),
    "load": (
        "Under load “{name}”, {value} of the cases are completed against {reference} in the baseline (the same {n} cases, {p}).",
        "负载“{name}”下完成率为 {value}，原始条件下为 {reference}（同样的 {n} 个用例，{p}）。",
    ),
    "load_time": (
        "Under load “{name}”, responses take {value} times as long as in the baseline (median over the same {n} cases, {p}).",
        "负载“{name}”下响应耗时为原始条件下的 {value} 倍（同样 {n} 个用例的中位数，{p}）。",
    ),
    "environment": (
        "In environment “{name}”, {value} of the cases are completed against {reference} in the baseline (the same {n} cases, {p}).",
        "在环境“{name}”中完成率为 {value}，原始条件下为 {reference}（同样的 {n} 个用例，{p}）。",
    ),
    "environment_time": (
        "In environment “{name}”, responses take {value} times as long as in the baseline (median over the same {n} cases, {p}).",
        "在环境“{name}”中响应耗时为原始条件下的 {value} 倍（同样 {n} 个用例的中位数，{p}）。",
    ),
    "partner": (
        "Team member “{name}” is mostly idle: it sends {value} of the messages, an equal share is {reference} ({n} cases, {p}).",
        "团队成员“{name}”基本闲置：发出的消息占 {value}，均等份额为 {reference}（{n} 个用例，{p}）。",
    ),
    "and_more": ("And {more} more: {names}.", "另有 {more} 项：{names}。"),
    "name_and_share": ("{name} at {value}", "{name}为 {value}"),
    "name_and_time": ("{name} at × {value}", "{name}为 {value} 倍"),
    # Names of what is compared.
    "name_unseen": ("unseen scenarios", "非训练场景"),
    "name_abnormal": ("abnormal inputs", "异常输入"),
    "name_slow": ("slow answers", "慢应答"),
    "phase_baseline": ("baseline phase", "基线阶段"),
    "phase_peak": ("peak", "高峰"),
    "phase_recovery": ("recovery", "恢复"),
    "phase_ramp": ("ramp", "爬坡"),
    # Held up.
    "held_up": (
        "Held up within {floor} points, at 95 % confidence: {names}.",
        "以 95 % 置信度确认下降不超过 {floor} 个百分点：{names}。",
    ),
    "held_unseen": ("{name}", "{name}"),
    "held_abnormal": ("{name}", "{name}"),
    "held_slow": ("{name}", "{name}"),
    "held_perturbation": ("perturbation “{name}”", "扰动“{name}”"),
    "held_reaction": ("reaction to “{name}”", "对“{name}”的反应"),
    "held_fault": ("fault “{name}”", "故障“{name}”"),
    "held_load": ("load “{name}”", "负载“{name}”"),
    "held_environment": ("environment “{name}”", "环境“{name}”"),
    # Further.
    "gates": (
        "{n} of {of} gates are not met: {gates}.",
        "{of} 项门槛中有 {n} 项未达到：{gates}。",
    ),
    "gates_one": ("Gate not met: {gates}.", "门槛未达到：{gates}。"),
    "checklist": (
        "Environment “{name}” fails {n} checklist requirements.",
        "环境“{name}”有 {n} 项清单要求未满足。",
    ),
    "checklist_one": (
        "Environment “{name}” fails {n} checklist requirement.",
        "环境“{name}”有 {n} 项清单要求未满足。",
    ),
    "few_cases": (
        "Only {n} cases have a verdict: {value} may as well be {low} or {high}.",
        "有判定的用例仅 {n} 个：{value} 实际也可能是 {low} 或 {high}。",
    ),
    "few_cases_one": (
        "Only {n} case has a verdict: {value} may as well be {low} or {high}.",
        "有判定的用例仅 {n} 个：{value} 实际也可能是 {low} 或 {high}。",
    ),
    "new_scenario": (
        "In a scenario never seen, completion is expected near {value}, between {low} and {high} (from {scenes} scenarios).",
        "在从未见过的场景中，预计完成率约为 {value}，介于 {low} 与 {high} 之间（依据 {scenes} 个场景）。",
    ),
    "driver_more": (
        "“{name}” correlates most closely with passing: cases with more of it pass more often (ρ {rho}, {n} cases, {p}).",
        "与通过相关最强的是“{name}”：取值越大，通过越多（ρ {rho}，{n} 个用例，{p}）。",
    ),
    "driver_less": (
        "“{name}” correlates most closely with passing: cases with more of it pass less often (ρ {rho}, {n} cases, {p}).",
        "与通过相关最强的是“{name}”：取值越大，通过越少（ρ {rho}，{n} 个用例，{p}）。",
    ),
    "reversal": (
        "“{a}” and “{b}” correlate one way over all cases ({pooled}) and the other way inside scenarios ({within}): do not read the first without the second.",
        "“{a}”与“{b}”在全部用例上的相关（{pooled}）与场景内的相关（{within}）方向相反，不可只看前者。",
    ),
    "balance_recall": (
        "F1 is carried by precision ({precision}); recall is {recall}, balance {balance}.",
        "F1 主要由精确率（{precision}）支撑，召回率为 {recall}，平衡性 {balance}。",
    ),
    "balance_precision": (
        "F1 is carried by recall ({recall}); precision is {precision}, balance {balance}.",
        "F1 主要由召回率（{recall}）支撑，精确率为 {precision}，平衡性 {balance}。",
    ),
    "redundancy": (
        "{names} say nearly the same (ρ {rho}): merge them or let them share one weight.",
        "{names} 所反映的内容几乎相同（ρ {rho}），可考虑合并或共享权重。",
    ),
    "coverage": (
        "The overall score is based on {coverage} of the scorecard's weight; the rest was not measured.",
        "总体得分仅依据指标体系 {coverage} 的权重，其余未测得。",
    ),
    "coverage_between": (
        "The overall score is based on {coverage} of the scorecard's weight; measured in full it would lie between {low} and {high}.",
        "总体得分仅依据指标体系 {coverage} 的权重；全部测得时应介于 {low} 与 {high} 之间。",
    ),
    # Reports.
    "title": ("What stands out", "要点"),
    "comparisons_made": (
        "{n} comparisons were made; at most 5 % of healthy agents get any of the differences.",
        "共作 {n} 次比较；健康的智能体被指出任何差异的概率不超过 5 %。",
    ),
    "one_comparison_made": (
        "1 comparison was made; at most 5 % of healthy agents get a difference.",
        "共作 1 次比较；健康的智能体被指出差异的概率不超过 5 %。",
    ),
    "hint": (
        "facts first, then differences that a test establishes; never a cause",
        "先列事实，再列经检验确立的差异；不推断原因",
    ),
    "difference_tests": ("Comparisons", "比较"),
    "difference_tests_hint": (
        "all that could accuse the agent, corrected together (Holm, 5 %); fewer than 4 independent groups are not tested",
        "所有可能得出负面结论的比较，一并校正（Holm，5 %）；独立分组少于 4 个时不作检验",
    ),
    "test_compared": ("Compared", "比较对象"),
    "test_value_here": ("Here", "此处"),
    "test_reference": ("Reference", "参照"),
    "test_difference": ("Difference", "差值"),
    "test_n": ("Cases", "用例数"),
    "test_adjusted_p": ("Adjusted p", "校正后 p"),
    "test_outcome": ("Outcome", "结论"),
    "test_worse": ("worse", "更差"),
    "test_not_tested": ("not tested: {groups} groups", "未检验：{groups} 组"),
    "test_scenario": ("Scenario: {name}", "场景：{name}"),
    "test_perturbation": ("Perturbation: {name}", "扰动：{name}"),
    "test_reaction": ("Reaction: {name}", "反应：{name}"),
    "test_fault": ("Fault: {name}", "故障：{name}"),
    "test_load": ("Load: {name}", "负载：{name}"),
    "test_load_time": ("Load, time: {name}", "负载，耗时：{name}"),
    "test_environment": ("Environment: {name}", "环境：{name}"),
    "test_environment_time": ("Environment, time: {name}", "环境，耗时：{name}"),
    "test_partner": ("Team member: {name}", "团队成员：{name}"),
    "more": ("{n} more; --all shows them", "另有 {n} 条，可用 --all 查看"),
    "not_established": ("not established", "尚未确立"),
}
