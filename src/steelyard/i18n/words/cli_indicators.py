"""What `steelyard indicators` says."""

WORDS: dict[str, tuple[str, str]] = {
    "help": (
        "What can be measured, and indicators of your own: records in a YAML file, no Python.",
        "可以测量的指标，以及自定义指标：写在 YAML 文件中的记录，无需 Python。",
    ),
    "epilog": (
        'An indicator of your own, in mine.yaml:\n  indicators:\n    mine.quick_share:\n      name: Answered within two seconds\n      sql: "rate(latency_s < 2)"\n\n  steelyard indicators check mine.yaml\n  steelyard indicators try mine.yaml runs/nightly --by scene\n  steelyard score runs/nightly --indicator mine.yaml',
        '自定义指标示例（mine.yaml）：\n  indicators:\n    mine.quick_share:\n      name: 两秒内作答占比\n      sql: "rate(latency_s < 2)"\n\n  steelyard indicators check mine.yaml\n  steelyard indicators try mine.yaml runs/nightly --by scene\n  steelyard score runs/nightly --indicator mine.yaml',
    ),
    "list_help": ("List every indicator a scorecard can name.", "列出指标体系可使用的全部指标。"),
    "explain_help": (
        "Explain the indicator ID: meaning, formula, fields it needs, score, parameters, example.",
        "解释指标 ID：含义、公式、所需字段、得分、参数与算例。",
    ),
    "check_help": (
        "Check FILE: every record, every expression, before it meets any data. Each mistake is told with line, field and character.",
        "检查 FILE：在接触任何数据之前检查每条记录与表达式，并指出错误所在的行、字段与字符。",
    ),
    "try_help": (
        "Compute the indicators of FILE on a run, or on rows in a JSONL file, in a process without files, network or configuration and with little memory and time.",
        "在一次运行或 JSONL 行数据上试算 FILE 中的指标；计算在独立进程中进行，不能访问文件、网络与配置，内存与时间受限。",
    ),
    "try_epilog": (
        "Examples:\n  steelyard indicators try mine.yaml runs/nightly\n  steelyard indicators try mine.yaml rows.jsonl --by scene --json",
        "示例：\n  steelyard indicators try mine.yaml runs/nightly\n  steelyard indicators try mine.yaml rows.jsonl --by scene --json",
    ),
    "list_short": ("every indicator there is", "全部指标"),
    "explain_short": ("one indicator in full", "详细解释一个指标"),
    "check_short": ("find mistakes in a file", "检查指标文件"),
    "try_short": ("compute a file on a run or rows", "在运行或行数据上试算"),
    "json_help": ("Print JSON instead of tables.", "以 JSON 输出，不显示表格。"),
    "by_help": ("Column to break down by as well. Repeatable.", "另按该列分组。可重复。"),
    "params_help": (
        "Parameters by name, or by indicator id.",
        "参数，按名称或按指标标识给出。",
    ),
    "seconds_help": (
        "Seconds the computation may take (30).",
        "计算允许的秒数（30）。",
    ),
    "memory_help": (
        "Megabytes the computation may use beside the data (1024).",
        "计算在数据之外可用的内存（1024 MB）。",
    ),
    "good": ("✓ {id}  {name}  (needs {fields})", "✓ {id}  {name}  （所需字段：{fields}）"),
    "indicator": ("Indicator", "指标"),
    "value": ("Value", "指标值"),
    "interval": ("95 % interval", "95% 区间"),
    "score": ("Score", "得分"),
    "status": ("Status", "状态"),
}
