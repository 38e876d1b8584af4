"""Ask an environment what it is: this one, another Python, or one behind a command of the user."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from steelyard.conditions.environments import probe_script
from steelyard.conditions.environments.commands import wrap
from steelyard.errors import InputError, UserError
from steelyard.i18n import t

Ask = Mapping[str, Sequence[str]]
MARK = "{}"
# Told by whoever asks, not by the environment itself.
CLOCK_KEYS = ("clock.skew_s", "clock.skew_max_s")
KEYS = (*probe_script.ITEMS, *CLOCK_KEYS)


@dataclass(frozen=True)
class Probe:
    """What an environment said about itself."""

    name: str | None
    taken_at: str
    items: Mapping[str, Mapping[str, Any]]

    def as_dict(self) -> dict[str, Any]:
        """Return the document that `steelyard probe` writes."""
        return {
            "schema": probe_script.SCHEMA,
            "name": self.name,
            "taken_at": self.taken_at,
            "items": {key: dict(item) for key, item in self.items.items()},
        }


@dataclass(frozen=True)
class Where:
    """Where to probe: a Python, a command that reaches another environment, and how it is run."""

    python: str | None = None
    command: str | None = None
    env: Mapping[str, str] | None = None
    cwd: Path | None = None
    timeout: float = 120.0

    def words(self) -> list[str]:
        """Return what reads the script from its stdin."""
        if self.command is None:
            return [self.python or sys.executable, "-"]
        if MARK not in self.command:
            raise InputError(t("environments.no_mark", found=self.command))
        return wrap(self.command, [self.python or "python3", "-"], MARK)


HERE = Where()


def take_probe(ask: Ask | None = None, where: Where = HERE, *, name: str | None = None) -> Probe:
    """Probe an environment; nothing is installed there.

    Args:
        ask: named items to look at, by prefix: `{"port": ["8000"], "program": ["git"]}`.
        where: this Python unless said otherwise.
        name: what to call the environment.

    Raises:
        UserError: the environment could not be reached, or its Python is too old.
    """
    chosen = {prefix: list(names) for prefix, names in (ask or {}).items()}
    script = Path(probe_script.__file__).read_text(encoding="utf-8")
    script += f"\nsend(json.loads({json.dumps(chosen)!r}))\n"
    began = time.time()
    output = _run(where, script.encode())
    content = _between_marks(output, where)
    items = {**content["items"], **_clock(where, content, began, time.time())}
    return Probe(name, content["taken_at"], items)


def read_probe(path: Path) -> Probe:
    """Read a probe that was written to a file.

    Raises:
        InputError: there is no such file, or it is not a probe.
    """
    try:
        content = json.loads(path.read_text(encoding="utf-8-sig"))
    except FileNotFoundError:
        raise InputError(t("environments.no_probe", path=path)) from None
    except (OSError, ValueError) as error:
        raise InputError(t("environments.bad_probe", path=path, problem=error)) from None
    found = content.get("schema") if isinstance(content, dict) else type(content).__name__
    if found != probe_script.SCHEMA or not _whole(content):
        wanted = probe_script.SCHEMA
        raise InputError(t("environments.other_schema", path=path, found=found, wanted=wanted))
    return Probe(content.get("name") or path.stem, content["taken_at"], content["items"])


def _whole(content: Mapping[str, Any]) -> bool:
    items = content.get("items")
    return (
        isinstance(content.get("taken_at"), str)
        and isinstance(items, dict)
        and all(isinstance(item, dict) and "value" in item for item in items.values())
    )


def _run(where: Where, script: bytes) -> bytes:
    words = where.words()
    try:
        process = subprocess.Popen(
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=None if where.env is None else dict(where.env),
            cwd=where.cwd,
            start_new_session=True,
        )
    except OSError as error:
        problem = error.strerror or str(error)
        raise UserError(t("environments.cannot_probe", who=words[0], problem=problem)) from None
    with process:
        try:
            output, said = process.communicate(script, timeout=where.timeout)
        except BaseException as error:
            _kill(process)
            if not isinstance(error, subprocess.TimeoutExpired):
                raise
            problem = t("environments.silent", seconds=f"{where.timeout:g}")
            raise UserError(t("environments.cannot_probe", who=words[0], problem=problem)) from None
    if process.returncode:
        tail = said.decode("utf-8", "replace").strip()[-500:]
        problem = t("environments.ended", code=process.returncode, tail=tail)
        hint = t("environments.probe_hint")
        raise UserError(t("environments.cannot_probe", who=words[0], problem=problem), hint=hint)
    return output


def _kill(process: subprocess.Popen[bytes]) -> None:
    """End it with what it has started, such as the far end of a pipe."""
    with contextlib.suppress(ProcessLookupError):
        if sys.platform == "win32":
            process.kill()
        else:
            os.killpg(process.pid, signal.SIGKILL)


def _between_marks(output: bytes, where: Where) -> dict[str, Any]:
    text = output.decode("utf-8", "replace")
    _, begin, rest = text.rpartition(probe_script.BEGIN)
    document, end, _ = rest.partition(probe_script.END)
    if not begin or not end:
        problem = t("environments.no_answer", tail=text.strip()[-300:])
        raise UserError(t("environments.cannot_probe", who=where.words()[0], problem=problem))
    content: dict[str, Any] = json.loads(document)
    return content


def _clock(
    where: Where, content: Mapping[str, Any], began: float, ended: float
) -> dict[str, dict[str, Any]]:
    """Compare the clock there with ours.

    Their first reading is later than our sending, their last is earlier than our receiving: the
    difference lies between those bounds, and their middle is our estimate.
    """
    if where.command is None:
        same = {"value": None, "reason": "same_clock", "detail": ""}
        return dict.fromkeys(CLOCK_KEYS, same)
    first, last = content["clock"]
    low, high = last - ended, first - began
    values = (round((low + high) / 2, 3), round(max(abs(low), abs(high)), 3))
    return {key: {"value": value} for key, value in zip(CLOCK_KEYS, values, strict=True)}
