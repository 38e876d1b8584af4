"""An agent in a process of its own that writes down every question: `python agent_server.py LOG`.

Prints its port. A question is `<task>/<case>`; those with `fail` in them fail while the file
`<log>.fail` exists, those with `slow` take as many seconds as stand in `<log>.slow`. While the file
`<log>.hold` exists, nothing is answered.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import time
from pathlib import Path

from aiohttp import web

LOG = Path(sys.argv[1])
SECONDS = float(sys.argv[2])
out = os.open(LOG, os.O_WRONLY | os.O_CREAT | os.O_APPEND)


def note(what: str, question: str) -> None:
    os.write(out, f"{json.dumps([what, question, time.time()])}\n".encode())


async def answer(request: web.Request) -> web.Response:
    question = (await request.json())["input"]
    note("asked", question)
    try:
        slow = LOG.with_suffix(".slow")
        seconds = float(slow.read_text()) if "slow" in question and slow.exists() else SECONDS
        await asyncio.sleep(seconds)
        while LOG.with_suffix(".hold").exists():
            await asyncio.sleep(0.05)
        if "fail" in question and LOG.with_suffix(".fail").exists():
            return web.Response(status=500, text="no")
        return web.json_response({"output": question.upper()})
    finally:
        note("answered", question)


async def main() -> None:
    app = web.Application()
    app.router.add_post("/", answer)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    print(runner.addresses[0][1], flush=True)
    await asyncio.Event().wait()


asyncio.run(main())
