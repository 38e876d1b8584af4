"""An upload that breaks off leaves nothing behind, on a real socket."""

from __future__ import annotations

import socket
import threading
import time

import uvicorn

from steelyard.server.people import tokens
from steelyard.server.people.policy import Actor, Role


def test_an_upload_that_breaks_off_leaves_nothing(service):
    client = service.client("evaluator")
    place = f"/api/v1/projects/{service.ours}/datasets"
    dataset = client.post(place, json={"name": "A"}).json()["id"]
    me = client.get("/api/v1/me").json()["user"]["id"]
    with service.database.transaction() as session:
        roles = {service.ours: Role.EVALUATOR}
        _, text = tokens.create_token(
            session, Actor(me, "evaluator", roles=roles), "t", role=Role.EVALUATOR
        )
    server = uvicorn.Server(uvicorn.Config(service.app, port=0, log_config=None, lifespan="off"))
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        while not server.started:
            time.sleep(0.01)
        address = server.servers[0].sockets[0].getsockname()
        scratch = service.settings.data_dir / "storage" / "scratch"
        with socket.create_connection(address) as line:
            head = (
                f"POST {place}/{dataset}/versions?file_name=x.jsonl HTTP/1.1\r\n"
                f"Host: x\r\nAuthorization: Bearer {text}\r\nContent-Length: 9000000\r\n\r\n"
            )
            line.sendall(head.encode() + b'{"input": "1"}\n' * 100_000)
            while not any(path.stat().st_size for path in scratch.glob("*")):
                time.sleep(0.01)
        while list(scratch.iterdir()):
            time.sleep(0.01)
        assert client.get(f"{place}/{dataset}/versions").json() == []
    finally:
        server.should_exit = True
        thread.join()
