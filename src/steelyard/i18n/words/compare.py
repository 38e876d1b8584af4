"""What `steelyard compare` says."""

WORDS: dict[str, tuple[str, str]] = {
    "help": (
        "Compare runs with a base run, on the cases both were asked: what got better, worse, or cannot be told apart, with intervals; which cases were fixed and which broke; what it cost. BASE and NEW are directories of runs; several NEW are each compared with BASE.",
        "在相同用例上将各次运行与基准运行比较：哪些变好、变差或无法区分（附置信区间），哪些用例被修复或退步，开销如何变化。BASE 与 NEW 为运行目录；给出多个 NEW 时分别与 BASE 比较。",
    ),
    "epilog": (
        'Examples:\n  steelyard compare runs/monday runs/tuesday\n  steelyard compare runs/base runs/new --fail-on "overall: ci_low > -0.02" --fail-on "flips: broken <= 3"\n  steelyard compare runs/base runs/a runs/b --by scene,difficulty --adjust bh\n  steelyard compare runs/base runs/new --to html -o comparison.html',
        '示例：\n  steelyard compare runs/monday runs/tuesday\n  steelyard compare runs/base runs/new --fail-on "overall: ci_low > -0.02" --fail-on "flips: broken <= 3"\n  steelyard compare runs/base runs/a runs/b --by scene,difficulty --adjust bh\n  steelyard compare runs/base runs/new --to html -o comparison.html',
    ),
    "unpaired_help": (
        "The runs asked different cases: compare them as independent samples. Intervals are wider and no flips are shown.",
        "各运行针对不同用例：按独立样本比较。区间更宽，且不列出翻转用例。",
    ),
    "scorecard_help": (
        "Scorecard to weigh all runs by: a template's name, or a YAML or JSON file. Default: the base's.",
        "统一采用的指标体系：模板名，或 YAML/JSON 文件。默认采用基准运行的指标体系。",
    ),
    "by_help": (
        "Columns whose groups are compared one by one. Default: scene,domain.",
        "按哪些列分组比较。默认 scene,domain。",
    ),
    "adjust_help": (
        "Correction for many tests: holm (not one false alarm likely) or bh (few false among those found). Default: holm.",
        "多重检验校正：holm（任何一次误报都不太可能）或 bh（被判显著者中误报较少）。默认 holm。",
    ),
    "confidence_help": (
        "Confidence of the intervals; what is left to 1 is the error allowed. Default: 0.95.",
        "区间的置信水平；其余部分即允许的错误率。默认 0.95。",
    ),
    "fail_on_help": (
        'Condition on the change, new less base; exit code 3 when it is not met: "overall: ci_low > -0.02". Repeatable.',
        "对变化量（新减基准）的要求，未满足时退出码为 3：“overall: ci_low > -0.02”。可重复。",
    ),
    "flips_help": (
        "How many flipped cases to read in full. Default: 20.",
        "完整读取多少个翻转用例。默认 20。",
    ),
    "all_help": (
        "Print every indicator, every group and every flip that was read.",
        "打印全部指标、分组与已读取的翻转用例。",
    ),
    "json_help": (
        "Print one JSON document instead.",
        "改为打印一个 JSON 文档。",
    ),
    "to_help": (
        "Format to write: html, md, json, xlsx, pdf, junit or summary. Default: what -o ends in.",
        "输出格式：html、md、json、xlsx、pdf、junit 或 summary。默认取 -o 的后缀。",
    ),
    "summary_help": (
        "Append a short page to the job summary that $GITHUB_STEP_SUMMARY names.",
        "将简短摘要追加到 $GITHUB_STEP_SUMMARY 所指的作业摘要。",
    ),
    "comparing": ("Comparing {path} ({n} of {of})", "正在比较 {path}（{n}/{of}）"),
}
