"""What `steelyard login`, `push`, `task` and `report --server` say."""

WORDS: dict[str, tuple[str, str]] = {
    # Which server, which project.
    "server_help": (
        "Address of the server; else STEELYARD_SERVER, else the last login.",
        "服务地址；默认取 STEELYARD_SERVER，再取最近一次登录。",
    ),
    "report_server_help": (
        "Address of a server; DIRECTORY is then the id of a run there.",
        "服务地址；此时 DIRECTORY 为该服务上运行的编号。",
    ),
    "token_help": (
        "Token of an account; better STEELYARD_TOKEN or `steelyard login`, which others on this machine cannot see.",
        "账号的令牌；建议改用 STEELYARD_TOKEN 或 `steelyard login`，以免被本机其他用户看到。",
    ),
    "project_help": (
        "Project on the server; else STEELYARD_PROJECT, else the one of the login, else the only one there is.",
        "服务上的项目；默认取 STEELYARD_PROJECT，再取登录时所选，再取唯一可见的项目。",
    ),
    "json_help": ("JSON on standard output.", "在标准输出上打印 JSON。"),
    "no_server": ("No server is named.", "未指定服务。"),
    "no_server_hint": (
        "Give --server URL, set STEELYARD_SERVER, or log in: steelyard login URL",
        "请给出 --server URL、设置 STEELYARD_SERVER，或登录：steelyard login URL",
    ),
    "no_token": ("There is no token for {url}.", "没有用于 {url} 的令牌。"),
    "no_token_hint": (
        "Log in (steelyard login {url}), or set STEELYARD_TOKEN; tokens are made under your account there.",
        "请登录（steelyard login {url}）或设置 STEELYARD_TOKEN；令牌在该服务的个人账号下创建。",
    ),
    "which_project": (
        "Which project? Name one with --project: {names}",
        "请用 --project 指定项目：{names}",
    ),
    # login
    "login_help": (
        "Remember a server and a token for it.\n\nThe token is asked for on the terminal, or read from standard input. It is checked, and kept in a file that only you can read. Without URL the server of the last login is meant.",
        "记住服务地址及其令牌。\n\n令牌在终端输入，或从标准输入读取；经校验后保存在仅本人可读的文件中。不写 URL 时指最近一次登录的服务。",
    ),
    "login_epilog": (
        "Examples:\n  steelyard login https://steelyard.example.org --project search\n  steelyard login https://steelyard.example.org < token.txt\n  steelyard login --forget",
        "示例：\n  steelyard login https://steelyard.example.org --project search\n  steelyard login https://steelyard.example.org < token.txt\n  steelyard login --forget",
    ),
    "login_project_help": ("Project to use when none is named.", "未指定项目时使用的项目。"),
    "forget_help": ("Forget the server and its token.", "删除该服务及其令牌。"),
    "token_prompt": ("Token for {url}", "{url} 的令牌"),
    "empty_token": ("No token was given.", "未给出令牌。"),
    "logged_in": (
        "Logged in to {url} as {name}; kept in {path}",
        "已以 {name} 登录 {url}；保存于 {path}",
    ),
    "not_known": ("There is no login for {url}.", "没有 {url} 的登录信息。"),
    "forgotten": (
        "{url} is forgotten, in {path}. The token itself holds until it is revoked under your account.",
        "已从 {path} 中删除 {url}。令牌本身仍有效，直至在账号下吊销。",
    ),
    "open_line": (
        "{url} is not encrypted: whoever sees the traffic can use the token. Use https.",
        "{url} 未加密：能看到流量的人都可使用该令牌。请使用 https。",
    ),
    "open_file": (
        "{path} holds tokens and others may read it. Close it (chmod 600), and make new tokens.",
        "{path} 含有令牌，但他人可读。请收紧权限（chmod 600）并重新创建令牌。",
    ),
    "damaged": (
        "{path} is not as `steelyard login` writes it; remove it and log in again.",
        "{path} 格式有误；请删除后重新登录。",
    ),
    "unreadable": ("{path} cannot be read: {why}.", "无法读取 {path}：{why}。"),
    "unwritable": ("{path} cannot be written: {why}.", "无法写入 {path}：{why}。"),
    # push
    "push_help": (
        "Push the finished runs in DIRECTORY to a server.\n\nA run that the project has already is not sent again. An upload that is cut off begins again by itself.",
        "将 DIRECTORY 中已完成的运行推送到服务。\n\n项目中已有的运行不会重复发送；中断的上传会自动重来。",
    ),
    "push_epilog": (
        "Examples:\n  steelyard push runs/nightly\n  steelyard push runs/* --project search --tag release-3",
        "示例：\n  steelyard push runs/nightly\n  steelyard push runs/* --project search --tag release-3",
    ),
    "tag_help": ("Tag the run there. Repeatable.", "为其添加标签。可重复。"),
    "pushing": ("Pushing {path}", "正在推送 {path}"),
    "pushed": ("{path} is there as {id}", "{path} 已推送，编号 {id}"),
    "pushed_before": ("{path} was there already, as {id}", "{path} 此前已推送，编号 {id}"),
    "uploading": ("Uploading cases", "正在上传用例"),
    "downloading": ("Downloading", "正在下载"),
    # task
    "task_help": (
        "Start evaluations on a server and watch over them.",
        "在服务上启动评估任务并跟踪进展。",
    ),
    "task_epilog": (
        "Examples:\n  steelyard task start plan.yaml --wait\n  steelyard task list --state running\n  steelyard task report TASK -o report.html\n\nExit codes are those of `steelyard run`: 3 when a gate failed, 130 after Ctrl-C, which leaves the task running.",
        "示例：\n  steelyard task start plan.yaml --wait\n  steelyard task list --state running\n  steelyard task report TASK -o report.html\n\n退出码与 `steelyard run` 相同：门槛未通过为 3；Ctrl-C 为 130，任务继续运行。",
    ),
    "start_short": ("queue a plan", "提交方案"),
    "start_help": (
        "Queue PLAN on a server and print the id of the task.\n\nCases that the plan reads from a file are uploaded as the newest version of a dataset named after the file; content that is known makes no new version.",
        "将 PLAN 提交到服务，并打印任务编号。\n\n方案中来自文件的用例会上传为同名数据集的最新版本；内容未变则不产生新版本。",
    ),
    "agent_help": ("Agent of the project, instead of the plan's.", "使用项目中的智能体。"),
    "dataset_help": (
        "Dataset of the project (name, or name@3), or a file, instead of the plan's.",
        "使用项目中的数据集（名称或 名称@3）或某个文件。",
    ),
    "scorecard_help": (
        "Published scorecard of the project, instead of the plan's.",
        "使用项目中已发布的指标体系。",
    ),
    "name_help": ("Name of the task; by default that of the plan.", "任务名称；默认取方案名称。"),
    "priority_help": ("Tasks with a higher one go first.", "数值大者先执行。"),
    "and_wait_help": ("Wait until it has ended.", "等待任务结束。"),
    "timeout_help": ("Wait no longer than this.", "最长等待秒数。"),
    "started": ("Queued: {name} ({id})", "已排队：{name}（{id}）"),
    "list_short": ("list tasks", "列出任务"),
    "list_help": ("List tasks, the newest first.", "列出任务，最新的在前。"),
    "state_help": (
        "Only tasks in this state, such as running.",
        "只列出处于该状态的任务，例如 running。",
    ),
    "text_help": ("Only tasks with this in their name.", "只列出名称含此文本的任务。"),
    "limit_help": ("Most tasks to list.", "最多列出的任务数。"),
    "no_tasks": ("There are no such tasks.", "没有符合条件的任务。"),
    "column_id": ("id", "编号"),
    "column_name": ("name", "名称"),
    "column_state": ("state", "状态"),
    "column_done": ("done", "进度"),
    "column_since": ("made", "创建时间"),
    "show_short": ("show a task and its history", "查看任务及其历史"),
    "show_help": ("Show TASK and what happened to it.", "查看 TASK 及其经过。"),
    "wait_short": ("wait until a task has ended", "等待任务结束"),
    "wait_help": (
        "Wait until TASK has ended, and exit as the same run here would: 0, 1, or 3 when a gate failed.\n\nCtrl-C ends the waiting, not the task.",
        "等待 TASK 结束，退出码与本机运行一致：0、1，门槛未通过为 3。\n\nCtrl-C 只结束等待，不影响任务。",
    ),
    "report_short": ("fetch the report of a task", "获取任务报告"),
    "report_help": (
        "Print the report of TASK, or write it to a file.",
        "打印 TASK 的报告，或写入文件。",
    ),
    "pause_short": ("let a task rest", "暂停任务"),
    "pause_help": (
        "Let TASK rest; what was answered is kept.",
        "暂停 TASK；已得到的应答会保留。",
    ),
    "resume_short": ("let a task go on", "继续任务"),
    "resume_help": (
        "Let TASK, which rests, was stopped or failed, go on where it was.",
        "让已暂停、已停止或失败的 TASK 从中断处继续。",
    ),
    "cancel_short": ("end a task", "取消任务"),
    "cancel_help": ("End TASK; what was answered is kept.", "取消 TASK；已得到的应答会保留。"),
    "waiting": ("waiting", "等待中"),
    "move": ("{name}: {state}", "{name}：{state}"),
    "state_queued": ("queued", "排队中"),
    "state_starting": ("starting", "启动中"),
    "state_running": ("running", "运行中"),
    "state_pausing": ("pausing", "正在暂停"),
    "state_paused": ("paused", "已暂停"),
    "state_cancelling": ("cancelling", "正在取消"),
    "state_cancelled": ("cancelled", "已取消"),
    "state_lost": ("its worker is gone; another one takes over", "工作进程失联，将由他者接手"),
    "state_stopped": ("stopped", "已停止"),
    "state_failed": ("failed", "失败"),
    "state_finished": ("finished", "已完成"),
    "gates_failed": ("a gate failed", "门槛未通过"),
    "score": ("{score}, {rows} rows", "{score}，共 {rows} 行"),
    "sourced": ("{score} ({source})", "{score}（{source}）"),
    "report_with": (
        "The report: steelyard task report {id}",
        "查看报告：steelyard task report {id}",
    ),
    "left_running": ("No longer waiting; the task goes on.", "已停止等待；任务继续运行。"),
    "go_on": (
        "Wait again: steelyard task wait {id}\nEnd it: steelyard task cancel {id}",
        "继续等待：steelyard task wait {id}\n取消任务：steelyard task cancel {id}",
    ),
    "resume_with": (
        "Let it go on: steelyard task resume {id}",
        "继续任务：steelyard task resume {id}",
    ),
    "ended_stopped": ("'{name}' was stopped.", "“{name}”已停止。"),
    "ended_failed": ("'{name}' failed.", "“{name}”失败。"),
    "ended_cancelled": ("'{name}' was cancelled.", "“{name}”已取消。"),
    "no_run": (
        "'{name}' is {state} and has nothing to report yet.",
        "“{name}”当前为“{state}”，尚无报告。",
    ),
}
