"""More requests at once than there are threads and connections: all are answered."""

from __future__ import annotations

import asyncio
import socket
import threading
import time

import aiohttp
import pytest
import uvicorn

from steelyard.server.people import accounts, tokens
from steelyard.server.people.policy import Role

pytestmark = pytest.mark.slow

CROWD = 150


def test_a_crowd_is_answered(service):
    with service.database.transaction() as session:
        admin = session.scalars(accounts.select(accounts.User).filter_by(login="admin")).one()
        actor = accounts.actor_of(session, admin)
        _, text = tokens.create_token(session, actor, "crowd", role=Role.ADMIN)
    server = uvicorn.Server(uvicorn.Config(service.app, log_config=None, lifespan="off"))
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [taken]})
        thread.start()
        while not server.started:
            time.sleep(0.05)
        try:
            port = taken.getsockname()[1]
            statuses = asyncio.run(ask(f"http://127.0.0.1:{port}", text, service.ours))
        finally:
            server.should_exit = True
            thread.join()
    assert set(statuses) <= {200, 201}
    assert len(statuses) == 3 * CROWD


async def ask(url, token, project):
    base = f"/api/v1/projects/{project}"

    async def one(session, number):
        found = []
        for method, path, body in (
            ("GET", f"{base}/tasks", None),
            ("POST", f"{base}/datasets", {"name": f"d{number}"}),
            ("GET", f"{base}/datasets", None),
        ):
            async with session.request(method, path, json=body) as answer:
                await answer.read()
                found.append(answer.status)
        return found

    headers = {"Authorization": f"Bearer {token}"}
    connector = aiohttp.TCPConnector(limit=0)
    async with aiohttp.ClientSession(url, headers=headers, connector=connector) as session:
        found = await asyncio.gather(*(one(session, number) for number in range(CROWD)))
    return [status for statuses in found for status in statuses]
