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
    "scorer_entry": (
        "entry {number} is {found}; it must be an id, or an id with its parameters, such as text.bleu or text.bleu: {{tokenizer: zh}}",
        "第 {number} 项为 {found}；应为算法编号，或编号加参数，例如 text.bleu 或 text.bleu: {{tokenizer: zh}}",
    ),
    "one_adapter": (
        "exactly one adapter is needed (openai, http, command, function, a2a, replay, or a plug-in's); found: {found}",
        "必须且只能有一个适配器（openai、http、command、function、a2a、replay 或插件提供的）；现有：{found}",
    ),
    "field_missing": ("this field is needed", "缺少此字段"),
    "field_unknown": ("no such field; allowed: {allowed}", "没有这个字段；可用：{allowed}"),
    "did_you_mean": (" (did you mean '{name}'?)", "（是否想写“{name}”？）"),
    "bad_value": ("found {found}: {message}", "现为 {found}：{message}"),
    "bad_int_parsing": ("found {found}; a whole number is needed", "现为 {found}；应为整数"),
    "bad_int_type": ("found {found}; a whole number is needed", "现为 {found}；应为整数"),
    "bad_int_from_float": ("found {found}; a whole number is needed", "现为 {found}；应为整数"),
    "bad_float_parsing": ("found {found}; a number is needed", "现为 {found}；应为数字"),
    "bad_float_type": ("found {found}; a number is needed", "现为 {found}；应为数字"),
    "bad_string_type": ("found {found}; text is needed", "现为 {found}；应为文本"),
    "bad_bool_parsing": (
        "found {found}; true or false is needed",
        "现为 {found}；应为 true 或 false",
    ),
    "bad_bool_type": ("found {found}; true or false is needed", "现为 {found}；应为 true 或 false"),
    "bad_list_type": ("found {found}; a list is needed", "现为 {found}；应为列表"),
    "bad_dict_type": ("found {found}; a mapping is needed", "现为 {found}；应为映射"),
    "bad_model_type": ("found {found}; a mapping is needed", "现为 {found}；应为映射"),
    "bad_greater_than_equal": (
        "found {found}; {ge} or more is needed",
        "现为 {found}；应不小于 {ge}",
    ),
    "bad_greater_than": ("found {found}; more than {gt} is needed", "现为 {found}；应大于 {gt}"),
    "bad_less_than_equal": ("found {found}; {le} or less is needed", "现为 {found}；应不大于 {le}"),
    "bad_literal_error": ("found {found}; allowed: {expected}", "现为 {found}；可用：{expected}"),
    "bad_too_long": (
        "found {actual_length} entries; this version allows {max_length}",
        "现有 {actual_length} 项；当前版本允许 {max_length} 项",
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
