"""An agent as users write them: a small HTTP server, with the weaknesses a test asks for."""

from __future__ import annotations

import argparse
import importlib
import json
import os
import subprocess
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path


class Answer(BaseHTTPRequestHandler):
    def do_GET(self):
        self.say({"pid": os.getpid(), "env": dict(os.environ), "cwd": os.getcwd()})  # noqa: PTH109

    def do_POST(self):
        length = int(self.headers["Content-Length"])
        asked = json.loads(self.rfile.read(length))
        self.say({"output": f"echo {asked['input']}"})

    def say(self, content):
        body = json.dumps(content).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int)
    parser.add_argument("--need")
    parser.add_argument("--need-file", type=Path)
    parser.add_argument("--eat-mb", type=int, default=0)
    parser.add_argument("--open-files", type=int, default=0)
    parser.add_argument("--pids", type=Path)
    parser.add_argument("--hang", action="store_true")
    parser.add_argument("--stubborn", action="store_true")
    given = parser.parse_args()
    held = [Path(__file__).open() for _ in range(given.open_files)]  # noqa: SIM115
    if given.need:
        importlib.import_module(given.need)
    if given.need_file:
        given.need_file.read_text()
    eaten = b"x" * (given.eat_mb << 20)
    if given.stubborn:
        import signal

        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if given.pids:
        # One ordinary child, and one that detaches itself as daemons do.
        code = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(600)"
        child = subprocess.Popen([sys.executable, "-c", code])
        away = subprocess.Popen([sys.executable, "-c", code], start_new_session=True)
        given.pids.write_text(json.dumps([os.getpid(), child.pid, away.pid]))
    if given.hang:
        time.sleep(600)
    server = ThreadingHTTPServer(("127.0.0.1", given.port), Answer)
    print(f"listening on {given.port} with {len(eaten)} bytes, {len(held)} files")
    server.serve_forever()


if __name__ == "__main__":
    main()
