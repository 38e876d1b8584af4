"""Sentences about environments: probe, requirements, checklist, deployment."""

WORDS: dict[str, tuple[str, str]] = {
    # probe
    "probe_help": (
        "Say what an environment is: system, Python and packages, processor, memory, accelerators, locale, clock, ports, limits. An item that cannot be told is null, with the reason. Of environment variables only the names are read.",
        "说明一个环境是什么：系统、Python 与软件包、处理器、内存、加速卡、区域设置、时钟、端口、资源限制。无法得知的项为 null 并附原因。环境变量只读取名称。",
    ),
    "probe_epilog": (
        'Examples:\n  steelyard probe                                      this environment\n  steelyard probe -o here.json --for requirements.yaml\n  steelyard probe --python /srv/agent/.venv/bin/python -o target.json\n  steelyard probe --command "ssh host {}" -o host.json\n  steelyard probe --command "docker run -i --rm python:3.12 {}" -o image.json\n\nIn --command, {} becomes `python3 -`, which reads the probe from its standard input: nothing is installed there, Python 3.8 is enough.',
        '示例：\n  steelyard probe                                      本环境\n  steelyard probe -o here.json --for requirements.yaml\n  steelyard probe --python /srv/agent/.venv/bin/python -o target.json\n  steelyard probe --command "ssh host {}" -o host.json\n  steelyard probe --command "docker run -i --rm python:3.12 {}" -o image.json\n\n--command 中的 {} 会替换为 `python3 -`，探测脚本经标准输入送入：目标环境无需安装任何东西，Python 3.8 即可。',
    ),
    "output_help": ("File to write (JSON).", "要写入的文件（JSON）。"),
    "probe_json_help": ("Print JSON.", "打印 JSON。"),
    "python_help": ("Probe the environment of this Python.", "探测该 Python 所在的环境。"),
    "command_help": (
        "Reach another environment through this command; {} stands for the Python there.",
        "通过该命令到达另一环境；{} 表示那里的 Python。",
    ),
    "name_help": (
        "Name of the environment (default: that of the file).",
        "环境名称（默认为文件名）。",
    ),
    "for_help": (
        "Also look at the ports, hosts, programs and folders that this requirements file names.",
        "同时查看该要求文件中提到的端口、主机、程序与目录。",
    ),
    "port_help": ("Port to look at. Repeatable.", "要查看的端口。可重复。"),
    "reach_help": (
        "HOST:PORT to connect to; nothing is contacted unless asked for. Repeatable.",
        "要连接的“主机:端口”；未指定则不联系任何主机。可重复。",
    ),
    "path_help": ("Folder to try to write to. Repeatable.", "要尝试写入的目录。可重复。"),
    "program_help": ("Program to look for. Repeatable.", "要查找的程序。可重复。"),
    "timeout_help": ("Seconds to wait for the answer.", "等待应答的秒数。"),
    "item": ("item", "项目"),
    "value": ("value", "值"),
    "written": ("Wrote {path}.", "已写入 {path}。"),
    "more": ("{shown}, … ({n} in all)", "{shown}……（共 {n} 项）"),
    "no_mark": (
        "--command must have {{}} where the Python goes, such as \"ssh host {{}}\"; found '{found}'",
        '--command 中必须有 {{}} 表示 Python 的位置，例如 "ssh host {{}}"；现为“{found}”',
    ),
    "no_probe": (
        "There is no probe at {path}. `steelyard probe -o {path}` writes one.",
        "找不到探测文件 {path}。可用 `steelyard probe -o {path}` 生成。",
    ),
    "bad_probe": ("{path} is not a probe: {problem}", "{path} 不是探测文件：{problem}"),
    "other_schema": (
        "{path} is not a probe: found schema '{found}', allowed: '{wanted}'. `steelyard probe -o FILE` writes one.",
        "{path} 不是探测文件：现为 schema “{found}”，应为“{wanted}”。可用 `steelyard probe -o 文件` 生成。",
    ),
    "cannot_probe": (
        "The environment behind '{who}' could not be probed: {problem}",
        "无法探测“{who}”所在的环境：{problem}",
    ),
    "silent": ("no answer within {seconds} s", "{seconds} 秒内没有应答"),
    "ended": ("exit code {code}\n{tail}", "退出码 {code}\n{tail}"),
    "no_answer": (
        "it answered, but not with a probe: {tail}",
        "有输出，但不是探测结果：{tail}",
    ),
    "probe_hint": (
        "Python 3.8 or newer must be there; --python names another one. The command must pass on standard input (docker run -i).",
        "目标环境需有 Python 3.8 或更高版本，可用 --python 指定。命令必须转送标准输入（docker run -i）。",
    ),
    "bad_name": ("{option}: {problem}", "{option}：{problem}"),
    # why an item is null
    "reason_not_found": ("not found: {detail}", "未找到：{detail}"),
    "reason_not_supported": ("not known on this platform: {detail}", "此平台无法得知：{detail}"),
    "reason_no_sign": ("no sign of one ({detail})", "没有迹象（{detail}）"),
    "reason_absent": ("not there", "不存在"),
    "reason_failed": ("could not be read: {detail}", "读取失败：{detail}"),
    "reason_same_clock": ("same clock as ours", "与本机同一时钟"),
    "reason_not_asked": (
        "not probed; probe again with --for",
        "未探测；请用 --for 重新探测",
    ),
    "reason_not_comparable": (
        "cannot be compared with {detail}",
        "无法与 {detail} 比较",
    ),
    # requirements
    "no_file": (
        "There is no requirements file {path}. docs/guide/portability.md shows one.",
        "找不到要求文件 {path}。示例见 docs/guide/portability.md。",
    ),
    "not_a_list": (
        "{path} must be a YAML list of requirements, such as: - {{key: python.version, op: '>=', value: '3.11'}}",
        "{path} 必须是要求的 YAML 列表，例如：- {{key: python.version, op: '>=', value: '3.11'}}",
    ),
    "bad_yaml": ("{place}: not valid YAML: {problem}", "{place}: 不是合法的 YAML：{problem}"),
    "yaml_hint": (
        "Operators stand in quotes: op: '>='",
        "运算符须加引号：op: '>='",
    ),
    "requirements_hint": (
        "The keys are listed by `steelyard probe`; the operators are >= <= == != in exists match.",
        "`steelyard probe` 会列出可用的 key；运算符有 >= <= == != in exists match。",
    ),
    "unknown_key": (
        "there is no item '{key}'; `steelyard probe` lists them, and named ones begin with {prefixes}",
        "没有项目“{key}”；`steelyard probe` 会列出全部项目，按名称查看的以 {prefixes} 开头",
    ),
    "unknown_key_close": (
        "there is no item '{key}' (did you mean '{close}'?)",
        "没有项目“{key}”（是否想写“{close}”？）",
    ),
    "bad_port": (
        "found '{found}'; a port is a number from 1 to 65535",
        "现为“{found}”；端口应为 1 到 65535 的整数",
    ),
    "bad_reach": (
        "found '{found}'; HOST:PORT is needed, such as example.org:443",
        "现为“{found}”；应为“主机:端口”，例如 example.org:443",
    ),
    "nameless": (
        "{prefix} needs a name after the dot, such as package.numpy or program.git",
        "{prefix} 的点号后需要名称，例如 package.numpy 或 program.git",
    ),
    "exists_value": (
        "value: found {found}; with `exists` it is true, false or left out",
        "value：现为 {found}；用 exists 时应为 true、false 或省略",
    ),
    "in_value": (
        "value: found {found}; with `in` it is a list with at least one entry",
        "value：现为 {found}；用 in 时应为至少一项的列表",
    ),
    "needs_value": (
        "value: found {found}; `{op}` needs a number or a text",
        "value：现为 {found}；{op} 需要数字或文本",
    ),
    "bad_pattern": (
        "value: '{found}' is not a regular expression: {problem}",
        "value：“{found}”不是正则表达式：{problem}",
    ),
    # checklist
    "checklist_help": (
        "Check environments against REQUIREMENTS: the compatibility checklist, pass, fail or unknown per item with what was found. Without PROBE the environment here is probed; several are shown side by side.",
        "按 REQUIREMENTS 检查环境，生成兼容性清单：逐项给出通过、不通过或未知，并附所见的值。不指定 PROBE 时探测本环境；可并列比较多个环境。",
    ),
    "checklist_epilog": (
        "Examples:\n  steelyard checklist requirements.yaml\n  steelyard checklist requirements.yaml here.json target.json -o checklist.md\n\nThe exit code is 3 if a critical requirement does not hold; with --strict also if anything fails or is unknown.",
        "示例：\n  steelyard checklist requirements.yaml\n  steelyard checklist requirements.yaml here.json target.json -o checklist.md\n\n关键要求不满足时退出码为 3；加 --strict 时任何一项不通过或未知也为 3。",
    ),
    "checklist_json_help": ("Print JSON.", "打印 JSON。"),
    "checklist_output_help": (
        "File to write: .md or .json.",
        "要写入的文件：.md 或 .json。",
    ),
    "strict_help": (
        "Exit with 3 also for failures that are not critical, and for unknowns.",
        "非关键项不通过或未知时也以 3 退出。",
    ),
    "bad_ending": (
        "{path}: the ending gives the format; allowed: .md, .json",
        "{path}：格式由扩展名决定；可用：.md、.json",
    ),
    "here": ("here", "本环境"),
    "title": ("Compatibility checklist", "兼容性清单"),
    "requirement": ("requirement", "要求"),
    "severity": ("severity", "严重程度"),
    "severity_minor": ("minor", "轻微"),
    "severity_major": ("major", "严重"),
    "severity_critical": ("critical", "关键"),
    "critical": ("critical", "关键"),
    "note": ("note", "说明"),
    "exists": ("exists", "存在"),
    "exists_not": ("does not exist", "不存在"),
    "status_pass": ("pass", "通过"),
    "status_fail": ("fail", "不通过"),
    "status_unknown": ("unknown", "未知"),
    "issues": ("issues", "问题数"),
    "unknowns": ("unknown", "未知项"),
    "coverage": ("critical configuration covered", "关键配置覆盖率"),
    "no_critical": ("no critical requirement", "没有关键要求"),
    "critical_failed": (
        "{name}: critical requirements that do not hold: {keys}",
        "{name}：不满足的关键要求：{keys}",
    ),
    "strict_failed": (
        "{name}: {fail} fail, {unknown} unknown, and --strict allows neither",
        "{name}：{fail} 项不通过，{unknown} 项未知；--strict 均不允许",
    ),
    # environments of a plan
    "venv_nowhere": (
        "a virtual environment needs `path` (one that is there) or `create: true`",
        "虚拟环境需要 path（已有的）或 create: true（新建）",
    ),
    "venv_not_ours": (
        "`packages` and `python` are for a virtual environment that is made here; add `create: true`",
        "packages 与 python 只用于新建的虚拟环境；请加上 create: true",
    ),
    "one_check": (
        "exactly one check is needed: http, tcp, log, command or alive; found: {found}",
        "必须且只能有一种检查：http、tcp、log、command 或 alive；现有：{found}",
    ),
    "no_command_mark": (
        "command_template must have {command} where the start command goes",
        "command_template 中必须有 {command} 表示启动命令的位置",
    ),
    "limits_elsewhere": (
        "`limits` work on this machine only; with command_template say it there (docker run --memory 512m)",
        "limits 只对本机有效；使用 command_template 时请写在其中（docker run --memory 512m）",
    ),
    "venv_elsewhere": (
        "`venv` works on this machine only; leave it out with command_template",
        "venv 只对本机有效；使用 command_template 时请去掉",
    ),
    "shell_elsewhere": (
        "`shell` is for commands on this machine; with command_template write the shell there",
        "shell 只用于本机命令；使用 command_template 时请在其中写明 shell",
    ),
    "shell_words": (
        "with `shell: true`, `start` is one line, not a list",
        "shell: true 时 start 应为一行文本，而不是列表",
    ),
    "detached_needs_stop": (
        "`detached` needs stop.command: nothing else could end the agent",
        "detached 需要 stop.command：否则无法结束智能体",
    ),
    "attempts_need_fix": (
        "more than one attempt needs `fix`: what is done before the next one",
        "多次尝试需要 fix：说明再次尝试之前做什么",
    ),
    "more_fixes": (
        "there are more fixes than later attempts; raise `attempts` or leave it out",
        "fix 多于后续尝试次数；请增大 attempts 或去掉它",
    ),
    "nothing_to_start": (
        "without `start` nothing is deployed: `fix`, `attempts` and `detached` have no meaning",
        "没有 start 就没有部署：fix、attempts 与 detached 没有意义",
    ),
    # deployment
    "no_folder": ("There is no folder {folder}.", "找不到目录 {folder}。"),
    "no_venv": (
        "There is no virtual environment in {folder}; `create: true` makes one.",
        "{folder} 中没有虚拟环境；可用 create: true 新建。",
    ),
    "no_secret": (
        "env_from.{name}: the variable or secret that the plan names is not set here.",
        "env_from.{name}：此处未设置方案所指定的变量或密钥。",
    ),
    "no_windows": (
        "Deploying to an environment needs Linux or macOS; on Windows use WSL.",
        "部署到环境需要 Linux 或 macOS；Windows 上请使用 WSL。",
    ),
    "taken": (
        "Something answers at {address} already; the agent would not be the one that is asked. Leave `port` out to get a free one.",
        "{address} 上已有程序应答，被提问的将不是该智能体。去掉 port 即可自动选用空闲端口。",
    ),
    "has_ended": ("The agent ended: {ending}.", "智能体已结束：{ending}。"),
    "not_ready": (
        "The agent was not ready within {seconds} s ({what}).",
        "智能体在 {seconds} 秒内未就绪（{what}）。",
    ),
    "too_long": ("{program} took more than {seconds} s.", "{program} 超过 {seconds} 秒未结束。"),
    "command_failed": ("{program} failed: {ending}.", "{program} 失败：{ending}。"),
    "end_not_found": ("no such program", "找不到该程序"),
    "end_signal": ("killed by signal {number}", "被信号 {number} 结束"),
    "end_code": ("exit code {code}", "退出码 {code}"),
    "smoke_slow": (
        "The smoke cases were not answered within {seconds} s.",
        "冒烟用例在 {seconds} 秒内未答完。",
    ),
    "smoke_failed": (
        "Smoke cases: {passed} of {asked} answered, {wanted} needed.",
        "冒烟用例：{asked} 条中答出 {passed} 条，要求 {wanted}。",
    ),
}
