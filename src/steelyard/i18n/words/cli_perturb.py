"""What `steelyard perturb` says."""

WORDS: dict[str, tuple[str, str]] = {
    "help": (
        "Show what perturbations make of the cases of DATA (a dataset, or a plan that names one): typos, homophones, cuts, attacks. With -o the variants are written as cases of their own. The same seed gives the same variants.",
        "显示扰动对 DATA（数据集，或指明数据集的方案）中用例的改动：错字、同音字、截断、攻击等。用 -o 可将变体写成独立的用例。种子相同则变体相同。",
    ),
    "epilog": (
        "Examples:\n  steelyard perturb --list\n  steelyard perturb cases.jsonl\n  steelyard perturb cases.jsonl --kinds zh.homophone,text.truncate_tail@0.5 --limit 2\n  steelyard perturb cases.jsonl --for zh --rate 0.1 --seed 7 -o variants.jsonl",
        "示例：\n  steelyard perturb --list\n  steelyard perturb cases.jsonl\n  steelyard perturb cases.jsonl --kinds zh.homophone,text.truncate_tail@0.5 --limit 2\n  steelyard perturb cases.jsonl --for zh --rate 0.1 --seed 7 -o variants.jsonl",
    ),
    "kinds_help": (
        "Perturbations by id, separated by commas: patterns such as zh.* and a strength of their own such as zh.homophone@0.1 may stand; 'auto' takes those that suit each case and keep its right answer, 'all' every one that suits its language. Repeatable.",
        "扰动编号，以逗号分隔：可用 zh.* 之类的模式，也可写明各自强度，如 zh.homophone@0.1；auto 选取适合各用例且不改变正确答案者，all 选取适合其语言的全部。可重复。",
    ),
    "for_help": (
        "Instead of --kinds: every perturbation made for Chinese, for English, or all of them.",
        "代替 --kinds：用于中文、英文的全部扰动，或所有扰动。",
    ),
    "rate_help": (
        "Share of the characters that is changed; usual are 0.02, 0.05 and 0.1. Default 0.05.",
        "被改动字符的比例；常用 0.02、0.05、0.1。默认 0.05。",
    ),
    "count_help": ("Variants per case and perturbation.", "每条用例每种扰动的变体数。"),
    "seed_help": ("Seed of every draw. Default 0.", "随机种子，默认 0。"),
    "protect_help": (
        "Word that must not be touched, besides numbers, negations, names and code. Repeatable.",
        "除数字、否定词、专名与代码之外不得改动的词语。可重复。",
    ),
    "field_help": (
        "Field that holds the question, when inputs are objects; dots reach into objects.",
        "输入为对象时，问题所在的字段；用点号进入内层对象。",
    ),
    "limit_help": (
        "Only the first N cases. Default: 5 when showing, all when writing.",
        "只取前 N 条用例。默认：显示时 5 条，写出时全部。",
    ),
    "list_help": ("List the perturbations and exit.", "列出各种扰动并退出。"),
    "output_help": (
        "Write the variants to FILE, one JSON object per line.",
        "将变体写入 FILE，每行一个 JSON 对象。",
    ),
    "no_data": (
        "DATA is needed: a dataset or a plan. `steelyard perturb --list` shows what can be done to it.",
        "缺少 DATA：数据集或方案。`steelyard perturb --list` 可查看有哪些扰动。",
    ),
    "both": ("Give --kinds or --for, not both.", "--kinds 与 --for 只能选用其一。"),
    "none_made": (
        "{path}: none of the {cases} cases could be perturbed. {reason}",
        "{path}：{cases} 条用例均无法扰动。{reason}",
    ),
    "none_made_hint": (
        "See what each needs with: steelyard perturb --list",
        "各种扰动的要求见：steelyard perturb --list",
    ),
    "clean": ("as it is", "原文"),
    "not_applied": ("not applied: {reason}", "不适用：{reason}"),
    "made": ("cases: {cases}, variants: {n}", "用例 {cases} 条，变体 {n} 个"),
    "written": ("Wrote {path}: {made}", "已写入 {path}：{made}"),
    "skipped": ("Not applied: {kinds}", "不适用：{kinds}"),
    "rejected": (
        "{n} rows of the dataset were refused; `steelyard validate` says why.",
        "数据集中有 {n} 行被拒绝；原因见 `steelyard validate`。",
    ),
    "reading": ("cases: {cases}, variants: {n}", "用例 {cases} 条，变体 {n} 个"),
    "col_id": ("id", "编号"),
    "col_kind": ("right answer", "正确答案"),
    "col_languages": ("for", "适用"),
    "col_strength": ("strength", "强度"),
    "col_meaning": ("what it does", "作用"),
    "stays": ("stays", "不变"),
    "then_clarify": ("ask back", "应澄清"),
    "then_refuse": ("refuse", "应拒绝"),
    "removed": ("gone: {text}", "已删：{text}"),
}
