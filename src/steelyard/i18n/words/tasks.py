"""What is said about tasks, runs, schedules and notices."""

WORDS: dict[str, tuple[str, str]] = {
    "no_move": (
        "A task that is {before} cannot become {after}.",
        "任务当前为“{before}”，不能变为“{after}”。",
    ),
    "no_task": ("There is no task {id} here.", "此处没有任务 {id}。"),
    "no_run": ("There is no run {id} here.", "此处没有运行 {id}。"),
    "no_row": ("There is no row {row}.", "没有第 {row} 行。"),
    "rows_busy": (
        "Too much is being looked for at this moment; try again soon, or narrow it down.",
        "此刻查询过多，请稍后再试或缩小范围。",
    ),
    "no_reason": (
        "A verdict needs its reason, so that others can follow it.",
        "人工判定须写明理由，便于他人复核。",
    ),
    "no_override": (
        "Nobody gave a verdict on row {row}.",
        "第 {row} 行没有人工判定。",
    ),
    "no_overrides": (
        "Nobody gave a verdict on a row of '{name}', so there is nothing to score it with.",
        "“{name}”没有人工判定，无可据以重新评分。",
    ),
    "many_overrides": (
        "A run takes at most {most} verdicts of people; another scorer would do better here.",
        "一次运行最多接受 {most} 个人工判定；此时更宜换用其他评分算法。",
    ),
    "no_schedule": ("There is no schedule {id} here.", "此处没有定时任务 {id}。"),
    "no_webhook": ("There is no subscription {id} here.", "此处没有通知订阅 {id}。"),
    "no_document": ("There is no document version {id} here.", "此处没有文档版本 {id}。"),
    "other_kind": (
        "'{name}' is a document of kind {found}; a {kind} is needed here.",
        "“{name}”是 {found} 类文档，此处需要 {kind}。",
    ),
    "draft": (
        "'{name}' is a draft, which may still change; publish it first.",
        "“{name}”仍是草稿，可能再改动，请先发布。",
    ),
    "archived": (
        "'{name}' is archived; nothing new begins with it.",
        "“{name}”已归档，不能用于新的任务。",
    ),
    "no_dataset": (
        "The task names no cases: give `dataset_version_id`, a version of a dataset of the project.",
        "任务未指定用例：请给出 `dataset_version_id`（本项目某数据集的版本）。",
    ),
    "names_file": (
        "The plan names the file '{file}'. In the service scorecards, indicators and rubrics are "
        "documents of the project or text in the plan itself.",
        "方案引用了文件“{file}”。在服务中，指标体系、指标与评分标准须为项目文档或直接写在方案里。",
    ),
    "baseline_file": (
        "The plan compares with '{file}'. In the service a baseline is a run of the project: "
        "`run: run:ID`.",
        "方案以“{file}”为基线。在服务中，基线须为本项目的运行：`run: run:编号`。",
    ),
    "not_scoring": (
        "Re-scoring cannot change {names}; it can change {allowed}.",
        "重新评分不能更改 {names}，可以更改 {allowed}。",
    ),
    "local_only": (
        "run.executor: the workers of the service ask themselves; only `local` is allowed here",
        "run.executor：服务的工作进程自行提问；此处仅允许 `local`",
    ),
    "local_only_hint": (
        "Run the plan on the cluster with `steelyard run`, then `steelyard push` the run.",
        "请在集群上用 `steelyard run` 运行该方案，再用 `steelyard push` 推送结果。",
    ),
    "not_a_plan": (
        "A plan is a mapping with `agent`, `dataset`, ...",
        "方案须为包含 `agent`、`dataset` 等键的映射。",
    ),
    "plan": ("plan", "方案"),
    "kills_workers": (
        "Its worker died {times} times in a row while carrying it, so it is not tried again. Look "
        "at the memory of the workers' machine and at the size of the answers.",
        "承担该任务的工作进程连续 {times} 次异常退出，不再重试。请检查工作进程所在机器的内存与应答大小。",
    ),
    "bug": (
        "Something unforeseen went wrong ({error}); the log of the worker says more.",
        "发生意外错误（{error}），详见工作进程日志。",
    ),
    "interrupted": ("It was interrupted.", "任务被中断。"),
    "none_failed": ("No case of '{name}' failed.", "“{name}”没有失败的用例。"),
    "not_run_here": (
        "'{name}' was not run by this service, so its agent cannot be asked again.",
        "“{name}”并非由本服务运行，无法再次向其智能体提问。",
    ),
    "run_in_use": (
        "'{name}' is being worked on; wait for the end of its task, or cancel it.",
        "“{name}”正被任务使用，请等待任务结束或先取消。",
    ),
    "not_ended": (
        "'{name}' is {state}; only a task that has ended can be removed.",
        "“{name}”当前为“{state}”，只有已结束的任务才能移除。",
    ),
    "bad_zone": (
        "'{found}' is no time zone; one is written like Asia/Shanghai.",
        "“{found}”不是时区；写法如 Asia/Shanghai。",
    ),
    "bad_cron": (
        "'{found}' is no cron expression of five fields: minute, hour, day, month, weekday.",
        "“{found}”不是五段 cron 表达式（分 时 日 月 周）。",
    ),
    "never": (
        "'{found}' never comes: no such day is in the next ten years.",
        "“{found}”永远不会到来：未来十年内没有这样的日期。",
    ),
    "bad_target": (
        "'{found}' cannot be told anything: an address for {kind} is needed.",
        "“{found}”不能用作 {kind} 的通知地址。",
    ),
    "bad_event": (
        "There is no event '{found}'; there are {allowed}.",
        "没有事件“{found}”；可用：{allowed}。",
    ),
    "no_smtp": ("No mail server is set (smtp_url).", "未设置邮件服务器（smtp_url）。"),
    "smtp_refused": ("The mail server refused: {error}", "邮件服务器拒绝：{error}"),
    "notice_late": ("No answer within {seconds} s.", "{seconds} 秒内无应答。"),
    "notice_refused": ("Answered with status {status}.", "应答状态为 {status}。"),
    "mail_subject": ("Steelyard: {name}: {state}", "权衡：{name}：{state}"),
    "mail_body": ("{name} is {state} since {at}.", "{name} 自 {at} 起为“{state}”。"),
    "mail_gates": ("It did not pass all its gates.", "未通过全部门槛。"),
    "bad_column": (
        "There is no column '{found}'. There are: {known}.",
        "没有列“{found}”。可用：{known}。",
    ),
    "bad_filter": (
        "'{found}' is no filter: `column:op:value` with one of {ops} is.",
        "“{found}”不是筛选条件：应为 `列:运算:值`，运算可用 {ops}。",
    ),
    "bad_format": (
        "There is no format '{found}'; there are {allowed}.",
        "没有格式“{found}”；可用：{allowed}。",
    ),
    "not_a_bundle": (
        "What was sent is not the zip of a run: {problem}",
        "上传的内容不是运行包的 zip：{problem}",
    ),
    "pushed_rows": (
        "asks × epochs is more than the {most} rows that a run can have",
        "asks × epochs 超过一次运行最多的 {most} 行",
    ),
    "pushed_broken": ("it cannot be unpacked.", "无法解压。"),
    "pushed_results": (
        "its results table (results-N/*.parquet) cannot be read.",
        "其结果表（results-N/*.parquet）无法读取。",
    ),
    "results_unreadable": (
        "The results table of this run cannot be read. The run was pushed to this service; push it "
        "again from the folder that `steelyard run` wrote.",
        "该运行的结果表无法读取。该运行由外部推送而来，请用 `steelyard run` 写出的原目录重新推送。",
    ),
    "pushed_large": (
        "{file} has {size} bytes; at most {most} are accepted.",
        "{file} 有 {size} 字节，最多允许 {most} 字节。",
    ),
    "pushed_odd": (
        "manifest.json or summary.json does not hold what a finished run has there. Push the "
        "folder as `steelyard run` wrote it.",
        "manifest.json 或 summary.json 的内容与已完成的运行不符。请推送 `steelyard run` 写出的原目录。",
    ),
    "pushed_before": (
        "This run is here already, as {id}.",
        "该运行已存在，编号 {id}。",
    ),
    "reason_admitted": ("let in", "已准入"),
    "reason_taken": ("taken by a worker", "由工作进程接手"),
    "reason_wanted": ("as was wanted", "应用户要求"),
    "reason_drained": ("its worker was shut down", "工作进程正常退出"),
    "reason_worker_lost": ("its worker is gone", "工作进程失联"),
    "reason_worker_returned": ("its worker came back", "工作进程重新启动"),
}
