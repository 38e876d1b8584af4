"""`command`: a program on this machine, started per case or kept running on JSON lines."""

from __future__ import annotations

import asyncio
import os
import shlex
import shutil
import time
from pathlib import Path
from typing import Any, Literal

import orjson
from pydantic import Field, model_validator

from steelyard.agents.answer import ANSWER_KEYS, as_object, as_text, bad_reply, reply_from
from steelyard.agents.base import Config
from steelyard.agents.mapping import ResponseMap, decode, outline, parse_json
from steelyard.agents.process import Child, ending
from steelyard.agents.secrets import Secrets
from steelyard.agents.template import compile_template
from steelyard.errors import AgentSetupError, AskError
from steelyard.i18n import t
from steelyard.model import Case, Reply, inherited_variables


class CommandConfig(Config):
    """Options of `command`."""

    argv: list[str] | None = Field(
        default=None, min_length=1, description="The program and its arguments."
    )
    cmd: str | None = Field(
        default=None, description="The same in one line, split as a shell would; no shell runs."
    )
    mode: Literal["oneshot", "persistent"] = Field(
        default="oneshot",
        description="oneshot: one process per case; persistent: JSON lines on stdin and stdout.",
    )
    workers: int = Field(default=1, ge=1, description="Processes kept running when persistent.")
    input_format: Literal["text", "json"] = Field(
        default="text", description="What a oneshot process gets on stdin: the input, or `body`."
    )
    output_format: Literal["text", "json"] = Field(
        default="text", description="How the stdout of a oneshot process is read."
    )
    body: dict[str, Any] = Field(
        default={"input": "{{input}}"},
        description="JSON to send, in which texts may hold {{placeholders}}.",
    )
    response: dict[str, str] | None = Field(
        default=None,
        description="Known field to its path in the JSON answer; default: the keys as they are.",
    )
    env: dict[str, str] = Field(default={}, description="Environment variables to add.")
    env_from: dict[str, str] = Field(
        default={}, description="Variable of the program to variable that holds its secret value."
    )
    cwd: str = Field(default=".", description="Folder to run in, relative to the plan.")
    max_bytes: int = Field(
        default=32_000_000, ge=1, description="Largest answer that is read, in bytes."
    )

    @model_validator(mode="after")
    def _one_command(self) -> CommandConfig:
        if (self.argv is None) == (self.cmd is None):
            raise ValueError(t("agents.argv_or_cmd"))
        if not self.words():
            raise ValueError(t("agents.argv_or_cmd"))
        return self

    def words(self) -> list[str]:
        """The program and its arguments."""
        return self.argv if self.argv is not None else shlex.split(self.cmd or "")


class CommandAgent:
    """Runs a program; cancelling an ask ends the program and everything it started."""

    Config = CommandConfig

    def __init__(self, config: CommandConfig, base: Path) -> None:
        self._config = config
        self._argv = config.words()
        self._cwd = (base / config.cwd).resolve()
        self._fill = compile_template(config.body, place="agent.command.body")
        self._map = None
        if config.response is not None:
            self._map = ResponseMap(config.response, place="agent.command.response")
        self._secrets = Secrets(config.env_from)
        self._ending: set[asyncio.Task[None]] = set()
        self._workers: asyncio.LifoQueue[Child | None] | None = None
        self._asked = 0

    def __repr__(self) -> str:
        return f"CommandAgent({shlex.join(self._argv)!r})"

    @property
    def description(self) -> dict[str, Any]:
        """The options of the plan; secrets are there by name only."""
        return {"adapter": "command", **self._config.model_dump(mode="json")}

    @property
    def concurrency_hint(self) -> int | None:
        """As many as there are workers; one-shot processes are limited by the machine only."""
        return self._config.workers if self._config.mode == "persistent" else None

    async def open(self) -> None:
        """Read the secrets and find the program; workers start when they are needed."""
        if self._workers is not None:
            return
        self._find_program(self._environment())
        self._workers = asyncio.LifoQueue()
        for _ in range(self._config.workers):
            self._workers.put_nowait(None)

    async def ask(self, case: Case) -> Reply:
        """Hand the case to a process and read its answer."""
        if self._workers is None:
            message = "open() comes before ask()"
            raise RuntimeError(message)
        try:
            if self._config.mode == "oneshot":
                return await self._ask_once(case)
            return await self._ask_worker(case, self._workers)
        except AskError as error:
            self._secrets.scrub_error(error)
            raise

    async def close(self) -> None:
        """End every process and wait until it is gone."""
        workers, self._workers = self._workers, None
        while workers is not None and not workers.empty():
            self._end(workers.get_nowait())
        if self._ending:
            await asyncio.gather(*self._ending)

    async def _ask_once(self, case: Case) -> Reply:
        started = time.perf_counter()
        child = await self._start()
        try:
            sending = asyncio.create_task(child.send(self._stdin(case), last=True))
            try:
                data = await child.read_all(self._config.max_bytes)
                code = await child.wait()
            finally:
                sending.cancel()
            latency_s = time.perf_counter() - started
        finally:
            self._end(child)
        if code != 0:
            raise child.death(ending(code))
        if self._config.output_format == "json":
            return self._read(parse_json(data), latency_s)
        output = decode(data).rstrip("\r\n")
        return Reply(output=self._secrets.clean(output), latency_s=latency_s)

    async def _ask_worker(self, case: Case, workers: asyncio.LifoQueue[Child | None]) -> Reply:
        child = await workers.get()
        healthy = False
        try:
            if child is None or not child.in_step:
                self._end(child)
                child = None
                child = await self._start()
            document, latency_s = await self._exchange(child, case)
            healthy = True
        finally:
            keep = healthy and self._workers is workers
            if not keep:
                self._end(child)
            workers.put_nowait(child if keep else None)
        return self._read(document, latency_s)

    async def _exchange(self, child: Child, case: Case) -> tuple[dict[str, Any], float]:
        """Send one line, read one line: the one with the same id."""
        self._asked += 1
        number = self._asked
        line = orjson.dumps({**self._fill(case), "id": number}) + b"\n"
        started = time.perf_counter()
        # Written while we read: a program that talks before it listens must not lock up with us.
        sending = asyncio.create_task(child.send(line))
        try:
            answer = await child.read_line(self._config.max_bytes)
        finally:
            sending.cancel()
        latency_s = time.perf_counter() - started
        if answer is None:
            raise await child.fate()
        document = as_object("reply", parse_json(answer))
        if document.get("id") != number:
            raise bad_reply(t("agents.out_of_step", asked=number, found=document.get("id")))
        del document["id"]
        return document, latency_s

    def _read(self, document: Any, latency_s: float) -> Reply:
        if self._map is not None:
            values = self._map.read(document)
        elif isinstance(document, dict) and ANSWER_KEYS & document.keys():
            values = document
        else:
            raise bad_reply(
                t("agents.not_in_reply", name="output", path="output", found=outline(document))
            )
        return reply_from(self._secrets.clean(values), latency_s=latency_s)

    def _stdin(self, case: Case) -> bytes:
        if self._config.input_format == "json":
            return orjson.dumps(self._fill(case))
        return (as_text(case.input) or "").encode()

    async def _start(self) -> Child:
        scrub = self._secrets.scrub
        env = self._environment()
        return await Child.start(self._argv, cwd=self._cwd, env=env, scrub=scrub)

    def _environment(self) -> dict[str, str]:
        """Made anew each time: an attribute would show the secrets to whoever looks inside."""
        return {**inherited_variables(), **self._config.env, **self._secrets.read()}

    def _end(self, child: Child | None) -> None:
        """End a process in the background: whoever was cancelled should not wait for it."""
        if child is not None:
            task = asyncio.create_task(child.end())
            self._ending.add(task)
            task.add_done_callback(self._ending.discard)

    def _find_program(self, env: dict[str, str]) -> None:
        if not self._cwd.is_dir():
            raise AgentSetupError(t("agents.no_folder", folder=self._cwd))
        program = self._argv[0]
        beside = self._cwd / program if os.sep in program else None
        if shutil.which(beside or program, path=env.get("PATH")) is None:
            message = t("agents.no_program", program=program, folder=self._cwd)
            raise AgentSetupError(message, hint=t("agents.no_program_hint"))
