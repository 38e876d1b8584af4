"""A deterministic HTTP agent that writes down when it was asked what, by how many at once.

    python watching_agent.py PORT_FILE LOG_FILE SECONDS

The answer depends on the input alone. A question about a key is answered with the key it came with.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import time
from pathlib import Path

LOG = os.open(sys.argv[2], os.O_WRONLY | os.O_CREAT | os.O_APPEND)
SECONDS = float(sys.argv[3])
in_flight = 0


async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    global in_flight
    try:
        while head := await reader.readuntil(b"\r\n\r\n"):
            length = int(head.lower().split(b"content-length:")[1].split(b"\r\n")[0])
            question = json.loads(await reader.readexactly(length))["input"]
            in_flight += 1
            keyed = b"x-key: open-sesame-42" in head.lower()
            fact = {"at": time.time(), "input": question, "in_flight": in_flight, "key": keyed}
            os.write(LOG, json.dumps(fact).encode() + b"\n")
            try:
                await asyncio.sleep(SECONDS)
            finally:
                in_flight -= 1
            body = json.dumps({"output": f"{question} 的答案"}).encode()
            writer.write(
                b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
                % (len(body), body)
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
