"""`perturb(id, input)`: one input perturbed, with proof of what was changed, or why nothing was."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from steelyard.conditions.perturbations.chance import Chance, canary
from steelyard.conditions.perturbations.content import find_text, is_chat, last_question
from steelyard.conditions.perturbations.guard import Guard, guard
from steelyard.conditions.perturbations.perturbation import (
    PERTURBATIONS,
    Material,
    Message,
    Perturbation,
)
from steelyard.conditions.perturbations.places import apply_edits
from steelyard.i18n import pick, t
from steelyard.model import check_param


class Change(NamedTuple):
    """One change: where it stood in the text as it was, what was there, and what is there now."""

    start: int
    end: int
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Perturbed:
    """What came of an attempt.

    Attributes:
        input: the input to ask; None when the perturbation does not apply.
        changes: every change, in order; none when it does not apply.
        where: place of the changed text inside the input; empty when the input is a text.
        strength: rate, share or level it was made with.
        reason: why it does not apply, as a sentence; None when it does.
        fields: what the case says besides, such as the canary that an attack plants.
    """

    input: Any
    changes: tuple[Change, ...]
    where: str
    strength: float
    reason: str | None
    fields: Mapping[str, Any]


def perturb(
    kind: str,
    given: Any,
    *,
    strength: float | None = None,
    seed: int = 0,
    case_id: str = "",
    number: int = 1,
    protect: Iterable[str] = (),
    field: str | None = None,
) -> Perturbed:
    """Disturb one input.

    Args:
        kind: id of the perturbation, such as `zh.homophone`.
        given: text, chat messages or an object.
        strength: its rate, share or level; its default if None.
        seed: with `case_id`, `kind`, `strength` and `number` decides everything.
        case_id: identity of the case.
        number: which variant, from 1.
        protect: words that must not be touched, besides those that never are.
        field: field of an object that holds the text.

    Raises:
        UnknownNameError: there is no such perturbation.
        InputError: the strength is out of range.
    """
    record = PERTURBATIONS.get(kind)
    strength = record.strength.default if strength is None else strength
    check_param(kind, record.strength, strength)
    found = find_text(given, field)
    if found is None or not found.text.strip():
        return _not_applicable(record, strength, t("perturbations.no_text"))
    keeps = record.kind == "invariance"
    material = Material(
        text=found.text,
        strength=strength,
        chance=Chance(seed, case_id, kind, f"{strength:g}", number),
        guard=guard(found.text, protect) if keeps else Guard(len(found.text)),
        canary=canary(seed, case_id),
    )
    if record.earlier is not None:
        return _with_history(record, given, material)
    edits = record.edit(material) if record.edit is not None else []
    if not edits:
        return _not_applicable(record, strength, _nothing(record))
    changes = tuple(Change(e.start, e.end, found.text[e.start : e.end], e.put) for e in edits)
    after = found.put(apply_edits(found.text, edits))
    marks = _attack(material.canary) if record.attack else {}
    return Perturbed(after, changes, found.where, strength, None, marks)


def _with_history(record: Perturbation, given: Any, material: Material) -> Perturbed:
    """Put earlier turns before the question, after what the system says."""
    if record.earlier is None or not (isinstance(given, str) or is_chat(given)):
        return _not_applicable(record, material.strength, _nothing(record))
    turns: list[Message] = record.earlier(material)
    if not turns:
        return _not_applicable(record, material.strength, _nothing(record))
    messages = [{"role": "user", "content": given}] if isinstance(given, str) else list(given)
    at = _first_turn(messages)
    said = "\n".join(turn["content"] for turn in turns)
    return Perturbed(
        [*messages[:at], *turns, *messages[at:]],
        (Change(0, 0, "", said),),
        f"[{at}:{at + len(turns)}]",
        material.strength,
        None,
        {},
    )


def _first_turn(messages: list[Any]) -> int:
    """Return where the conversation begins: after the leading system messages."""
    spoken = (at for at, item in enumerate(messages) if item["role"] not in ("system", "developer"))
    last = last_question(messages)
    return next(spoken, 0 if last is None else last)


def _attack(word: str) -> dict[str, Any]:
    return {"kind": "injection", "injection_marker": word, "canary": word}


def _nothing(record: Perturbation) -> str:
    return t("perturbations.nothing", needs=pick(record.needs))


def _not_applicable(record: Perturbation, strength: float, reason: str) -> Perturbed:
    return Perturbed(None, (), "", strength, reason, {})
