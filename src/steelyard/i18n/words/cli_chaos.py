"""What `steelyard chaos` says."""

WORDS: dict[str, tuple[str, str]] = {
    "help": (
        "Stand between a client and a server and inject faults into their traffic: delays, refused and reset connections, HTTP errors, cut, garbled, dripping and empty answers. Point whatever calls the server at the address this listens at: an agent's tools, an SDK, a browser. Every fault is counted, and whether it took effect. Ctrl-C ends it and prints a summary.",
        "在客户端与服务端之间制造故障：延迟、拒绝与重置连接、HTTP 错误、截断、损坏、滴流与空应答。将调用方（智能体的工具、SDK、浏览器）指向本命令监听的地址即可。每次故障及其是否生效均有计数。按 Ctrl-C 结束并打印汇总。",
    ),
    "epilog": (
        "Examples:\n  steelyard chaos --list\n  steelyard chaos --upstream http://127.0.0.1:8000 --faults latency\n  steelyard chaos --listen 127.0.0.1:9000 --upstream https://api.example.com \\\n      --faults latency:0.2,reset:0.1,http_503:0.05 --seed 7 --events faults.jsonl\n  steelyard chaos --upstream http://127.0.0.1:8000 --config faults.yaml --hits 1 --for 60\n\nfaults.yaml lists faults with their parameters:\n  - latency: {share: 0.2, delay: 2, jitter: 0.5}\n  - reset: {share: 0.1}",
        "示例：\n  steelyard chaos --list\n  steelyard chaos --upstream http://127.0.0.1:8000 --faults latency\n  steelyard chaos --listen 127.0.0.1:9000 --upstream https://api.example.com \\\n      --faults latency:0.2,reset:0.1,http_503:0.05 --seed 7 --events faults.jsonl\n  steelyard chaos --upstream http://127.0.0.1:8000 --config faults.yaml --hits 1 --for 60\n\nfaults.yaml 列出各故障及其参数：\n  - latency: {share: 0.2, delay: 2, jitter: 0.5}\n  - reset: {share: 0.1}",
    ),
    "list_help": (
        "List the faults with their parameters and exit.",
        "列出各种故障及其参数并退出。",
    ),
    "listen_help": (
        "Where to listen; port 0 takes a free one. Default 127.0.0.1:9000.",
        "监听地址；端口 0 表示任取空闲端口。默认 127.0.0.1:9000。",
    ),
    "upstream_help": (
        "Server that requests are passed on to, http or https.",
        "请求转发到的服务端，http 或 https。",
    ),
    "faults_help": (
        "Faults by id, each with the share of the requests it hits: latency:0.2,reset:0.1. Those without a share divide the rest. Repeatable.",
        "故障编号及其命中请求的比例：latency:0.2,reset:0.1。未写比例者平分其余请求。可重复。",
    ),
    "config_help": (
        "YAML list of faults with parameters, instead of --faults.",
        "以 YAML 列表给出故障及参数，代替 --faults。",
    ),
    "seed_help": (
        "The same seed picks the same requests. Default 0.",
        "种子相同则受扰的请求相同。默认 0。",
    ),
    "hits_help": (
        "Equal requests are attempts of one: inject faults into the first N of them and let later ones pass, as a passing trouble would. Default: every request is drawn again.",
        "相同的请求视为同一请求的多次尝试：只干扰前 N 次，之后放行，模拟短暂故障。默认每个请求单独抽取。",
    ),
    "events_help": (
        "Add every fault to FILE, one JSON object per line.",
        "将每次故障追加写入 FILE，每行一个 JSON 对象。",
    ),
    "for_help": ("End by itself after so many seconds.", "经过指定秒数后自行结束。"),
    "ca_file_help": (
        "PEM file of authorities to trust for an https upstream.",
        "https 上游所信任的证书颁发机构 PEM 文件。",
    ),
    "no_verify_help": (
        "Do not check the certificate of an https upstream.",
        "不检查 https 上游的证书。",
    ),
    "no_upstream": (
        "--upstream is needed: the server to pass requests on to, such as http://127.0.0.1:8000",
        "缺少 --upstream：请求转发到的服务端，例如 http://127.0.0.1:8000",
    ),
    "both": ("Give --faults or --config, not both.", "--faults 与 --config 只能选用其一。"),
    "bad_yaml": ("{file}: not YAML: {problem}", "{file}：不是有效的 YAML：{problem}"),
    "not_a_list": (
        "{file}: found {found}; it is a list of faults, such as\n  - latency: {{share: 0.2, delay: 2}}\n  - reset: {{share: 0.1}}",
        "{file}：实际为 {found}；应为故障列表，例如\n  - latency: {{share: 0.2, delay: 2}}\n  - reset: {{share: 0.1}}",
    ),
    "bad_listen": (
        "found '{found}'; write HOST:PORT, such as 127.0.0.1:9000",
        "实际为“{found}”；应写成 HOST:PORT，例如 127.0.0.1:9000",
    ),
    "cannot_listen": (
        "Cannot listen at {place}: {problem}. Take another port, or 0 for a free one.",
        "无法在 {place} 监听：{problem}。请换用其他端口，或用 0 任取空闲端口。",
    ),
    "listening": (
        "{url} → {upstream}   (Ctrl-C ends it)",
        "{url} → {upstream}   （按 Ctrl-C 结束）",
    ),
    "counts": (
        "requests: {requests}, with a fault: {disturbed}, upstream failed by itself: {failed}",
        "请求 {requests}，受扰 {disturbed}，上游自身失败 {failed}",
    ),
    "col_id": ("id", "编号"),
    "col_share": ("share", "比例"),
    "col_landed": ("applied", "已生效"),
    "col_missed": ("missed", "未生效"),
    "col_params": ("parameters", "参数"),
    "col_meaning": ("what it does", "作用"),
}
