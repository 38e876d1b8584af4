"""Sentences of the demo: what its agent says, and what can go wrong while starting it."""

WORDS: dict[str, tuple[str, str]] = {
    "port_taken": (
        "The demo agent cannot listen on 127.0.0.1:{port}: {reason}.",
        "演示智能体无法监听 127.0.0.1:{port}：{reason}。",
    ),
    "port_taken_hint": (
        "Stop the program that uses the port, choose another port, or use 0 for any free one.",
        "请关闭占用该端口的程序，或改用其他端口；填 0 则自动选择空闲端口。",
    ),
    "agent_refuses": (
        "Sorry, I can't help with that request.",
        "抱歉，我不能协助处理这个请求。",
    ),
    "agent_unknown": (
        "I don't know.",
        "不知道。",
    ),
    "agent_asks_back": (
        "The question seems to be cut off. Could you complete it?",
        "问题似乎不完整，请补充完整。",
    ),
    "agent_note": (
        "On {topic}: {fact}",
        "关于{topic}：{fact}",
    ),
    "no_notes": (
        "STEELYARD_DEMO_NOTES names no file of notes (found: {found}): the demo agent starts without knowing anything.",
        "STEELYARD_DEMO_NOTES 没有指向笔记文件（当前：{found}），演示智能体将在一无所知的情况下启动。",
    ),
    "serves": ("The demo agent answers at {url}", "演示智能体已就绪：{url}"),
    "port_help": (
        "port to listen on; any free one if not given",
        "监听端口；不填则自动选择空闲端口",
    ),
    "about": (
        "Serve the demo agent over HTTP on 127.0.0.1. STEELYARD_DEMO_NOTES names its file of notes; `knowledge.jsonl` is the one that comes with it.",
        "在 127.0.0.1 上以 HTTP 提供演示智能体。STEELYARD_DEMO_NOTES 指明其笔记文件；knowledge.jsonl 为自带的一份。",
    ),
    "agent_verbose": (
        "Thank you for asking. I looked through my notes and this is what I found:\n{fact}\nPlease check with a specialist before relying on it.",
        "感谢您的提问，我查阅了手头的资料，结果如下：\n{fact}\n以上内容仅供参考，具体请咨询专业人士。",
    ),
    "agent_unreadable": (
        "The input contains characters that cannot be decoded.",
        "输入中含有无法解码的字符。",
    ),
    "agent_busy": (
        "Too many requests, please retry shortly.",
        "请求过多，请稍后重试。",
    ),
    "agent_crashed": (
        "The worker restarted while answering.",
        "作答进程重启，请重试。",
    ),
    "agent_bad_request": (
        "The body must be a JSON object with a text under '{field}'.",
        "请求体必须是 JSON 对象，并在“{field}”中给出文本。",
    ),
}
