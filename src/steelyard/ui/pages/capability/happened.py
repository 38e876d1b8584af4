"""A mission as it went: what happened, what was seen, decided and done, and what that broke."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from steelyard.i18n import t
from steelyard.report.numbers import seconds_text, value_text
from steelyard.server.tasks.missions import seconds_of
from steelyard.ui.components import Happening
from steelyard.ui.components.badge import Tone

_LONGEST = 2_000


def happenings(cells: Mapping[str, Any]) -> list[Happening]:
    """Return the steps of a mission in their order, as far as the case tells them."""
    timed = [*_seen(cells), *_assessed(cells), *_decided(cells), *_done(cells), *_limits(cells)]
    last = [*_objectives(cells), *_constraints(cells)]
    known = [(at, one) for at, one in timed if at is not None]
    unknown = [one for at, one in timed if at is None]
    return [*(one for _, one in sorted(known, key=lambda pair: pair[0])), *unknown, *last]


Timed = tuple[float | None, Happening]


def _seen(cells: Mapping[str, Any]) -> Iterator[Timed]:
    truth, told = _list(cells.get("events_truth")), _list(cells.get("events_reported"))
    if truth:
        yield 0.0, _step(0.0, "events_truth", ", ".join(truth), "idle")
    if not told and not truth:
        return
    lines = [
        _line("seen", [one for one in told if one in truth]),
        _line("missed", [one for one in truth if one not in told]),
        _line("invented", [one for one in told if one not in truth]),
    ]
    wrong = set(told) != set(truth)
    at = seconds_of(cells, "t_observe")
    yield at, _step(at, "events_reported", "\n".join(filter(None, lines)), _tone(wrong))


def _assessed(cells: Mapping[str, Any]) -> Iterator[Timed]:
    truth, told = _dict(cells.get("situation_truth")), _dict(cells.get("situation_assessed"))
    if not truth and not told:
        return
    lines = [
        f"{'✓' if told.get(name) == value else '✗'} {name}: {_text(told.get(name))}"
        + ("" if told.get(name) == value else f" ({t('ui_analysis.truly')} {_text(value)})")
        for name, value in truth.items()
    ]
    wrong = any(told.get(name) != value for name, value in truth.items())
    at = seconds_of(cells, "t_observe")
    yield at, _step(at, "situation", "\n".join(lines), _tone(wrong))


def _decided(cells: Mapping[str, Any]) -> Iterator[Timed]:
    chosen, worth = cells.get("decision_chosen"), _dict(cells.get("option_utilities"))
    if chosen is None and not worth:
        return
    numbers = {name: one for name, one in worth.items() if isinstance(one, int | float)}
    ranked = sorted(numbers, key=lambda name: -numbers[name])
    lines = [
        f"{'→' if name == chosen else '·'} {name}: {value_text(numbers[name], '%')}"
        for name in ranked
    ]
    at = seconds_of(cells, "t_decide")
    heading = f"{t('ui_analysis.decision')}: {_text(chosen)}"
    tone = _tone(bool(ranked) and chosen != ranked[0])
    yield at, Happening(_when(at), heading[:200], "\n".join(lines)[:_LONGEST], tone)


def _done(cells: Mapping[str, Any]) -> Iterator[Timed]:
    wanted, done = _list(cells.get("actions_required")), _list(cells.get("actions_performed"))
    if not wanted and not done:
        return
    lines = [
        f"{n}. {one}" + ("" if one in wanted else f" ({t('ui_analysis.not_asked')})")
        for n, one in enumerate(done, 1)
    ]
    missing = [one for one in wanted if one not in done]
    lines.append(_line("left_out", missing))
    at = seconds_of(cells, "t_act")
    wrong = bool(missing) or any(one not in wanted for one in done)
    yield at, _step(at, "actions", "\n".join(filter(None, lines)), _tone(wrong))


def _limits(cells: Mapping[str, Any]) -> Iterator[Timed]:
    """Yield target and deadline, which count from the observation."""
    start, end = seconds_of(cells, "t_observe") or 0.0, seconds_of(cells, "t_act")
    for name in ("t_target", "t_deadline"):
        limit = seconds_of(cells, name)
        if limit is None:
            continue
        late = end is not None and end > start + limit
        word = "" if end is None else t("ui_analysis.late" if late else "ui_analysis.in_time")
        tone: Tone = "warn" if late and name == "t_target" else "bad" if late else "good"
        yield start + limit, _step(start + limit, name, word, tone)


def _objectives(cells: Mapping[str, Any]) -> Iterator[Happening]:
    lines, least = [], 1.0
    for n, one in enumerate(_records(cells.get("objectives")), 1):
        share = one.get("achieved")
        value = float(share) if isinstance(share, bool | int | float) else None
        least = min(least, 1.0 if value is None else value)
        weight = one.get("weight")
        heavy = "" if weight is None else f" · {t('report.weight')} {_text(weight)}"
        lines.append(f"{_text(one.get('id') or n)}: {value_text(value, '%')}{heavy}")
    if lines:
        yield _step(None, "objectives", "\n".join(lines), _tone(least < 1))


def _constraints(cells: Mapping[str, Any]) -> Iterator[Happening]:
    records = _records(cells.get("constraints"))
    lines = []
    for n, one in enumerate(records, 1):
        word = t("ui_analysis.violated" if one.get("violated") else "ui_analysis.obeyed")
        hard = f" · {t('ui_analysis.hard')}" if one.get("hard") else ""
        lines.append(f"{_text(one.get('id') or n)}: {word}{hard}")
    if lines:
        broken = any(one.get("violated") for one in records)
        yield _step(None, "constraints", "\n".join(lines), "bad" if broken else "good")


def _step(at: float | None, what: str, text: str, tone: Tone) -> Happening:
    return Happening(_when(at), t(f"ui_analysis.{what}"), text[:_LONGEST], tone)


def _when(at: float | None) -> str:
    return "" if at is None else seconds_text(at) if at else "0 s"


def _tone(wrong: bool) -> Tone:  # noqa: FBT001 - one word for one question
    return "warn" if wrong else "good"


def _line(word: str, names: Sequence[str]) -> str:
    return f"{t(f'ui_analysis.{word}')}: {', '.join(names)}" if names else ""


def _plain(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    try:
        return json.loads(value)
    except ValueError:
        return value


def _list(value: Any) -> list[str]:
    found = _plain(value)
    return [_text(one) for one in found] if isinstance(found, list) else []


def _dict(value: Any) -> dict[str, Any]:
    found = _plain(value)
    return {str(name): one for name, one in found.items()} if isinstance(found, dict) else {}


def _records(value: Any) -> list[dict[str, Any]]:
    found = _plain(value)
    return [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []


def _text(value: Any) -> str:
    said = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    return "–" if value is None else said[:200]
