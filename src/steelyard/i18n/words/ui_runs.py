"""What the pages of results and samples say."""

WORDS: dict[str, tuple[str, str]] = {
    # the list
    "no_runs": (
        "No result yet. Run an evaluation task, or push a run from the command line.",
        "还没有评估结果。先运行一个评估任务，或从命令行推送一次运行。",
    ),
    "gates": ("Gates", "门槛"),
    "gates_failed": ("{n} not met", "{n} 项未达标"),
    "gates_passed": ("{n} met", "{n} 项达标"),
    "rows": ("Rows", "行数"),
    "took": ("Took", "用时"),
    "compare": ("Compare", "对比"),
    "only_archived": ("Archived", "已归档"),
    "archive": ("Archive", "归档"),
    "unarchive": ("Take out of the archive", "移出归档"),
    "archive_question": ("Archive this run?", "归档该结果？"),
    "archive_many_question": ("Archive {n} runs?", "归档 {n} 个结果？"),
    "archive_consequence": (
        "It leaves the lists. Nothing is deleted; it can be taken out again.",
        "归档后不再出现在列表中，不会删除任何内容，可随时移出。",
    ),
    # the result
    "of_agent": ("{agent} on {dataset}", "{agent} · {dataset}"),
    "made_of": ("scored again from {name}", "由 {name} 重新评分得到"),
    "scored_again": ("scored again: {name}", "已重新评分：{name}"),
    "not_yet": (
        "There is nothing to show before the task has ended. Its page shows how far it is.",
        "任务结束后才有结果。进度请看任务页面。",
    ),
    "its_task": ("Its task", "对应任务"),
    "broken_off_task": (
        "This evaluation ended before there were results. Its task says why; what can be resumed "
        "is resumed there. It can also be repeated with the same settings.",
        "本次评估在产生结果之前就已结束。原因请看对应任务；可以继续的，在任务页面继续。也可以按相同设置再次评估。",
    ),
    "broken_off": (
        "This evaluation ended before there were results. It can be repeated with the same "
        "settings.",
        "本次评估在产生结果之前就已结束。可以按相同设置再次评估。",
    ),
    "no_results": (
        "{name} has no results and is left out.",
        "{name} 没有结果，未纳入对比。",
    ),
    "unusable": (
        "There are no results of this run to show: it ended before there were any, or its files "
        "cannot be read. Its page under Results leads to its task; the log of the service says "
        "more.",
        "该运行没有可显示的结果：它在产生结果之前就已结束，或其文件无法读取。可在“评估结果”中打开它，再查看对应任务；详情见服务日志。",
    ),
    "in_use": (
        "This run is being worked on right now. Try again when its task has ended.",
        "该运行正在处理中。请待其任务结束后再试。",
    ),
    "making": (
        "Gathering the report. The first look takes seconds, at a million rows about a minute.",
        "正在汇总报告。首次打开需要数秒，百万行约一分钟。",
    ),
    "overview": ("Overview", "总览"),
    "places": ("Scenes and domains", "场景与领域"),
    "conditions": ("Conditions", "评测条件"),
    "outcomes": ("Failures and latency", "失败与耗时"),
    "method": ("Method", "方法与溯源"),
    "latency_p95": ("Latency P95", "耗时 P95"),
    "no_findings": ("Nothing stands out.", "没有突出之处。"),
    "see_cases": ("See the cases", "查看用例"),
    "see_failures": ("See every failed case", "查看全部失败用例"),
    "tree_hint": (
        "Rest on a row for n, method and signature.",
        "悬停在行上可见样本数、方法与签名。",
    ),
    "method_is": ("Interval: {method}", "区间方法：{method}"),
    "n_is": ("n = {n}, missing {missing}", "n = {n}，缺失 {missing}"),
    "status_ok": ("answered", "已应答"),
    "status_error": ("error", "出错"),
    "status_timeout": ("timed out", "超时"),
    # what can be done
    "samples": ("Samples", "样本浏览"),
    "repeat": ("Repeat", "再次评估"),
    "more": ("More", "更多"),
    "retry": ("Retry failures", "重试失败用例"),
    "retry_question": ("Ask the failed cases again?", "对失败的用例重新提问？"),
    "retry_consequence": (
        "Cases without an answer are asked again and the run is re-scored. "
        "Answers that are there stay.",
        "没有应答的用例会重新提问，随后重新评分。已有应答保持不变。",
    ),
    "rescore": ("Re-score", "重新评分"),
    "rescore_question": ("Re-score this run?", "重新评分？"),
    "rescore_consequence": (
        "The agent is not asked. Answers stay as they are and are weighed again.",
        "不再向智能体提问，已有应答不变，仅重新评分与加权。",
    ),
    "scorecard": ("Scorecard", "指标体系"),
    "same_scorecard": ("As it was", "与原来相同"),
    "with_verdict": ("With the verdict that a person gave", "采用 1 条人工判定"),
    "with_verdicts": ("With the {n} verdicts that people gave", "采用 {n} 条人工判定"),
    "with_verdicts_hint": (
        "This run stays as it is; a new one is made of it.",
        "当前结果保持不变，另生成一个新结果。",
    ),
    "rename": ("Name and tags", "名称与标签"),
    "tags": ("Tags", "标签"),
    "tags_hint": ("Separated by commas", "用逗号分隔"),
    "save": ("Save", "保存"),
    "format_html": ("Report, one page (HTML)", "报告，单页（HTML）"),
    "format_pdf": ("Report (PDF)", "报告（PDF）"),
    "format_xlsx": ("Workbook (XLSX)", "工作簿（XLSX）"),
    "format_md": ("Report (Markdown)", "报告（Markdown）"),
    "format_json": ("Report for programs (JSON)", "机器可读报告（JSON）"),
    "format_junit": ("Test results (JUnit)", "测试结果（JUnit）"),
    "format_summary": ("Short summary (Markdown)", "摘要（Markdown）"),
    "format_parquet": ("All rows (Parquet)", "全部样本（Parquet）"),
    "format_zip": ("Whole run (ZIP)", "完整运行包（ZIP）"),
}
