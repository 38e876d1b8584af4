"""Contamination: cases that give their answer away, or that stand on both sides of a split."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import orjson

from steelyard.audit.near_duplicates import find_pairs, normalized
from steelyard.scorers.matchers.contains import match_contains
from steelyard.scorers.matchers.input_text import input_text
from steelyard.scorers.matchers.rules import choose_rule, expected_answers

SHOWN = 5
_SPLIT = ("split", "subset", "partition", "fold", "数据划分")
_UNKNOWN = ("non_train", "unknown")
_GUID = r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
_CANARY = re.compile(rf"canary\W{{0,3}}(?:guid|string|text)?\W{{0,3}}({_GUID})", re.IGNORECASE)
_LEAST = 2  # characters: a single one stands in many questions by chance


@dataclass(frozen=True)
class Contamination:
    """One kind of contamination that the data shows.

    Attributes:
        kind: `scenarios`, `holdout`, `splits`, `answer_in_input` or `canary`.
        count: cases concerned.
        total: cases it was looked for in.
        examples: a few of them: ids, or pairs `id = id`.
        detail: the splits, or the canary.
    """

    kind: str
    count: int
    total: int
    examples: tuple[str, ...]
    detail: str = ""


def find_contamination(
    cases: Sequence[Mapping[str, Any]], labels: Sequence[str] = ()
) -> list[Contamination]:
    """Return what is contaminated in the cases; an empty list when nothing is.

    Args:
        cases: as they were read.
        labels: the labels of the data, when they are classes.
    """
    return [
        *_scenarios(cases),
        *_splits(cases),
        *_answers_in_inputs(cases, labels),
        *_canaries(cases),
    ]


def _scenarios(cases: Sequence[Mapping[str, Any]]) -> Iterator[Contamination]:
    """Compare the inputs of known scenarios with those of unknown ones."""
    known = _texts(case for case in cases if case.get("scene_type") == "train")
    unknown = _texts(case for case in cases if _is_unknown(case))
    if not known or not unknown:
        return
    pairs = list(find_pairs(known, unknown))
    if pairs:
        kind = "holdout" if len(pairs) == len(unknown) else "scenarios"
        yield Contamination(kind, len(pairs), len(unknown), _shown(pairs))


def _is_unknown(case: Mapping[str, Any]) -> bool:
    if case.get("scene_type") is not None:
        return case["scene_type"] in _UNKNOWN
    return case.get("is_unknown_scene") is True


def _splits(cases: Sequence[Mapping[str, Any]]) -> Iterator[Contamination]:
    """Compare the inputs of every two splits that a column names."""
    groups: defaultdict[str, list[Mapping[str, Any]]] = defaultdict(list)
    for case in cases:
        split = _split_of(case)
        if split is not None:
            groups[split].append(case)
    texts = {split: _texts(members) for split, members in groups.items()}
    for first, second in combinations(list(texts)[:10], 2):
        pairs = list(find_pairs(texts[first], texts[second]))
        if pairs:
            detail = f"{first} / {second}"
            yield Contamination("splits", len(pairs), len(texts[second]), _shown(pairs), detail)


def _split_of(case: Mapping[str, Any]) -> str | None:
    metadata = case.get("metadata") or {}
    found = next((metadata[name] for name in _SPLIT if metadata.get(name) is not None), None)
    return None if found is None else str(found)


def _answers_in_inputs(
    cases: Sequence[Mapping[str, Any]], labels: Sequence[str]
) -> Iterator[Contamination]:
    """Find cases whose expected answer stands in their own input.

    Options and yes/no words stand there by nature and are not looked at.
    """
    looked_at = [case for case in cases if choose_rule(case, labels) in ("contains", "keywords")]
    found = [case for case in looked_at if _gives_answer(case)]
    if found:
        ids = tuple(str(case["case_id"]) for case in found[:SHOWN])
        yield Contamination("answer_in_input", len(found), len(looked_at), ids)


def _gives_answer(case: Mapping[str, Any]) -> bool:
    question = input_text(case.get("input"))
    return any(
        len(answer.strip()) >= _LEAST and bool(match_contains(answer, question).passed)
        for answer in expected_answers(case)
    )


def _canaries(cases: Sequence[Mapping[str, Any]]) -> Iterator[Contamination]:
    """Find the strings by which makers of benchmarks recognize their data."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for case in cases:
        text = orjson.dumps(dict(case), default=str).decode()
        if "canary" in text.casefold():
            for guid in set(_CANARY.findall(text)):
                found[guid].append(str(case["case_id"]))
    for guid, ids in found.items():
        yield Contamination("canary", len(ids), len(cases), tuple(ids[:SHOWN]), guid)


def _texts(cases: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    texts = {str(case["case_id"]): normalized(input_text(case.get("input"))) for case in cases}
    return {id_: text for id_, text in texts.items() if text}


def _shown(pairs: Sequence[tuple[str, str]]) -> tuple[str, ...]:
    return tuple(f"{one} = {other}" for one, other in pairs[:SHOWN])
