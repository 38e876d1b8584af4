"""Sentences about traces of teams: files of messages, and `steelyard trace`."""

WORDS: dict[str, tuple[str, str]] = {
    # Files.
    "cannot_open": ("{file} cannot be read: {problem}.", "无法读取 {file}：{problem}。"),
    "empty": (
        "{file} is empty; it must hold messages as JSON.",
        "{file} 是空文件，应含 JSON 格式的消息。",
    ),
    "line": ("{place}, line {n}", "{place} 第 {n} 行"),
    "item": ("{place}, item {n}", "{place} 第 {n} 项"),
    "message": ("{place}, message {n}", "{place} 第 {n} 条消息"),
    "span": ("{place}, span {n}", "{place} 第 {n} 个 span"),
    "not_json": (
        "{place}: this is not JSON: {problem}. A trace is one JSON document, or one object per line.",
        "{place}：不是 JSON：{problem}。轨迹文件应为一个 JSON 文档，或每行一个对象。",
    ),
    "not_object": (
        "{place}: found {found}; every entry must be an object.",
        "{place}：类型为 {found}，每一项都应为对象。",
    ),
    "field": (
        "{place}: `{field}` is {found}; it must be {wanted}.",
        "{place}：`{field}` 为 {found}，应为{wanted}。",
    ),
    "wanted_name": ("a text that is not empty, or a whole number", "非空文本或整数"),
    "wanted_text": ("a text", "文本"),
    "wanted_truth": ("true or false", "true 或 false"),
    "wanted_count": ("a whole number of at least 0", "不小于 0 的整数"),
    "wanted_time": (
        "seconds as a number, or a time such as 2026-05-01T08:00:00Z",
        "秒数，或形如 2026-05-01T08:00:00Z 的时间",
    ),
    "wanted_nanoseconds": ("nanoseconds since 1970 as digits", "自 1970 年起的纳秒数"),
    "wanted_later": ("no earlier than the start", "不早于开始时间"),
    "wanted_list": ("a list of messages", "消息列表"),
    "a2a": ("{place}: {problem}", "{place}：{problem}"),
    "format": (
        "There is no trace format '{found}'. Allowed: {allowed}.",
        "没有名为“{found}”的轨迹格式。可用：{allowed}。",
    ),
    # What is said about a trace.
    "no_messages": ("There are no messages between agents.", "没有智能体之间的消息。"),
    "no_text": (
        "No message has a text, so repeats cannot be seen; tracers often leave texts out unless told otherwise.",
        "消息均无文本，无法判断重复；追踪工具通常默认不记录文本。",
    ),
    "not_judged": (
        "Nobody judged the messages, so their accuracy is unknown; a run can, with `shared_facts` (see `steelyard explain collab.messages`).",
        "消息未经判定，准确率未知；在运行中可用 `shared_facts` 判定（见 `steelyard explain collab.messages`）。",
    ),
    "no_times": ("No message has a time.", "消息均无时间。"),
    # The command.
    "help": (
        "Read a file of what agents said to each other and show how they talked: rounds, answered questions, repeats, balance, parallelism.\n\nFILE is JSON or JSON lines: messages one per line, replies with `messages`, A2A tasks and JSON-RPC logs, or OpenTelemetry GenAI spans as OTLP/JSON.",
        "读取智能体之间的消息记录，显示其沟通情况：轮次、应答率、重复率、均衡度与并行度。\n\nFILE 为 JSON 或 JSON Lines：每行一条消息、带 `messages` 的应答、A2A 任务与 JSON-RPC 日志，或 OTLP/JSON 格式的 OpenTelemetry GenAI span。",
    ),
    "epilog": (
        "Example: steelyard trace team.jsonl --without user",
        "示例：steelyard trace team.jsonl --without user",
    ),
    "format_help": (
        "read FILE as this format; by default it is seen from its content",
        "按此格式读取；默认由内容判断",
    ),
    "without_help": (
        "leave out what NAME says and hears; may be given again",
        "不计 NAME 收发的消息；可多次给出",
    ),
    "tools_help": (
        "in spans, count calls of tools as messages too",
        "对 span，把工具调用也计为消息",
    ),
    "rows_help": ("how many messages to show", "显示的消息条数"),
    "json_help": ("print everything as JSON", "以 JSON 输出全部内容"),
    "output_help": ("also write the messages as JSON lines", "另将消息写为 JSON Lines 文件"),
    "written": ("Written: {path}", "已写入：{path}"),
    "more": ("... and {n} more; --rows shows more of them", "……另有 {n} 条；用 --rows 显示更多"),
    "heading": (
        "messages: {n} · traces: {traces} · read as {format}",
        "消息：{n} · 轨迹：{traces} · 读取格式：{format}",
    ),
    "column_trace": ("trace", "轨迹"),
    "column_time": ("s", "秒"),
    "column_way": ("from → to", "收发"),
    "column_text": ("text", "内容"),
    "column_measure": ("measure", "指标"),
    "column_value": ("value", "取值"),
    "messages": ("messages", "消息数"),
    "rounds": ("rounds", "轮次"),
    "response_rate": ("questions answered", "应答率"),
    "info_accuracy": ("right messages", "信息准确率"),
    "redundancy": ("repeated messages", "重复率"),
    "balance": ("balance", "均衡度"),
    "parallelism": ("agents busy at once", "并行度"),
    "time": ("seconds, mean of traces", "平均耗时（秒）"),
    "tokens": ("tokens", "词元数"),
    "sent": ("sent by {name}", "{name} 发出"),
}
