"""From one case to its perturbed variants, each a request of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from steelyard.conditions.perturbations.content import find_text, is_chat
from steelyard.conditions.perturbations.kinds import AUTO, Choice, choose_kinds
from steelyard.conditions.perturbations.language import language_of
from steelyard.conditions.perturbations.perturb import Change, Perturbed, perturb
from steelyard.i18n import t
from steelyard.model import FIELDS

Record = dict[str, Any]

_ANSWERS = ("expected_output", "label", "references")
_MOST_KEPT, _LONGEST = 50, 200
_TRIES = 4  # per variant wanted: a short text has few, and two draws may give the same one


class Skipped(NamedTuple):
    """A perturbation that did not apply to a case, and why."""

    case_id: str
    kind: str
    reason: str


def variants(
    record: Mapping[str, Any],
    kinds: Iterable[str] = (AUTO,),
    *,
    rate: float | None = None,
    count: int = 1,
    seed: int = 0,
    protect: Iterable[str] = (),
    field: str | None = None,
    on_skip: Callable[[Skipped], object] | None = None,
) -> Iterator[Record]:
    """Yield the perturbed variants of a case; one that came out as before is not yielded.

    The variant of the case `q7` by `zh.homophone` is `q7~zh.homophone`, further ones end in `#2`,
    `#3`. It keeps what the case expects unless the perturbation changes what is right; what the
    case says about an answer it once got is left behind.

    Args:
        record: the case, with `case_id` and `input`.
        kinds: what to do to it; see `choose_kinds`.
        rate: share of characters to change, where that is how strength is meant.
        count: variants per kind; fewer when no others are found.
        seed: of every draw.
        protect: words that must not be touched, besides the answer and what the case lists under
            `protect`.
        field: field of an object that holds the text.
        on_skip: called with every kind that does not apply.
    """
    found = find_text(record["input"], field)
    language = language_of(found.text if found else "")
    guarded = [*protect, *_own_words(record)]
    chat = is_chat(record["input"])
    for choice in choose_kinds(kinds, rate=rate, language=language, chat=chat):
        seen: list[Any] = []
        for number in range(1, _TRIES * count + 1):
            if len(seen) == count:
                break
            made = _attempt(record, choice, (seed, number), guarded, field)
            if made.reason is not None:
                if on_skip is not None:
                    on_skip(Skipped(str(record["case_id"]), choice.name, made.reason))
                break
            if made.input not in seen:
                seen.append(made.input)
                yield _variant(record, choice, made, len(seen))


def _attempt(
    record: Mapping[str, Any],
    choice: Choice,
    draw: tuple[int, int],
    protect: Iterable[str],
    field: str | None,
) -> Perturbed:
    kind = choice.record.id
    if choice.record.attack and record.get("kind") is not None:
        reason = t("perturbations.safety_case", kind=record["kind"])
        return Perturbed(None, (), "", choice.strength, reason, {})
    seed, number = draw
    return perturb(
        kind,
        record["input"],
        strength=choice.strength,
        seed=seed,
        case_id=str(record["case_id"]),
        number=number,
        protect=protect,
        field=field,
    )


def _variant(record: Mapping[str, Any], choice: Choice, made: Perturbed, number: int) -> Record:
    case_id = str(record["case_id"])
    perturbation = choice.record
    kept = {name: value for name, value in record.items() if _is_question(name)}
    if perturbation.kind == "directional":
        kept = {name: value for name, value in kept.items() if name not in _ANSWERS}
        kept |= {"expected_behavior": perturbation.behavior, "answerable": False}
    more = f"#{number}" if number > 1 else ""
    return kept | {
        **made.fields,
        "case_id": f"{case_id}~{choice.name}{more}",
        "input": made.input,
        "parent_case_id": case_id,
        "perturbation": perturbation.id,
        "severity": float(made.strength),
        "abnormal_input": True,
        "condition": "perturb",
        "condition_landed": True,
        "condition_proof": _proof(made),
    }


def _is_question(name: str) -> bool:
    """Whether a field describes the question; what a reply once said belongs to the parent."""
    return name not in FIELDS or FIELDS[name].role == "case" or name == "metadata"


def _proof(made: Perturbed) -> Record:
    """Return what was changed, long changes shortened and many of them counted."""
    shown = [_shown(change) for change in made.changes[:_MOST_KEPT]]
    return {"where": made.where, "changed": len(made.changes), "changes": shown}


def _shown(change: Change) -> Record:
    start, end, before, after = change
    return {"start": start, "end": end, "before": _short(before), "after": _short(after)}


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def _own_words(record: Mapping[str, Any]) -> Iterator[str]:
    """Yield what the case itself needs whole: its answers, and what it lists under `protect`."""
    metadata = record.get("metadata") or {}
    for value in (*map(record.get, _ANSWERS), record.get("protect"), metadata.get("protect")):
        items = value if isinstance(value, (list, tuple)) else (value,)
        yield from (item for item in items if isinstance(item, str))
