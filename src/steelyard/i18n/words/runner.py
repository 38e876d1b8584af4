"""Sentences of the runner."""

WORDS: dict[str, tuple[str, str]] = {
    "bad_rate": (
        "'{found}' is not a rate; write requests per second as a number, or text such as 300/min",
        "“{found}”不是有效的速率；请写每秒次数，或形如 300/min 的文字",
    ),
    "ray_client": (
        "'{found}' is an address of Ray's client, which cannot stream; write host:port of the "
        "cluster's head and run on one of its nodes",
        "“{found}”是 Ray 客户端地址，不支持流式传输；请写集群头节点的 host:port，并在集群节点上运行",
    ),
    "timeout": ("No answer within {seconds} s.", "{seconds} 秒内没有应答。"),
    "no_agent": (
        "The agent cannot be called, and no request has succeeded yet: {error}",
        "无法调用智能体，且尚无任何请求成功：{error}",
    ),
    "agent_gone": (
        "The agent has been out of reach for more than {seconds} s (run.patience): {error}",
        "智能体已失联超过 {seconds} 秒（run.patience）：{error}",
    ),
    "no_agent_hint": (
        "Check the address, the key and that the agent is running.",
        "请检查地址、密钥以及智能体是否在运行。",
    ),
    "agent_gone_hint": (
        "Check that the agent is running. Every reply so far is kept; the run can be resumed.",
        "请检查智能体是否在运行。已有应答均已保存，本次运行可以继续。",
    ),
}
