"""Sentences about agents that speak A2A."""

WORDS: dict[str, tuple[str, str]] = {
    "not_a_response": (
        "The answer is no JSON-RPC response: it has neither `result` nor `error`. Found: {found}.",
        "应答不是 JSON-RPC 响应：既没有 `result` 也没有 `error`。实际为：{found}。",
    ),
    "not_a_result": (
        "The answer is neither an A2A task nor a message, nor an update of one. Found: {found}.",
        "应答既不是 A2A 任务或消息，也不是其更新。实际为：{found}。",
    ),
    "not_a_card": (
        "What was found is no A2A agent card: a card is an object with a `name`. Found: {found}. Check `url`, or give the JSON-RPC address as `endpoint`.",
        "得到的不是 A2A 智能体名片：名片应为含有 `name` 的对象。实际为：{found}。请检查 `url`，或用 `endpoint` 直接给出 JSON-RPC 地址。",
    ),
    "no_interface": (
        "The card of '{name}' offers no JSON-RPC {wanted}. Offered: {found}. Only JSON-RPC is spoken here; give its address as `endpoint` if there is one.",
        "“{name}”的名片没有提供 JSON-RPC {wanted}。提供的有：{found}。此处只支持 JSON-RPC；若另有地址，请用 `endpoint` 给出。",
    ),
    "elsewhere": (
        "The card found at {home} sends requests to {there}, and credentials would go with them. If that is right, give the address as `endpoint`.",
        "位于 {home} 的名片把请求指向 {there}，凭据也会随之发出。如确认无误，请用 `endpoint` 给出该地址。",
    ),
    "no_streaming": (
        "The card of '{name}' says that it does not stream. Set `stream: false`; `wait: poll` lets a task be given up on a timeout too.",
        "“{name}”的名片声明不支持流式返回。请设为 `stream: false`；`wait: poll` 同样可以在超时后取消任务。",
    ),
    "refused": (
        "The agent refused the request: error {code}, {text}",
        "智能体拒绝了请求：错误 {code}，{text}",
    ),
    "wrong_place": (
        "The agent does not support what was asked of it: error {code}, {text} Check `protocol` (1.0 or 0.3), `stream` and `endpoint`.",
        "智能体不支持所请求的操作：错误 {code}，{text} 请检查 `protocol`（1.0 或 0.3）、`stream` 与 `endpoint`。",
    ),
    "no_answer": (
        "The task ended without an answer, as '{state}': {text}",
        "任务没有给出应答，状态为“{state}”：{text}",
    ),
}
