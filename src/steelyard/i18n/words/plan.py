"""Sentences about plans."""

WORDS: dict[str, tuple[str, str]] = {
    "missing": ("There is no plan at {path}.", "找不到评估方案 {path}。"),
    "missing_hint": (
        "`steelyard init` writes a commented plan to start from.",
        "`steelyard init` 可生成带注释的示例方案。",
    ),
    "unreadable": ("{path} cannot be read: {error}", "{path} 无法读取：{error}"),
    "bad_yaml": ("{path} is not valid YAML: {error}", "{path} 不是合法的 YAML：{error}"),
    "yaml_at": ("line {line}, column {column}: {problem}", "第 {line} 行第 {column} 列：{problem}"),
    "not_a_mapping": (
        "{path} must be a mapping with at least `agent` and `dataset`.",
        "{path} 必须是映射，至少包含 agent 与 dataset。",
    ),
    "hint": (
        "The plan's fields are explained in docs/guide/plan.md; `steelyard init` writes a commented example.",
        "方案字段说明见 docs/guide/plan.md；`steelyard init` 可生成带注释的示例。",
    ),
    "scorers_word": (
        "{found} is not allowed here; write auto, documented, or a list of scorers such as [text.exact_match]",
        "{found} 不能用在此处；应为 auto、documented，或评分算法列表，例如 [text.exact_match]",
    ),
    "scorer_entry": (
        "entry {number} is {found}; it must be an id, or an id with its parameters, such as text.bleu or text.bleu: {{tokenizer: zh}}",
        "第 {number} 项为 {found}；应为算法编号，或编号加参数，例如 text.bleu 或 text.bleu: {{tokenizer: zh}}",
    ),
    "feature_config_form": (
        "feature_config must be a mapping such as {{ground_truth_total: 120}}; found {found}",
        "feature_config 必须是映射，例如 {{ground_truth_total: 120}}；现为 {found}",
    ),
    "feature_config_differs": (
        "feature_config says {name}: {found}, params says {other}; set it in one place",
        "feature_config 中 {name} 为 {found}，params 中为 {other}；请只写一处",
    ),
    "one_adapter": (
        "exactly one adapter is needed (openai, http, command, function, a2a, replay, or a plug-in's); found: {found}",
        "必须且只能有一个适配器（openai、http、command、function、a2a、replay 或插件提供的）；现有：{found}",
    ),
    "field_unknown": ("no such field; allowed: {allowed}", "没有这个字段；可用：{allowed}"),
    "did_you_mean": (" (did you mean '{name}'?)", "（是否想写“{name}”？）"),
    "endless": (
        "The plan holds itself: an anchor is used inside of what it names.",
        "方案包含自身：锚点在其所指内容内部被引用。",
    ),
    "bad_override": (
        "--set takes key=value with a dotted key, such as run.concurrency=4; found '{found}'",
        "--set 的写法是 键=值，键用点号分隔，例如 run.concurrency=4；现为“{found}”",
    ),
    "override_through": (
        "--set {found}: '{key}' is a plain value and has nothing below it",
        "--set {found}：“{key}”是普通值，下面没有子字段",
    ),
}
