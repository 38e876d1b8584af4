"""Sentences of the correlation analysis."""

WORDS: dict[str, tuple[str, str]] = {
    # Algorithms on given inputs.
    "columns": (
        "{id}: the columns are not lists of numbers of one length; give a list per measure, all as long",
        "{id}：各列应为等长的数值列表，每个度量一列",
    ),
    "cell": (
        "{id}: item {at} of column {column} is {found}; it must be a number",
        "{id}：第 {column} 列的第 {at} 项为 {found}，应为数值",
    ),
    "flag": (
        "{id}: item {at} of 'flags' is {found}; it must be true, false or null",
        "{id}：“flags”的第 {at} 项为 {found}，应为 true、false 或 null",
    ),
    "square": (
        "{id}: row {row} of 'rho' has not {n} numbers; give a square matrix",
        "{id}：“rho”的第 {row} 行不是 {n} 个数值，应为方阵",
    ),
    "directions": (
        "{id}: 'directions' must name {allowed} for every number of a point",
        "{id}：“directions”应为每个数值给出 {allowed} 之一",
    ),
    "few_units": (
        "Undefined: {n} observations are too few for so many measures.",
        "无定义：观测数 {n} 相对于度量个数过少。",
    ),
    "wholly": (
        "Null where the other measures determine one wholly, or it does not vary.",
        "某度量完全由其余度量决定，或没有变化时，取空值。",
    ),
    # Names of measures.
    "column_passed": ("Passed", "通过"),
    "column_completed": ("Completed", "完成"),
    "column_score": ("Score of the case", "用例得分"),
    "column_latency_s": ("Response time", "响应耗时"),
    "column_first_token_s": ("Time to first token", "首词元耗时"),
    "column_input_tokens": ("Tokens sent", "输入词元数"),
    "column_output_tokens": ("Tokens received", "输出词元数"),
    "column_cost": ("Cost", "费用"),
    "column_attempts": ("Attempts", "尝试次数"),
    "column_input_chars": ("Length of the input", "输入长度"),
    "column_output_chars": ("Length of the answer", "输出长度"),
    "column_difficulty": ("Difficulty", "难度"),
    "column_confidence": ("Stated confidence", "自报置信度"),
    "column_adaptation_time": ("Adaptation time", "适配耗时"),
    "column_agent_steps": ("Steps", "步数"),
    "column_agent_tools_called": ("Tools called", "工具调用数"),
    "column_agent_tool_errors": ("Tool errors", "工具错误数"),
    "column_communication_rounds": ("Rounds of talk", "通信轮次"),
    "column_messages_total": ("Messages", "消息数"),
    "column_collab_response_rate": ("Questions answered", "应答率"),
    "column_collab_redundancy": ("Repeated messages", "消息重复率"),
    "column_collab_balance": ("Evenness over agents", "分工均衡度"),
    "column_collab_parallelism": ("Agents busy at once", "协作并行度"),
    "column_judge_rubric_spread": ("Spread of the judge", "评审评分离散度"),
    "column_safety_tool_severity": ("Severity of tool calls", "工具调用严重度"),
    "column_ops_effectiveness": ("Mission effectiveness", "任务效能"),
    "column_ops_ooda": ("Quality of the loop", "环节质量"),
    "column_ops_objectives": ("Objectives achieved", "任务完成度"),
    "column_ops_observe": ("Observe", "观察"),
    "column_ops_orient": ("Orient", "判断"),
    "column_ops_decide": ("Decide", "决策"),
    "column_ops_act": ("Act", "行动"),
    "column_ops_timeliness": ("Timeliness", "时效性"),
    "column_ops_compliance": ("Compliance", "约束遵循"),
    "column_ops_resource": ("Use of resources", "资源效率"),
    "column_ir_ap": ("Average precision", "平均精确率（AP）"),
    "column_ir_rr": ("Reciprocal rank", "倒数排名"),
    "column_ir_ndcg": ("nDCG", "nDCG"),
    "column_ir_r_precision": ("R-precision", "R 精确率"),
    "column_ir_bpref": ("bpref", "bpref"),
    "column_ir_rbp": ("Rank-biased precision", "排名偏置精确率（RBP）"),
    "column_ir_rbp_residual": ("Residual of RBP", "RBP 残差"),
    "column_scene": ("Scene", "场景"),
    "column_domain": ("Domain", "领域"),
    # Reasons.
    "too_few": ("fewer than three have both", "两者俱全的不足三个"),
    "constant": ("one of the two does not vary", "其中之一没有变化"),
    "determined": (
        "what is held fixed determines one of the two",
        "被固定的因素完全决定了其中之一",
    ),
    "no_interval": (
        "no interval: it needs at least 5 independent observations, and not exactly 1 or −1",
        "无区间：至少需要 5 个独立观测，且相关系数不恰为 1 或 −1",
    ),
    "verdict_of": (
        "the verdict is made from {column}",
        "“通过”的判定即由 {column} 得出",
    ),
    "computed": ("one is computed from the other", "其一由另一计算得出"),
    "identical": ("the same wherever both are known", "凡两者皆有之处取值相同"),
    "complement": ("one is 1 minus the other", "两者之和恒为 1"),
    "no_balance": (
        "undefined: precision or recall is missing, or both are 0",
        "无定义：缺少精确率或召回率，或两者均为 0",
    ),
    "no_scene_kinds": (
        "no case says whether its scene is one the agent was trained on (scene_type)",
        "没有用例标明其场景是否为训练场景（scene_type）",
    ),
    "no_abnormal": (
        "no case has an abnormal input (abnormal_input)",
        "没有异常输入的用例（abnormal_input）",
    ),
    "no_slow": ("all cases took equally long", "所有用例耗时相同"),
    "few_whole": (
        "{n} observations have all {k} measures: too few",
        "{k} 个度量俱全的观测仅 {n} 个，过少",
    ),
    "no_predictors": (
        "nothing that goes along with a case varies",
        "没有随用例变化的伴随因素",
    ),
    "constant_target": ("every case came out the same", "所有用例的结果相同"),
    "few_for_drivers": (
        "{n} cases of the rarer outcome are too few; each term needs about {needed}",
        "较少一类结果仅有 {n} 个用例，过少；每个解释项约需 {needed} 个",
    ),
    # Notes.
    "units_case": ("cases", "用例"),
    "units_scene": ("scenes", "场景"),
    "units_run": ("runs", "运行"),
    "note_epochs": (
        "Epochs of a case were averaged first, so that each case counts once.",
        "同一用例的多次重复先取平均，每个用例只计一次。",
    ),
    "note_clusters": (
        "{n} cases come in {independent} clusters; intervals and tests count the clusters.",
        "{n} 个用例属于 {independent} 个聚类；区间与检验按聚类数计。",
    ),
    "note_shared": (
        "{n} rows are {independent} different cases, asked in more than one run; intervals and tests count the cases.",
        "{n} 行实为 {independent} 个不同的用例，在多次运行中提问；区间与检验按用例数计。",
    ),
    "note_sample": (
        "The matrix and the drivers rest on {used} of {of} cases, drawn with seed {seed}; the four relations on all.",
        "相关矩阵与关联因素基于 {of} 个用例中随机抽取的 {used} 个（种子 {seed}）；四项关系基于全部用例。",
    ),
    "note_few": (
        "Only {n} {unit}: little can be established from so few.",
        "仅有 {n} 个{unit}，能够确立的结论有限。",
    ),
    "note_still": (
        "Not in the matrix, because fewer than three cases have it or it is the same in all of them: {names}",
        "以下各项不在矩阵中，因为有值的用例不足三个，或在所有用例中都相同：{names}",
    ),
    "note_left_out": (
        "{n} measures beyond {most} were left out; choose with --columns: {names}",
        "超出 {most} 个的 {n} 个度量未列入，可用 --columns 选择：{names}",
    ),
    # Errors.
    "no_run": (
        "correlate: no run was given; give at least one",
        "correlate：未给出任何运行，至少需要一个",
    ),
    "unit": (
        "correlate: the unit is {found!r}; it must be one of {allowed}",
        "correlate：分析单位为 {found!r}，应为 {allowed} 之一",
    ),
    "one_run": (
        "correlate: runs cannot be correlated with one run only",
        "correlate：只有一次运行，无法以运行为单位作关联分析",
    ),
    "one_run_hint": (
        "Give more runs, or choose --unit case or --unit scene.",
        "请给出更多运行，或改用 --unit case、--unit scene。",
    ),
    "no_column": (
        "correlate: run {run} has no column of numbers or verdicts called '{name}'",
        "correlate：运行 {run} 没有名为“{name}”的数值列或真假列",
    ),
    "no_column_hint": ("There are: {allowed}", "可用的有：{allowed}"),
    "no_indicator": (
        "correlate: no indicator '{name}' varies from {unit} to {unit}",
        "correlate：没有随 {unit} 变化的指标“{name}”",
    ),
    "control_group": (
        "correlate: cannot hold '{name}' fixed: the {unit}s name fewer than two",
        "correlate：无法固定“{name}”：分析单位 {unit} 涉及的取值不足两个",
    ),
    "control_still": (
        "correlate: cannot hold '{name}' fixed: it does not vary, or is missing everywhere",
        "correlate：无法固定“{name}”：其取值没有变化，或全部缺失",
    ),
    # Reports.
    "title": ("How measures go together", "指标关联分析"),
    "headline": (
        "{measures} measures over {n} {unit} of {runs} run",
        "{runs} 次运行，{n} 个{unit}，{measures} 个度量",
    ),
    "headline_runs": (
        "{measures} measures over {n} {unit} of {runs} runs",
        "{runs} 次运行，{n} 个{unit}，{measures} 个度量",
    ),
    "more_measures": (
        "{n} more measures do not fit here; a file (--to html, --json) holds them all",
        "另有 {n} 个度量未在此列出；完整列表见文件（--to html、--json）",
    ),
    "relations": ("The four relations", "四项关系"),
    "relation": ("Relation", "关系"),
    "measured_as": ("Measured as", "度量方式"),
    "value": ("Value", "取值"),
    "interval": ("Interval", "区间"),
    "evidence": ("Evidence", "结论"),
    "established": ("established", "已确立"),
    "not_established": ("not established", "尚未确立"),
    "nothing": ("–", "–"),
    "points": ("{value} points", "{value} 个百分点"),
    "accuracy_completion": ("Accuracy and completion", "准确率–完成率"),
    "no_accuracy_completion": (
        "no functional case says both whether it is right and whether it was completed",
        "没有功能类用例同时给出是否正确与是否完成",
    ),
    "f1_balance": ("F1 balance", "F1 平衡性"),
    "no_f1_balance": ("the run has neither precision nor recall", "本次运行没有精确率与召回率"),
    "latency_accuracy": ("Response time and accuracy", "响应耗时–准确率"),
    "no_latency_accuracy": (
        "no functional case has both a verdict and a response time",
        "没有功能类用例同时有判定与响应耗时",
    ),
    "generalisation_base": ("Generalisation and base", "通用化–基础"),
    "no_generalisation_base": (
        "no functional case has a verdict",
        "没有功能类用例得到判定",
    ),
    "gap": ("distance of the two rates", "两个比率之差"),
    "phi": ("φ over cases", "逐用例的 φ"),
    "two_by_two": (
        "both {both} · only right {only_right} · only completed {only_completed} · neither {neither}",
        "皆是 {both} · 仅正确 {only_right} · 仅完成 {only_completed} · 皆否 {neither}",
    ),
    "balance": (
        "1 − |P − R| / (P + R), precision {precision}, recall {recall}",
        "1 − |P − R| / (P + R)，精确率 {precision}，召回率 {recall}",
    ),
    "fast_slow": (
        "fast − slow, split at {median}: {fast} and {slow}",
        "快 − 慢，以 {median} 为界：{fast} 与 {slow}",
    ),
    "ranked": ("Spearman's ρ with “{scored}”", "与“{scored}”的 Spearman ρ"),
    "train_ratio": ("trained scenes / all", "训练场景 / 全部"),
    "non_train_ratio": ("other scenes / all", "非训练场景 / 全部"),
    "drop": ("abnormal − normal inputs", "异常输入 − 正常输入"),
    "band": ("Response time", "响应耗时"),
    "bands": ("Accuracy by response time", "各耗时区间的准确率"),
    "accuracy": ("Accuracy", "准确率"),
    "measure": ("Measure", "度量"),
    "matrix": ("Spearman's ρ", "Spearman ρ 矩阵"),
    "matrix_hint": (
        "* established: q below {level} after correction over the whole matrix; ≡ one thing by construction",
        "* 已确立：对整个矩阵校正后 q 小于 {level}；≡ 定义上为同一量",
    ),
    "pairs": ("Closest pairs", "关联最紧密的度量对"),
    "pair": ("Pair", "度量对"),
    "biserial": ("r_pb", "点二列"),
    "within": ("in scenes", "场景内"),
    "partial": ("partial", "偏相关"),
    "partial_hint": ("partial: “{control}” held fixed", "偏相关：固定“{control}”"),
    "structural": ("not tested: {why}", "不作检验：{why}"),
    "reverses": ("{said}; reversed inside scenes", "{said}；场景内方向相反"),
    "more_pairs": ("{n} more pairs; --all shows them", "另有 {n} 对，可用 --all 查看"),
    "redundancy": ("What says nearly the same", "冗余度量"),
    "same_thing": ("{a} and {b} are one thing: {why}", "{a} 与 {b} 实为同一量：{why}"),
    "cluster": (
        "{names}: |ρ| is at least {weakest}; merge them or let them share one weight",
        "{names}：|ρ| 不低于 {weakest}，可考虑合并或共享权重",
    ),
    "vif": (
        "{name}: VIF {value}; the other measures nearly determine it",
        "{name}：VIF 为 {value}，几乎由其余度量决定",
    ),
    "no_redundancy": ("Nothing says nearly the same.", "没有冗余的度量。"),
    "drivers": ("What is associated with passing", "与通过相关联的因素"),
    "drivers_hint": (
        "of “{target}”, {r2} of the variance over {n} cases is explained",
        "“{target}”的方差在 {n} 个用例上被解释 {r2}",
    ),
    "no_drivers": ("Nothing can be said: {why}.", "无法给出：{why}。"),
    "no_cause": (
        "Associated with, not caused by: cases were observed, not assigned.",
        "仅为关联，并非因果：用例是观察所得，而非随机分配。",
    ),
    "left_out": (
        "Left out, as too few cases bear more terms, or as they repeat others: {names}",
        "因用例不足以支持更多解释项，或与其他因素重复，未列入：{names}",
    ),
    "no_weights": ("No weights: {why}.", "无回归系数：{why}。"),
    "separated": (
        "the measures tell passing and failing apart wholly",
        "这些度量已能完全区分通过与未通过",
    ),
    "share": ("Share of variance", "方差份额"),
    "lost": ("R² lost when shuffled", "置换后损失的 R²"),
    "weight_logit": ("Log-odds per SD", "每标准差的对数几率"),
    "weight_linear": ("SDs per SD", "标准化系数"),
    "with_levels": ("{name} ({n} groups)", "{name}（{n} 组）"),
    "pareto": ("Quality, latency and cost", "质量、耗时与费用"),
    "pareto_hint": (
        "on the front: no other run is as good in everything and better in something",
        "前沿：没有其他运行在各方面都不逊于它且至少一方面更优",
    ),
    "run": ("Run", "运行"),
    "median_s": ("Median time", "耗时中位数"),
    "front": ("Front", "前沿"),
    "on_front": ("on the front", "位于前沿"),
    "not_compared": ("not compared", "未比较"),
    "dominated_by": ("Beaten by", "劣于"),
    # Command line.
    "help": (
        "Say how the measures of one or more runs go together: the four relations (accuracy and completion, F1 balance, response time and accuracy, generalisation and base), a matrix of correlations, what says nearly the same, and what is associated with passing. What goes together need not cause anything.",
        "分析一次或多次运行中各度量之间的关联：四项关系（准确率–完成率、F1 平衡性、响应耗时–准确率、通用化–基础）、相关矩阵、冗余度量，以及与通过相关联的因素。关联不等于因果。",
    ),
    "epilog": (
        "Examples:\n"
        "  steelyard correlate runs/nightly\n"
        "  steelyard correlate runs/nightly --control difficulty\n"
        "  steelyard correlate runs/nightly --unit scene\n"
        "  steelyard correlate runs/a runs/b runs/c --to html -o correlation.html",
        "示例：\n"
        "  steelyard correlate runs/nightly\n"
        "  steelyard correlate runs/nightly --control difficulty\n"
        "  steelyard correlate runs/nightly --unit scene\n"
        "  steelyard correlate runs/a runs/b runs/c --to html -o correlation.html",
    ),
    "unit_help": (
        "what one observation is; by default a case, and a run for three runs or more",
        "一个观测的单位；默认为 case（用例），三次及以上运行时为 run（运行）",
    ),
    "columns_help": (
        "measures of the matrix: columns of the results, input_chars, output_chars, metadata.KEY; with --unit scene or run ids of indicators",
        "矩阵中的度量：结果表的列、input_chars、output_chars、metadata.键；--unit 为 scene 或 run 时为指标 id",
    ),
    "control_help": (
        "what partial correlations hold fixed, such as difficulty, scene or domain",
        "偏相关所固定的因素，例如 difficulty、scene、domain",
    ),
    "confidence_help": (
        "confidence of the intervals; 1 minus it is the limit of q (0.95)",
        "区间的置信水平；1 减去它即为 q 的界限（0.95）",
    ),
    "most_help": (
        "cases of the matrix; of more, a sample is taken and said so (200000)",
        "矩阵所用的用例数上限；超出时抽样并注明（200000）",
    ),
    "seed_help": ("seed of samples and resamples (7)", "抽样与重抽样的随机种子（7）"),
    "all_help": ("show every pair, not only the closest", "列出全部度量对，而不只是最紧密的"),
    "json_help": ("print the analysis as JSON", "以 JSON 输出分析结果"),
    "to_help": (
        "write a file of that format instead of printing",
        "写成该格式的文件，而不打印",
    ),
    "reading": ("relating the measures of {n} run(s) ...", "正在分析 {n} 次运行的度量关联……"),
}
