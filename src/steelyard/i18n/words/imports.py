"""Sentences about logs of other tools, and `steelyard import`."""

WORDS: dict[str, tuple[str, str]] = {
    # Files.
    "line": ("{file}, line {n}", "{file} 第 {n} 行"),
    "entry": ("{file}, entry {name}", "{file} 中的 {name}"),
    "no_file": (
        "There is no file or folder {file}.",
        "没有文件或目录 {file}。",
    ),
    "cannot_open": ("{file} cannot be read: {problem}.", "无法读取 {file}：{problem}。"),
    "empty": ("{place} is empty: there is nothing to import.", "{place} 为空，没有可导入的内容。"),
    "utf16": (
        "{file} is written in UTF-16, as PowerShell does with `>`; logs are UTF-8. Let the tool write the file itself (-o), or save it as UTF-8.",
        "{file} 为 UTF-16 编码（PowerShell 的 `>` 即如此写出）；日志应为 UTF-8。请让原工具直接写出文件（-o），或另存为 UTF-8。",
    ),
    "gb18030": (
        "{place} is not written in UTF-8 but, it seems, in GB18030, as Chinese Windows does; logs are UTF-8. Save it as UTF-8: iconv -f GB18030 -t UTF-8 OLD > NEW",
        "{place} 不是 UTF-8 编码，疑为 GB18030（中文 Windows 常如此写出）；日志应为 UTF-8。请另存为 UTF-8：iconv -f GB18030 -t UTF-8 原文件 > 新文件",
    ),
    "too_long": (
        "{place} is longer than {limit} MB, which is more than is read at once.",
        "{place} 超过 {limit} MB，超出单次读取的上限。",
    ),
    "not_json": (
        "{place}: this is not JSON: {problem}. The file is damaged or was cut off while being written.",
        "{place}：不是 JSON：{problem}。文件已损坏，或写入时被截断。",
    ),
    "not_object": (
        "{place}: found {found}; an object is wanted here.",
        "{place}：类型为 {found}，此处应为对象。",
    ),
    "field": (
        "{place}: `{field}` is {found}; it must be {wanted}.",
        "{place}：`{field}` 为 {found}，应为{wanted}。",
    ),
    "wanted_object": ("an object", "对象"),
    "wanted_finite": ("a number, neither nan nor infinite", "数值，不可为 nan 或无穷大"),
    "wanted_text": ("a text", "文本"),
    "wanted_list": ("a list", "列表"),
    "no_entry": ("there is no entry {name} in it", "其中没有 {name}"),
    "after": ("{place}, the one after it", "{place} 之后的一条"),
    "shape": (
        "{place}: this is JSON, but not as {tool} writes it ({problem}).",
        "{place}：是 JSON，但不符合 {tool} 的写法（{problem}）。",
    ),
    "shape_hint": (
        "Was the file edited, or written by a version that is not read yet? `steelyard import --list` says which are.",
        "文件是否被修改过，或由尚不支持的版本写出？可读取的版本见 `steelyard import --list`。",
    ),
    "no_members": (
        "{place}: {missing} missing; every sample must have them.",
        "{place}：缺少 {missing}，每个样本都应有。",
    ),
    "span": ("{file}, span {id}", "{file} 中的 span {id}"),
    "no_spans": (
        "{file} holds no spans. Wanted are OpenTelemetry GenAI spans as OTLP/JSON.",
        "{file} 中没有 span。应为 OTLP/JSON 格式的 OpenTelemetry GenAI span。",
    ),
    "damaged_zip": (
        "{file} is damaged: {problem}. It was cut off while being written or copied.",
        "{file} 已损坏：{problem}。写入或复制时被截断。",
    ),
    "newer_version": (
        "{file} is a log of version {found}; versions {known} are read.",
        "{file} 的日志版本为 {found}，目前可读取的版本为 {known}。",
    ),
    "needs_package": (
        "{file} is packed with Zstandard, which needs the package `{package}`.",
        "{file} 采用 Zstandard 压缩，需要安装 `{package}`。",
    ),
    "needs_package_hint": (
        "Install it: pip install 'steelyard[inspect]'. Or convert the log: inspect log convert {file} --to json --output-dir json",
        "请安装：pip install 'steelyard[inspect]'；或转换日志：inspect log convert {file} --to json --output-dir json",
    ),
    # Choosing.
    "unknown": (
        "{file} is not a log of a known format. What can be imported:",
        "{file} 不是已知格式的日志。可导入的格式：",
    ),
    "not_this": (
        "{file} does not look like a log of format '{format}'. What can be imported:",
        "{file} 看起来不是“{format}”格式的日志。可导入的格式：",
    ),
    "other_format": (
        "{file} is a log of format '{found}', not '{format}'. Leave --format out, or write --format {found}.",
        "{file} 是“{found}”格式的日志，而非“{format}”。请去掉 --format，或改为 --format {found}。",
    ),
    "no_logs": (
        "{folder} holds no log that can be imported (looked for {patterns}). What can be imported:",
        "{folder} 中没有可导入的日志（查找了 {patterns}）。可导入的格式：",
    ),
    "mixed": (
        "These are logs of several tools: {found}. Import them one tool at a time, or choose with --format.",
        "其中有多种工具的日志：{found}。请分别导入，或用 --format 选择其一。",
    ),
    "several_models": (
        "These are runs of different models: {found}. A run is of one agent: import each on its own, then `steelyard compare` them.",
        "其中有多个模型的运行：{found}。一次运行只对应一个智能体：请分别导入，再用 `steelyard compare` 比较。",
    ),
    "no_setting": (
        "The format '{format}' has no setting '{name}'. Allowed: {allowed}.",
        "“{format}”格式没有名为“{name}”的设置。可用：{allowed}。",
    ),
    "bad_setting": (
        "Setting '{name}': found '{found}'. Allowed: {allowed}.",
        "设置“{name}”的值为“{found}”。可用：{allowed}。",
    ),
    "bad_pair": (
        "{option} wants NAME=VALUE; found '{found}'.",
        "{option} 的写法应为 名称=值；实际为“{found}”。",
    ),
    "map_target": (
        "--map {source}={target}: there is no field '{target}' that a case has. Allowed: {allowed}.",
        "--map {source}={target}：用例没有名为“{target}”的字段。可用：{allowed}。",
    ),
    "map_unseen": (
        "--map names {names}, which no case has in its metadata. The cases have: {known}.",
        "--map 指定了 {names}，但没有用例的元数据含有它。现有：{known}。",
    ),
    "nothing": (
        "{file}: no answer could be taken over.",
        "{file}：没有可以导入的应答。",
    ),
    # What is left out, and why.
    "skip_no_input": (
        "no question that could be shown or asked again",
        "没有可展示或重新提问的输入",
    ),
    "skip_twice": (
        "the same case and repeat once more in the same log",
        "同一日志中同一用例同一次重复再次出现",
    ),
    "skip_bad_value": (
        "a value that is not what its name promises",
        "取值不符合其名称应有的含义",
    ),
    "skip_media": (
        "a picture, sound or file in a message: its place is marked, its content is not kept",
        "消息中的图片、音频或文件：保留其位置标记，不保留内容",
    ),
    "skip_no_answer": (
        "an answer that is null and was not scored: it is missing",
        "应答为 null 且未评分：记为缺失",
    ),
    "no_answer": ("the log has no answer", "日志中没有应答"),
    "skip_other_filter": (
        "the same answer under another filter; --set filter=NAME takes that one",
        "同一应答在其他过滤器下的结果；用 --set filter=名称 可改用它",
    ),
    "skip_folded": (
        "a further repeat that the tool folded into one score",
        "被原工具合并为一个分数的其余重复",
    ),
    "skip_no_agent": (
        "a call of a model or a tool outside of every agent",
        "不属于任何智能体的模型或工具调用",
    ),
    "skip_other_agent": ("a call of another agent", "对其他智能体的调用"),
    "skip_unfinished": (
        "a sample that had not finished when the log was written",
        "日志写入时尚未完成的样本",
    ),
    # The command.
    "help": (
        "Make a run out of the log of another tool, without calling anything again: its report, comparison and re-scoring then work as for any run.\n\nPATH is a log, several logs, or a folder of them; which tool wrote them is seen from their content.",
        "将其他工具的日志导入为一次运行，无需重新提问：此后报告、比较与重新评分都与其他运行相同。\n\nPATH 为一个或多个日志，或存放日志的目录；由哪种工具写出可从内容判断。",
    ),
    "epilog": (
        "Examples:\n  steelyard import logs/2026-05-01_qa.eval\n  steelyard import lm_eval_output/ --scorers text.exact_match,text.rouge_l",
        "示例：\n  steelyard import logs/2026-05-01_qa.eval\n  steelyard import lm_eval_output/ --scorers text.exact_match,text.rouge_l",
    ),
    "format_help": (
        "read PATH as this format; by default it is seen from its content",
        "按此格式读取；默认由内容判断",
    ),
    "scorers_help": (
        "score the recorded answers with these scorers too, separated by commas; `auto` chooses from the data. By default only what the log says counts",
        "同时用这些评分算法为已记录的应答评分，以逗号分隔；`auto` 按数据选择。默认只采用日志自带的结果",
    ),
    "map_help": (
        "take a name in the cases' metadata for a field: topic=scene; may be given again",
        "把用例元数据中的名称当作字段：topic=scene；可多次给出",
    ),
    "set_help": (
        "a setting of the format, such as scorer=match; may be given again; --list shows them",
        "该格式的设置，如 scorer=match；可多次给出；用 --list 查看",
    ),
    "errors_help": (
        "answers that failed are missing, or wrong; by default as the tool itself counts them",
        "失败的应答视为缺失（missing）或错误（wrong）；默认与原工具的算法一致",
    ),
    "name_help": ("name of the run; by default task and model", "运行名称；默认取任务与模型名"),
    "list_help": ("show the formats and their settings", "列出各格式及其设置"),
    "several_runs": (
        "The log holds the answers of {n} agents: each becomes a run of its own in {folder}",
        "日志含有 {n} 个智能体的应答，将在 {folder} 中各成一次运行",
    ),
    "several_hint": (
        "Rank them: steelyard leaderboard {folder}/*. Only one of them: --set",
        "为其排名：steelyard leaderboard {folder}/*；只要其中一个：--set",
    ),
    "read_as": (
        "Read as {title}: {answers} answers to {cases} cases, {epochs} per case at most",
        "按 {title} 读取：{cases} 个用例，{answers} 条应答，每个用例最多 {epochs} 次",
    ),
    "failed": ("{n} of the answers failed in the log.", "日志中有 {n} 条应答失败。"),
    "gaps": (
        "{n} repeats are not in the log; they are missing, not wrong.",
        "有 {n} 次重复不在日志中，记为缺失而非错误。",
    ),
    "no_verdict": (
        "The log has no verdicts: nothing says which scores pass, so there is no accuracy. Say it with --set threshold=0.5 where the format has it, or re-score with --scorers.",
        "日志中没有判定，无法得知何者通过，因此没有准确率。若该格式支持，可用 --set threshold=0.5 指定，或用 --scorers 重新评分。",
    ),
    "named": (
        "Column {column} is the log's {name}.",
        "列 {column} 即日志中的 {name}。",
    ),
    "unfinished": (
        "{file}: the run had not come to its end; what was done by then is imported.",
        "{file}：该运行未结束，仅导入已完成的部分。",
    ),
    "left_out": ("Left out:", "未导入："),
    "left_out_line": ("  {n} × {reason}; first: {place}", "  {n} 处：{reason}；首处：{place}"),
    "note": (
        "Imported from {file} (sha256 {sha}), written by {tool} {version}: the answers and scores were recorded there, not measured here.",
        "由 {file}（sha256 {sha}）导入，来自 {tool} {version}：应答与分数均为原工具所记录，非本次测得。",
    ),
    "note_skipped": (
        "Left out of the import: {n} × {reason}.",
        "导入时略去 {n} 处：{reason}。",
    ),
    "tool_said": ("What the tool itself computed", "原工具给出的结果"),
}
