"""Pages that stay open, as many as wanted, without a browser for each.

    python -m benchmarks.ui_clients < WHAT

WHAT is JSON: url, cookie, paths, clients. Each client loads a page, opens its socket as the page's
own script does and keeps it. Prints a line of JSON when all of them are connected, and another when
told to end (a line on standard input): what was received, and what was no answer.
"""

from __future__ import annotations

import ast
import asyncio
import json
import re
import sys
import uuid
from collections import Counter
from typing import Any
from urllib.parse import urlencode

import aiohttp
import socketio

_QUERY = re.compile(r"query: (\{.*?\}),\s*\n")  # written by Python: a dictionary, not JSON
_TOGETHER = 8  # pages that are loaded at a time, as people come one after the other


class Clients:
    """Open pages and what came to them."""

    def __init__(self, what: dict[str, Any]) -> None:
        self.what = what
        self.errors: Counter[str] = Counter()
        self.messages = 0
        self.sockets: list[socketio.AsyncClient] = []
        self._turn = asyncio.Semaphore(_TOGETHER)

    async def run(self) -> None:
        """Connect all, say so, wait for the word, leave."""
        jar = aiohttp.DummyCookieJar()
        async with aiohttp.ClientSession(cookie_jar=jar) as session:
            wanted = (self.connect(session, n) for n in range(self.what["clients"]))
            await asyncio.gather(*wanted)
            self._say()
            await asyncio.to_thread(sys.stdin.readline)
            self._say()
            for one in self.sockets:
                await one.disconnect()

    async def connect(self, session: aiohttp.ClientSession, number: int) -> None:
        """Load a page and open its socket."""
        paths = self.what["paths"]
        url = self.what["url"] + paths[number % len(paths)]
        headers = {"cookie": self.what["cookie"]}
        async with self._turn:
            async with session.get(url, headers=headers) as answer:
                text = await answer.text()
            if answer.status != 200 or (found := _QUERY.search(text)) is None:
                self.errors[f"page: {answer.status}"] += 1
                return
            query = {
                **ast.literal_eval(found.group(1)),
                "implicit_handshake": "true",
                "document_id": str(uuid.uuid4()),
                "tab_id": str(uuid.uuid4()),
            }
            await self._open(query, headers)

    async def _open(self, query: dict[str, Any], headers: dict[str, str]) -> None:
        socket = socketio.AsyncClient(reconnection=False)
        socket.on("*", self._received)
        words = urlencode(query)
        try:
            await socket.connect(
                f"{self.what['url']}?{words}",
                headers=headers,
                transports=["websocket"],
                socketio_path="/_nicegui_ws/socket.io",
            )
        except (socketio.exceptions.ConnectionError, TimeoutError) as error:
            self.errors[type(error).__name__] += 1
            return
        self.sockets.append(socket)

    async def _received(self, _event: str, *_data: Any) -> None:
        self.messages += 1

    def _say(self) -> None:
        found = {
            "connected": sum(one.connected for one in self.sockets),
            "messages": self.messages,
            "errors": dict(self.errors),
        }
        print(json.dumps(found), flush=True)


if __name__ == "__main__":
    asyncio.run(Clients(json.loads(sys.stdin.readline())).run())
