"""What stands out in a run: sentences with their numbers, never a claim about causes."""

WORDS: dict[str, tuple[str, str]] = {
    "gate_failed": (
        "A gate is not met: {gate} (observed {observed}).",
        "门槛未达到：{gate}（实测 {observed}）。",
    ),
    "gate_unknown": (
        "A gate could not be checked and counts as not met: {gate}.",
        "门槛无从核对，按未达到计：{gate}。",
    ),
    "gates_failed": (
        "{n} of {of} gates are not met.",
        "{of} 项门槛中有 {n} 项未达到。",
    ),
    "coverage": (
        "The overall score rests on {coverage} of the scorecard's weight; the rest was not measured.",
        "总体得分仅依据指标体系 {coverage} 的权重，其余未测得。",
    ),
    "coverage_between": (
        "The overall score rests on {coverage} of the scorecard's weight; measured in full it would lie between {low} and {high}.",
        "总体得分仅依据指标体系 {coverage} 的权重；全部测得时应介于 {low} 与 {high} 之间。",
    ),
    "few_cases": (
        "Only {n} cases have a verdict: {value} may as well be {low} or {high}.",
        "有判定的用例仅 {n} 个：{value} 实际也可能是 {low} 或 {high}。",
    ),
    "worst_scene": (
        "Scene “{scene}” is the weakest of {scenes}: {value} completed against {others} elsewhere, difference {gap} points [{low}, {high}].",
        "在 {scenes} 个场景中，“{scene}”最弱：完成率 {value}，其余场景为 {others}，差值 {gap} 个百分点 [{low}, {high}]。",
    ),
    "worst_scene_open": (
        "Scene “{scene}” came out lowest of {scenes} ({value} against {others}), but that it is weaker is not established: difference {gap} points [{low}, {high}].",
        "在 {scenes} 个场景中，“{scene}”的完成率最低（{value}，其余为 {others}），但尚不能确认它更弱：差值 {gap} 个百分点 [{low}, {high}]。",
    ),
    "scene_gap_lower": (
        "In scenes it was not trained on, completion is {size} points lower: {gap} [{low}, {high}], {n} cases.",
        "在非训练场景中，完成率低 {size} 个百分点：{gap} [{low}, {high}]，{n} 个用例。",
    ),
    "scene_gap_higher": (
        "In scenes it was not trained on, completion is {size} points higher: {gap} [{low}, {high}], {n} cases.",
        "在非训练场景中，完成率高 {size} 个百分点：{gap} [{low}, {high}]，{n} 个用例。",
    ),
    "scene_gap_open": (
        "Whether scenes it was not trained on are harder is not established: difference {gap} points [{low}, {high}], {n} cases.",
        "尚不能确认非训练场景是否更难：差值 {gap} 个百分点 [{low}, {high}]，{n} 个用例。",
    ),
    "new_scene": (
        "In a scene never seen, completion is expected near {value}, between {low} and {high} (from {scenes} scenes).",
        "在从未见过的场景中，预计完成率约为 {value}，介于 {low} 与 {high} 之间（依据 {scenes} 个场景）。",
    ),
    "new_scene_wide": (
        "In a scene never seen, completion may lie anywhere between {low} and {high}, with {value} typical (from {scenes} scenes).",
        "在从未见过的场景中，完成率可能落在 {low} 与 {high} 之间的任何位置，典型值为 {value}（依据 {scenes} 个场景）。",
    ),
    "perturbation": (
        "Perturbing inputs with {kind} goes with the largest loss: {kept} of completion is kept [{low}, {high}].",
        "施加扰动“{kind}”时损失最大：完成率仅保持 {kept} [{low}, {high}]。",
    ),
    "perturbation_open": (
        "That perturbed inputs are answered worse is not established; the lowest, {kind}, keeps {kept} of completion [{low}, {high}].",
        "尚不能确认输入受扰动后回答变差；最低的 {kind} 保持完成率的 {kept} [{low}, {high}]。",
    ),
    "load_carried": (
        "Every load of the ramp was carried, up to {level} users at once.",
        "爬坡的各级负载均能承受，最高为 {level} 个并发用户。",
    ),
    "load_carried_rate": (
        "Every load of the ramp was carried, up to {level} requests per second.",
        "爬坡的各级负载均能承受，最高为每秒 {level} 个请求。",
    ),
    "load_none": (
        "Already the lowest load of the ramp, {next} users at once, was not carried.",
        "爬坡的最低一级（{next} 个并发用户）即未能承受。",
    ),
    "load_none_rate": (
        "Already the lowest load of the ramp, {next} requests per second, was not carried.",
        "爬坡的最低一级（每秒 {next} 个请求）即未能承受。",
    ),
    "load_knee_completion": (
        "Up to {level} users at once completion holds; at {next} it does not.",
        "并发用户不超过 {level} 个时完成率得以保持，达到 {next} 个时则不能。",
    ),
    "load_knee_completion_rate": (
        "Up to {level} requests per second completion holds; at {next} it does not.",
        "每秒请求不超过 {level} 个时完成率得以保持，达到 {next} 个时则不能。",
    ),
    "load_knee_p95": (
        "Up to {level} users at once answers come in time; at {next} the slowest take too long.",
        "并发用户不超过 {level} 个时应答及时，达到 {next} 个时最慢的应答超出时限。",
    ),
    "load_knee_p95_rate": (
        "Up to {level} requests per second answers come in time; at {next} the slowest take too long.",
        "每秒请求不超过 {level} 个时应答及时，达到 {next} 个时最慢的应答超出时限。",
    ),
    "fault": (
        "Of the faults, {kind} goes with the largest loss: {kept} of completion is kept where it landed [{low}, {high}], {landed} answers.",
        "各类故障中，{kind} 伴随的损失最大：故障生效时完成率仅保持 {kept} [{low}, {high}]，共 {landed} 次应答。",
    ),
    "fault_open": (
        "That faults are borne worse is not established; the lowest, {kind}, keeps {kept} of completion [{low}, {high}], {landed} answers.",
        "尚不能确认故障下表现变差；最低的 {kind} 保持完成率的 {kept} [{low}, {high}]，共 {landed} 次应答。",
    ),
    "environment_broken": (
        "The agent did not come to run in environment “{name}” ({n} of {of} environments).",
        "智能体未能在环境“{name}”中运行（{of} 个环境中有 {n} 个）。",
    ),
    "environment_lost": (
        "In environment “{name}” {kept} of completion is kept [{low}, {high}].",
        "在环境“{name}”中，完成率仅保持 {kept} [{low}, {high}]。",
    ),
    "environment_checklist": (
        "Environment “{name}” does not meet {n} requirements of the checklist.",
        "环境“{name}”有 {n} 项清单要求未满足。",
    ),
    "latency_not_worse": (
        "Slow answers are not worse, or by at most {most} points: accuracy of fast less slow ones is {difference} points [{low}, {high}], split at {median} s.",
        "慢应答并不更差，至多差 {most} 个百分点：以 {median} 秒为界，快慢两组准确率之差（快减慢）为 {difference} 个百分点 [{low}, {high}]。",
    ),
    "latency_open": (
        "Whether slow answers are worse is not established: accuracy of fast less slow ones is {difference} points [{low}, {high}], split at {median} s.",
        "尚不能确认慢应答是否更差：以 {median} 秒为界，快慢两组准确率之差（快减慢）为 {difference} 个百分点 [{low}, {high}]。",
    ),
    "latency_slow_worse": (
        "Slow answers are worse: accuracy of fast less slow ones is {difference} points [{low}, {high}], split at {median} s.",
        "慢应答更差：以 {median} 秒为界，快慢两组准确率之差（快减慢）为 {difference} 个百分点 [{low}, {high}]。",
    ),
    "latency_slow_better": (
        "Slow answers are better: accuracy of fast less slow ones is {difference} points [{low}, {high}], split at {median} s.",
        "慢应答反而更好：以 {median} 秒为界，快慢两组准确率之差（快减慢）为 {difference} 个百分点 [{low}, {high}]。",
    ),
    "completed_but_wrong": (
        "{wrong} of {completed} completed cases ({share}) are completed and still wrong.",
        "{completed} 个已完成的用例中有 {wrong} 个（{share}）虽已完成但结果错误。",
    ),
    "abnormal": (
        "On abnormal inputs accuracy is lower: {drop} points [{low}, {high}], {n} cases.",
        "异常输入下准确率更低：{drop} 个百分点 [{low}, {high}]，{n} 个用例。",
    ),
    "abnormal_open": (
        "Whether abnormal inputs are answered worse is not established: {drop} points [{low}, {high}], {n} cases.",
        "尚不能确认异常输入下回答是否变差：{drop} 个百分点 [{low}, {high}]，{n} 个用例。",
    ),
    "balance_recall": (
        "F1 is carried by precision ({precision}); recall is {recall}, balance {balance}.",
        "F1 主要由精确率（{precision}）支撑，召回率为 {recall}，平衡性 {balance}。",
    ),
    "balance_precision": (
        "F1 is carried by recall ({recall}); precision is {precision}, balance {balance}.",
        "F1 主要由召回率（{recall}）支撑，精确率为 {precision}，平衡性 {balance}。",
    ),
    "driver_more": (
        "“{name}” is most closely associated with passing: cases with more of it pass more often; it has {share} of the {r2} of variance that is explained.",
        "与通过关联最紧密的是“{name}”：取值越大，通过越多；在被解释的 {r2} 方差中占 {share}。",
    ),
    "driver_less": (
        "“{name}” is most closely associated with passing: cases with more of it pass less often; it has {share} of the {r2} of variance that is explained.",
        "与通过关联最紧密的是“{name}”：取值越大，通过越少；在被解释的 {r2} 方差中占 {share}。",
    ),
    "reversal": (
        "“{a}” and “{b}” go together one way over all cases ({pooled}) and the other way inside scenes ({within}): do not read the first without the second.",
        "“{a}”与“{b}”在全部用例上的关联（{pooled}）与场景内的关联（{within}）方向相反，不可只看前者。",
    ),
    "redundancy": (
        "{names} say nearly the same (ρ at least {weakest}): merge them or let them share one weight.",
        "{names} 所反映的内容几乎相同（ρ 不低于 {weakest}），可考虑合并或共享权重。",
    ),
}
