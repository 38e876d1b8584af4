"""`replay`: answers that exist already, in the dataset or in a recording."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path
from typing import Any, BinaryIO

import orjson
from pydantic import Field

from steelyard.agents.answer import ANSWER_KEYS, as_text, reply_from
from steelyard.agents.base import Config
from steelyard.errors import AgentSetupError, AskError
from steelyard.i18n import t
from steelyard.model import Case, Reply

_MAX_LINE = 64_000_000

_OTHER_ANSWERS = ("retrieved", "pred_label")
"""Answers that are no text: a ranking, a class."""


class ReplayConfig(Config):
    """Options of `replay`."""

    recording: str | None = Field(
        default=None,
        description="JSON lines {case_id, epoch?, output, ...}; without it, the dataset's output.",
    )
    source: dict[str, Any] = Field(
        default_factory=dict,
        description="what the recording was made from: tool, version, model, files; only shown.",
    )


class ReplayAgent:
    """Gives each case the answer it had.

    Of a recording only the places of its lines are kept in memory. A line without `epoch` answers
    every epoch of its case.
    """

    Config = ReplayConfig

    def __init__(self, config: ReplayConfig, base: Path) -> None:
        self._config = config
        self._path = None if config.recording is None else base / config.recording
        self._file: BinaryIO | None = None
        self._places: dict[tuple[str, int | None], tuple[int, int]] = {}
        self._sha256: str | None = None

    def __repr__(self) -> str:
        return f"ReplayAgent({self._config.recording or 'dataset'!r})"

    @property
    def description(self) -> dict[str, Any]:
        """The options of the plan and, once open, the checksum of the recording."""
        source = self._config.source
        known: dict[str, Any] = {"adapter": "replay", "recording": self._config.recording}
        known |= {"model": source["model"]} if source.get("model") else {}
        known |= {"source": source} if source else {}
        return known if self._sha256 is None else {**known, "sha256": self._sha256}

    @property
    def concurrency_hint(self) -> None:
        """Nothing waits."""
        return

    async def open(self) -> None:
        """Read the recording through once and remember where each answer is."""
        if self._path is None or self._file is not None:
            return
        try:
            file = self._path.open("rb")
        except OSError as error:
            problem = error.strerror
            raise AgentSetupError(t("agents.no_file", file=self._path, problem=problem)) from None
        try:
            self._places, self._sha256 = _index(file, self._path)
        except BaseException:
            file.close()
            raise
        self._file = file

    async def ask(self, case: Case) -> Reply:
        """Look the answer up."""
        if self._path is None:
            output = case.value("output")
            if output is None and not any(case.value(name) for name in _OTHER_ANSWERS):
                raise _no_recording(t("agents.no_output", case=case.case_id))
            return Reply(output=as_text(output))
        if self._file is None:
            message = "open() comes before ask()"
            raise RuntimeError(message)
        place = self._places.get((case.case_id, case.epoch))
        place = place or self._places.get((case.case_id, None))
        if place is None:
            file = self._config.recording
            raise _no_recording(
                t("agents.not_recorded", case=case.case_id, epoch=case.epoch, file=file)
            )
        offset, size = place
        self._file.seek(offset)
        values = orjson.loads(self._file.read(size))
        # A recording may hold more than answers: its question, its date.
        said = {name: values[name] for name in values.keys() & ANSWER_KEYS}
        if values.get("status") in ("error", "timeout"):
            return _failed(values, _recorded({"output": None} | said))
        return _recorded(said)

    async def close(self) -> None:
        """Close the recording."""
        file, self._file = self._file, None
        if file is not None:
            file.close()


def _recorded(said: dict[str, Any]) -> Reply:
    """Return the reply of a line; its seconds were measured when it was recorded."""
    reply = reply_from(said)
    fields = dict(reply.fields)
    latency_s, first_token_s = fields.pop("latency_s", None), fields.pop("first_token_s", None)
    return replace(reply, fields=fields, latency_s=latency_s, first_token_s=first_token_s)


def _index(file: BinaryIO, path: Path) -> tuple[dict[tuple[str, int | None], tuple[int, int]], str]:
    places: dict[tuple[str, int | None], tuple[int, int]] = {}
    digest = hashlib.sha256()
    offset = number = 0
    while line := file.readline(_MAX_LINE):
        number += 1
        digest.update(line)
        if line.strip():
            key = _key(line, f"{path}:{number}")
            if key in places:
                case_id, epoch = key
                raise AgentSetupError(
                    t("agents.recorded_twice", place=f"{path}:{number}", case=case_id, epoch=epoch)
                )
            places[key] = (offset, len(line))
        offset += len(line)
    return places, digest.hexdigest()


def _key(line: bytes, place: str) -> tuple[str, int | None]:
    try:
        record = orjson.loads(line)
    except orjson.JSONDecodeError as error:
        raise AgentSetupError(t("agents.bad_line", place=place, problem=error)) from None
    if not isinstance(record, dict) or record.get("case_id") is None:
        raise AgentSetupError(t("agents.line_without_case", place=place))
    epoch = record.get("epoch")
    if epoch is not None and (not isinstance(epoch, int) or isinstance(epoch, bool)):
        raise AgentSetupError(t("agents.bad_epoch", place=place, found=epoch))
    return str(record["case_id"]), epoch


def _failed(values: dict[str, Any], reply: Reply) -> Reply:
    """Return the reply of an ask that had failed when it was recorded; unsaid, by the agent."""
    fields = dict(reply.fields)
    kind = fields.pop("error_kind", "agent")
    error, reason = (values.get(name) for name in ("error", "error_reason"))
    return replace(
        reply,
        fields=fields,
        status=values["status"],
        error_kind=kind,
        error=as_text(error),
        error_reason=str(reason or values["status"]),
    )


def _no_recording(message: str) -> AskError:
    return AskError(message, kind="infra", reason="no_recording", retryable=False)
