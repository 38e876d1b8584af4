"""What the pages of analysis say: compare, leaderboard, correlation, and what is about one run."""

from steelyard.i18n.words.ui_analysis_missions import WORDS as _MISSIONS
from steelyard.i18n.words.ui_analysis_retrieval import WORDS as _RETRIEVAL

WORDS: dict[str, tuple[str, str]] = {
    # choosing
    "runs": ("Results", "评估结果"),
    "no_runs": (
        "There is no result to analyse yet. Run an evaluation task, or push a run from the "
        "command line.",
        "还没有可分析的评估结果。先运行一个评估任务，或从命令行推送一次运行。",
    ),
    "making": (
        "Working it out. The first look takes seconds, at a million rows about a minute.",
        "正在分析。首次打开需要数秒，百万行约一分钟。",
    ),
    "choose_one": ("Choose a result.", "请选择评估结果。"),
    "choose_two": ("Choose at least two different results.", "请至少选择两个不同的评估结果。"),
    "case_in": ("Sample in {run}", "在 {run} 中查看样本"),
    "indicators": ("Indicators", "指标"),
    # compare
    "compare": ("Compare", "对比"),
    "compare_intro": (
        "Two or more results on the same cases: what changed, by how much, and whether chance "
        "explains it.",
        "在相同用例上比较两个或更多结果：变化了什么、变化多大、是否可能只是偶然。",
    ),
    "compare_teach": (
        "Choose a base and what to compare with it. In the list of results you can also mark "
        "several and press Compare.",
        "选择基准与要比较的结果。也可以在评估结果列表中勾选多个，再点“对比”。",
    ),
    "base": ("Base", "基准"),
    "other": ("Compared", "对比项"),
    "others": ("Compared with it", "与之比较"),
    "adjust": ("Correction", "多重检验校正"),
    "adjust_holm": ("Holm: no false alarm", "Holm：控制任一误报"),
    "adjust_bh": ("Benjamini–Hochberg: few false alarms", "Benjamini–Hochberg：控制误报比例"),
    "paired": ("Same cases", "按相同用例配对"),
    "change_of": ("Change: {what}", "{what}变化"),
    "overall_sides": ("Base → compared", "基准 → 对比项"),
    "flips": ("Cases fixed / broken", "修复 / 退步用例"),
    "no_flips": (
        "Needs the same cases and a verdict on each.",
        "需要相同的用例，且每个用例都有判定。",
    ),
    "flip": ("Case that changed", "结果改变的用例"),
    "matched": ("Cases in both", "共有用例"),
    "matched_of": (
        "{base} only in the base, {new} only in the other",
        "仅基准有 {base}，仅对比项有 {new}",
    ),
    "answers": ("Answers, base and compared", "应答：基准与对比项"),
    "cut": (
        "Long texts were cut here; the sample has them whole.",
        "长文本在此截断，样本中为全文。",
    ),
    "compare_hint": (
        "Choose results on the same dataset, or switch 'Same cases' off to compare them as "
        "independent ones.",
        "请选择同一数据集上的结果；或关闭“按相同用例配对”，作为相互独立的结果比较。",
    ),
    # leaderboard
    "leaderboard": ("Leaderboard", "排行榜"),
    "leaderboard_intro": (
        "Results weighed by one scorecard and ranked, with how sure each rank is.",
        "用同一指标体系衡量并排名，同时给出名次的把握程度。",
    ),
    "leaderboard_teach": (
        "A ranking needs two results. Evaluate another agent on the same dataset.",
        "排名至少需要两个结果。请用同一数据集再评估一个智能体。",
    ),
    "leaderboard_hint": (
        "Choose results on the same dataset, or choose above to weigh them on the cases that all "
        "answered.",
        "请选择同一数据集上的结果，或在上方改为只取共有的用例。",
    ),
    "rank": ("Rank", "排名"),
    "latest": ("Newest of every agent", "各智能体最新结果"),
    "ranked_chosen": ("The results chosen above.", "按上方所选结果排名。"),
    "ranked_latest": (
        "The newest result of every agent on the dataset used last.",
        "取每个智能体在最近所用数据集上的最新结果。",
    ),
    "ranked_newest": (
        "One agent only has results on the dataset used last: the newest results are ranked.",
        "最近所用数据集上只有一个智能体有结果，按最近的结果排名。",
    ),
    "pairing": ("Cases", "用例"),
    "pairing_same": ("All must be the same", "必须完全相同"),
    "pairing_shared": ("Those that all answered", "取共有的用例"),
    "pairing_none": ("Each its own", "各用各的用例"),
    # correlation
    "correlation": ("Correlation", "关联分析"),
    "correlation_intro": (
        "Which measures go together, over the cases of one result or over several results. "
        "Going together is not causing.",
        "哪些度量相互关联：可在一个结果的用例之间分析，也可在多个结果之间分析。关联不等于因果。",
    ),
    "relate": ("Analyse", "分析"),
    "unit": ("One observation is", "观测单位"),
    "unit_auto": ("Chosen for you", "自动选择"),
    "unit_case": ("a case", "用例"),
    "unit_scene": ("a scene", "场景"),
    "unit_run": ("a result", "评估结果"),
    "control": ("Held fixed", "控制变量"),
    "control_none": ("Nothing", "无"),
    "control_scene": ("Scene", "场景"),
    "control_domain": ("Domain", "领域"),
    "control_latency_s": ("Latency", "耗时"),
    "control_input_chars": ("Length of the input", "输入长度"),
    "control_output_chars": ("Length of the answer", "应答长度"),
    "observations": ("Observations", "观测数"),
    "independent": ("{n} of them independent", "其中独立 {n} 个"),
    "measures": ("Measures", "度量"),
    "pairs_of": ("{n} pairs", "共 {n} 对"),
    "established": ("Established pairs", "已确立的关联"),
    "established_note": (
        "after correction over the whole matrix (BH)",
        "全矩阵校正（BH）之后",
    ),
    "explained": ("Variance explained", "可解释方差"),
    "explained_note": ("of passing, by all drivers together", "全部关联因素合计对通过与否的解释"),
    "no_pairs": (
        "There are not two measures that vary. Add scorers to the plan, or choose more results.",
        "没有两个会变化的度量。请在方案中增加评分算法，或选择更多结果。",
    ),
    "pair": ("Two measures", "两个度量"),
    "established_yes": ("established", "已确立"),
    "established_no": ("not established", "尚未确立"),
    "to_cases": ("To the cases", "查看用例"),
    "to_cases_hint": (
        "Opens the samples sorted by a measure, the largest first.",
        "打开样本浏览，按该度量从大到小排序。",
    ),
    # generalisation
    "generalisation": ("Generalisation", "通用化分析"),
    "generalisation_intro": (
        "Performance beyond the baseline: other scenarios and domains, perturbed inputs, load, "
        "faults.",
        "能力能迁移多远：换场景、换领域、问题受扰动、负载升高、出现故障时还剩多少。",
    ),
    "scenes": ("Scenes and domains", "场景与领域"),
    "beyond": ("Beyond the scenes seen", "场景之外"),
    "perturbations": ("Perturbations", "扰动"),
    "load": ("Load and faults", "负载与故障"),
    "no_perturbations": (
        "This result asked every question as it stands. Add perturbations to the plan to see "
        "what typing errors, other wording or planted instructions cost.",
        "该结果只按原题提问。在方案中加入扰动，即可看到错别字、换说法、夹带指令带来的损失。",
    ),
    "no_load": (
        "This result was asked at its own pace and without faults. Add load or faults to the plan "
        "to see what the agent bears.",
        "该结果按自身节奏提问，没有施加故障。在方案中加入负载或故障，即可看到智能体的承受能力。",
    ),
    # portability
    "portability": ("Portability", "可移植性"),
    "portability_intro": (
        "Where else the agent comes to run, what it needs there, and what is left of its "
        "performance.",
        "智能体能部署到哪些环境、需要什么条件、迁移后还剩多少性能。",
    ),
    "no_environments": (
        "This result was made in one environment. Name others in the plan, and the agent is "
        "deployed, checked and asked there too.",
        "该结果只在一个环境中得到。在方案中写明其他环境，系统会在那里部署、核对并提问。",
    ),
    "deploy_time": ("Deployed in", "部署用时"),
    "adaptation": ("Cost of adapting", "适配成本"),
    "broke": ("What did not fit", "不兼容之处"),
    "critical": ("critical", "关键"),
    "criticality": ("Weight", "重要性"),
    "checklist_hint": (
        "✓ holds, ✗ does not, ? could not be told",
        "✓ 满足，✗ 不满足，? 无法确定",
    ),
    "check_pass": ("holds", "满足"),
    "check_fail": ("does not hold", "不满足"),
    "check_unknown": ("unknown", "无法确定"),
    "no_requirements": (
        "No environment was checked against requirements. Write what the agent needs into a file "
        "and name it in the plan.",
        "没有环境按清单核对。把智能体的运行要求写成文件，并在方案中引用。",
    ),
    **_MISSIONS,
    **_RETRIEVAL,
}
