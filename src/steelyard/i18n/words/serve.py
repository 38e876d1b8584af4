"""What `steelyard serve` and `steelyard worker` say."""

WORDS: dict[str, tuple[str, str]] = {
    "help": (
        "Serve a team from this machine: the REST interface, and the workers that carry tasks.\n\nEverything is kept in one folder (--data), or in PostgreSQL by configuration. The first start makes the tables and prints a code with which the first administrator is made. Ctrl-C lets requests and workers finish what they are at; tasks go on at the next start. A second Ctrl-C ends at once.",
        "在本机为团队提供服务：REST 接口，以及承担评估任务的工作进程。\n\n所有内容保存在一个目录（--data）中，也可配置为 PostgreSQL。首次启动会建表，并打印用于创建首位管理员的一次性设置码。按 Ctrl-C 后，请求与工作进程收尾后退出，任务在下次启动时继续；再按一次立即结束。",
    ),
    "epilog": (
        "Exit codes: 0 stopped when told to; 1 cannot start (address taken, tables of another version, no account while open to others, wrong setting); 130 ended at once by a second Ctrl-C.\n\nExamples:\n  steelyard serve --data /var/lib/steelyard\n  steelyard serve --config server.yaml --workers 4",
        "退出码：0 按要求停止；1 无法启动（地址被占用、表结构版本不符、对外开放但尚无账号、配置有误）；130 第二次 Ctrl-C 立即结束。\n\n示例：\n  steelyard serve --data /var/lib/steelyard\n  steelyard serve --config server.yaml --workers 4",
    ),
    "host_help": (
        "Address to listen on; by default only this machine (127.0.0.1). Others need an account to exist.",
        "监听地址；默认仅限本机（127.0.0.1）。其他地址须先有账号。",
    ),
    "port_help": ("Port to listen on; 0: any free one.", "监听端口；0 表示任一空闲端口。"),
    "workers_help": (
        "Worker processes on this machine; 0: none, `steelyard worker` carries the tasks elsewhere.",
        "本机的工作进程数；0 表示没有，由其他机器上的 steelyard worker 承担任务。",
    ),
    "data_help": (
        "Folder in which everything is kept; made if it is not there.",
        "保存全部内容的目录；不存在则创建。",
    ),
    "config_help": (
        "File with settings; by default steelyard-server.yaml in the current folder, if it is there.",
        "配置文件；默认为当前目录下的 steelyard-server.yaml（如存在）。",
    ),
    "loopback_help": (
        "let agents and webhooks be on this machine",
        "允许智能体与 Webhook 位于本机",
    ),
    "open_help": ("Open it in the browser.", "在浏览器中打开。"),
    "no_extra": (
        "The service needs the extra `server` (missing: {packages}): pip install 'steelyard[server]'",
        "服务需要安装附加组件 server（缺少：{packages}）：pip install 'steelyard[server]'",
    ),
    "no_config": (
        "There is no configuration file {path}.",
        "配置文件 {path} 不存在。",
    ),
    "no_secrets": (
        "There is no folder {path}, which STEELYARD_SECRETS names.",
        "STEELYARD_SECRETS 指定的文件夹 {path} 不存在。",
    ),
    "no_database": (
        "The database does not answer: {reason}",
        "数据库无响应：{reason}",
    ),
    "no_database_hint": (
        "Is it running, and is database_url right? `steelyard doctor --server` shows the settings.",
        "请确认数据库已启动且 database_url 正确；用 steelyard doctor --server 查看配置。",
    ),
    "awaiting_tables": (
        "The database is empty; waiting for `steelyard serve` to make its tables.",
        "数据库为空；等待 steelyard serve 建表。",
    ),
    "no_address": (
        "There is no address {host} here: {reason}.",
        "本机没有地址 {host}：{reason}。",
    ),
    "no_port": (
        "Cannot listen on {host}, port {port}: {reason}.",
        "无法监听 {host} 端口 {port}：{reason}。",
    ),
    "no_port_hint": (
        "Another service may be there; choose another one with --port, or any with --port 0.",
        "可能已被其他服务占用；请用 --port 另选端口，或用 --port 0 任选空闲端口。",
    ),
    "no_account": (
        "Nobody has an account yet; the service is not opened to others at {host} before somebody has.",
        "尚无任何账号；在有账号之前，服务不会在 {host} 上对外开放。",
    ),
    "no_account_hint": (
        "Make the first one here: steelyard admin create-user NAME --admin; or start once without --host.",
        "请先在本机创建：steelyard admin create-user 登录名 --admin；或先不带 --host 启动一次。",
    ),
    "not_started": (
        "The service could not start; the log says why.",
        "服务未能启动；原因见日志。",
    ),
    "here": (
        "Steelyard is at {url} (Ctrl-C ends it)",
        "权衡服务地址：{url}（按 Ctrl-C 结束）",
    ),
    "data": ("Everything is kept in {path}", "数据目录：{path}"),
    "no_workers": (
        "No workers here: tasks wait for `steelyard worker`.",
        "本机没有工作进程：任务等待 steelyard worker 承担。",
    ),
    "setup": (
        "Nobody has an account yet. Make the first administrator at {url} with this code, which works once: {code}\nor here, in another terminal: steelyard admin create-user NAME --admin",
        "尚无任何账号。请在 {url} 用以下一次性设置码创建首位管理员：{code}\n或在另一终端执行：steelyard admin create-user 登录名 --admin",
    ),
    "worker_help": (
        "Carry the tasks of a service from another machine.\n\nIt needs the same settings as the server: a PostgreSQL database (database_url), and a storage that both reach (storage_url, or data_dir on a shared file system). Ctrl-C lets the workers write down how far they are; their tasks go on elsewhere or at the next start.",
        "在另一台机器上承担服务的任务。\n\n需要与服务端相同的配置：PostgreSQL 数据库（database_url），以及双方都能访问的存储（storage_url，或共享文件系统上的 data_dir）。按 Ctrl-C 后，工作进程记录进度后退出；其任务由其他工作进程或在下次启动时继续。",
    ),
    "worker_epilog": (
        "Exit codes: 0 stopped when told to; 1 cannot start; 130 ended at once by a second Ctrl-C.\n\nExample:\n  steelyard worker --config server.yaml --workers 4 --name gpu-1",
        "退出码：0 按要求停止；1 无法启动；130 第二次 Ctrl-C 立即结束。\n\n示例：\n  steelyard worker --config server.yaml --workers 4 --name gpu-1",
    ),
    "name_help": (
        "Stable name of this machine's workers; by default that of the machine.",
        "本机工作进程的固定名称；默认为主机名。",
    ),
    "workers_here": (
        "{n} worker(s) started (Ctrl-C ends them)",
        "已启动 {n} 个工作进程（按 Ctrl-C 结束）",
    ),
}
