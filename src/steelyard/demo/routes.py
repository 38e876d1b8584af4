"""The ways to ask the demo agent: `POST /ask` and OpenAI's `POST /v1/chat/completions`.

`POST /specialist` asks one member of its team alone.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

import orjson
from aiohttp import web

from steelyard.demo.answer import Answer, answer, language_of
from steelyard.demo.chance import delay, fault, reply_id
from steelyard.demo.crowd import Crowd
from steelyard.demo.memory import Notes
from steelyard.demo.team import Meeting, Talk, needs_team
from steelyard.i18n import t, using_language

MODEL = "steelyard-demo"
PIECE = 6  # characters per streamed piece


def demo_app(notes: Notes | None = None) -> web.Application:
    """Return the application of one demo agent; it counts how often it was asked each question.

    Args:
        notes: what it knows; its own notes if unset.
    """
    desk = _Desk(notes)
    app = web.Application()
    app.router.add_post("/ask", desk.ask)
    app.router.add_post("/", desk.ask)  # so that the bare address of the agent can be asked too
    app.router.add_post("/specialist", desk.ask_specialist)
    app.router.add_post("/v1/chat/completions", desk.chat)
    return app


class _Told(NamedTuple):
    """An answer with the talk that led to it, if a team gave it."""

    answer: Answer
    talk: Talk | None


class _Desk:
    """Takes questions: counts attempts, waits, fails when it should, answers."""

    def __init__(self, notes: Notes | None) -> None:
        self._notes = notes
        self._crowd = Crowd()
        self._specialist = Crowd()  # a member asked alone is not in the hurry of the team
        self._attempts: Counter[str] = Counter()

    async def ask(self, request: web.Request) -> web.StreamResponse:
        return await self._asked(request, alone=False)

    async def ask_specialist(self, request: web.Request) -> web.StreamResponse:
        return await self._asked(request, alone=True)

    async def chat(self, request: web.Request) -> web.StreamResponse:
        body = await _read(request)
        question = _last_question(body)
        if question is None:
            return _refuse(400, t("demo.agent_bad_request", field="messages"))
        found = await self._answer(question)
        if isinstance(found, web.Response):
            return found
        if body.get("stream"):
            return await _stream(request, body, question, found)
        return _json(_chat_reply(question, found))

    async def _asked(self, request: web.Request, *, alone: bool) -> web.StreamResponse:
        body = await _read(request)
        question = body.get("input") if isinstance(body, dict) else None
        if not isinstance(question, str):
            return _refuse(400, t("demo.agent_bad_request", field="input"))
        found = await self._answer(question, alone=alone)
        return found if isinstance(found, web.Response) else _json(_ask_reply(question, found))

    async def _answer(self, question: str, *, alone: bool = False) -> _Told | web.Response:
        self._attempts[question] += 1
        attempt = self._attempts[question]
        with using_language(language_of(question)):
            async with (self._specialist if alone else self._crowd).place() as turn:
                meeting = Meeting(question) if needs_team(question) and not alone else None
                if meeting is not None:
                    await meeting.plan()
                thinking = delay(question, attempt)
                await asyncio.sleep(thinking)
                if refused := _trouble(question, attempt):
                    return refused
                found = answer(question, self._notes, hurried=turn.hurries())
                talk = None if meeting is None else await meeting.report(found, thinking)
                return _Told(found, talk)


def _trouble(question: str, attempt: int) -> web.Response | None:
    """Return the refusal of a question that cannot be read, or that finds the agent unwell."""
    if "\N{REPLACEMENT CHARACTER}" in question:
        return _refuse(422, t("demo.agent_unreadable"))
    failure = fault(question, attempt)
    if failure is None:
        return None
    if failure.status == 429:
        return _refuse(429, t("demo.agent_busy"), {"Retry-After": str(failure.retry_after)})
    return _refuse(failure.status, t("demo.agent_crashed"))


async def _read(request: web.Request) -> Any:
    try:
        return orjson.loads(await request.read())
    except orjson.JSONDecodeError:
        return None


def _last_question(body: Any) -> str | None:
    """Return the text of the last user message, or None when the body has none."""
    messages = body.get("messages") if isinstance(body, dict) else None
    for message in reversed(messages if isinstance(messages, list) else []):
        if isinstance(message, dict) and message.get("role") == "user":
            content = message.get("content")
            return content if isinstance(content, str) else None
    return None


def _ask_reply(question: str, told: _Told) -> dict[str, Any]:
    found = told.answer
    return {
        "output": found.output,
        "trajectory": found.trajectory,
        "usage": {"input_tokens": _tokens(question), "output_tokens": _tokens(found.output)},
        "abstained": found.abstained,
        "confidence": found.confidence,
        **(told.talk._asdict() if told.talk else {}),
    }


def _chat_reply(question: str, found: _Told) -> dict[str, Any]:
    message = {"role": "assistant", "content": found.answer.output}
    return {
        **_envelope("chat.completion", question),
        "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
        "usage": _chat_usage(question, found),
        "steelyard": _extras(found),
    }


async def _stream(
    request: web.Request, body: dict[str, Any], question: str, found: _Told
) -> web.StreamResponse:
    response = web.StreamResponse(headers={"Content-Type": "text/event-stream; charset=utf-8"})
    await response.prepare(request)
    options = body.get("stream_options")
    include_usage = isinstance(options, dict) and bool(options.get("include_usage"))
    for chunk in _chunks(question, found, include_usage=include_usage):
        await response.write(b"data: " + orjson.dumps(chunk) + b"\n\n")
        await asyncio.sleep(0.001)
    await response.write(b"data: [DONE]\n\n")
    await response.write_eof()
    return response


def _chunks(question: str, found: _Told, *, include_usage: bool) -> Iterator[dict[str, Any]]:
    envelope = _envelope("chat.completion.chunk", question)
    text = found.answer.output
    deltas = [{"content": text[i : i + PIECE]} for i in range(0, len(text), PIECE)]
    for delta in ({"role": "assistant", "content": ""}, *deltas):
        yield {**envelope, "choices": [{"index": 0, "delta": delta, "finish_reason": None}]}
    last = [{"index": 0, "delta": {}, "finish_reason": "stop"}]
    yield {**envelope, "choices": last, "steelyard": _extras(found)}
    if include_usage:
        yield {**envelope, "choices": [], "usage": _chat_usage(question, found)}


def _envelope(kind: str, question: str) -> dict[str, Any]:
    # `created` is a Unix time in OpenAI's form; a fixed one keeps replies equal from run to run.
    return {"id": reply_id(question), "object": kind, "created": 0, "model": MODEL}


def _extras(told: _Told) -> dict[str, Any]:
    found = told.answer
    fields: dict[str, Any] = {"abstained": found.abstained, "confidence": found.confidence}
    extras: dict[str, Any] = {"trajectory": found.trajectory, "fields": fields}
    if told.talk is not None:
        extras["messages"] = told.talk.messages
        fields["subtasks"] = told.talk.subtasks
    return extras


def _chat_usage(question: str, found: _Told) -> dict[str, int]:
    prompt, completion = _tokens(question), _tokens(found.answer.output)
    return {
        "prompt_tokens": prompt,
        "completion_tokens": completion,
        "total_tokens": prompt + completion,
    }


def _tokens(text: str) -> int:
    """Return roughly what a language model would count: about three bytes to a token."""
    return -(-len(text.encode()) // 3)


def _json(content: Any, status: int = 200, headers: dict[str, str] | None = None) -> web.Response:
    return web.Response(
        body=orjson.dumps(content), status=status, headers=headers, content_type="application/json"
    )


def _refuse(status: int, message: str, headers: dict[str, str] | None = None) -> web.Response:
    return _json({"error": {"message": message, "type": f"http_{status}"}}, status, headers)
