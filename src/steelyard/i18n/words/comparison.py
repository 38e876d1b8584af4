"""Sentences of comparisons of runs."""

WORDS: dict[str, tuple[str, str]] = {
    "overall": ("Overall score", "总体得分"),
    "slice_passed": ("Pass rate", "通过率"),
    "slice_score": ("Mean score", "平均得分"),
    # Why a difference is what it is.
    "only_base_lacks": ("The base has no value. {why}", "基准运行没有该值。{why}"),
    "only_new_lacks": ("The new run has no value. {why}", "新运行没有该值。{why}"),
    "no_interval": (
        "No honest interval: it is a maximum, a count, or rests on one.",
        "无法给出可信区间：该指标为极值、计数，或以其为基础。",
    ),
    "no_case_differs": ("No case was decided differently.", "没有任何用例的结果不同。"),
    "no_spread": (
        "Every case changed by the same amount; there is no spread to make an interval of.",
        "每个用例的变化量都相同，没有离散度可用于计算区间。",
    ),
    "too_few": (
        "Only {n} independent cases: too few for an interval.",
        "仅有 {n} 个独立用例，不足以给出区间。",
    ),
    "nothing_to_weigh": (
        "Nothing that the scorecard weighs is defined in both runs.",
        "指标体系所含指标在两次运行中没有共同的有效值。",
    ),
    "rests_on": (
        "The score rests on {id} alone and has its interval.",
        "该得分仅由 {id} 决定，区间与其相同。",
    ),
    "ratio_sampled": (
        "The typical ratio is read from a fixed sample of {n} cases.",
        "典型比值由固定抽取的 {n} 个用例得出。",
    ),
    # Refusals.
    "one_run": (
        "compare: only one run was given; name the base and at least one run to compare with it.",
        "compare：只给出了一次运行；请给出基准运行和至少一次要比较的运行。",
    ),
    "adjust": (
        "compare: adjust is {found!r}; it may be holm or bh.",
        "compare：校正方法为 {found!r}；可选 holm 或 bh。",
    ),
    "none_match": (
        "The runs share no case: {base} has {base_cases} (such as {base_ids}), {new} has "
        "{new_cases} (such as {new_ids}); {changed} share the id but not the input.",
        "两次运行没有相同的用例：{base} 有 {base_cases} 个（如 {base_ids}），{new} 有 {new_cases} 个"
        "（如 {new_ids}）；其中编号相同但输入不同的有 {changed} 个。",
    ),
    "few_match": (
        "Only {matched} cases match: {base} has {base_cases}, {new} has {new_cases}, and {changed} "
        "share the id but not the input. At least half of the smaller run must match.",
        "仅有 {matched} 个用例匹配：{base} 有 {base_cases} 个，{new} 有 {new_cases} 个，"
        "另有 {changed} 个编号相同但输入不同。至少须有较小一方的一半用例匹配。",
    ),
    "few_match_hint": (
        "Compare runs over the same dataset; give cases an `id` so that they can be found again. "
        "If the runs are meant to be about different cases, say --unpaired (unpaired=True): "
        "intervals are then wider and no flips are shown.",
        "请比较同一数据集上的运行，并为用例提供稳定的 `id`。若两次运行本就针对不同用例，"
        "请加 --unpaired（unpaired=True）：此时区间更宽，且不列出翻转用例。",
    ),
    # What a reader must know.
    "note_unpaired": (
        "Not paired: the runs are compared as if over different cases, as was asked.",
        "未配对：按要求将两次运行当作不同用例加以比较。",
    ),
    "note_same_run": ("Both are the same run.", "两者是同一次运行。"),
    "note_partial": (
        "{path} is {state}, not finished: the cases it lacks may not be like the others.",
        "{path} 的状态为 {state}，尚未完成：所缺用例可能与其余用例不同。",
    ),
    "note_subset": (
        "All numbers are over the {n} cases both runs share, so they may differ from the reports "
        "of the runs.",
        "所有数值均只针对两次运行共有的 {n} 个用例，可能与各自报告中的数值不同。",
    ),
    "note_changed": (
        "{n} cases have the same id but another input; they are left out.",
        "{n} 个用例编号相同但输入不同，已排除。",
    ),
    "note_regraded": (
        "{n} cases are graded against another expected answer in the two runs.",
        "{n} 个用例在两次运行中的期望答案不同。",
    ),
    "note_scorecards": (
        "The runs had been weighed by different scorecards; here all are weighed by {id}.",
        "各运行原先使用不同的指标体系；此处统一采用 {id}。",
    ),
    "note_params": (
        "The plans set different parameters; here the base's are used for all.",
        "各评估方案的参数不同；此处统一采用基准运行的参数。",
    ),
    "judged_apart": (
        "not comparable overall: {base} was judged by {base_rule}, {new} by {new_rule}, so "
        "differences may come from the judging. To judge a run like the base, without asking the "
        "agent: `{command}`",
        "总体不可比：{base} 的判定规则为 {base_rule}，{new} 为 {new_rule}，差异可能来自判定本身。"
        "可用 `{command}` 按基准的规则重新评分，无需再次向智能体提问",
    ),
    "note_epochs": (
        "Cases were repeated {base} times in the base and {new} times in the new run.",
        "基准运行每个用例重复 {base} 次，新运行重复 {new} 次。",
    ),
    "note_left_out": (
        "Left out of the overall score because only one run has them: {names}.",
        "以下指标仅一次运行具有，未计入总体得分：{names}。",
    ),
    # The verdict.
    "title": ("{new} compared with {base}", "{new} 与 {base} 的比较"),
    "headline_better": (
        "{new} is better than {base} overall: {change}",
        "{new} 总体优于 {base}：{change}",
    ),
    "headline_worse": (
        "{new} is worse than {base} overall: {change}",
        "{new} 总体差于 {base}：{change}",
    ),
    "headline_not_established": (
        "No overall difference between {new} and {base} is established: {change}",
        "尚不能断定 {new} 与 {base} 总体上有差异：{change}",
    ),
    "headline_same": (
        "{new} and {base} are the same overall: no case was decided differently",
        "{new} 与 {base} 总体相同：没有任何用例的结果不同",
    ),
    "headline_untested": (
        "Whether {new} is better than {base} overall could not be tested: {change}",
        "无法检验 {new} 总体上是否优于 {base}：{change}",
    ),
    "headline_sources_differ": (
        "Whether {new} is better than {base} overall is not established, because only one of the two scores rests on what the agent claims: {change}",
        "无法断定 {new} 总体上是否优于 {base}，因为只有一方的得分依据智能体的自称值：{change}",
    ),
    "headline_refused": ("{new} and {base} are {why}", "{new} 与 {base} {why}"),
    "number_better": (
        "{what}: {new} is better than {base}, {change}",
        "{what}：{new} 优于 {base}，{change}",
    ),
    "number_worse": (
        "{what}: {new} is worse than {base}, {change}",
        "{what}：{new} 差于 {base}，{change}",
    ),
    "number_not_established": (
        "{what}: no difference between {new} and {base} is established, {change}",
        "{what}：尚不能断定 {new} 与 {base} 有差异，{change}",
    ),
    "number_same": (
        "{what}: {new} and {base} are the same, no case was decided differently",
        "{what}：{new} 与 {base} 相同，没有任何用例的结果不同",
    ),
    "number_untested": (
        "{what}: whether {new} is better than {base} could not be tested, {change}",
        "{what}：无法检验 {new} 是否优于 {base}，{change}",
    ),
    "number_sources_differ": (
        "{what}: whether {new} is better than {base} is not established, because only one of the two numbers rests on what the agent claims, {change}",
        "{what}：无法断定 {new} 是否优于 {base}，因为只有一方的数值依据智能体的自称值，{change}",
    ),
    "own_report_source": ("{said} ({source})", "{said}（{source}）"),
    "source_of_both": ("source of both: {source}", "两者来源：{source}"),
    "source_of_each": (
        "sources: {base} ({base_source}), {new} ({new_source})",
        "来源：{base}（{base_source}），{new}（{new_source}）",
    ),
    "own_report": ("{name} {what} {value}", "{name} {what} {value}"),
    "own_reports": ("Headlines of the reports: {each}", "各报告的首要数值：{each}"),
    "headline_flips": ("{fixed} cases fixed, {broken} broken", "修复 {fixed} 例，退步 {broken} 例"),
    "sentence": ("{said}.", "{said}。"),
    "sentence_more": ("{said}; {more}", "{said}；{more}"),
    "sentence_and": ("{said}; {more}.", "{said}；{more}。"),
    "points": ("{change} points", "{change} 个百分点"),
    "verdict_better": ("▲ better", "▲ 变好"),
    "verdict_worse": ("▼ worse", "▼ 变差"),
    "verdict_not_established": ("· not established", "· 尚未确立"),
    "verdict_same": ("= same", "= 相同"),
    "verdict_untested": ("? not tested", "? 未检验"),
    "verdict_sources_differ": ("≠ sources differ", "≠ 来源不同"),
    "verdict_and_sources": ("{verdict} (sources differ)", "{verdict}（来源不同）"),
    # What it rests on.
    "basis_paired": ("the same {n} cases in both", "两者共有的 {n} 个用例"),
    "basis_clusters": ("in {n} independent groups", "分属 {n} 个独立分组"),
    "basis_unpaired": (
        "not paired: {base} cases in the base, {new} in the new run",
        "未配对：基准 {base} 个用例，新运行 {new} 个用例",
    ),
    "basis_scorecard": ("all weighed by {id}", "统一采用指标体系 {id}"),
    "basis_holm": (
        "p corrected by Holm over the {n} tests of the scorecard's indicators",
        "指标体系内 {n} 次检验的 p 值经 Holm 校正",
    ),
    "basis_bh": (
        "p corrected by Benjamini–Hochberg over the {n} tests of the scorecard's indicators",
        "指标体系内 {n} 次检验的 p 值经 Benjamini–Hochberg 校正",
    ),
    "left_only_base": ("{n} cases only in the base: {ids}", "仅基准运行有的用例 {n} 个：{ids}"),
    "left_only_new": ("{n} cases only in the new run: {ids}", "仅新运行有的用例 {n} 个：{ids}"),
    "left_changed": (
        "{n} cases with the same id but another input: {ids}",
        "编号相同但输入不同的用例 {n} 个：{ids}",
    ),
    "gate_seen": ("found {value}", "取值 {value}"),
    # Tables.
    "all_runs": ("All runs against {base}", "各运行与 {base} 的比较"),
    "scores": ("Scores", "得分"),
    "indicators": ("Indicators", "指标"),
    "passes": ("Repeats", "多次尝试"),
    "passes_hint": (
        "pass@k: at least one of k passes; pass^k: all of k do",
        "pass@k：k 次中至少一次通过；pass^k：k 次全部通过",
    ),
    "worst_first": ("{what}, worst changes first", "{what}，退步最大者在前"),
    "usage": ("What it cost", "耗时与开销"),
    "usage_hint": (
        "mean per case; typical: new ÷ base of a typical case",
        "每例平均；典型变化：典型用例的新值与基准值之比",
    ),
    "usage_latency_s": ("Latency", "耗时"),
    "usage_first_token_s": ("First token", "首词元耗时"),
    "usage_cost": ("Cost", "费用"),
    "usage_input_tokens": ("Tokens sent", "输入词元"),
    "usage_output_tokens": ("Tokens received", "输出词元"),
    "usage_attempts": ("Attempts", "尝试次数"),
    "trouble_errors": ("errors {base} → {new}", "错误 {base} → {new}"),
    "trouble_timeouts": ("timeouts {base} → {new}", "超时 {base} → {new}"),
    "trouble_retries": ("asked again {base} → {new}", "重试 {base} → {new}"),
    "head_run": ("Run", "运行"),
    "head_score": ("Score", "得分"),
    "head_indicator": ("Indicator", "指标"),
    "head_passes": ("Tries", "尝试"),
    "head_group": ("Group", "分组"),
    "head_usage": ("Per case", "每例"),
    "head_base": ("Base", "基准"),
    "head_new": ("New", "新"),
    "head_change": ("Change", "变化"),
    "head_interval": ("{confidence} interval", "{confidence} 区间"),
    "head_p": ("p", "p"),
    "head_n": ("n", "n"),
    "head_typical": ("Typical", "典型变化"),
    "head_total": ("Total", "合计"),
    "head_fixed": ("Fixed", "修复"),
    "head_broken": ("Broken", "退步"),
    "head_source": ("Source", "来源"),
    "head_verdict": ("Verdict", "结论"),
    "more_indicators": (
        "Further indicators: {n}. To see them: --all",
        "另有 {n} 个指标，加 --all 查看",
    ),
    "more_groups": ("Further groups: {n}. To see them: --all", "另有 {n} 个分组，加 --all 查看"),
    # Flips.
    "flips": ("Cases that flipped", "结果翻转的用例"),
    "flips_counts": (
        "fixed {fixed} · broken {broken} · passed by both {passed} · failed by both {failed}",
        "修复 {fixed} · 退步 {broken} · 两者均通过 {passed} · 两者均未通过 {failed}",
    ),
    "test_mcnemar_exact": ("McNemar's exact test: {p}", "McNemar 精确检验：{p}"),
    "test_mcnemar_clustered": (
        "McNemar's test with groups as units: {p}",
        "以独立分组为单位的 McNemar 检验：{p}",
    ),
    "odds": ("{ratio} fixed for each broken", "每退步 1 例修复 {ratio} 例"),
    "majority": (
        "With repeats, a case passes when most of them do; {n} cases split evenly.",
        "有重复时以多数结果为准；其中 {n} 个用例正反各半。",
    ),
    "more_flips": (
        "Further flips: {n}. --flips N reads more of them, --all prints all that were read.",
        "另有 {n} 个翻转用例；--flips N 可多读取一些，--all 打印全部已读取者。",
    ),
    "flip_broken": ("broken", "退步"),
    "flip_fixed": ("fixed", "修复"),
    "flip_input": ("input", "输入"),
    "flip_expected": ("expected", "期望"),
    "flip_base": ("base", "基准"),
    "flip_new": ("new", "新"),
}
