"""A deterministic HTTP agent in a process of its own that writes down every ask.

    python counting_agent.py PORT_FILE LOG_FILE [SLOWER]

The answer depends on the input alone; the log has one line per ask: the input. It takes at most
13 ms, or so many times as long.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import sys
from pathlib import Path

SLOWER = float(sys.argv[3]) if len(sys.argv) > 3 else 1.0
LOG = os.open(sys.argv[2], os.O_WRONLY | os.O_CREAT | os.O_APPEND)


def answer(question: str) -> str:
    digest = hashlib.sha256(question.encode()).hexdigest()
    if digest[0] in "01":
        return "我不知道"
    return f"{question} 的答案 answer is {digest[:6]}"


async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while head := await reader.readuntil(b"\r\n\r\n"):
            length = int(head.lower().split(b"content-length:")[1].split(b"\r\n")[0])
            question = json.loads(await reader.readexactly(length))["input"]
            os.write(LOG, question.encode() + b"\n")
            digest = hashlib.md5(question.encode()).digest()
            await asyncio.sleep((0.001 + digest[0] / 256 * 0.012) * SLOWER)
            body = json.dumps({"output": answer(question)}).encode()
            status = b"500 Oops" if digest[1] < 4 else b"200 OK"
            writer.write(
                b"HTTP/1.1 %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
                % (status, len(body), body)
            )
            await writer.drain()
    except (asyncio.IncompleteReadError, ConnectionError):
        writer.close()


async def main() -> None:
    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    port_file = Path(sys.argv[1])
    temporary = port_file.with_suffix(".tmp")
    temporary.write_text(str(server.sockets[0].getsockname()[1]))
    temporary.replace(port_file)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main())
