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
    "interval_of_part": (
        "No interval: one of its parts has none.",
        "无区间：其组成部分中有一项没有区间。",
    ),
    "held_fixed": (
        "The interval takes {names} as exact: the data cannot tell how much it would vary.",
        "区间将 {names} 视为精确值：现有数据无法估计其波动。",
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
    "bad_file": (
        "{source} is not a scorecard. It needs id, version and root (or dimensions)",
        "{source} 不是有效的指标体系。需要 id、version 与 root（或 dimensions）",
    ),
    "lacks": ("{place}: '{key}' is missing", "{place}：缺少“{key}”"),
    "key": (
        "{place}: there is no key '{key}'. Allowed: {allowed}",
        "{place}：没有名为“{key}”的键。可用：{allowed}",
    ),
    "version": (
        "{place}: version is {found}; it must be a whole number from 1",
        "{place}：version 为 {found}，应为不小于 1 的整数",
    ),
    "text": (
        "{place}: '{key}' is {found}; it must be a text",
        "{place}：“{key}”为 {found}，应为文本",
    ),
    "texts": (
        "{place}: '{key}' is {found}; it must be a list of texts",
        "{place}：“{key}”为 {found}，应为文本列表",
    ),
    "truth": (
        "{place}: '{key}' is {found}; it must be true or false",
        "{place}：“{key}”为 {found}，应为 true 或 false",
    ),
    "choice": (
        "{place}: '{key}' cannot be {found}. Allowed: {allowed}",
        "{place}：“{key}”不能取 {found}。可取：{allowed}",
    ),
    "name": (
        "{place}: name is {found}; it must be a text, or give both en and zh",
        "{place}：name 为 {found}，应为文本，或同时给出 en 与 zh",
    ),
    "node_weight": (
        "{place}: weight is {found}; it must be a number not below 0",
        "{place}：weight 为 {found}，应为不小于 0 的数",
    ),
    "not_node": (
        "{place}: {found} is not a node; write {{indicator: ...}} or {{id: ..., children: [...]}}",
        "{place}：{found} 不是节点，应写作 {{indicator: ...}} 或 {{id: ..., children: [...]}}",
    ),
    "not_mapping": (
        "{source}: '{key}' is {found}; it must be a mapping of names to values",
        "{source}：“{key}”为 {found}，应为名称到取值的映射",
    ),
    "unknown_close": (
        "{place}: there is no indicator '{id}'. Did you mean: {names}",
        "{place}：没有指标“{id}”。是否想用：{names}",
    ),
    "unknown_indicator": (
        "{place}: there is no indicator '{id}'. `steelyard indicators list` shows those there are; "
        "one of your own is named in the plan (`indicators:`) or with --indicator FILE",
        "{place}：没有指标“{id}”。可用 steelyard indicators list 查看全部指标；"
        "自定义指标须在方案的 indicators 中或用 --indicator 文件给出",
    ),
    "leaf_or_not": (
        "{place}: a node has either `indicator` or `children`, and only one of them",
        "{place}：节点须且只能有 indicator 与 children 之一",
    ),
    "no_children": (
        "{place}: `children` must be a list with at least one node",
        "{place}：children 应为至少含一个节点的列表",
    ),
    "twice": (
        "{place}: two children are called '{id}'; give one of them another id",
        "{place}：有两个子节点同名“{id}”，请更改其一的 id",
    ),
    "cycle": (
        "{place}: the tree contains itself, or is nested too deeply",
        "{place}：指标体系自我包含，或嵌套过深",
    ),
    "needs": (
        "{place}: `needs` names '{found}', which is not a child. Children: {allowed}",
        "{place}：needs 中的“{found}”不是子节点。子节点：{allowed}",
    ),
    "two_params": (
        "{place}: {id} stands in two places with different parameters; it can be computed only once",
        "{place}：{id} 在两处给出了不同的参数，同一指标只能按一组参数计算",
    ),
    "dimension": (
        "{source}: the dimension '{id}' needs `members`, a mapping of indicators to weights",
        "{source}：维度“{id}”需要 members，即指标到权重的映射",
    ),
    "no_score": (
        "{id} has a value but no score: what it is compared with is 0 or missing.",
        "{id} 有取值但无得分：用于比较的量为 0 或缺失。",
    ),
    "no_reference": (
        "{id} has a value but no score: set the parameter {names} to compare it with.",
        "{id} 有取值但无得分：请设置用于比较的参数 {names}。",
    ),
    "fallback": (
        "{source}: fallback.mode cannot be {found}. Allowed: {allowed}",
        "{source}：fallback.mode 不能取 {found}。可取：{allowed}",
    ),
    "no_node": (
        "{source}: there is no single node '{id}' with children. Nodes: {names}",
        "{source}：没有唯一且含子节点的节点“{id}”。可用：{names}",
    ),
    "other_children": (
        "The children of '{id}' are {children}; the weights are for {found}",
        "“{id}”的子节点为 {children}，而权重对应 {found}",
    ),
    "by_method": (
        "{source}: the weights of '{id}' are found by a method; remove its `weights` first",
        "{source}：“{id}”的权重由方法确定，请先删去其 weights",
    ),
    "not_written": (
        "{source}: the weights of '{id}' cannot be written here without changing another node "
        "(an anchor is used twice); write them by hand",
        "{source}：无法写入“{id}”的权重而不影响其他节点（锚点被重复使用），请手工修改",
    ),
    "not_square": (
        "{path}: {rows} rows of {columns} judgements; a square of 2 to {most} is needed",
        "{path}：共 {rows} 行，每行 {columns} 个判断；应为 2 至 {most} 阶方阵",
    ),
    "cell": ("row {row}, column {column}", "第 {row} 行第 {column} 列"),
    "params_of_nothing": (
        "{place}: parameters are given for '{id}', which the scorecard does not use",
        "{place}：为“{id}”给出了参数，但指标体系未使用该指标",
    ),
    "thawed": (
        "{path}: the scorecard kept in the manifest was changed by hand or by another version; "
        "give one with --scorecard",
        "{path}：清单中保存的指标体系已被改动或来自其他版本，请用 --scorecard 另行指定",
    ),
    "weights_form": (
        "{place}: {found} is no way to find weights; write "
        "{{method: ahp, matrix: [[1, 3], [1/3, 1]]}}, {{method: direct, values: [...]}} or "
        "{{method: combined, sets: [...]}}",
        "{place}：{found} 不是有效的赋权方式；应写作 "
        "{{method: ahp, matrix: [[1, 3], [1/3, 1]]}}、{{method: direct, values: [...]}} 或 "
        "{{method: combined, sets: [...]}}",
    ),
    "weights_matrix": (
        "{place}: give `matrix`, or `matrices` of several experts, and only one of them",
        "{place}：须且只能给出 matrix 或 matrices（多位专家）之一",
    ),
    "weights_values": (
        "{place}: values is {found}; it must be a list of weights in the order of the children, "
        "or a mapping of their ids",
        "{place}：values 为 {found}，应为按子节点顺序的权重列表，或子节点标识到权重的映射",
    ),
    "weights_sets": (
        "{place}: `sets` must be a list of at least two ways to find weights",
        "{place}：sets 应为至少两种赋权方式的列表",
    ),
    "weights_lambdas": (
        "{place}: `lambdas` belong to the linear combination only",
        "{place}：lambdas 只用于线性组合",
    ),
    "weights_size": (
        "{place}: weights for {found} children, but there are {n}: {names}",
        "{place}：给出了 {found} 个子节点的权重，但实际有 {n} 个：{names}",
    ),
    "weights_twice": (
        "{place}: '{id}' has a weight of its own that differs from what `weights` gives; "
        "remove one of them",
        "{place}：“{id}”自带的权重与 weights 的结果不一致，请删去其一",
    ),
    "judgement": (
        "{place}: {found} is not a judgement; write a number above 0, or a fraction such as 1/3",
        "{place}：{found} 不是有效的判断值；应为大于 0 的数或分数，例如 1/3",
    ),
    "ahp_rejected": (
        "The judgements contradict each other: the consistency ratio is {cr}, and must be below "
        "{limit:g}. Look again at '{row}' against '{column}': it is {found}, while the other "
        "judgements imply {fits}; with that the ratio is {after}",
        "判断相互矛盾：一致性比率为 {cr}，应小于 {limit:g}。请复核“{row}”相对于“{column}”的判断："
        "现为 {found}，而其余判断意味着 {fits}；改后比率为 {after}",
    ),
    "gate_mapping": (
        "{place}: {found} is not a gate; it needs indicator, op and limit, and may have use",
        "{place}：{found} 不是有效的门槛；需要 indicator、op 与 limit，可含 use",
    ),
    "gate_overall": (
        "The gate '{text}' is on the overall score, but the plan names no scorecard.",
        "门槛“{text}”针对总体得分，但方案未指定指标体系。",
    ),
    "gate_overall_hint": (
        "Name one, such as `scorecard: default`, or gate the pass rate: "
        '"base.accuracy: ci_low >= 0.8".',
        '请指定指标体系，例如 `scorecard: default`；或改用通过率门槛："base.accuracy: ci_low >= 0.8"。',
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
    "gate_claimed": (
        "It rests on what the agent claims; a claim cannot meet a gate.",
        "该结果依据智能体的自称值；自称值不能用于通过门槛。",
    ),
    "gate_not_computed": ("It was not computed.", "该指标未计算。"),
    "unknown_column": (
        "breakdowns: there is no column '{column}'; close to it, or all there are: {names}",
        "breakdowns：没有列“{column}”；相近或可用的列：{names}",
    ),
}
