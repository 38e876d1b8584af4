"""The fastest OpenAI-compatible server we could write: it must never be what is measured.

    python -m benchmarks.openai_server PORT_FILE [--delay SECONDS] [--echo]

Answers every chat completion with the same text, or, with --echo, with a text that names the number
of the question, so that whoever mixes up answers is seen. Writes its port to PORT_FILE.
"""

from __future__ import annotations

import argparse
import asyncio
from pathlib import Path

_BODY = (
    b'{"id":"c1","object":"chat.completion","created":1,"model":"bench","choices":[{"index":0,'
    b'"message":{"role":"assistant","content":"The capital of France is Paris, on the Seine."},'
    b'"finish_reason":"stop"}],"usage":{"prompt_tokens":21,"completion_tokens":11,'
    b'"total_tokens":32}}'
)
_HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
_ANSWER = _HEAD % len(_BODY) + _BODY
_QUESTION = b"question "


class Server(asyncio.Protocol):
    """Counts request bytes and answers each whole request, after `delay` seconds."""

    delay = 0.0
    echo = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the transport."""
        self._transport = transport
        self._data = b""

    def data_received(self, data: bytes) -> None:
        """Answer every whole request in what has arrived."""
        self._data += data
        while (head := self._data.find(b"\r\n\r\n")) >= 0:
            fields = self._data[:head].lower()
            at = fields.find(b"content-length:")
            length = int(fields[at + 15 : (fields + b"\r\n").find(b"\r\n", at)]) if at >= 0 else 0
            if len(self._data) < head + 4 + length:
                return
            asked = self._data[head + 4 : head + 4 + length]
            self._data = self._data[head + 4 + length :]
            answer = _echo(asked) if self.echo else _ANSWER
            if self.delay:
                loop = asyncio.get_running_loop()
                loop.call_later(self.delay, self._transport.write, answer)
            else:
                self._transport.write(answer)


def _echo(asked: bytes) -> bytes:
    """Return an answer to "question N: ..." that names N."""
    at = asked.index(_QUESTION) + len(_QUESTION)
    body = _BODY.replace(b"Seine.", b"Seine (%b)." % asked[at : asked.index(b":", at)])
    return _HEAD % len(body) + body


async def main(port_file: Path, delay: float, *, echo: bool) -> None:
    """Serve until killed."""
    Server.delay, Server.echo = delay, echo
    server = await asyncio.get_running_loop().create_server(Server, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    temporary = port_file.with_suffix(".tmp")
    temporary.write_text(str(port))
    temporary.replace(port_file)
    await server.serve_forever()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("port_file", type=Path)
    parser.add_argument("--delay", type=float, default=0.0)
    parser.add_argument("--echo", action="store_true")
    arguments = parser.parse_args()
    asyncio.run(main(arguments.port_file, arguments.delay, echo=arguments.echo))
