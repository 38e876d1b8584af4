"""A small chat server that always gives the same answers: right, wrong, with a tool, or an error.

Speaks the part of the OpenAI protocol that evaluation tools use. Run it alone:
`python scripts/import_fixtures/server.py 8765`.
"""

from __future__ import annotations

import hashlib
import json
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, ClassVar

ANSWERS = {
    "capital of France": "The capital of France is Paris.",
    "2 + 2": "4",
    "法国的首都": "法国的首都是巴黎。",
    "水的化学式": "H2O",
    "largest planet": "Saturn",
    "李白是哪个朝代": "李白是唐朝诗人。",
    "capital of Japan": "Tokyo",
    "say nothing": "",
    "<script>": "<script>alert('Paris')</script> =1+1 \u202eabc",
}
FLAKY = "sometimes"
"""Asked about this, the answer is right every other time."""


def answer_to(question: str, times: int) -> str:
    """Return what is said to a question that was asked `times` times before."""
    if FLAKY in question:
        return "yes" if times % 2 == 0 else "no"
    for part, answer in ANSWERS.items():
        if part in question:
            return answer
    return "I do not know."


class Handler(BaseHTTPRequestHandler):
    """Answers chat and text completions."""

    protocol_version = "HTTP/1.1"
    asked: ClassVar[dict[str, int]] = {}
    lock = threading.Lock()

    def do_POST(self) -> None:
        """Answer one request."""
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        messages = body.get("messages") or [{"role": "user", "content": str(body.get("prompt"))}]
        question = _text_of(next(m for m in reversed(messages) if m["role"] == "user"))
        if "break down" in question:
            self._send(400, {"error": {"message": "the model broke down", "type": "bad_request"}})
            return
        with self.lock:
            times = self.asked.get(question, 0)
            self.asked[question] = times + 1
        message = self._message(messages, question, times, body)
        words = [len(str(m.get("content") or "")) for m in messages]
        usage = {
            "prompt_tokens": sum(words),
            "completion_tokens": len(str(message.get("content") or "")) + 1,
        }
        usage["total_tokens"] = sum(usage.values())
        done = "tool_calls" if message.get("tool_calls") else "stop"
        choice = {"index": 0, "message": message, "text": message["content"], "finish_reason": done}
        head = {"id": "chat-1", "object": "chat.completion", "created": 1, "model": body["model"]}
        self._send(200, {**head, "choices": [choice], "usage": usage})

    def _message(
        self, messages: list[dict[str, Any]], question: str, times: int, body: dict[str, Any]
    ) -> dict[str, Any]:
        tools = [tool["function"]["name"] for tool in body.get("tools") or []]
        if "weather" in question and "weather" in tools:
            if messages[-1]["role"] == "tool" and "for ever" not in question:
                return {"role": "assistant", "content": f"It is {_text_of(messages[-1])}."}
            digest = hashlib.sha256(question.encode()).hexdigest()[:8]
            city = "sleep" if "slowly" in question else "杭州"
            call = {"name": "weather", "arguments": json.dumps({"city": city})}
            name = f"call_{digest}_{len(messages)}"
            called = [{"id": name, "type": "function", "function": call}]
            return {"role": "assistant", "content": "", "tool_calls": called}
        return {"role": "assistant", "content": answer_to(question, times)}

    def _send(self, status: int, content: dict[str, Any]) -> None:
        data = json.dumps(content).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Say nothing."""


@contextmanager
def serving(port: int = 0) -> Iterator[str]:
    """Serve until the block ends; give the base address."""
    Handler.asked = {}
    server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def _text_of(message: dict[str, Any]) -> str:
    content = message.get("content")
    if isinstance(content, list):
        return " ".join(str(part.get("text", "")) for part in content)
    return str(content or "")


if __name__ == "__main__":
    with serving(int(sys.argv[1])) as address:
        print(address, flush=True)  # noqa: T201
        threading.Event().wait()
