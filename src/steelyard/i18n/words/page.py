"""Sentences of the HTML pages that no other rendering has."""

WORDS: dict[str, tuple[str, str]] = {
    "contents": ("Contents", "目录"),
    # Cases.
    "cases": ("Cases", "用例"),
    "cases_hint": (
        "Numbers that are links lead here; click a case to open it",
        "带链接的数字会跳到这里；点击用例可展开",
    ),
    "cases_all": (
        "All {n} rows of the run are in this file.",
        "本文件包含本次运行的全部 {n} 行。",
    ),
    "cases_some": (
        "{n} of {total} rows are in this file: some of every failure, scene and condition. The "
        "folder of the run has them all:",
        "本文件收录 {total} 行中的 {n} 行，涵盖各类失败、各个场景与评测条件。全部数据在运行目录中：",
    ),
    "search": ("Search", "搜索"),
    "clear": ("Show all", "显示全部"),
    "any": ("any", "不限"),
    "no_group": ("not said", "未注明"),
    "shown": ("{shown} of {all} shown", "显示 {shown} / {all}"),
    "shown_all": ("{all} shown", "显示 {all}"),
    "nothing_found": (
        "No case in this file matches.",
        "本文件中没有符合条件的用例。",
    ),
    "filter": ("{name}: {value}", "{name}：{value}"),
    "needs_script": (
        "The list of cases needs JavaScript, which this browser has switched off.",
        "用例列表需要 JavaScript，当前浏览器已将其关闭。",
    ),
    "by_verdict": ("Verdict", "判定"),
    "by_reason": ("Reason", "失败原因"),
    "by_scene": ("Scene", "场景"),
    "by_domain": ("Domain", "领域"),
    "by_scene_type": ("Kind of scene", "场景类别"),
    "by_condition": ("Condition", "评测条件"),
    "by_kind": ("Done to it", "具体条件"),
    "by_blame": ("Counts as", "计为"),
    "by_status": ("Status", "状态"),
    "by_by": ("Worst first by", "由差到好，按"),
    "verdict_passed": ("passed", "通过"),
    "verdict_failed": ("failed", "未通过"),
    "verdict_undecided": ("undecided", "未判定"),
    "plain": ("baseline", "常规提问"),
    "under": ("under", "条件"),
    "difference": ("Expected → output", "期望 → 输出"),
    "only_expected": ("only expected", "仅期望"),
    "only_output": ("only in the output", "仅输出"),
    "values": ("Values", "数值"),
    "evidence": ("Evidence", "依据"),
    "steps": ("Steps", "步骤"),
    "steps_cut": ("… and {n} more steps", "……另有 {n} 步"),
    "cut": ("… {n} more characters", "……另有 {n} 个字符"),
    "epoch": ("repeat {n}", "第 {n} 次"),
    "permalink": ("Link to this case", "本用例的链接"),
    # Counts of a run.
    "count_rows": ("Requests", "提问次数"),
    "count_recorded": ("Recorded results", "已有结果"),
    "count_cases": ("Cases", "用例数"),
    "count_ok": ("Answered", "已应答"),
    "count_error": ("Errors", "出错"),
    "count_timeout": ("Timeouts", "超时"),
    "count_passed": ("Right", "答对"),
    "count_failed": ("Wrong", "答错"),
    "count_undecided": ("Undecided", "未判定"),
    "seconds_of": ("Seconds {name}", "耗时 {name}"),
    "empty_table": ("Nothing to show.", "无内容。"),
    # What stands out, figures.
    "findings": ("What stands out", "要点"),
    "findings_hint": (
        "Facts first, then differences that a test establishes; never a cause",
        "先列事实，再列经检验确立的差异；不推断原因",
    ),
    "finding_established": ("established", "已确立"),
    "finding_observed": ("observed", "事实"),
    "look_at": ("Look at", "参见"),
    "figures": ("Figures", "图表"),
    "figure_table": ("The numbers drawn", "图中数据"),
    # Comparison.
    "comparison_title": (
        "{runs} against {base} · Steelyard comparison",
        "{runs} 对比 {base} · 权衡对比报告",
    ),
    "against": ("{runs} against {base}", "{runs} 对比 {base}"),
    "comparison_about": (
        "Every difference is the new run less the base, weighed by '{card}'",
        "差值均为新运行减基准，按“{card}”加权",
    ),
    "paired": ("Cases compared", "参与比较的用例"),
    "paired_line": ("the same cases in both runs", "两次运行的相同用例"),
    "unpaired_line": ("each run's own cases: not paired", "各用各的用例，未配对"),
    "left_out_line": (
        "left out: {base} only in the base, {new} only in the new run, {changed} with another question",
        "未计入：仅基准有 {base}，仅新运行有 {new}，题目不同 {changed}",
    ),
    "points": ("pts", "百分点"),
    "changed_cases": ("Changed cases", "结果改变的用例"),
    "broken_line": ("{n} broken: passed before, fail now", "{n} 例退步：此前通过，现在未通过"),
    "fixed_line": ("{n} fixed: failed before, pass now", "{n} 例修复：此前未通过，现在通过"),
    "stayed_line": (
        "{passed} passed and {failed} failed in both",
        "两次均通过 {passed} 例，均未通过 {failed} 例",
    ),
    "flips_some": ("{n} of {all} changed cases are shown.", "显示 {all} 例中的 {n} 例。"),
    "base_to_new": ("Base → new", "基准 → 新运行"),
    "from_to": ("{base} → {new}", "{base} → {new}"),
    "notes": ("Before you believe it", "阅读须知"),
    # Leaderboard and correlation.
    "leaderboard_title": ("Leaderboard · Steelyard", "排行榜 · 权衡"),
    "correlation_title": ("How the measures go together · Steelyard", "指标关联分析 · 权衡"),
    "correlation": ("How the measures go together", "指标关联分析"),
    "no_cause": (
        "What goes together need not cause one another.",
        "相伴出现并不意味着因果。",
    ),
    # PDF.
    "no_browser": (
        "A PDF is printed by a browser, and none was found. Looked for: {looked}",
        "生成 PDF 需借助浏览器打印，但本机未找到。已查找：{looked}",
    ),
    "no_browser_hint": (
        "Install Chromium or Chrome, name one in {variable}, or open the HTML report anywhere and print it.",
        "请安装 Chromium 或 Chrome，或用环境变量 {variable} 指定浏览器；也可在任意浏览器中打开 HTML 报告后打印。",
    ),
    "no_such_browser": (
        "{variable} names '{found}', which is not a program on this machine.",
        "环境变量 {variable} 指定的“{found}”不是本机可执行的程序。",
    ),
    "not_printed": (
        "{browser} printed nothing: {why}",
        "{browser} 未能打印：{why}",
    ),
    "hashes": ("Files (SHA-256) and scorers", "文件（SHA-256）与评分算法"),
    # Schema.
    "schema_report_help": (
        "Of report.json instead of the plan.",
        "改为输出 report.json 的结构。",
    ),
    "schema_comparison_help": (
        "Of what `steelyard compare --json` prints.",
        "改为输出 steelyard compare --json 的结构。",
    ),
    "schema_leaderboard_help": (
        "Of what `steelyard leaderboard --json` prints.",
        "改为输出 steelyard leaderboard --json 的结构。",
    ),
}
