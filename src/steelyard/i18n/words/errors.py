"""Sentences for errors raised below the i18n layer."""

WORDS: dict[str, tuple[str, str]] = {
    "unknown": (
        "There is no {kind} '{name}'. Known: {names}",
        "没有名为“{name}”的{kind}。可用：{names}",
    ),
    "unknown_close": (
        "There is no {kind} '{name}'. Did you mean: {names}",
        "没有名为“{name}”的{kind}。是否想用：{names}",
    ),
    "kind_algorithm": ("algorithm", "算法"),
    "kind_scorer": ("scorer", "评分算法"),
    "kind_indicator": ("indicator", "指标"),
    "kind_adapter": ("agent adapter", "智能体适配器"),
    "kind_perturbation": ("perturbation", "扰动"),
    "kind_fault": ("fault", "故障"),
    "kind_step": ("processing step", "处理步骤"),
    "kind_export": ("export format", "导出格式"),
    "kind_importer": ("import format", "导入格式"),
    "kind_reader": ("file format", "文件格式"),
}
