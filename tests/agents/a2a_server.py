"""A real A2A server, made with the a2a-sdk package: does what the text it is sent says.

python a2a_server.py [--card new|old|none|elsewhere]   prints its port, serves until it is ended
"""

from __future__ import annotations

import argparse
import asyncio
import json
import socket

import uvicorn
from a2a.helpers.proto_helpers import new_data_part, new_task_from_user_message, new_text_part
from a2a.server.agent_execution import AgentExecutor
from a2a.server.request_handlers import DefaultRequestHandlerV2
from a2a.server.routes.agent_card_routes import create_agent_card_routes
from a2a.server.routes.jsonrpc_routes import create_jsonrpc_routes
from a2a.server.tasks import InMemoryTaskStore, TaskUpdater
from a2a.types import AgentCapabilities, AgentCard, AgentInterface, Message, Role
from starlette.applications import Starlette
from starlette.middleware.base import BaseHTTPMiddleware
from starlette.responses import JSONResponse
from starlette.routing import Route

SEEN: list[dict] = []
CANCELLED: list[str] = []
BEGUN: list[str] = []  # of those that never end


class Obedient(AgentExecutor):
    """Does what the first word of the message says."""

    async def execute(self, context, event_queue):
        word, _, rest = context.get_user_input().partition(" ")
        if word == "message":
            await event_queue.enqueue_event(self._message(context, rest))
            return
        await event_queue.enqueue_event(new_task_from_user_message(context.message))
        updater = TaskUpdater(event_queue, context.task_id, context.context_id)
        await getattr(self, f"do_{word}")(updater, rest)

    async def cancel(self, context, event_queue):
        CANCELLED.append(context.task_id)
        await TaskUpdater(event_queue, context.task_id, context.context_id).cancel()

    def _message(self, context, text):
        return Message(
            message_id="direct",
            role=Role.ROLE_AGENT,
            context_id=context.context_id,
            parts=[new_text_part(text)],
        )

    async def do_say(self, updater, text):
        await updater.start_work(updater.new_agent_message([new_text_part("working on it")]))
        await updater.add_artifact([new_text_part(text)], name="answer")
        await updater.complete()

    async def do_status(self, updater, text):
        await updater.complete(updater.new_agent_message([new_text_part(text)]))

    async def do_pieces(self, updater, text):
        """The answer comes one character at a time, as parts of one artifact."""
        for at, character in enumerate(text):
            await updater.add_artifact(
                [new_text_part(character)],
                artifact_id="answer",
                append=at > 0,
                last_chunk=at == len(text) - 1,
            )
        await updater.complete()

    async def do_parts(self, updater, text):
        await updater.add_artifact([new_text_part(text), new_data_part({"港口": 3})], name="a")
        await updater.add_artifact([new_text_part("second")], name="b")
        await updater.complete()

    async def do_long(self, updater, text):
        await updater.start_work()
        await asyncio.sleep(0.6)
        await self.do_say(updater, text)

    async def do_never(self, updater, text):
        await updater.start_work()
        BEGUN.append(text)
        await asyncio.sleep(600)

    async def do_fail(self, updater, text):
        await updater.failed(updater.new_agent_message([new_text_part(text)]))

    async def do_reject(self, updater, text):
        await updater.reject(updater.new_agent_message([new_text_part(text)]))

    async def do_ask(self, updater, text):
        await updater.requires_input(updater.new_agent_message([new_text_part(text)]))

    async def do_auth(self, updater, text):
        await updater.requires_auth(updater.new_agent_message([new_text_part(text)]))

    async def do_crash(self, updater, text):
        raise RuntimeError(text)

    async def do_team(self, updater, text):
        said = {"id": "m1", "sender": "planner", "receiver": "scout", "text": text}
        own = {"messages": [said], "fields": {"completed": True}}
        await updater.add_artifact([new_text_part("done")], metadata={"steelyard": own})
        await updater.complete()


class Witness(BaseHTTPMiddleware):
    """Remembers what was asked, and by whom."""

    async def dispatch(self, request, call_next):
        body = await request.body()
        method = json.loads(body).get("method") if body else None
        headers = {k: request.headers.get(k) for k in ("authorization", "a2a-version")}
        SEEN.append({"path": request.url.path, "method": method, **headers})
        return await call_next(request)


def make_app(port: int, kind: str) -> Starlette:
    home = "http://localhost:9" if kind == "elsewhere" else f"http://127.0.0.1:{port}"
    card = AgentCard(
        name="Obedient",
        description="does what it is told",
        version="1",
        supported_interfaces=[
            AgentInterface(url=f"{home}/grpc", protocol_binding="GRPC", protocol_version="1.0"),
            AgentInterface(url=f"{home}/rpc", protocol_binding="JSONRPC", protocol_version="0.3"),
            AgentInterface(url=f"{home}/rpc", protocol_binding="JSONRPC", protocol_version="1.0"),
        ],
        capabilities=AgentCapabilities(streaming=kind != "silent"),
        default_input_modes=["text/plain"],
        default_output_modes=["text/plain"],
        skills=[],
    )
    handler = DefaultRequestHandlerV2(
        agent_executor=Obedient(), task_store=InMemoryTaskStore(), agent_card=card
    )
    routes = create_jsonrpc_routes(handler, "/rpc", enable_v0_3_compat=True)
    if kind != "none":
        place = "/.well-known/agent.json" if kind == "old" else "/.well-known/agent-card.json"
        routes += create_agent_card_routes(card, card_url=place)

    async def seen(request):
        return JSONResponse({"seen": SEEN, "begun": BEGUN, "cancelled": CANCELLED})

    app = Starlette(routes=[*routes, Route("/seen", seen)])
    app.add_middleware(Witness)
    return app


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--card", default="new")
    options = parser.parse_args()
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    listener.listen()  # so that whoever reads the port can connect at once
    port = listener.getsockname()[1]
    print(port, flush=True)
    config = uvicorn.Config(make_app(port, options.card), log_level="warning")
    uvicorn.Server(config).run(sockets=[listener])


if __name__ == "__main__":
    main()
