"""What each setting of a service means; the English is that of `server/settings.py`."""

WORDS: dict[str, tuple[str, str]] = {
    "agent_concurrency": (
        "Tasks that may ask one agent at a time, unless the agent says.",
        "同一智能体可同时被多少个任务调用（智能体自身设置优先）。",
    ),
    "project_concurrency": (
        "Tasks of one project that may run at a time, unless it says.",
        "同一项目可同时运行多少个任务（项目自身设置优先）。",
    ),
    "session_hours": (
        "A session ends after so long idle.",
        "登录会话闲置多少小时后失效。",
    ),
    "login_attempts": (
        "Wrong passwords in a row before an account is locked for a while.",
        "连续输错多少次密码后暂时锁定账号。",
    ),
    "lock_minutes": (
        "How long it is locked.",
        "锁定多少分钟。",
    ),
    "password_length": (
        "Shortest password allowed.",
        "密码的最短长度。",
    ),
    "requests_per_minute": (
        "Requests one account or address may make in a minute.",
        "同一账号或地址每分钟可发出的请求数。",
    ),
    "upload_bytes": (
        "Largest upload, in bytes.",
        "单个上传文件的最大字节数。",
    ),
    "upload_rows": (
        "Most rows of a dataset.",
        "数据集的最大行数。",
    ),
    "expansion_ratio": (
        "A packed file that unpacks to more than this times its size is refused.",
        "压缩文件展开后超过其大小的这一倍数即被拒绝。",
    ),
    "allow_loopback": (
        "Whether agents and webhooks may be on this machine (127.0.0.1, localhost), where databases and other services may trust every local client; the service's own port stays closed.",
        "智能体与 Webhook 是否可位于本机（127.0.0.1、localhost）；本机的数据库等服务可能信任来自本机的访问。服务自身的端口始终禁止。",
    ),
    "mail_from": (
        "Sender of notices by e-mail.",
        "邮件通知的发件人。",
    ),
    "data_dir": (
        "Where the service keeps everything: database, runs, uploads, keys.",
        "服务保存全部内容的目录：数据库、运行、上传文件、密钥。",
    ),
    "database_url": (
        "postgresql://user:password@host/name; by default an SQLite file in data_dir.",
        "postgresql://user:password@host/name；默认使用 data_dir 中的 SQLite 文件。",
    ),
    "storage_url": (
        "Where runs and uploads are kept, e.g. s3://bucket/path (extra s3); by default in data_dir.",
        "运行与上传文件的存放位置，如 s3://bucket/path（附加组件 s3）；默认在 data_dir 中。",
    ),
    "host": (
        "Address to listen on. Anything but loopback needs at least one account.",
        "监听地址。除本机地址外，须至少已有一个账号。",
    ),
    "port": (
        "Port to listen on; 0: any free.",
        "监听端口；0 表示任一空闲端口。",
    ),
    "public_url": (
        "How people reach the service, behind a proxy; https makes cookies secure.",
        "用户经代理访问服务的地址；https 时 Cookie 仅经加密连接发送。",
    ),
    "trusted_proxies": (
        "Addresses and networks of reverse proxies (127.0.0.1, 10.0.0.0/8), whose X-Forwarded-For is believed; nobody else's is.",
        "反向代理的地址与网段（127.0.0.1、10.0.0.0/8），仅采信其 X-Forwarded-For。",
    ),
    "send_timeout_s": (
        "A client that takes less than 1 kB of a waiting answer in so long is cut off.",
        "客户端多少秒内接收待发应答不足 1 kB 即断开连接。",
    ),
    "workers": (
        "Worker processes that carry tasks; 0: none here.",
        "承担任务的工作进程数；0 表示本机没有。",
    ),
    "tasks_per_worker": (
        "Tasks that one worker carries at a time.",
        "一个工作进程同时承担的任务数。",
    ),
    "worker_id": (
        "Stable name of this machine's workers; the host name by default.",
        "本机工作进程的固定名称；默认为主机名。",
    ),
    "worker_timeout_s": (
        "A worker silent for so long is dead; its tasks go to others.",
        "工作进程多少秒无音讯即视为失联，其任务交由其他工作进程。",
    ),
    "allow_hosts": (
        "Hosts and networks (10.0.0.0/8, *.internal) that agents and webhooks may be at in addition to public ones; link-local and metadata addresses stay closed unless named here, and so does this machine (see allow_loopback).",
        "除公网外，智能体与 Webhook 可位于的主机与网段（10.0.0.0/8、*.internal）；链路本地与元数据地址除非在此列出，一律禁止；本机亦然（见 allow_loopback）。",
    ),
    "deny_hosts": (
        "Hosts and networks that are closed even if another setting opens them.",
        "无论其他设置如何，一律禁止的主机与网段。",
    ),
    "allow_commands": (
        "Whether agents may be commands, functions and environments on the workers' machines, which lets managers, and evaluators whom they allow it, run programs there.",
        "是否允许智能体为工作进程所在机器上的命令、函数与环境；允许后管理者及其授权的评估员可在该机器上运行程序。",
    ),
    "secret_variables": (
        "Environment variables of the service and its workers that plans and agents of every project may name where they name a secret; none by default.",
        "各项目的方案与智能体可在密钥名称处引用的、服务及其工作进程的环境变量；默认没有。",
    ),
    "smtp_url": (
        "smtp://user:password@host:587 for notices by e-mail.",
        "用于邮件通知的 smtp://user:password@host:587。",
    ),
    "sso": (
        "Single sign-on by OpenID Connect (extra sso); needs public_url. One setting of it is named STEELYARD_SSO__CLIENT_SECRET.",
        "OpenID Connect 单点登录（附加组件 sso）；需要 public_url。其中一项可写为 STEELYARD_SSO__CLIENT_SECRET。",
    ),
    "log_format": (
        "Log lines as text or as json.",
        "日志格式：text 文本或 json。",
    ),
    "log_level": (
        "The least that is logged: debug, info, warning or error.",
        "记录的最低级别：debug、info、warning 或 error。",
    ),
    "metrics_open": (
        "Whether /metrics answers without an account.",
        "/metrics 是否无需账号即可访问。",
    ),
    "otlp_url": (
        "Where traces are sent (extra otel): http://collector:4318/v1/traces.",
        "链路追踪数据的发送地址（附加组件 otel）：http://collector:4318/v1/traces。",
    ),
}
