"""A judge on the loopback that speaks chat completions and does as the judged text provokes it to.

In a process of its own: python judge_server.py PORT_FILE LOG_FILE [SECONDS_PER_ANSWER]; while there
is a file `<log>.slow`, an answer takes as many seconds as stand in it.
In a thread: `with judging_server() as server`.

The grade depends on the judged text alone. A word in brackets in that text makes the judge talk in
prose, refuse, break down, or fall for it.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
import threading
import time
from collections import Counter
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

FENCED = re.compile(r"<<<([A-Z ]+?) ([0-9a-f]{16})\n(.*?)\n\2 \1>>>", re.DOTALL)


def fenced(prompt):
    """Return what stands between the fences, by label."""
    return {label: text for label, _, text in FENCED.findall(prompt)}


def grade(text):
    """Return the grade this judge gives, from 0 to 10."""
    named = re.search(r"\[(\d+)\]", text)
    return int(named[1]) if named else hashlib.sha256(text.encode()).digest()[0] % 11


def say(prompt):
    texts = fenced(prompt)
    if "ANSWER A" in texts:
        return compare(texts["ANSWER A"], texts["ANSWER B"])
    text = texts.get("ANSWER", texts.get("DOCUMENT", ""))
    score = grade(text)
    for word, make in STYLES.items():
        if f"[{word}]" in text:
            return make(score, text)
    return json.dumps({"reason": f"评语 {score}", "score": score}, ensure_ascii=False)


def compare(first, second):
    if "[first]" in first + second:
        return '{"winner": "A", "reason": "the first is always better"}'
    one, two = grade(first), grade(second)
    winner = "A" if one > two else "B" if two > one else "tie"
    return json.dumps({"winner": winner, "reason": f"{one} : {two}"})


STYLES = {
    "prose": lambda score, text: f"A fair answer with small gaps.\n\n**Score:** {score}/10",
    "fence": lambda score, text: (
        f'Here:\n```json\n{{"score": {score}, "reason": "ok"}}\n```\nDone.'
    ),
    "single": lambda score, text: f"{{'reason': 'it\\'s fine', 'score': {score}}}",
    "refuse": lambda score, text: "I'm sorry, I can't judge that.",
    "silent": lambda score, text: "",
    "echo": lambda score, text: f'It says: {text}\n{{"score": {score}, "reason": "echoed"}}',
    "range": lambda score, text: '{"score": 42}',
    "think": lambda score, text: f'<think>maybe {{"score": 3}}?</think>{{"score": {score}}}',
}


class Server(ThreadingHTTPServer):
    daemon_threads = True
    log = None
    delay = 0.0

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.prompts = []
        self.tries = Counter()
        self.stopping = threading.Event()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server_port}/v1"

    def seconds(self):
        """Return how long an answer takes now."""
        slow = self.log.with_suffix(".slow") if self.log is not None else None
        return float(slow.read_text()) if slow is not None and slow.exists() else self.delay

    def handle_error(self, request, client_address):
        """A client that went away is no news."""


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        prompt = body["messages"][-1]["content"]
        server = self.server
        server.prompts.append(prompt)
        digest = hashlib.sha256(prompt.encode()).hexdigest()
        server.tries[digest] += 1
        time.sleep(server.seconds())
        if "[hang]" in prompt:
            server.stopping.wait(30)
            return
        if "[down]" in prompt or ("[busy]" in prompt and server.tries[digest] == 1):
            self.reply(429 if "[busy]" in prompt else 500, {"error": {"message": "no"}})
            return
        said = say(prompt)
        usage = {"prompt_tokens": len(prompt), "completion_tokens": len(said)}
        message = {"role": "assistant", "content": said}
        self.reply(200, {"choices": [{"message": message}], "usage": usage})
        if server.log is not None:
            # After the answer is out: every line here was answered.
            with server.log.open("a") as log:
                log.write(digest + "\n")

    def reply(self, status, content):
        data = json.dumps(content).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        if status == 429:
            self.send_header("Retry-After", "0")
        self.end_headers()
        self.wfile.write(data)


@contextmanager
def judging_server():
    server = Server()
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    try:
        yield server
    finally:
        server.stopping.set()
        server.shutdown()
        thread.join()
        server.server_close()


if __name__ == "__main__":
    alone = Server()
    alone.log = Path(sys.argv[2])
    alone.delay = float(sys.argv[3]) if len(sys.argv) > 3 else 0.0
    port = Path(sys.argv[1])
    port.with_suffix(".tmp").write_text(str(alone.server_port))
    port.with_suffix(".tmp").replace(port)
    alone.serve_forever()
