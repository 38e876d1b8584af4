"""Sentences about how answers are judged: before a run, and beside its results."""

WORDS: dict[str, tuple[str, str]] = {
    "no_expected": ("No case has an expected answer.", "没有任何用例给出期望答案。"),
    "unused_columns": (" Unused columns: {columns}.", "未使用的列：{columns}。"),
    "did_you_mean": (" (did you mean {name}?)", "（是否为 {name}？）"),
    "no_expected_hint": (
        "Name the column of the expected answer in `dataset.map`, such as --set dataset.map.gold=expected_output; or name scorers that need none, such as judge.rubric. `scorers: []` measures speed and errors only. Nothing was sent.",
        "请在 `dataset.map` 中指明期望答案所在的列，例如 --set dataset.map.gold=expected_output；或指定不需要期望答案的评分算法，例如 judge.rubric。`scorers: []` 只测量速度与错误。尚未发送任何请求。",
    ),
    "no_rule": (
        "Cases without anything to judge by: {n}. No rule or scorer of this plan can judge them; they get no verdict and do not count.",
        "没有判定依据的用例：{n} 个。本计划的规则与评分算法都无法判定它们，不计入统计。",
    ),
    "no_inputs": (
        "{scorer} decides `passed`, but no case has what it compares answers with ({needs}).",
        "{scorer} 用于判定是否通过，但没有任何用例提供其所需的比对内容（{needs}）。",
    ),
    "no_answer_of_kind": (
        "{scorer} decides `passed`, but can judge none of the expected answers, such as “{expected}”.",
        "{scorer} 用于判定是否通过，但无法判定任何期望答案，例如“{expected}”。",
    ),
    "no_inputs_hint": (
        "Name another scorer, or the column with `dataset.map`. Nothing was sent.",
        "请改用其他评分算法，或用 `dataset.map` 指明所在的列。尚未发送任何请求。",
    ),
    "rules_changed": (
        "The rules of judging changed since this run was made (Steelyard {version}): it was judged by {before}, and is now judged by {after}, so verdicts may differ. To judge it as before: `{command}`",
        "自该运行完成（Steelyard {version}）以来，判定规则已有变化：原依据为 {before}，现依据为 {after}，判定结果可能不同。如需沿用原规则：`{command}`",
    ),
    "badge": ("judged by: {rules}", "判定依据：{rules}"),
    "badge_nothing": ("judged by: nothing", "判定依据：无"),
    "badge_weak": (
        "⚠ judged by: {rules}; a judge or review is advised",
        "⚠ 判定依据：{rules}；建议使用评审模型或人工复核",
    ),
    "guess_level": (
        "Guess level: {share} is reached by always answering {answer}.",
        "猜测水平：总是回答 {answer} 即可达到 {share}。",
    ),
    "rule_choice": ("choice", "选项"),
    "rule_label": ("label", "类别"),
    "rule_json": ("JSON", "JSON"),
    "rule_number": ("number", "数值"),
    "rule_polarity": ("yes/no", "是非"),
    "rule_contains": ("contains", "包含"),
    "rule_keywords": ("keywords", "关键词"),
    "rule_asserts": ("asserts", "断言"),
    "rule_refusal": ("refusal", "拒答"),
    "rule_clarify": ("clarify", "澄清"),
    "rule_retrieval": ("retrieval (metrics only)", "检索（仅指标）"),
    "rule_mission": ("mission", "任务"),
    "rule_safety": ("safety", "安全检测"),
    "rule_declared": ("declared by the data", "数据申报"),
    "rule_human": ("human review", "人工复核"),
    "rule_recorded": ("recorded results, no request", "已有结果，无需提问"),
    "rule_none": ("nothing to judge by", "无判定依据"),
    "warn_no_reply": (
        "The agent did not reply to any of the {rows} requests: there is nothing to score.",
        "智能体对 {rows} 次请求均无应答：没有可评分的内容。",
    ),
    "warn_no_answer": (
        "None of the {rows} replies holds an answer: all are blank or failed.",
        "{rows} 条应答中没有任何回答：全部为空白或失败。",
    ),
    "warn_few_verdicts": (
        "Fewer than half of the {answered} answers have a verdict ({verdicts}): the pass rate says little about the agent.",
        "{answered} 条回答中得到判定的不足一半（{verdicts} 条）：通过率不足以说明智能体的表现。",
    ),
    "warn_few_pass": (
        "Nearly all cases fail: {passed} of {verdicts} passed.",
        "几乎全部用例未通过：{verdicts} 个判定中仅 {passed} 个通过。",
    ),
    "warn_unread": (
        "In {unread} of {answered} answers, nothing of the expected kind was found.",
        "{answered} 条回答中有 {unread} 条未能读出所期望类型的内容。",
    ),
    "warn_all_pass": (
        "Nearly all cases pass: {passed} of {verdicts} passed.",
        "几乎全部用例通过：{verdicts} 个判定中有 {passed} 个通过。",
    ),
    "warn_all_pass_weakly": (
        "Nearly all cases pass, and most are judged by keyword overlap, which lets contradictions pass.",
        "几乎全部用例通过，且多数仅按关键词重合判定，意思相反的回答也可能通过。",
    ),
    "other_fits": (
        "The scorer may not fit: `{other}` would pass {rate} of these answers.",
        "评分算法可能不合适：按 `{other}` 判定，这些回答有 {rate} 会通过。",
    ),
    "other": (
        "`{other}` would pass {rate} of these answers.",
        "按 `{other}` 判定，这些回答有 {rate} 会通过。",
    ),
    "by_overlap": (
        "Keyword overlap (`documented`), which takes no account of negation, would pass {rate} of "
        "these answers.",
        "按关键词重合（`documented`，不考虑否定）判定，这些回答有 {rate} 会通过。",
    ),
    "pair": (
        "{case}: expected “{expected}”, answer “{answer}”",
        "{case}：期望“{expected}”，回答“{answer}”",
    ),
    "rescore": (
        "To re-score without calling the agent: {command}",
        "无需再次调用智能体即可重新评分：{command}",
    ),
    "row": ("Judged by: {by}", "判定依据：{by}"),
    "row_read": ("Judged by: {by}; read: {read}", "判定依据：{by}；读到：{read}"),
    "rule_infra": ("infrastructure error", "基础设施错误"),
    "rule_failed": ("no answer", "没有回答"),
    "preview_title": ("How answers are judged: {rules}", "回答的判定方式：{rules}"),
    "preview_case": ("case", "用例"),
    "preview_rule": ("judged by", "判定依据"),
    "preview_input": ("input", "输入"),
    "preview_expected": ("expected", "期望"),
    "preview_answer": ("answer", "回答"),
    "preview_verdict": ("verdict", "判定"),
    "preview_passes": ("passes", "通过"),
    "preview_fails": ("fails", "不通过"),
    "preview_open": ("no verdict", "无判定"),
}
