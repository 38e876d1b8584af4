"""What `steelyard admin` says."""

WORDS: dict[str, tuple[str, str]] = {
    "help": (
        "Look after a service, at its own machine: no account is needed, whoever can read its files may. Everything that changes something is in the audit trail.",
        "在服务所在的机器上维护服务：无需账号，能读取其文件者即可执行。所有改动都会写入审计日志。",
    ),
    "epilog": (
        "Exit codes: 0 done, and nothing is wrong; 1 something is, and was said.\n\nExamples:\n  steelyard admin backup backups/monday.tar.gz --data /var/lib/steelyard\n  steelyard admin verify --config server.yaml",
        "退出码：0 完成且一切正常；1 有问题，并已说明。\n\n示例：\n  steelyard admin backup backups/monday.tar.gz --data /var/lib/steelyard\n  steelyard admin verify --config server.yaml",
    ),
    "backup_short": (
        "write everything to one file, while the service works",
        "在服务运行时将全部内容写入一个文件",
    ),
    "backup_help": (
        "Write everything to one file: catalogue, uploads, runs and the keys of secrets, with their hashes.\n\nThe service may be at work. Runs in progress are taken as they are and go on when the backup is put back. FILE is packed when its name ends in .gz. Whoever has the file has everything in the service, secrets included: keep it accordingly. Sessions are left out, and so is the configuration file.",
        "将全部内容写入一个文件：数据库记录、上传文件、运行与加密密钥，并附带散列值。\n\n服务可以继续运行。进行中的运行按当时状态保存，恢复后继续执行。FILE 以 .gz 结尾时压缩。持有该文件即持有服务的全部内容（包括密钥），请妥善保管。登录会话与配置文件不包含在内。",
    ),
    "restore_short": ("put a backup back into an empty service", "将备份恢复到空服务"),
    "restore_help": (
        "Put a backup back into an empty service, SQLite or PostgreSQL, whichever it was made from.\n\nFILE is checked whole before anything of it is used, and the service afterwards. Start it only then. Tasks that were under way go on.",
        "将备份恢复到空服务（SQLite 或 PostgreSQL 均可，与备份来源无关）。\n\n使用前先完整校验 FILE，恢复后再校验服务，然后方可启动服务。备份时进行中的任务将继续执行。",
    ),
    "migrate_short": ("bring the database to this version", "将数据库升级到本版本"),
    "migrate_help": (
        "Bring the tables of the database to this version. Stop the service and make a backup first.",
        "将数据库表结构升级到本版本。请先停止服务并备份。",
    ),
    "verify_short": ("check that everything is there and unchanged", "检查内容是否完整、未被改动"),
    "verify_help": (
        "Check the database against the storage, both against their hashes, and the audit trail against itself. The service may be at work.",
        "核对数据库与存储、二者与散列值，以及审计日志自身的链条。服务可以继续运行。",
    ),
    "create_user_short": ("make an account", "创建账号"),
    "create_user_help": (
        "Make an account. The password is asked for, or read from standard input.",
        "创建账号。密码在终端输入，或从标准输入读取。",
    ),
    "reset_password_short": ("give an account another password", "重置账号密码"),
    "reset_password_help": (
        "Give an account another password, unlock it and end its sessions. The password is asked for, or read from standard input.",
        "重置账号密码、解除锁定并结束其登录会话。密码在终端输入，或从标准输入读取。",
    ),
    "rotate_key_short": ("encrypt every secret with a new key", "更换加密密钥并重新加密所有密钥"),
    "rotate_key_help": (
        "Encrypt every secret with a new key, and forget the old one. Backups made before carry their own keys.",
        "用新的加密密钥重新加密所有密钥，并丢弃旧的加密密钥。此前的备份自带其加密密钥。",
    ),
    "clean_secrets_short": (
        "take pasted keys out of what is stored",
        "清除已存内容中误贴的密钥",
    ),
    "clean_secrets_help": (
        "Find keys that were pasted where the name of a secret belongs, and take them out of agents, plans, documents, runs and the audit trail. Replace such keys where they were issued: backups and exports still hold them.",
        "查找误贴在密钥名称处的密钥，并从智能体、方案、文档、运行和审计记录中清除。此类密钥应在签发处更换：备份与导出中仍有其内容。",
    ),
    "dry_run_help": ("only list the places", "仅列出位置"),
    "secrets_found": (
        "{n} places hold a key; without --dry-run they are cleaned.",
        "{n} 处含有密钥；去掉 --dry-run 即可清除。",
    ),
    "secrets_cleaned": (
        "{n} places cleaned. Replace the keys where they were issued.",
        "已清除 {n} 处。请在签发处更换这些密钥。",
    ),
    "clear_orphans_short": (
        "remove uploads that nothing names any more",
        "清除不再被引用的上传文件",
    ),
    "clear_orphans_help": (
        "Remove uploads that no version of a dataset names any more.",
        "清除不再被任何数据集版本引用的上传文件。",
    ),
    "config_short": ("show the settings in force", "显示生效的配置"),
    "config_help": (
        "Show every setting in force and where it comes from, as a file that could be used; passwords are struck out. `steelyard doctor --server` explains them.",
        "以可用的配置文件形式显示所有生效的配置及其来源；密码已隐去。逐项说明见 steelyard doctor --server。",
    ),
    "name_help": ("Name to show; the login by default.", "显示名；默认为登录名。"),
    "email_help": ("Address for notices.", "接收通知的邮箱。"),
    "admin_help": ("An administrator of the whole service.", "整个服务的系统管理员。"),
    "no_password_help": ("No password: single sign-on only.", "不设密码：仅可单点登录。"),
    "keep_old_help": ("Keep the old key as well.", "同时保留旧的加密密钥。"),
    "hours_help": (
        "Only those older than so many hours; an upload may be on its way.",
        "仅清除早于该小时数的文件；较新的可能正在上传。",
    ),
    "password": ("Password", "密码"),
    "again": ("Again", "再次输入"),
    "no_password": (
        "No password was given on standard input.",
        "标准输入中没有密码。",
    ),
    "step": ("{n}: {name}", "{n}：{name}"),
    "backed_up": (
        "Written: {path} ({size} MB; {rows} rows, {objects} uploads, {runs} runs)",
        "已写入：{path}（{size} MB；{rows} 行、{objects} 个上传文件、{runs} 个运行）",
    ),
    "incomplete": (
        "The backup is written, but {n} files that the catalogue names were not there.",
        "备份已写入，但数据库中登记的文件有 {n} 个不存在。",
    ),
    "restored": (
        "Put back and checked: the backup of {made}, {rows} rows. The service can be started.",
        "已恢复并校验：{made} 的备份，{rows} 行。可以启动服务。",
    ),
    "migrated": ("The database has the tables of this version.", "数据库表结构已是本版本。"),
    "whole": ("Everything is there and unchanged.", "内容完整，未被改动。"),
    "strays": (
        "{n} files in the storage are named by nothing; they do no harm (steelyard admin clear-orphans).",
        "存储中有 {n} 个文件未被引用；并无妨碍（可用 steelyard admin clear-orphans 清除）。",
    ),
    "problems": ("{n} problems found.", "发现 {n} 个问题。"),
    "created": ("There is an account '{login}' now.", "已创建账号“{login}”。"),
    "reset": ("The account '{login}' has another password now.", "账号“{login}”的密码已重置。"),
    "rotated": (
        "{n} secrets are encrypted with a new key.",
        "已用新的加密密钥重新加密 {n} 个密钥。",
    ),
    "cleared": ("{n} uploads removed.", "已清除 {n} 个上传文件。"),
    "no_login": ("There is no account '{login}'.", "没有账号“{login}”。"),
    "first_is_admin": (
        "The first account must be an administrator: nobody else could make more.",
        "首个账号必须是管理员：否则无人能再创建账号。",
    ),
    "first_is_admin_hint": ("Say --admin.", "请加上 --admin。"),
    "exists": (
        "There is a file {path} already; a backup is never written over.",
        "文件 {path} 已存在；备份不会覆盖已有文件。",
    ),
    "cannot_write": ("Cannot write {path}: {reason}.", "无法写入 {path}：{reason}。"),
    "cannot_read": ("Cannot read {path}: {reason}.", "无法读取 {path}：{reason}。"),
    "cut_off": (
        "{path} is no backup, or was cut off.",
        "{path} 不是备份文件，或已被截断。",
    ),
    "changed": (
        "The backup is not what was written: {n} files are missing or changed, such as {name}.",
        "备份与写入时不一致：{n} 个文件缺失或被改动，例如 {name}。",
    ),
    "bad_entry": (
        "The backup holds something that does not belong there: {name}",
        "备份中含有不应有的内容：{name}",
    ),
    "newer_archive": (
        "The backup is of a newer version ({found}) than this program knows.",
        "备份的版本（{found}）比本程序新。",
    ),
    "restless": (
        "The run at {path} did not hold still long enough to be taken; try again.",
        "{path} 处的运行变化过于频繁，未能保存；请重试。",
    ),
    "not_empty": (
        "The service is not empty; it has {names}. A backup is put back only into an empty one.",
        "服务不为空，已有：{names}。备份只能恢复到空服务。",
    ),
    "not_empty_hint": (
        "Give another folder (--data), or another database; and stop its workers.",
        "请另选目录（--data）或数据库，并停止其工作进程。",
    ),
    "other_tables": (
        "The tables here are of version {found}, those of the backup of {wanted}; begin with an empty database.",
        "此处表结构版本为 {found}，备份为 {wanted}；请使用空数据库。",
    ),
    "nothing_here": (
        "There is no service here: the database is empty.",
        "此处没有服务：数据库为空。",
    ),
    "nothing_here_hint": (
        "Is --data or --config the right one?",
        "请确认 --data 或 --config 是否正确。",
    ),
    "secret_unreadable": (
        "none of the keys opens it; it must be set again",
        "现有加密密钥均无法解密；需重新设置",
    ),
    "bad_key": (
        "row {row} names something that is not in {other}",
        "第 {row} 行引用了 {other} 中不存在的内容",
    ),
    "audit_broken": (
        "does not follow from the entry before it: the trail was changed",
        "与前一条不相连：审计日志被改动过",
    ),
    "other_hash": ("is not what was kept: other size or hash", "与保存时不一致：大小或散列值不同"),
    "task_state": (
        "is {state}, but its history ends with {last}",
        "状态为 {state}，但历史止于 {last}",
    ),
    "no_file": ("is not in the storage", "存储中不存在"),
    "other_run": ("is another run than the catalogue says", "与数据库中登记的运行不同"),
    "run_rows": (
        "has {found} rows; its manifest says {wanted}",
        "有 {found} 行；其清单登记为 {wanted} 行",
    ),
}
