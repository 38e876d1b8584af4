"""Sentences of the faults."""

WORDS: dict[str, tuple[str, str]] = {
    "said_refused": (
        "The connection was refused (injected fault).",
        "连接被拒绝（注入的故障）。",
    ),
    "said_reset": (
        "The connection was reset while the answer was on its way (injected fault).",
        "应答传输途中连接被重置（注入的故障）。",
    ),
    "said_status": (
        "The answer was {status} (injected fault).",
        "应答为 {status}（注入的故障）。",
    ),
    "bad_upstream": (
        "upstream: '{found}' is not an address; write one such as http://127.0.0.1:8000, without user and password",
        "upstream：“{found}”不是有效地址；请写成 http://127.0.0.1:8000 之类的形式，不含用户名和密码",
    ),
    "bad_ca_file": (
        "The authorities in {file} cannot be used: {problem}",
        "无法使用 {file} 中的证书颁发机构：{problem}",
    ),
    "unknown_param": (
        "faults: {kind} has no parameter '{name}'; it has: {allowed}",
        "faults：{kind} 没有参数“{name}”；可用参数：{allowed}",
    ),
    "twice": (
        "faults: {kind} is there twice; name each fault once.",
        "faults：{kind} 出现了两次；每种故障只写一次。",
    ),
    "none_named": (
        "No fault is named. Say for example `--faults latency,reset:0.1`; `steelyard chaos --list` shows them all.",
        "未指定故障。例如 `--faults latency,reset:0.1`；`steelyard chaos --list` 可查看全部。",
    ),
    "shares": (
        "faults: the shares add up to {total}; together they are at most 1, and a fault without a share needs some left.",
        "faults：各比例之和为 {total}；总和不得超过 1，且须为未写比例的故障留有余量。",
    ),
    "bad_item": (
        "faults: found {found}; write `reset`, `reset:0.1` or {{reset: {{share: 0.1, after: 10}}}}",
        "faults：实际为 {found}；应写成 `reset`、`reset:0.1` 或 {{reset: {{share: 0.1, after: 10}}}}",
    ),
    "bad_share": (
        "faults: '{kind}' gives the share '{found}'; a share is a number above 0 and at most 1, such as reset:0.1",
        "faults：“{kind}”的比例为“{found}”；比例须大于 0 且不超过 1，例如 reset:0.1",
    ),
    "not_on_wire": (
        "faults: {kind} is done to processes on this machine, not to requests; use it in a plan with a `command` agent.",
        "faults：{kind} 作用于本机进程而非请求；请在使用 `command` 智能体的方案中使用。",
    ),
    "cpu_command": (
        "faults: cpu is for `command` agents: only their processes are ours to stop. Take it out, or use the adapter `command`.",
        "faults：cpu 仅适用于 `command` 智能体，因为只有其进程可由本工具暂停。请去掉该故障或改用 `command` 适配器。",
    ),
    "cpu_system": (
        "faults: cpu needs stop signals and /proc, which this system does not have. Take it out, or run on Linux.",
        "faults：cpu 需要暂停信号与 /proc，本系统不具备。请去掉该故障或在 Linux 上运行。",
    ),
}
