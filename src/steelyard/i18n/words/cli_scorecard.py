"""What `steelyard scorecard` says."""

WORDS: dict[str, tuple[str, str]] = {
    "help": (
        "Scorecards: which indicators make up the score, how much each weighs, what must hold.",
        "指标体系：总体得分由哪些指标组成，各占多少权重，以及必须满足的门槛。",
    ),
    "epilog": (
        "Examples:\n  steelyard scorecard new --template default -o team.yaml\n  steelyard scorecard check team.yaml\n  steelyard scorecard show team.yaml\n  steelyard scorecard weights --ahp judgements.csv --write team.yaml --node generalisation\n  steelyard score runs/nightly --scorecard team.yaml",
        "示例：\n  steelyard scorecard new --template default -o team.yaml\n  steelyard scorecard check team.yaml\n  steelyard scorecard show team.yaml\n  steelyard scorecard weights --ahp judgements.csv --write team.yaml --node generalisation\n  steelyard score runs/nightly --scorecard team.yaml",
    ),
    "new_help": (
        "Write a built-in scorecard as a file to begin your own from.",
        "将内置指标体系输出为文件，作为自定义的起点。",
    ),
    "new_short": ("a file to begin your own from", "新建指标体系文件"),
    "check_short": ("find mistakes in a file", "检查指标体系文件"),
    "show_short": ("the tree with its weights, or of a run", "查看树形结构、权重或运行结果"),
    "weights_short": ("weights by AHP, entropy, CRITIC", "用 AHP、熵权法、CRITIC 确定权重"),
    "template_help": (
        "Built-in scorecard: default, documented, extended, mission, retrieval or safety.",
        "内置指标体系：default、documented、extended、mission、retrieval 或 safety。",
    ),
    "output_help": ("Where to write it; the terminal if not given.", "输出文件；默认为终端。"),
    "exists": (
        "{path} already exists; choose another name or remove it",
        "{path} 已存在，请改名或先删除",
    ),
    "written": ("Written: {path}", "已写入：{path}"),
    "check_help": (
        "Check FILE: every id, weight, parameter and gate; a mistake is told with its line.",
        "检查 FILE：每个标识、权重、参数与门槛；错误会指出所在行。",
    ),
    "good": (
        "✓ {id} version {version}: {n} indicators, {hash}",
        "✓ {id} 第 {version} 版：{n} 个指标，{hash}",
    ),
    "show_help": (
        "Show a scorecard as a tree with its weights: a template, a file, or the one of a run with score, interval, contribution and coverage of every node.",
        "以树形查看指标体系及权重：模板、文件，或一次运行（同时给出各节点的得分、区间、贡献与覆盖率）。",
    ),
    "show_epilog": (
        "Examples:\n  steelyard scorecard show mission\n  steelyard scorecard show team.yaml --json\n  steelyard scorecard show runs/nightly",
        "示例：\n  steelyard scorecard show mission\n  steelyard scorecard show team.yaml --json\n  steelyard scorecard show runs/nightly",
    ),
    "weights_help": (
        "Find weights: from pairwise judgements (AHP), from how much runs differ (entropy, CRITIC), or from both together.",
        "确定权重：由两两判断（层次分析法），由各次运行的差异（熵权法、CRITIC），或将两者组合。",
    ),
    "weights_epilog": (
        "A file of judgements says how many times as important the row is as the column; empty cells are the reciprocals:\n  ,adaptivity,robustness,portability\n  adaptivity,1,1/3,5\n  robustness,,1,7\n  portability,,,1\n\nExamples:\n  steelyard scorecard weights --ahp me.csv you.csv\n  steelyard scorecard weights --entropy runs/a runs/b runs/c --node generalisation\n  steelyard scorecard weights --ahp me.csv --critic --combine game runs/a runs/b runs/c\n  steelyard scorecard weights --ahp me.csv --write team.yaml --node generalisation",
        "判断矩阵文件给出行相对于列的重要程度倍数，空格取倒数：\n  ,adaptivity,robustness,portability\n  adaptivity,1,1/3,5\n  robustness,,1,7\n  portability,,,1\n\n示例：\n  steelyard scorecard weights --ahp me.csv you.csv\n  steelyard scorecard weights --entropy runs/a runs/b runs/c --node generalisation\n  steelyard scorecard weights --ahp me.csv --critic --combine game runs/a runs/b runs/c\n  steelyard scorecard weights --ahp me.csv --write team.yaml --node generalisation",
    ),
    "ahp_help": (
        "CSV file of pairwise judgements; more files are more experts. Repeatable.",
        "两两判断矩阵的 CSV 文件；多个文件即多位专家。可重复。",
    ),
    "entropy_help": ("Weigh by entropy among the runs.", "按各次运行的信息熵赋权。"),
    "critic_help": (
        "Weigh by contrast and conflict among the runs.",
        "按各次运行的对比强度与冲突性赋权（CRITIC）。",
    ),
    "combine_help": (
        "How several methods become one: linear (default), multiplicative or game.",
        "多种方法的组合方式：linear（默认）、multiplicative 或 game。",
    ),
    "node_help": (
        "Node whose children are weighed (overall).",
        "为哪个节点的子节点赋权（默认为 overall）。",
    ),
    "write_help": (
        "Scorecard file to put the weights into; its comments stay.",
        "将权重写入该指标体系文件，注释保持不变。",
    ),
    "no_method": (
        "No method is named. Give --ahp FILE, or --entropy or --critic with runs",
        "未指定方法。请给出 --ahp 文件，或 --entropy / --critic 与若干运行",
    ),
    "no_runs": (
        "--entropy and --critic need the directories of at least three runs",
        "--entropy 与 --critic 需要至少三次运行的目录",
    ),
    "not_run": (
        "{path} is not the directory of a run; for a file of judgements write --ahp before it",
        "{path} 不是运行目录；若为判断矩阵文件，请在其前加 --ahp",
    ),
    "other_names": (
        "{path} is about other things than the first: {names}",
        "{path} 与首个文件比较的对象不同：{names}",
    ),
    "no_score": (
        "{path}: no score for {ids}; weights by spread need every score in every run",
        "{path}：{ids} 没有得分；客观赋权要求每次运行的各项均有得分",
    ),
    "no_tree": (
        "{path} was scored by an earlier version; re-score it with `steelyard score {path}`",
        "{path} 由较早版本生成；可用 steelyard score {path} 重新计算",
    ),
    "cr": (
        "Consistency ratio {cr} (accepted below 0.1)",
        "一致性比率 {cr}（小于 0.1 可接受）",
    ),
    "node": ("Node", "节点"),
    "weight": ("Weight", "权重"),
    "share": ("Share", "占比"),
    "how": ("How", "方式"),
    "other": ("中文", "English"),
    "score": ("Score", "得分"),
    "interval": ("95 % interval", "95% 区间"),
    "contribution": ("Adds", "贡献"),
    "coverage": ("Coverage", "覆盖率"),
    "reserve": ("(only if the others are missing)", "（仅在其余项缺失时计入）"),
    "instead": (
        "Without what it needs, this stands in: {parts}",
        "缺少必需项时改用：{parts}",
    ),
    "stood_in": (
        "{name} was undefined; this stood in for it.",
        "“{name}”无定义，以上为替代项。",
    ),
    "gates": ("Gates: {gates}", "门槛：{gates}"),
    "panel": ("Panel, not part of the score: {ids}", "另行展示：{ids}"),
}
