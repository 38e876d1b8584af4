"""Sentences of the indicators: why a number is undefined, doubtful, or cannot be computed."""

WORDS: dict[str, tuple[str, str]] = {
    # Notes beside a number.
    "undefined": ("Undefined: {reason}.", "无定义：{reason}。"),
    "column_empty": (
        "Undefined: no row has a value for {names}.",
        "无定义：没有任何行给出字段 {names}。",
    ),
    "param_unset": (
        "Undefined: the parameter {names} is not set.",
        "无定义：未设置参数 {names}。",
    ),
    "or": (" or ", " 或 "),
    "boundary": (
        "The value is exactly {value}; look at the interval, not at the value.",
        "取值恰为 {value}，应看区间而不是点值。",
    ),
    "boundary_alone": (
        "The value is exactly {value}, which more cases may change.",
        "取值恰为 {value}，增加用例后可能改变。",
    ),
    "low_n": (
        "Only {n} cases; too few to rely on.",
        "仅有 {n} 个用例，不足以下结论。",
    ),
    "few_clusters": (
        "The cases form only {n} independent groups; the interval is rough.",
        "用例仅构成 {n} 个相互独立的组，区间较粗略。",
    ),
    "few_effective": (
        "Rests on the equivalent of {n} independent groups ({groups}, the largest holds {share}).",
        "相当于仅依据 {n} 个相互独立的组（共 {groups} 组，最大的一组占 {share}）。",
    ),
    "skewed": (
        "The values are skewed: a few large ones decide the mean, and its interval is rough. See the median first.",
        "取值偏斜：均值由少数大值决定，其区间较粗略，请先看中位数。",
    ),
    "rare_class": (
        "Rests on {n} rows of class {name}.",
        "其中类别“{name}”仅有 {n} 行。",
    ),
    "declared": (
        "Computed from values that came with the dataset, not measured by this run.",
        "依据数据集自带的申报值计算，并非本次运行实测。",
    ),
    "claimed": (
        "Computed from fields that the agent claims ({names}) and the plan accepts; nobody measured them.",
        "依据智能体自称且评估方案接受的字段（{names}）计算，未经测量。",
    ),
    "claims_not_used": (
        "Rests on fields that the agent claims ({names}). Claims are not used for portability, load or faults.",
        "依据智能体自称的字段（{names}）。可移植性、负载与故障相关指标不采用自称值。",
    ),
    "one_cluster": (
        "No interval: it needs at least two independent cases or groups.",
        "无区间：至少需要两个相互独立的用例或分组。",
    ),
    "one_cluster_dominates": (
        "No interval: one group holds {share} of the cases; nothing can be said about others.",
        "无区间：一个组占全部用例的 {share}，无法推断其他组的情况。",
    ),
    "no_spread": (
        "No interval: all values are equal, so their spread cannot be estimated.",
        "无区间：所有取值相同，无法估计离散程度。",
    ),
    "nothing_counted": ("No interval: nothing was counted.", "无区间：没有计入任何用例。"),
    "interval_not_given": (
        "No interval is defined for this indicator.",
        "该指标未定义区间。",
    ),
    "too_few_for_quantile": (
        "No interval: fewer than 5 independent cases lie beyond this percentile.",
        "无区间：落在该分位之外的独立用例不足 5 个。",
    ),
    "too_few": (
        "No interval: fewer than 10 rows; their spread says too little.",
        "无区间：不足 10 行，其离散程度不足以估计。",
    ),
    "extreme_inside": (
        "No interval: the formula picks the least or greatest value, or counts different ones.",
        "无区间：公式取最小值、最大值或不同取值的个数。",
    ),
    "step_inside": (
        "No interval: it counts groups beyond a threshold or picks an extreme one, and so jumps.",
        "无区间：该指标统计达到阈值的组数或取极端的组，取值会跳变。",
    ),
    "base_may_be_zero": (
        "No interval: what it is divided by may be 0 as far as the data can tell.",
        "无区间：就现有数据而言，分母可能为 0。",
    ),
    "quantile_inside": (
        "No interval: the formula combines percentiles.",
        "无区间：公式由分位数组合而成。",
    ),
    "groups_cut": (
        "There are more groups; only the {shown} largest are shown.",
        "分组过多，仅显示用例最多的 {shown} 组。",
    ),
    "failed": ("{id} could not be computed: {reason}", "{id} 无法计算：{reason}"),
    # Errors in what was asked for.
    "confidence": (
        "The confidence is {found}; it must lie between 0 and 1, such as 0.95",
        "置信水平为 {found}，应介于 0 与 1 之间，例如 0.95",
    ),
    "by_unknown": (
        "There is no column '{name}' to break down by",
        "没有可用于分组的列“{name}”",
    ),
    "unknown_param": (
        "{id}: there is no parameter '{name}'. Its parameters are: {allowed}",
        "{id}：没有名为“{name}”的参数。可用的参数：{allowed}",
    ),
    "param_nobody": (
        "No indicator has a parameter '{name}'. Known: {allowed}",
        "没有任何指标使用参数“{name}”。可用：{allowed}",
    ),
    "param_close": ("Did you mean '{name}'?", "是否想用“{name}”？"),
    "none": ("none", "无"),
    "cell": (
        "Row {row}: the field '{name}' is {found}; it must be {allowed}",
        "第 {row} 行：字段“{name}”为 {found}，应为{allowed}",
    ),
    # Errors in a record.
    "words_missing": (
        "Indicator {id}: '{key}' must give both en and zh",
        "指标 {id}：“{key}”须同时给出 en 与 zh",
    ),
    "record_lacks": (
        "Indicator {id}: '{key}' is missing",
        "指标 {id}：缺少“{key}”",
    ),
    "record_text": (
        "Indicator {id}: '{key}' is {found}; it must be a text, the expression",
        "指标 {id}：“{key}”为 {found}，应为表达式文本",
    ),
    "record_version": (
        "Indicator {id}: '{key}' is {found}; it must be a whole number from 1",
        "指标 {id}：“{key}”为 {found}，应为不小于 1 的整数",
    ),
    "record_key": (
        "Indicator {id}: there is no key '{key}'. Allowed: {allowed}",
        "指标 {id}：没有名为“{key}”的键。可用：{allowed}",
    ),
    "record_value": (
        "Indicator {id}: '{key}' cannot be {found}. Allowed: {allowed}",
        "指标 {id}：“{key}”不能取 {found}。可取：{allowed}",
    ),
    # Errors in an expression.
    "refused": (
        "{reason} (character {column} of: {text})",
        "{reason}（位于第 {column} 个字符：{text}）",
    ),
    "requirements": (
        'Requirements are an object such as {{"latency_s": ["<=", 5]}}; this is {found}',
        '要求应为对象，例如 {{"latency_s": ["<=", 5]}}；现为 {found}',
    ),
    "empty": ("The expression is empty", "表达式为空"),
    "refused_whole": ("{reason} (in: {text})", "{reason}（表达式：{text}）"),
    "syntax": ("This is not an expression: {problem}", "表达式语法有误：{problem}"),
    "not_one_expression": (
        "Exactly one expression is allowed, without FROM, aliases or further statements",
        "只允许一个表达式，不得带 FROM、别名或其他语句",
    ),
    "node_refused": ("'{kind}' is not allowed in an expression", "表达式中不允许使用“{kind}”"),
    "number_refused": ("{found} is not a number that can be used", "{found} 不是可用的数"),
    "dotted_name": (
        "'{name}' is not a column; only `ind.` may stand before a dot",
        "“{name}”不是列名；点号前只能是 ind",
    ),
    "function_unknown": (
        "There is no function '{name}'. Allowed: {allowed}",
        "没有名为“{name}”的函数。可用：{allowed}",
    ),
    "function_none": ("There is no function '{name}'", "没有名为“{name}”的函数"),
    "full_width": (
        "'{found}' is a full-width character; type {instead} instead",
        "“{found}”是全角字符，请改用半角 {instead}",
    ),
    "bracket_open": ("This bracket is not closed", "此括号没有闭合"),
    "bracket_closed": ("This bracket was never opened", "此括号没有对应的左括号"),
    "single_quotes": (
        "A text stands in single quotes: '{text}'",
        "文本应写在单引号中：'{text}'",
    ),
    "name_unknown": (
        "There is no '{name}' here; over groups only these can be used: {allowed}",
        "此处没有“{name}”；对各组聚合时只能使用：{allowed}",
    ),
    "no_aggregate": (
        "There is no aggregate such as avg(...) or rate(...): nothing is computed from the rows",
        "没有 avg(...)、rate(...) 等聚合函数：没有从数据行计算任何内容",
    ),
    "let_order": (
        "The local name '{name}' is used before it is defined; names of `let` go in order, without circles",
        "局部名称“{name}”在定义之前使用；let 中的名称按顺序定义，不得循环",
    ),
    "by_and_each": (
        "Indicator {id}: `by` (what puts rows into groups) and `each` (what every group gives) go together",
        "指标 {id}：by（如何分组）与 each（每组得出什么）须同时给出",
    ),
    "kind_number": ("a number", "数值"),
    "kind_bool": ("true or false", "真假值"),
    "kind_text": ("a text", "文本"),
    "kind_list": ("a list", "列表"),
    "kind_json": ("an object", "对象"),
    "kind_any": ("any value", "任意值"),
    "function_extras": (
        "'{name}' may not have DISTINCT, ORDER BY, FILTER or a schema here",
        "此处的“{name}”不得带 DISTINCT、ORDER BY、FILTER 或模式名",
    ),
    "arity": (
        "'{name}' has {found} arguments; it takes {allowed}",
        "“{name}”有 {found} 个参数，应为 {allowed} 个",
    ),
    "too_long": (
        "The expression has {found} characters; at most {allowed} are allowed",
        "表达式共 {found} 个字符，至多允许 {allowed} 个",
    ),
    "too_deep": (
        "The expression is nested too deeply (at most {allowed} levels) or holds a NUL character",
        "表达式嵌套过深（至多 {allowed} 层）或含有空字符",
    ),
    "too_many_nodes": (
        "The expression is too large; at most {allowed} parts are allowed",
        "表达式过大，至多允许 {allowed} 个组成部分",
    ),
    "column_unknown": ("There is no column '{name}'", "没有名为“{name}”的列"),
    "column_close": ("Did you mean: {names}", "是否想用：{names}"),
    "column_outside": (
        "The column '{name}' stands outside an aggregate such as avg(...)",
        "列“{name}”须置于 avg(...) 等聚合函数之内",
    ),
    "aggregate_inside": (
        "'{name}' is an aggregate and cannot stand inside another or in a condition on rows",
        "“{name}”是聚合函数，不能嵌套在另一聚合或行条件中",
    ),
    "kind": (
        "The expression gives {found}; it must give {allowed}",
        "表达式的结果类型为 {found}，应为 {allowed}",
    ),
    "kind_in": (
        "'{name}' got {found} where it needs {allowed}",
        "“{name}”得到 {found}，应为 {allowed}",
    ),
    "bad_share": (
        "The second argument of quantile_cont must be a number between 0 and 1, such as 0.95",
        "quantile_cont 的第二个参数须为 0 与 1 之间的数，例如 0.95",
    ),
    "cycle": ("Indicators refer to each other in a circle: {path}", "指标相互循环引用：{path}"),
    "nested_reference": (
        "{id}: '{name}' aggregates over groups and cannot be used inside another indicator",
        "{id}：“{name}”是按组聚合的指标，不能被其他指标引用",
    ),
}
