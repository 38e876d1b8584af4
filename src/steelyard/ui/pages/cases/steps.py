"""What the agent did on the way to its answer, and how a team talked: as a timeline."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from steelyard.i18n import t
from steelyard.report.numbers import seconds_text
from steelyard.ui.components import Happening, label, timeline

_MOST = 100
_LONGEST = 4_000
_WHOLE = 1_000_000  # a longer one is not parsed for a page


def show_steps(cells: Mapping[str, Any]) -> None:
    """Show trajectory and messages, if there are any."""
    for name, read in (("trajectory", _step), ("messages", _message)):
        items = _items(cells.get(name))
        if not items:
            continue
        label(t(f"ui_cases.{name}"), "sy-strong", tag="h3")
        timeline(read(n, item) for n, item in enumerate(items[:_MOST], 1))
        if len(items) > _MOST:
            label(t("ui_cases.steps_cut", n=f"{len(items) - _MOST:,}"), "sy-quiet sy-small")


def _items(given: Any) -> list[Any]:
    if isinstance(given, str):
        if len(given) > _WHOLE:
            return [given[:_LONGEST]]
        try:
            given = json.loads(given)
        except ValueError:
            return [given]
    if given is None:
        return []
    return given if isinstance(given, list) else [given]


def _step(number: int, step: Any) -> Happening:
    if not isinstance(step, Mapping):
        return Happening(str(number), t("ui_cases.step"), _text(step))
    kind = str(step.get("type") or step.get("role") or t("ui_cases.step"))
    name = step.get("name") or step.get("tool")
    what = f"{kind} · {name}" if name else kind
    failed = bool(step.get("error"))
    return Happening(_when(step, number), what[:200], "\n".join(_details(step)),
                     "bad" if failed else "accent")  # fmt: skip


def _details(step: Mapping[str, Any]) -> Iterator[str]:
    shown = ("type", "role", "name", "tool", "id", "ts", "start", "end")
    rest = {str(k): v for k, v in step.items() if k not in shown and v not in (None, "", [], {})}
    if set(rest) in ({"text"}, {"content"}):  # a lone text needs no name
        yield _text(next(iter(rest.values())))
        return
    for name, value in rest.items():
        yield f"{name[:60]}: {_text(value)}"


def _message(number: int, message: Any) -> Happening:
    if not isinstance(message, Mapping):
        return Happening(str(number), t("ui_cases.message"), _text(message))
    if message.get("sender") or message.get("receiver"):
        who = f"{message.get('sender') or '–'} → {message.get('receiver') or '–'}"
        reply = message.get("in_reply_to")
        if reply is not None:
            who = f"{who} · {t('ui_cases.in_reply_to', id=str(reply)[:20])}"
        body = message.get("text", message.get("content", ""))
        return Happening(_when(message, number), who[:200], _text(body), "accent")
    if message.get("agent"):
        return Happening(
            _when(message, number), t("ui_cases.works", who=str(message["agent"])[:80])
        )
    return _step(number, message)


def _when(item: Mapping[str, Any], number: int) -> str:
    at, end = item.get("ts", item.get("start")), item.get("end")
    if not isinstance(at, int | float) or isinstance(at, bool):
        return str(number)
    if isinstance(end, int | float):
        return f"{seconds_text(float(at))} – {seconds_text(float(end))}"
    return seconds_text(float(at))


def _text(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    return text[:_LONGEST]
