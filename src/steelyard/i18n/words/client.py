"""What the client of a server says, in Python and on the command line."""

WORDS: dict[str, tuple[str, str]] = {
    # The line to the server.
    "bad_token": (
        "This is no token: one is a line of letters and digits that begins with syt_.",
        "这不是令牌：令牌是以 syt_ 开头的一行字母与数字。",
    ),
    "bad_url": (
        "'{url}' is no address of a server; one is written like https://steelyard.example.org.",
        "“{url}”不是服务地址；写法如 https://steelyard.example.org。",
    ),
    "user_in_url": (
        "The address must not contain a user or a password; use a token.",
        "地址中不得包含用户名或密码；请使用令牌。",
    ),
    "unreachable": ("{url} gives no answer: {why}.", "{url} 没有应答：{why}。"),
    "unreachable_hint": (
        "Check the address, whether the service is running, and the way there (proxy, VPN, certificate).",
        "请检查地址、服务是否运行，以及网络路径（代理、VPN、证书）。",
    ),
    "cut_off": ("the line ended before the file", "文件未传完，连接已断开"),
    "elsewhere": (
        "{url} sends us on to {there}; give that address instead.",
        "{url} 要求转到 {there}；请改用该地址。",
    ),
    "no_problem": (
        "The answer (status {status}) is not one of a Steelyard server; is the address right?",
        "应答（状态 {status}）并非来自权衡服务；请检查地址。",
    ),
    "server_failed": (
        "The server failed (status {status}); its log knows the request as {id}.",
        "服务内部出错（状态 {status}）；其日志中的请求编号为 {id}。",
    ),
    "not_as_described": (
        "The server answers otherwise than this version expects ({problem}); bring both to the same version.",
        "服务应答与本版本预期不符（{problem}）；请将两端升级到同一版本。",
    ),
    # Files.
    "cannot_read": ("{path} cannot be read: {why}.", "无法读取 {path}：{why}。"),
    "cannot_write": ("{path} cannot be written: {why}.", "无法写入 {path}：{why}。"),
    "exists": ("{path} is there already.", "{path} 已存在。"),
    "no_bundle": ("What was downloaded is not a run.", "下载的内容不是运行包。"),
    # Names.
    "agent": ("agent", "智能体"),
    "dataset": ("dataset", "数据集"),
    "scorecard": ("scorecard", "指标体系"),
    "project": ("project", "项目"),
    "no_such": ("There is no {kind} '{name}' that you may see.", "没有您可见的{kind}“{name}”。"),
    "there_are": ("There are: {names}.", "现有：{names}。"),
    "there_is_none": ("There is none yet.", "目前还没有。"),
    "no_projects": (
        "You are not a member of any project; ask who manages one.",
        "您还不是任何项目的成员；请联系项目管理者。",
    ),
    "no_version": ("'{name}' has no such version.", "“{name}”没有这个版本。"),
    "not_published": (
        "'{name}' is a draft; publish it first.",
        "“{name}”仍是草稿，请先发布。",
    ),
    "no_cases": (
        "The plan names no cases: give `dataset` in the plan, or a dataset of the project.",
        "方案未指定用例：请在方案中写明 `dataset`，或指定项目的数据集。",
    ),
    "one_file": (
        "A server takes one file of cases; '{found}' is not one. Put the cases into one file, or name a dataset of the project.",
        "服务只接受一个用例文件，“{found}”不是。请合并为一个文件，或指定项目的数据集。",
    ),
    "waited": (
        "Not ended after {seconds} s; the task goes on.",
        "等待 {seconds} 秒仍未结束；任务继续运行。",
    ),
}
