"""How `steelyard doctor --server` explains settings."""

WORDS: dict[str, tuple[str, str]] = {
    "default": ("default", "默认"),
    "option": ("command line", "命令行"),
    "together": ("settings together", "配置整体"),
    "unknown_variable": (
        "{name} is no setting. Did you mean {close}?",
        "{name} 不是配置项。是否想用 {close}？",
    ),
    "no_setting": ("There is no such setting.", "没有这个配置项。"),
    "no_setting_close": (
        "There is no such setting. Did you mean {close}?",
        "没有这个配置项。是否想用 {close}？",
    ),
    "no_mapping": ("The file must hold `name: value` lines.", "文件应由“名称: 值”组成。"),
    "no_file": ("no file {path}", "没有文件 {path}"),
    "file": ("settings file", "配置文件"),
    "not_writable": ("{path} is not writable", "{path} 不可写"),
    "disk_full": ("only {free} MB are free", "磁盘仅剩 {free} MB"),
    "folder": ("{path} ({free} GB free)", "{path}（剩余 {free} GB）"),
    "new_folder": ("{path} will be made ({free} GB free)", "将创建 {path}（剩余 {free} GB）"),
    "new_database": ("an SQLite file will be made", "将创建 SQLite 文件"),
    "empty_database": ("answers; it is empty, tables will be made", "可连接；为空，将自动建表"),
    "database": ("answers, with the tables of this version", "可连接，表结构为本版本"),
    "no_package": ("the package {package} is not installed", "未安装软件包 {package}"),
    "no_https": (
        "open to others without https: passwords and cookies can be read on the way. Put a proxy with https in front and name it here",
        "未经 https 对外开放：密码与 Cookie 可能在途中被读取。请在前面部署 https 代理并在此填写其地址",
    ),
    "pasted": (
        "{n} stored places hold a key instead of the name of a secret; `steelyard admin clean-secrets` takes them out",
        "有 {n} 处存储内容含有密钥本身而不是密钥名称；请运行 steelyard admin clean-secrets 清除",
    ),
    "commands": (
        "managers, and evaluators whom they allow it, may run programs on the workers' machines",
        "管理者及其授权的评估员可以在工作进程所在机器上运行程序",
    ),
    "metrics": (
        "anyone who reaches the service can read its metrics",
        "任何能访问服务者都能读取监控指标",
    ),
    "no_sender": ("mail needs a sender: set mail_from", "发送邮件需要发件人：请设置 mail_from"),
}
