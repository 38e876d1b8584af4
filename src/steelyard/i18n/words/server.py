"""What the service says about itself."""

WORDS: dict[str, tuple[str, str]] = {
    "heavy_busy": (
        "Too many reports, checks, previews and exports are waiting. Try again in a few seconds.",
        "等待处理的报告、检查、预览与导出过多，请稍后重试。",
    ),
    "heavy_died": (
        "The process doing this work crashed twice or ran out of memory.",
        "执行该任务的进程两次崩溃或内存不足。",
    ),
    "heavy_memory": (
        "This needs more memory than one request may use ({most} GB).",
        "该操作所需内存超过单个请求的上限（{most} GB）。",
    ),
    "heavy_slow": (
        "Stopped after {seconds} seconds: this takes longer than one request may.",
        "已在 {seconds} 秒后终止：该操作超过了单个请求允许的时长。",
    ),
    "no_otel": (
        "otlp_url needs the extra `otel`: pip install 'steelyard[otel]'",
        "使用 otlp_url 需要附加组件 otel：pip install 'steelyard[otel]'",
    ),
    "bad_variable": (
        "names of environment variables are wanted, such as OPENAI_API_KEY, and none of the service's own (STEELYARD_*)",
        "应为环境变量名，例如 OPENAI_API_KEY，且不能是服务自身的变量（STEELYARD_*）",
    ),
    "setting": ("{name}: {problem}", "{name}：{problem}"),
    "settings": ("The service's settings are wrong: {problems}.", "服务配置有误：{problems}。"),
    "settings_hint": (
        "Settings come from steelyard-server.yaml and STEELYARD_* variables; `steelyard doctor --server` explains each.",
        "配置来自 steelyard-server.yaml 与 STEELYARD_* 环境变量；用 steelyard doctor --server 查看逐项说明。",
    ),
    "older_tables": (
        "The database has tables of an older version ({found}).",
        "数据库的表结构版本较旧（{found}）。",
    ),
    "older_tables_hint": (
        "Make a backup (`steelyard admin backup`), then run `steelyard admin migrate`.",
        "请先备份（steelyard admin backup），再执行 steelyard admin migrate。",
    ),
    "newer_tables": (
        "The database has tables of a newer version ({found}) than this program knows.",
        "数据库的表结构版本（{found}）比本程序新。",
    ),
    "newer_tables_hint": ("Install the newer version of Steelyard.", "请安装新版本的权衡。"),
    "null": (
        "A text holds the null character (U+0000), which cannot be kept.",
        "文本包含空字符（U+0000），无法保存。",
    ),
    "no_worker": (
        "No worker was heard of for {seconds} seconds; tasks wait.",
        "{seconds} 秒内没有工作进程的消息；任务等待中。",
    ),
    "not_ready": ("The service is not ready: {parts}.", "服务未就绪：{parts}。"),
    "role_viewer": ("viewer", "查看者"),
    "role_evaluator": ("evaluator", "评估员"),
    "role_manager": ("manager", "管理者"),
    "role_admin": ("administrator", "系统管理员"),
    "no_role": ("no role", "无角色"),
    "forbidden": (
        "This needs the role {needs}; you have {has} here.",
        "此操作需要“{needs}”角色；您在此处为“{has}”。",
    ),
}
