"""What the command line says."""

WORDS: dict[str, tuple[str, str]] = {
    "help": (
        "Steelyard weighs AI agents: how good they are, and how far that goodness travels.",
        "Steelyard（权衡）评估智能体：能力如何，能迁移多远。",
    ),
    "epilog": (
        "Start here:\n  steelyard demo                 weigh a bundled agent, offline, in a minute\n  steelyard init my-eval         write a commented plan and sample cases\n  steelyard run my-eval/plan.yaml\n\nExit codes: 0 fine, 1 you can fix it, 2 wrong usage, 3 a gate failed, 130 interrupted.",
        "从这里开始：\n  steelyard demo                 离线评估内置智能体，一分钟内完成\n  steelyard init my-eval         生成带注释的方案与示例数据\n  steelyard run my-eval/plan.yaml\n\n退出码：0 正常，1 可由用户修正，2 用法错误，3 门槛未通过，130 被中断。",
    ),
    "usage": ("Usage: ", "用法："),
    "options": ("Options", "选项"),
    "options_piece": ("[OPTIONS]", "[选项]"),
    "commands": ("Commands", "命令"),
    "error": ("error:", "错误："),
    "warning": ("note:", "提示："),
    "see_help": ("See: {command} --help", "参见：{command} --help"),
    "help_help": ("Show this message and exit.", "显示本帮助并退出。"),
    "version_help": ("Show the version and exit.", "显示版本并退出。"),
    "lang_help": (
        "Language of messages (or set STEELYARD_LANG).",
        "消息语言（也可设置 STEELYARD_LANG）。",
    ),
    "debug_help": ("Show tracebacks.", "显示调用栈。"),
    "no_command": ("There is no command '{name}'.", "没有命令“{name}”。"),
    "no_command_close": (
        "There is no command '{name}'. Did you mean '{close}'?",
        "没有命令“{name}”。是否想用“{close}”？",
    ),
    "no_option": ("There is no option {name}.", "没有选项 {name}。"),
    "no_option_close": (
        "There is no option {name}. Did you mean {close}?",
        "没有选项 {name}。是否想用 {close}？",
    ),
    "missing": ("{name} is needed.", "缺少 {name}。"),
    "not_a_choice": (
        "found '{found}'; allowed: one of {allowed}",
        "找到“{found}”；可取：{allowed}",
    ),
    "out_of_range": (
        "found {found}; allowed: from {low} to {high}",
        "找到 {found}；允许范围：{low} 至 {high}",
    ),
    "not_whole": ("found '{found}'; it must be a whole number", "找到“{found}”；应为整数"),
    "not_a_number": ("found '{found}'; it must be a number", "找到“{found}”；应为数值"),
    "bad_parameter": ("{name}: {message}", "{name}：{message}"),
    "interrupted": ("Interrupted.", "已中断。"),
    "bug": (
        "Something went wrong that should not have: {error}\nThis is a fault in Steelyard. Run again with --debug for the details to report.",
        "出现了本不该发生的错误：{error}\n这是 Steelyard 的缺陷。请加 --debug 重新运行，以便附上详情反馈。",
    ),
    # demo
    "demo_short": ("weigh a bundled agent, offline", "离线评估内置的示例智能体"),
    "demo_help": (
        "Evaluate a bundled agent on a bundled bilingual dataset, at baseline and under every kind of test condition: perturbed inputs, faults, load, other environments, a team against one alone. Real HTTP, no internet, under a minute.",
        "用内置的双语数据集评估内置智能体，除常规提问外还施加各类条件：输入扰动、故障、负载、其他环境、团队与单体对照。真实 HTTP 调用，无需联网，一分钟内完成。",
    ),
    "demo_intro": (
        "Evaluating the demo agent over HTTP at {url} on {n} bilingual cases.",
        "正在通过 HTTP（{url}）用 {n} 条双语用例评估示例智能体。",
    ),
    "demo_next": (
        "What to do next:\n  open {report}\n  steelyard init my-eval     a plan and data of your own\n  steelyard list             what can be measured",
        "接下来可以：\n  打开 {report}\n  steelyard init my-eval     建立自己的方案与数据\n  steelyard list             查看可测量的内容",
    ),
    # init
    "init_short": ("write a commented plan and sample cases", "生成带注释的方案与示例用例"),
    "init_help": (
        "Write a commented plan, sample cases and a small agent into DIRECTORY, ready to run.",
        "在 DIRECTORY 中写入带注释的方案、示例用例和一个小智能体，可直接运行。",
    ),
    "init_exists": (
        "{path} already exists; nothing was changed.",
        "{path} 已存在，未做任何改动。",
    ),
    "init_exists_hint": ("Choose another directory.", "请换一个目录。"),
    "init_done": (
        "Wrote {files} to {path}.\nTry it:   steelyard run {path}/plan.yaml\nThen edit plan.yaml: every line says what it is for.",
        "已在 {path} 写入 {files}。\n试运行：  steelyard run {path}/plan.yaml\n然后修改 plan.yaml：每一行都注明了用途。",
    ),
    # validate
    "validate_short": ("check a dataset and show its profile", "检查数据集并显示概况"),
    "validate_help": (
        "Check the cases of a dataset or of a plan, row by row, and show what is in them: counts, missing fields, duplicates, and which indicators they allow.",
        "逐行检查数据集或方案中的用例，并显示概况：数量、缺失字段、重复，以及可计算哪些指标。",
    ),
    "audit_short": (
        "try agents that do nothing on a plan",
        "用“什么都不做”的智能体审计评估方案",
    ),
    "perturb_short": (
        "preview and write perturbed variants of cases",
        "预览并输出受扰动的用例变体",
    ),
    # run
    "run_short": ("run a plan", "运行评估方案"),
    "run_help": (
        "Run PLAN: ask the agent every case, score the replies, report.",
        "运行 PLAN：逐一向智能体提问，对应答评分，并生成报告。",
    ),
    "run_epilog": (
        "Examples:\n  steelyard run plan.yaml\n  steelyard run plan.yaml --limit 20 -j 4\n  steelyard run plan.yaml --set run.timeout=10 --set agent.openai.model=v2\n  steelyard run plan.yaml --out runs/nightly --json\n\nA run that was interrupted or killed goes on with `steelyard resume DIR`.",
        "示例：\n  steelyard run plan.yaml\n  steelyard run plan.yaml --limit 20 -j 4\n  steelyard run plan.yaml --set run.timeout=10 --set agent.openai.model=v2\n  steelyard run plan.yaml --out runs/nightly --json\n\n中断或被强制结束的运行可用 `steelyard resume 目录` 继续。",
    ),
    "limit_help": ("Ask only the first N cases.", "只提问前 N 条用例。"),
    "epochs_help": ("Ask each case N times.", "每条用例提问 N 次。"),
    "jobs_help": ("Concurrent requests.", "同时进行的提问数。"),
    "out_help": (
        "Directory of the run (default: runs/<time>-<name>).",
        "运行目录（默认 runs/<时间>-<名称>）。",
    ),
    "set_help": (
        "Set a value of the plan, such as run.timeout=10. Repeatable.",
        "设置方案中的某个值，例如 run.timeout=10。可重复。",
    ),
    "json_help": (
        "One JSON event per line on standard output.",
        "在标准输出上每行打印一个 JSON 事件。",
    ),
    "plugin_help": (
        "Load a Python file that registers scorers or adapters. Repeatable.",
        "加载注册了评分算法或适配器的 Python 文件。可重复。",
    ),
    "plugin_missing": ("There is no plug-in file {path}.", "找不到插件文件 {path}。"),
    "plugin_broken": (
        "The plug-in {path} cannot be loaded: {error}",
        "插件 {path} 无法加载：{error}",
    ),
    # resume
    "resume_short": ("go on with a run that was stopped or killed", "继续被停止或强制结束的运行"),
    "resume_help": (
        "Carry the run in DIRECTORY to its end. No case that was answered is asked again.",
        "将 DIRECTORY 中的运行进行到底。已获应答的用例不会重复提问。",
    ),
    "resume_done": ("The run at {path} is finished already.", "{path} 的运行已经完成。"),
    "drop_damaged_help": (
        "Repair a damaged run: move damaged journal lines aside and request those cases again, restore the manifest from its backup.",
        "修复损坏的运行：把日志中损坏的行移到一旁并重新请求对应用例，由备份恢复清单。",
    ),
    # score
    "score_short": ("re-score a run without calling the agent", "不再提问，重新评分"),
    "score_help": (
        "Re-score the run in DIRECTORY, with other scorers, parameters, indicators or another scorecard if given. The agent is not called.",
        "对 DIRECTORY 中的运行重新评分，可换用其他评分算法、参数、指标或指标体系；不会再次向智能体提问。",
    ),
    "indicators_short": (
        "list, explain, check and try indicators",
        "查看、解释、检查与试算指标",
    ),
    "scorecard_short": (
        "make, check, show and weigh scorecards",
        "新建、检查、查看指标体系与确定权重",
    ),
    "scorecard_help": (
        "Scorecard to weigh by: a template's name, or a YAML or JSON file.",
        "所用的指标体系：模板名，或 YAML/JSON 文件。",
    ),
    "indicator_help": (
        "File with indicators of your own. Repeatable.",
        "自定义指标文件。可重复。",
    ),
    "scorer_help": (
        "Scorer to use, or auto or documented. Repeatable.",
        "要使用的评分算法，或 auto、documented。可重复。",
    ),
    "verdict_help": ("Scorer that decides `passed`.", "决定 passed（是否通过）的评分算法。"),
    # report
    "retrieval_short": ("evaluate ranked documents against judgements", "用相关性判定评估检索结果"),
    "export_short": ("write a run for another tool", "将运行导出给其他工具"),
    "leaderboard_short": ("rank many runs by one scorecard", "按同一指标体系对多次运行排名"),
    "correlate_short": ("say how measures go together", "分析指标之间的关联"),
    "compare_short": ("say what changed between runs", "比较各次运行的变化"),
    "power_short": (
        "say how many cases a comparison needs",
        "估计比较所需的用例数",
    ),
    "report_short": ("write the report of a run", "输出运行报告"),
    "figures_short": ("draw the figures of a run", "绘制运行的图表"),
    "report_help": ("Write the report of the run in DIRECTORY.", "输出 DIRECTORY 中运行的报告。"),
    "report_epilog": (
        "Examples:\n  steelyard report runs/monday\n  steelyard report runs/monday --to html -o report.html\n  steelyard report runs/monday --to junit -o junit.xml",
        "示例：\n  steelyard report runs/monday\n  steelyard report runs/monday --to html -o report.html\n  steelyard report runs/monday --to junit -o junit.xml",
    ),
    "to_help": (
        "Format. Without it the report is printed here.",
        "格式。不指定时直接打印在终端。",
    ),
    "report_all_help": (
        "Print every indicator and every group, and what would make the rest computable.",
        "显示全部指标与分组，以及未算出的指标所需的条件。",
    ),
    "output_help": ("File to write.", "要写入的文件。"),
    "report_written": ("Wrote {path}.", "已写入 {path}。"),
    # judge
    "judge_short": (
        "grade the relevance of documents with an LLM",
        "用大模型评定文档的相关程度",
    ),
    # trace
    "stage_importing": ("Reading the log", "读取日志"),
    "import_short": ("make a run out of another tool's log", "将其他工具的日志导入为运行"),
    "trace_short": ("show how a team of agents talked", "分析智能体团队的沟通记录"),
    # probe, checklist
    "probe_short": ("say what an environment is", "探测运行环境"),
    "chaos_short": (
        "inject faults into the traffic of an agent or its tools",
        "干扰智能体或其工具的网络通信",
    ),
    "checklist_short": ("check environments against requirements", "生成兼容性清单"),
    # list
    "list_short": ("list algorithms, adapters, formats, steps", "列出算法、适配器、格式与步骤"),
    "list_help": (
        "List what can be named in a plan: WHAT is algorithms, scorers, indicators, scorecards, adapters, formats, steps or runs; without it a count of each.",
        "列出方案中可使用的名称：WHAT 可为 algorithms、scorers、indicators、scorecards、adapters、formats、steps 或 runs；不指定时显示各类数量。",
    ),
    "list_unknown": (
        "There is nothing called '{name}' to list. Allowed: {allowed}",
        "没有可列出的“{name}”。可用：{allowed}",
    ),
    # explain
    "explain_short": ("explain one algorithm, with its example", "解释一个算法并给出算例"),
    "explain_help": (
        "Explain the algorithm ID: meaning, formula, inputs, parameters, worked example.",
        "解释算法 ID：含义、公式、输入、参数与算例。",
    ),
    "explain_formula": ("Formula", "公式"),
    "explain_indicator": ("As an indicator of a run", "作为运行指标"),
    "explain_needs": ("needs", "所需字段"),
    "explain_score": ("score", "得分"),
    "explain_up": ("higher values are better", "越高越好"),
    "explain_down": ("lower values are better", "越低越好"),
    "explain_undefined": ("undefined when", "无定义的情形"),
    "explain_inputs": ("Inputs", "输入"),
    "explain_outputs": ("Outputs", "输出"),
    "explain_params": ("Parameters", "参数"),
    "explain_example": ("Example", "算例"),
    "explain_references": ("References", "参考文献"),
    "explain_scorer": ("In a plan", "在方案中"),
    "explain_reads": ("reads", "读取的列"),
    "explain_writes": ("writes", "写入的列"),
    "explain_verdict": ("can decide `passed`, by", "可判定 passed，依据列"),
    "explain_between": ("from {low} to {high}", "取值 {low} 至 {high}"),
    "explain_from": ("{low} or more", "不小于 {low}"),
    "explain_up_to": ("{high} or less", "不大于 {high}"),
    "explain_optional": ("optional", "可选"),
    "explain_default": ("default {value}", "默认 {value}"),
    "explain_choices": ("one of {values}", "可选 {values}"),
    # compute
    "compute_short": ("compute one formula on given inputs", "对给定输入计算一个公式"),
    "compute_help": (
        "Compute the algorithm ID on given inputs and print the result as JSON. `steelyard explain ID` shows its inputs and an example.",
        "对给定输入计算算法 ID，并以 JSON 打印结果。`steelyard explain ID` 可查看其输入与算例。",
    ),
    "compute_epilog": (
        'Examples:\n  steelyard compute stat.wilson --inputs \'{"k": 18, "n": 20}\'\n  steelyard compute text.keyword_jaccard --inputs @inputs.json\n  echo \'{"k": 18, "n": 20}\' | steelyard compute stat.wilson --inputs -',
        '示例：\n  steelyard compute stat.wilson --inputs \'{"k": 18, "n": 20}\'\n  steelyard compute text.keyword_jaccard --inputs @inputs.json\n  echo \'{"k": 18, "n": 20}\' | steelyard compute stat.wilson --inputs -',
    ),
    "inputs_help": (
        "JSON object; @FILE reads a file, - reads standard input.",
        "JSON 对象；@文件 表示从文件读取，- 表示从标准输入读取。",
    ),
    "params_help": ("JSON object of parameters.", "参数的 JSON 对象。"),
    "bad_json": (
        "{option} is not JSON: {error} (found: {found})",
        "{option} 不是合法的 JSON：{error}（现为：{found}）",
    ),
    "not_an_object": (
        '{option} must be a JSON object such as {{"k": 18}}; found {found}',
        '{option} 必须是 JSON 对象，例如 {{"k": 18}}；现为 {found}',
    ),
    "no_file": ("There is no file {path}.", "找不到文件 {path}。"),
    # schema
    "schema_short": ("print the JSON Schema of the plan", "打印方案的 JSON Schema"),
    "schema_help": (
        "Print the JSON Schema of the plan, for editors that complete and check.",
        "打印方案的 JSON Schema，供编辑器补全与校验。",
    ),
    # login, push, task: their other sentences are in remote.py
    "login_short": ("remember a server and a token for it", "记住服务地址及其令牌"),
    "sign_short": ("sign a run with your key", "用私钥为运行签名"),
    "verify_short": ("verify a signed run, offline", "离线验证已签名的运行"),
    "push_short": ("push runs of this machine to a server", "将本机的运行推送到服务"),
    "task_short": ("start evaluations on a server and watch them", "在服务上启动并跟踪评估任务"),
    # serve, worker, admin: their other sentences are in serve.py and admin.py
    "serve_short": (
        "serve a team: REST interface and workers",
        "为团队提供服务：REST 接口与工作进程",
    ),
    "worker_short": (
        "carry a service's tasks from another machine",
        "在另一台机器上承担服务的任务",
    ),
    "admin_short": ("look after a service: backup, accounts, keys", "维护服务：备份、账号、密钥"),
    # doctor
    "doctor_short": ("check this installation", "检查本机安装"),
    "doctor_help": (
        "Check this installation and say what is missing; with DIRECTORY, check the run in it; with --server, explain every setting of a service.",
        "检查本机安装并指出缺少什么；给出 DIRECTORY 时检查其中的运行；加上 --server 时逐项说明服务的配置。",
    ),
    "doctor_server_help": (
        "Explain every setting of a service: value, origin, meaning, and what is wrong.",
        "逐项说明服务的配置：取值、来源、含义与问题。",
    ),
    "doctor_fine": ("Everything needed is here.", "所需一切就绪。"),
    "doctor_problems": ("{n} problems found.", "发现 {n} 个问题。"),
    "doctor_python": ("Python", "Python"),
    "doctor_too_old": ("{found}; 3.11 or newer is needed", "{found}；需要 3.11 或更高版本"),
    "doctor_package": ("package {name}", "软件包 {name}"),
    "doctor_missing": ("missing", "缺失"),
    "doctor_encoding": ("terminal encoding", "终端编码"),
    "doctor_bad_encoding": (
        "{found}; Chinese may not show. Set PYTHONUTF8=1 or a UTF-8 locale.",
        "{found}；中文可能无法显示。请设置 PYTHONUTF8=1 或使用 UTF-8 区域设置。",
    ),
    "doctor_writable": ("runs can be written here", "当前目录可写入运行结果"),
    "doctor_not_writable": ("{path} is not writable", "{path} 不可写"),
    "doctor_disk": ("free disk space", "剩余磁盘空间"),
    "doctor_language": ("language", "语言"),
    "doctor_plugins": ("plug-ins", "插件"),
    "doctor_none": ("none", "无"),
    "doctor_state": ("state", "状态"),
    "doctor_journal": ("journal", "日志"),
    "doctor_journal_ok": ("{n} replies, every checksum right", "{n} 条应答，校验和全部正确"),
    "doctor_torn": (
        "; a torn last line of {n} bytes will be cut on resume",
        "；末行残缺 {n} 字节，继续运行时会自动截去",
    ),
    "doctor_results": ("results table", "结果表"),
    "doctor_rows": ("{n} rows", "{n} 行"),
    # progress
    "stage_reading": ("Reading cases", "读取用例"),
    "stage_asking": ("Calling the agent", "向智能体提问"),
    "stage_condition_load": ("Calling under load: {detail}", "负载提问：{detail}"),
    "stage_condition_fault": ("Calling while faults are injected", "注入故障并提问"),
    "stage_condition_single": ("Calling the agent that works alone", "向单体智能体提问"),
    "stage_condition_environment": (
        "Calling in the environment {detail}",
        "在环境 {detail} 中提问",
    ),
    "stage_worker_lost": (
        "A worker on {node} was lost; its {cases} open cases are asked by others",
        "节点 {node} 上的一个工作进程丢失；其 {cases} 个未完成用例由其他进程提问",
    ),
    "stage_judging": ("Calling the judge", "向评审提问"),
    "stage_tabulating": ("Scoring and writing the results table", "评分并写入结果表"),
    "stage_comparing": ("Comparing with the baseline", "与基线比较"),
    "stage_summarising": ("Computing indicators and the report", "计算指标并生成报告"),
    "stage_stopping": (
        "Stopping: waiting for requests in flight. Press Ctrl-C again to stop at once.",
        "正在停止：等待进行中的提问。再按一次 Ctrl-C 立即停止。",
    ),
    "progress_done": ("{done}/{total} done", "已完成 {done}/{total}"),
    "progress_failed": ("{n} failed", "失败 {n}"),
    "progress_rate": ("{rate}/s", "{rate} 条/秒"),
    "progress_eta": ("ETA {eta}", "预计剩余 {eta}"),
    "progress_tokens": ("{n} tokens", "{n} 词元"),
    "progress_cost": ("cost {cost}", "费用 {cost}"),
    "progress_waiting": ("waiting for the agent to come back", "等待智能体恢复"),
    "progress_throttled": ("throttled to {n} at a time", "已限流至同时 {n} 条"),
    "resumed_at": ("{n} replies were there already.", "已有 {n} 条应答。"),
    "run_written": ("Run: {path}   Report: {report}", "运行包：{path}   报告：{report}"),
    # validate output
    "profile_title": ("{path}: {rows} rows", "{path}：{rows} 行"),
    "profile_ok": ("all {n} rows are fine", "{n} 行全部有效"),
    "profile_rejected": ("{n} of {rows} rows rejected", "{rows} 行中有 {n} 行被拒绝"),
    "profile_more": ("... and {n} more", "……另有 {n} 条"),
    "profile_field": ("field", "字段"),
    "profile_filled": ("filled", "已填"),
    "profile_missing": ("missing", "缺失"),
    "profile_group": ("group", "分组"),
    "profile_count": ("cases", "用例数"),
    "profile_duplicates": (
        "{exact} exact duplicate inputs, {normalised} after normalising",
        "输入完全重复 {exact} 条，归一化后重复 {normalised} 条",
    ),
    "profile_indicators": ("Indicators this data allows", "该数据可计算的指标"),
    "profile_after_run": ("computable after a run", "运行后可计算"),
    "profile_needs": ("needs: {fields}", "缺少字段：{fields}"),
    "profile_verdict": (
        "passed (or expected_output, label, references to judge it by)",
        "passed（或可供判定的 expected_output、label、references）",
    ),
    "profile_unknown_keys": ("other metadata keys: {keys}", "其他元数据键：{keys}"),
    "profile_lengths": ("input length (characters)", "输入长度（字符）"),
    "answer_help": (
        "Show what this answer would get for the cases shown.",
        "显示该回答在所示用例上会得到的判定。",
    ),
    "rejects_option": (
        "Write rejected rows with reasons to FILE.",
        "将被拒绝的行及原因写入 FILE。",
    ),
    "strict_help": ("Stop at the first bad row.", "遇到第一个错误行即停止。"),
}
