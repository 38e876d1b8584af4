"""One suite for every perturbation, by what its record declares; a new one is tested before anyone
writes a test for it."""

from __future__ import annotations

import json
import math
import subprocess
import sys

import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st

from steelyard.conditions.perturbations import PERTURBATIONS, perturb
from steelyard.conditions.perturbations.guard import guard, negations
from steelyard.i18n import using_language
from steelyard.model import ALGORITHMS, compute
from tests.conditions.perturbations.texts import LONG_EN, LONG_ZH, seeds, texts
from tests.looped import looped

EVERY = pytest.mark.parametrize("record", list(PERTURBATIONS), ids=lambda record: record.id)


def strengths(record):
    return {
        "rate": st.sampled_from([0.02, 0.05, 0.1, 0.5, 1.0]),
        "share": st.sampled_from([0.1, 0.3, 0.5]),
        "level": st.sampled_from([1, 2, 3]),
    }[record.strength.name]


def long_text(record):
    return LONG_EN if "en" in record.languages else LONG_ZH


def applied(text, changes):
    for change in reversed(changes):
        text = text[: change.start] + change.after + text[change.end :]
    return text


@EVERY
def test_the_record_is_whole(record):
    algorithm = ALGORITHMS.get(record.id)
    assert algorithm.kind == "perturbation"
    assert record.version >= 1
    assert set(record.languages) <= {"en", "zh"}
    assert (record.edit is None) != (record.earlier is None)
    assert (record.behavior is not None) == (record.kind == "directional")
    assert record.strength.minimum <= record.strength.default <= record.strength.maximum
    for words in (record.title, record.meaning, record.needs, record.strength.words):
        assert words.en.strip()
        assert any("\u4e00" <= character <= "\u9fff" for character in words.zh)


@EVERY
def test_worked_examples_in_every_language_it_suits(record):
    assert len(record.examples) >= len(record.languages)
    for example in record.examples:
        found = compute(record.id, example.inputs, example.params)
        assert found["input"] == example.expected["input"]
        assert found["changes"]
        assert found["reason"] is None


@pytest.mark.slow
@EVERY
@settings(max_examples=60, deadline=None)
@given(data=st.data(), text=texts, seed=seeds)
def test_what_holds_for_any_text(record, data, text, seed):
    strength = data.draw(strengths(record))
    made = perturb(record.id, text, strength=strength, seed=seed, case_id="q1")
    assert made == perturb(record.id, text, strength=strength, seed=seed, case_id="q1")
    if made.reason is not None:
        assert made.input is None
        assert made.changes == ()
        return
    assert made.input != text
    assert made.changes
    json.dumps(made.input, ensure_ascii=False).encode()  # no half of a surrogate pair
    if record.earlier is not None:
        assert made.input[-1] == {"role": "user", "content": text}
        return
    assert made.input.strip()
    assert applied(text, made.changes) == made.input
    check_changes(text, made.changes)
    check_strength(record, text, strength, made.changes)
    if record.kind == "invariance":
        check_guard(text, made)


@EVERY
def test_visible_characters_stay_whole(record):
    text = (
        "cafe\u0301 re\u0301sume\u0301 table\u0308 👨‍👩‍👧👍🏽🇨🇳 好\ufe00的\u0301字体 Ａ\u0301 end"
    )
    for seed in range(20):
        made = perturb(record.id, text, strength=record.strength.maximum, seed=seed)
        if made.reason is None and record.earlier is None:
            check_changes(text, made.changes)


def check_changes(text, changes):
    """They are true, in order, apart from each other, and tear no visible character."""
    whole = {at for found in regex.finditer(r"\X", text) for at in found.span()} | {0, len(text)}
    last = 0
    for change in changes:
        assert change.before == text[change.start : change.end]
        assert change.before != change.after
        assert change.start >= last
        last = change.end
        assert {change.start, change.end} <= whole


def check_strength(record, text, strength, changes):
    if record.strength.name == "rate":
        assert 1 <= len(changes) <= max(1, math.ceil(strength * len(text)))
        assert all(len(change.before) <= 2 for change in changes)
    elif record.strength.name == "share":
        [change] = changes
        assert change.after == ""
        assert len(change.before) <= math.ceil(strength * len(text))
    else:
        assert len(changes) <= strength


def check_guard(text, made):
    for start, end in guard(text).spans:
        for change in made.changes:
            touches = change.start < end and start < change.end
            inside = change.start == change.end and start < change.start < end
            assert not touches, text[start:end]
            assert not inside, text[start:end]
    if all(len(change.after) <= 8 for change in made.changes):  # not a whole paragraph more
        assert negations(made.input) == negations(text)


@EVERY
@settings(max_examples=15, deadline=None)
@given(seed=seeds)
def test_words_of_the_case_are_protected(record, seed):
    if record.kind == "directional" or record.earlier is not None:
        return
    text, words = long_text(record), ["northern bridge", "drivers", "大桥", "绕行路线"]
    made = perturb(record.id, text, strength=record.strength.maximum, seed=seed, protect=words)
    assert [made.input.count(word) for word in words] == [text.count(word) for word in words]


@EVERY
def test_seeds_cases_and_numbers_draw_apart(record):
    text = long_text(record)
    for vary in ("seed", "case_id", "number"):
        values = [f"q{n}" if vary == "case_id" else n for n in range(1, 21)]
        made = {str(perturb(record.id, text, **{vary: value}).input) for value in values}
        # Cutting off an end leaves nothing to draw.
        assert len(made) == 1 if record.strength.name == "share" else len(made) > 1


@EVERY
def test_stronger_is_not_weaker(record):
    low, high = record.strength.minimum, record.strength.maximum
    text = long_text(record)
    sizes = [
        sum(len(c.before) + len(c.after) for c in perturb(record.id, text, strength=s).changes)
        for s in (low, high)
    ]
    # A stronger attack is better hidden, not longer.
    assert record.attack or sizes[0] < sizes[1]


@EVERY
@looped("given_input", ["", " \n\t", [], {}, None, 3, ["a"], {"a": 1}])
def test_nothing_to_disturb_is_said(record, given_input):
    for language in ("en", "zh"):
        with using_language(language):
            made = perturb(record.id, given_input)
            assert made.input is None
            assert made.reason


def test_the_same_in_another_process():
    code = (
        "import json\n"
        "from steelyard.conditions.perturbations import PERTURBATIONS, perturb\n"
        "from tests.conditions.perturbations.texts import LONG_EN, LONG_ZH\n"
        "print(json.dumps({r.id: [perturb(r.id, x, seed=5, case_id='案例').input"
        " for x in (LONG_EN, LONG_ZH)] for r in PERTURBATIONS}))"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            check=True,
            env={"PYTHONHASHSEED": seed, "PYTHONUTF8": "1"},
        ).stdout
        for seed in ("1", "2")
    }
    here = {
        r.id: [perturb(r.id, x, seed=5, case_id="案例").input for x in (LONG_EN, LONG_ZH)]
        for r in PERTURBATIONS
    }
    assert [json.loads(output) for output in outputs] == [here]
