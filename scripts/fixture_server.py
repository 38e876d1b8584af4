"""A small deterministic server for the scripts that make fixtures: chat models and an endpoint."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

# What each model says when the question is in the prompt; `None` is a server error.
ANSWERS: dict[str, dict[str, str | None]] = {
    "steady": {
        "capital of France": "Paris",
        "中国的首都": "北京",
        "Name three primary colours": "red, yellow and blue",
        "JSON": '{"answer": 42}',
        "Say hello": "Hello, world! =1+1 <b>bold</b>",
        "两个黄鹂鸣翠柳": "一行白鹭上青天",
        "server room": "The server room is on floor 3.",
    },
    "hasty": {
        "capital of France": "It is Lyon.",
        "中国的首都": "中国的首都是北京。",
        "Name three primary colours": "red and blue",
        "JSON": "answer: 42",
        "Say hello": "hello",
        "两个黄鹂鸣翠柳": "一行白鹭上蓝天",
        "server room": None,
    },
}
GRADE = '{"pass": true, "score": 0.9, "reason": "The line is the right one."}'
POOR_GRADE = '{"pass": false, "score": 0.2, "reason": "One word is wrong."}'


class Server(BaseHTTPRequestHandler):
    """Chat completions for `steady`, `hasty` and the grader `judge`; a plain endpoint `/ask`."""

    def do_POST(self) -> None:
        """Answer by what is in the prompt."""
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if self.path == "/ask":
            self._send(200, {"reply": {"text": _answer("steady", body["q"])}})
            return
        prompt = " ".join(str(message["content"]) for message in body["messages"])
        model = body["model"]
        answer = (POOR_GRADE if "蓝天" in prompt else GRADE) if model == "judge" else None
        answer = answer or _answer(model, prompt)
        if answer is None:
            self._send(500, {"error": {"message": "the model fell over"}})
            return
        usage = {"prompt_tokens": len(prompt) // 4, "completion_tokens": len(answer) // 4 + 1}
        usage["total_tokens"] = sum(usage.values())
        message = {"role": "assistant", "content": answer}
        choice = {"index": 0, "message": message, "finish_reason": "stop"}
        self._send(200, {"id": "c", "object": "chat.completion", "model": model,
                         "choices": [choice], "usage": usage})  # fmt: skip

    def _send(self, status: int, document: object) -> None:
        content = json.dumps(document).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name it has
        """Say nothing."""


def _answer(model: str, prompt: str) -> str | None:
    answers = ANSWERS.get(model, ANSWERS["steady"])
    if "[LETTER]" in prompt:  # multiple choice: one of three is wrong
        answers = {"France": "答案：B", "首都": "答案：A", "server": "答案：A"}
    if "fall over" in prompt:
        return None
    return next((answer for part, answer in answers.items() if part in prompt), "I do not know.")


@contextmanager
def serving() -> Iterator[str]:
    """Yield the address of the server while it runs."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Server)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
