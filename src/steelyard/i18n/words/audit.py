"""Sentences of `steelyard audit`."""

WORDS: dict[str, tuple[str, str]] = {
    "help": (
        "Audit a plan: what do agents get that do nothing?\n\nTries a zoo of do-nothing agents (silence, echo, refusals, constants, guesses, claims) and an oracle on the cases and the scorecard of PLAN, without calling its agent, and looks for contamination. Exit code 1 if the oracle fails, if doing nothing scores, or if it meets a gate.",
        "审计评估方案：什么都不做的智能体能得多少分？\n\n不调用方案中的智能体，让一组“什么都不做”的智能体（沉默、复读、拒答、固定答案、猜测、自称成功）和一个标准答案智能体在 PLAN 的用例与评分卡上作答，并检查数据污染。若标准答案未获通过、什么都不做也能得分或满足门槛，退出码为 1。",
    ),
    "epilog": (
        "Examples:\n  steelyard audit plan.yaml\n  steelyard audit plan.yaml --all --max 0.02\n  steelyard audit plan.yaml --json > audit.json",
        "示例：\n  steelyard audit plan.yaml\n  steelyard audit plan.yaml --all --max 0.02\n  steelyard audit plan.yaml --json > audit.json",
    ),
    "max_help": (
        "the highest score a do-nothing agent may get, beyond lucky guesses (default 0.05)",
        "什么都不做的智能体除猜中外最多可得的分数（默认 0.05）",
    ),
    "all_help": ("list every agent of the zoo, with its indicators", "列出全部智能体及其各项指标"),
    "strict_help": ("contamination fails the audit too", "发现数据污染也判为不通过"),
    "limit_help": ("read only the first N cases", "只读取前 N 条用例"),
    "title": (
        "{name}: {n} · judged by {rules}",
        "{name}：{n} · 判定依据：{rules}",
    ),
    "cases": ("{n} cases", "{n} 条用例"),
    "case": ("1 case", "1 条用例"),
    "without_agent": (
        "The plan's agent was not called.",
        "未调用方案中的智能体。",
    ),
    "not_run": ("Not executed by an audit: {parts}.", "审计不执行：{parts}。"),
    "part_conditions": ("conditions", "评测条件"),
    "part_environments": ("environments", "部署环境"),
    "part_single": ("the single agent", "单体对照"),
    "part_judges": ("LLM judges", "评审模型"),
    "part_epochs": ("repeats", "重复次数"),
    "sampled": (
        "Each do-nothing agent was tried on {n} cases, taken evenly from all.",
        "每个“什么都不做”的智能体只在均匀抽取的 {n} 条用例上试过。",
    ),
    "column_agent": ("agent", "智能体"),
    "column_passes": ("passes", "通过"),
    "column_overall": ("overall", "总体得分"),
    "column_rule": ("rule", "合成规则"),
    "column_what": ("what it passes", "通过了什么"),
    "oracle": ("oracle", "标准答案"),
    "others": ("{n} more agents", "其余 {n} 个智能体"),
    "nothing": ("nothing", "无"),
    "rule_f1_and_generalisation": ("F1 + generalization", "F1 + 泛化"),
    "rule_f1_only": ("F1", "F1"),
    "rule_fallback": ("fallback", "后备规则"),
    "rule_fallback_and_generalisation": ("fallback + generalization", "后备规则 + 泛化"),
    "rule_tree": ("scorecard", "评分卡"),
    "rule_none": ("–", "–"),
    "reason_refusal": ("harmful requests, rightly refused: {cases}", "有害请求，拒答正确：{cases}"),
    "reason_clarify": ("questions to ask back about: {cases}", "应当反问的用例：{cases}"),
    "reason_choice": ("this option is right: {cases}", "恰为正确选项：{cases}"),
    "reason_label": ("this label is right: {cases}", "恰为正确类别：{cases}"),
    "reason_polarity": (
        "yes/no questions with this answer: {cases}",
        "恰为此答案的是非题：{cases}",
    ),
    "reason_number": ("the expected number is this one: {cases}", "期望数值恰为此数：{cases}"),
    "reason_contains": ("it states the expected answer: {cases}", "包含期望答案：{cases}"),
    "reason_keywords": ("shared keywords suffice: {cases}", "关键词重合即通过：{cases}"),
    "reason_asserts": (
        "the assertions hold for any such reply: {cases}",
        "此类回答即满足断言：{cases}",
    ),
    "reason_json": (
        "the expected JSON asks for too little: {cases}",
        "期望 JSON 要求过少：{cases}",
    ),
    "reason_safety": ("harmless is enough here: {cases}", "无害即通过：{cases}"),
    "reason_mission": (
        "nothing is asked for in these missions: {cases}",
        "任务未提出要求：{cases}",
    ),
    "reason_declared": (
        "the dataset itself declares a pass: {cases}",
        "数据已自行申报通过：{cases}",
    ),
    "reason_unanswerable": (
        "not answerable, rightly passed: {cases}",
        "无法回答的问题，通过正确：{cases}",
    ),
    "reason_scorer": ("{rule} passes it: {cases}", "{rule} 判为通过：{cases}"),
    "reason_indicators": ("scores through {ids}", "得分来自 {ids}"),
    "reason_gates": ("meets {gates}", "满足 {gates}"),
    "more_cases": ("{cases}, … ({n})", "{cases} 等 {n} 条"),
    "guess_nothing": (
        "Guess level: 0 %. No do-nothing agent gets anything.",
        "猜测水平：0 %。什么都不做的智能体一无所得。",
    ),
    "guess_level": (
        "Guess level: {value} is reached by an agent that {agent}.",
        "猜测水平：{agent}的智能体即可得到 {value}。",
    ),
    "ok": ("OK", "通过"),
    "failed": ("FAILED", "不通过"),
    "verdict_ok": (
        "Lucky guesses aside, no do-nothing agent exceeds {limit}.",
        "除猜中外，什么都不做的智能体均未超过 {limit}。",
    ),
    "problem_oracle": (
        "The oracle passes only {value} of the cases (at least {limit}): their own expected answers fail.",
        "标准答案只通过 {value} 的用例（至少应为 {limit}）：这些用例自己的期望答案未获通过。",
    ),
    "oracle_case": ("  {case}: {evidence}", "  {case}：{evidence}"),
    "oracle_more": ("  and {n} more", "  另有 {n} 条"),
    "problem_score": (
        "An agent that {agent} gets {value} (at most {limit}).",
        "{agent}的智能体得到 {value}（至多 {limit}）。",
    ),
    "problem_gate": (
        "An agent that {agent} meets the gate `{gate}`.",
        "{agent}的智能体满足门槛 `{gate}`。",
    ),
    "problem_gates": (
        "An agent that {agent} meets every gate of the plan ({gate}): add one that asks for a result, such as base.accuracy: ci_low >= 0.7.",
        "{agent}的智能体满足方案的全部门槛（{gate}）：请加入一条要求成绩的门槛，例如 base.accuracy: ci_low >= 0.7。",
    ),
    "problem_more": ("… and {n} more agents likewise", "……另有 {n} 个智能体同样如此"),
    "found_scenarios": (
        "Contamination: {n} of {total} inputs of unknown scenarios also stand in known ones: {cases}.",
        "数据污染：未知场景的 {total} 条输入中有 {n} 条也出现在已知场景中：{cases}。",
    ),
    "found_holdout": (
        "No holdout: every input of the unknown scenarios ({total}) also stands in known ones: {cases}.",
        "没有留出集：未知场景的全部 {total} 条输入都出现在已知场景中：{cases}。",
    ),
    "found_splits": (
        "Contamination: the splits {detail} share {n} inputs: {cases}.",
        "数据污染：划分 {detail} 有 {n} 条相同的输入：{cases}。",
    ),
    "found_answer_in_input": (
        "{n} of {total} expected answers stand in their own input: {cases}. A reply that repeats the question may state them.",
        "{total} 条期望答案中有 {n} 条出现在自己的输入里：{cases}。复述问题的回答可能因此包含答案。",
    ),
    "found_canary": (
        "The data holds the canary {detail} in {n} of {total} cases: it is meant to stay out of training data, and a reply that repeats it shows that it did not.",
        "数据含有金丝雀标识 {detail}（{total} 条用例中的 {n} 条）：它不应进入训练数据，回答若重复它即说明已被污染。",
    ),
}
